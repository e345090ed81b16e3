// Uses the package for npm in node, and with a browser in a page: node package.mjs DIR [CHROMIUM], with the package in DIR.
import assert from 'node:assert';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [directory, chromium] = process.argv.slice(2);
const {Loophole, LoopholeError} = await import(pathToFileURL(path.join(path.resolve(directory), 'loophole.mjs')));
const model = {'loophole-model': 1, variables: ['tea', 'coffee'], constraints: [{rule: 'a drink', clause: [1, 2]}]};
const clash = {...model, constraints: [{rule: 'tea', clause: [1]}, {rule: 'no tea', clause: [-1]}]};

async function inNode() {
  const loophole = new Loophole(), bounds = [];
  const best = await loophole.solve('gunport 6x6', {card: 'totalizer', formulation: 'monomino', progress: report => bounds.push(report)});
  assert.deepStrictEqual([best.status, best.objective_value, best.encoders_used.card], ['optimal', 12, 'totalizer']);
  assert(bounds.length > 0);
  assert.strictEqual((await loophole.count(model)).solution_count, 3);
  assert.strictEqual(await loophole.unique(model), false);
  assert.strictEqual(await loophole.unique(JSON.stringify({...model, constraints: [{clause: [1]}, {clause: [-2]}]})), true);
  assert.deepStrictEqual((await loophole.explain(clash)).rules, ['tea', 'no tea']);
  assert.match(await loophole.generate('gunport 4x4', {seed: 3}), /gunport/);
  const game = loophole.play('gunport 4x4'), before = await game.ask();
  const after = await game.move('touch 1,1 1,2');
  assert.notDeepStrictEqual(after.cells, before.cells);
  assert((await game.ask('hint')).sentence);
  const [again] = await Promise.all([game.move('undo'), game.move('touch 1,1 1,2')]); // the second follows the first
  assert.deepStrictEqual(again.cells, before.cells);
  assert.deepStrictEqual((await game.ask()).cells, after.cells);
  await assert.rejects(game.move('touch 9,9'), error => error instanceof LoopholeError && /rows/.test(error.message));
  assert.deepStrictEqual((await game.ask()).cells, after.cells); // what was refused is no move
  await assert.rejects(loophole.solve('gunport 5xx'), error => error instanceof LoopholeError && error.status === 1 && /5xx/.test(error.message));
  await assert.rejects(loophole.solve({...model, constraints: 7}), LoopholeError);
  // A call that is cancelled rejects at once; the next one works.
  const cancel = new AbortController(), long = loophole.solve('gunport 20x20', {formulation: 'monomino', signal: cancel.signal});
  setTimeout(() => cancel.abort(), 500);
  await assert.rejects(long, {name: 'AbortError'});
  await assert.rejects(loophole.solve(model, {signal: cancel.signal}), {name: 'AbortError'});
  assert.strictEqual((await loophole.solve('gunport 4x4', {timeLimit: 60})).objective_value, 4);
  const waits = loophole.solve('gunport 20x20', {formulation: 'monomino'});
  loophole.close();
  await assert.rejects(waits, LoopholeError);
}

const PAGE = `<!doctype html><title>waiting</title>
<script type="module">
  import {Loophole} from './loophole.mjs';
  const loophole = new Loophole(), other = new Loophole();
  const game = loophole.play('gunport 4x4');
  try {
    const cancel = new AbortController(), long = other.solve('gunport 20x20', {formulation: 'monomino', signal: cancel.signal}).catch(error => error.name);
    const [best, hint] = [await loophole.solve('gunport 5x5'), await game.ask('hint')];
    cancel.abort();
    document.title = [best.status, best.objective_value, typeof hint.sentence, await long, await loophole.unique(${JSON.stringify(model)})].join(' ');
  } catch (error) { document.title = 'broken: ' + error; }
</script>`;

async function inBrowser() {
  const require = createRequire(import.meta.url), puppeteer = require('puppeteer-core');
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'package-'));
  fs.cpSync(directory, root, {recursive: true});
  fs.writeFileSync(path.join(root, 'index.html'), PAGE);
  const server = require('./serve.js')(root);
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const browser = await puppeteer.launch({executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'], timeout: 300000, protocolTimeout: 300000});
  const page = await browser.newPage();
  page.setDefaultTimeout(300000);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction('document.title !== "waiting"');
  assert.strictEqual(await page.title(), 'optimal 7 string AbortError false');
  await browser.close();
  server.close();
  fs.rmSync(root, {recursive: true});
}

await inNode();
if (chromium) await inBrowser();
console.log('ok');
