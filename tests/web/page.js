// Plays the built page: node page.js DIR CHROMIUM PICTURES. Needs puppeteer-core.
'use strict';
const assert = require('assert'), fs = require('fs'), http = require('http'), path = require('path');
const puppeteer = require('puppeteer-core');
const [root, chromium, pictures] = process.argv.slice(2);
const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm'};
const server = http.createServer((request, reply) => {
  const file = path.join(root, path.basename(request.url.split('?')[0]) || 'index.html');
  if (!fs.existsSync(file)) { reply.writeHead(404); reply.end(); return; }
  reply.writeHead(200, {'content-type': types[path.extname(file)]});
  reply.end(fs.readFileSync(file));
});

async function main() {
  const url = `http://127.0.0.1:${server.address().port}/`;
  // Nothing here fails by being slow, short of ten minutes for a step.
  const patience = 600000;
  const browser = await puppeteer.launch({executablePath: chromium, timeout: patience, protocolTimeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']});
  const page = await browser.newPage(), problems = [];
  page.setDefaultTimeout(patience);
  page.on('console', m => { if (['error', 'warning'].includes(m.type())) problems.push(m.text()); });
  page.on('pageerror', e => problems.push(String(e)));
  page.on('requestfailed', r => problems.push('failed: ' + r.url()));
  const until = condition => page.waitForFunction(condition, {timeout: patience});
  const text = id => page.evaluate(i => document.getElementById(i).textContent, id);
  const visit = async hash => {
    await page.goto('about:blank');
    await page.goto(url + hash);
    await until('document.documentElement.dataset.ready === "yes"');
  };
  const center = async cell => {
    const b = await (await page.$(`[data-cell="${cell}"]`)).boundingBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const counts = words => until(`document.getElementById("count").textContent.includes(${JSON.stringify(words)})`);
  const open = async (words, cells) => {
    await page.evaluate(w => { document.getElementById('instance').value = w; document.getElementById('question').requestSubmit(); }, words);
    await until(`document.querySelectorAll(".cell").length === ${cells}`);
  };
  const shot = name => page.screenshot({path: path.join(pictures, name + '.png'), fullPage: true});
  const verdict = words => until(`document.querySelector("#solve-run .verdict").textContent.includes(${JSON.stringify(words)})`);

  // By mouse: a domino is drawn; undo and redo; a hint; the end.
  await page.setViewport({width: 1280, height: 900});
  await visit('#gunport/5x5');
  await page.mouse.move(...await center('1,1'));
  await page.mouse.down();
  await page.mouse.move(...await center('1,2'), {steps: 4});
  await page.mouse.up();
  await counts('23 bare');
  await page.click('#undo');
  await counts('25 bare');
  await page.click('#redo');
  await counts('23 bare');
  await page.click('#hint');
  await counts('the proved best: 7 gunports');
  assert.match(await text('message'), /^(Try|Forced)/);
  await shot('play-1280');
  await page.click('#ask');
  await until('/^Yes/.test(document.getElementById("message").textContent)');
  await page.click('#complete');
  await counts('as good as it gets');

  // The link brings the position back.
  const link = new URL(page.url()).hash, position = await page.evaluate('game.state.position');
  await visit(link);
  assert.strictEqual(await page.evaluate('game.state.position'), position);

  // By keys.
  await visit('#gunport/3x3');
  await page.focus('[data-cell="1,1"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Shift');
  await counts('7 bare');
  assert.strictEqual(await page.evaluate('game.state.position'), '...\n<>.\n...\n');
  await page.keyboard.press('u');
  await counts('9 bare');
  await page.keyboard.press('Space');
  await counts('1 marked');

  // The accessibility tree names every cell.
  const names = JSON.stringify(await page.accessibility.snapshot({interestingOnly: false}));
  for (let row = 1; row <= 3; row++)
    for (let col = 1; col <= 3; col++) assert(names.includes(`row ${row}, column ${col}, `), `cell ${row},${col} is named`);

  // Solved, and stopped in the middle.
  await page.click('#tab-solve');
  await open('10x10', 100);
  await page.click('#solve-run .go');
  await verdict('32, and none is better');
  // The CNF is a file that encode would write, with the choices made.
  await page.evaluate(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { window.kept = blob; return make(blob); }; });
  await page.select('#solve-run [data-choice=formulation]', 'matching');
  await page.click('#cnf');
  await until('/\\d+ variables/.test(document.getElementById("aside").textContent)');
  const cnf = await page.evaluate(() => window.kept.text());
  assert.match(cnf, /^c .*gunport 10x10/m);
  assert.match(cnf, /^c .*matching/m);
  const size = /^p cnf (\d+) (\d+)$/m.exec(cnf);
  assert.strictEqual(cnf.split('\n').filter(line => / 0$/.test(line)).length, Number(size[2]));
  await open('4x4', 16);
  await page.click('#count-all');
  await until('/gunport 4x4: 100 solutions with 4 gunports/.test(document.getElementById("aside").textContent)');
  await open('20x20', 400);
  await page.select('#solve-run [data-choice=formulation]', 'monomino');
  await page.click('#solve-run .go');
  await verdict('between');
  await page.click('#solve-run .stop');
  await verdict('Stopped');
  await until('!document.querySelector("#solve-run .go").disabled');

  // Two encoders, side by side.
  await visit('#gunport/8x8');
  await page.click('#tab-compare');
  await page.click('#race');
  await until('[...document.querySelectorAll("#compare .verdict")].every(e => e.textContent.includes("20, and none is better"))');
  await shot('compare-1280');

  // Why there is none; all there is to choose; a new puzzle.
  await visit('#squarest/50%203%206%209%2012%2015%2030%2021%2025%2027%2030');
  await page.click('#tab-solve');
  await page.click('#explain');
  await until('/the sum leaves 2 modulo 3/.test(document.getElementById("aside").textContent)');
  const choices = await page.evaluate(() => [...document.querySelectorAll('#solve-run select')].map(s => [s.dataset.choice, s.options.length]));
  for (const [name, n] of choices) assert(n >= 3, `${name} offers ${n}`);
  await page.click('#tab-play');
  await page.select('#puzzle', 'fivers');
  await until('document.querySelectorAll(".cell").length === 25');
  await page.click('#generate');
  await until('/^A new puzzle/.test(document.getElementById("message").textContent)');

  // A forced move is told with its reasons, and can be followed to the end.
  await visit('#cans/');
  await page.click('#follow');
  await until('/^Forced/.test(document.getElementById("message").textContent)');
  await until('[...document.querySelectorAll("#why li")].some(e => e.textContent.includes("the throws score 50"))');
  for (let i = 0; i < 2; i++) {
    await page.evaluate('say("")');
    await page.click('#follow');
    await until('/^(Try|Forced)/.test(document.getElementById("message").textContent) && !document.getElementById("hint").disabled');
  }
  await counts('it fits');

  // By touch, on a small screen; nothing is wider than it.
  await page.setViewport({width: 390, height: 800, isMobile: true, hasTouch: true});
  await visit('#tank/5');
  await page.tap('[data-cell="2,2"]');
  await counts('1 of 25 cells');
  await shot('tank-390');
  await page.setViewport({width: 360, height: 740, isMobile: true, hasTouch: true});
  for (const hash of ['#gunport/8x10', '#archer/100%2016%2017%2023%2024%2039%2040', '#cans/', '#squarest/50%2025%2019%206%203', '#fivers/5']) {
    await visit(hash);
    assert(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), hash + ' fits');
    await until('document.querySelectorAll(".cell").length > 0');
    await page.click('#hint');
    await until('/^(Try|Forced)/.test(document.getElementById("message").textContent)');
  }
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]);
  await shot('dark-360');
  assert.deepStrictEqual(problems, []);

  // From a file: the browser keeps the page from the program until the reader hands it over.
  await page.goto('file://' + path.join(root, 'index.html'));
  await until('!document.getElementById("local").hidden');
  await (await page.$('#wasm')).uploadFile(path.join(root, 'loophole.wasm'));
  await until('document.documentElement.dataset.ready === "yes"');
  await page.click('#hint');
  await counts('the proved best: 7 gunports');
  await browser.close();
}

server.listen(0, '127.0.0.1', () => main().then(() => server.close(), error => { console.error(error); process.exit(1); }));
