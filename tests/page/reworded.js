// Plays the built page while every sentence of the program is replaced by random words: node reworded.js DIR CHROMIUM. The page may show
// sentences, but must not read them. Prints the names of the fields that the page reads from the program's answers.
'use strict';
const assert = require('assert');
const puppeteer = require('puppeteer-core');
const [root, chromium] = process.argv.slice(2);
const server = require('./serve.js')(root);
const boards = {
  gunport: 'gunport/3x3', tank: 'tank/5', fivers: 'fivers/3', squarest: 'squarest/50%2025%2027%203%2012%206%2015%209%2030%2021%2019',
  archer: 'archer/100%2016%2017%2023%2024%2039%2040', cans: 'cans/50%208,10,7%2010,7,9%207,9,8',
};

/* In the page: answers of the program are parsed with other sentences, and note the fields that are read. */
function reword() {
  const SENTENCES = ['sentence', 'why', 'count', 'name', 'how', 'rules', 'problem', 'where', 'words', 'move', 'verdict', 'refused'];
  const parse = JSON.parse, random = () => Math.random().toString(36).replace(/[^a-z]/g, '') || 'word';
  window.fieldsRead = new Set();
  const reworded = (value, key) => {
    if (typeof value === 'string') return SENTENCES.includes(key) ? `${random()} ${random()}.` : value;
    if (Array.isArray(value)) return value.map(item => reworded(item, typeof item === 'string' ? key : ''));
    if (!value || typeof value !== 'object') return value;
    const fields = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, reworded(item, name)]));
    return new Proxy(fields, {get(of, name) { if (typeof name === 'string' && name in of && !(name in {})) window.fieldsRead.add(name); return of[name]; }});
  };
  JSON.parse = (text, ...more) => {
    const value = parse(text, ...more);
    return value && typeof value === 'object' && ['puzzle', 'hint', 'ask', 'complete', 'status', 'refused', 'loophole'].some(name => name in value) ? reworded(value, '') : value;
  };
}

async function main() {
  const patience = 1000 * (process.env.PATIENCE || 600);
  const browser = await puppeteer.launch({executablePath: chromium, timeout: patience, protocolTimeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']});
  const page = await browser.newPage(), problems = [], fields = new Set();
  page.setDefaultTimeout(patience);
  page.on('pageerror', e => problems.push(String(e)));
  await page.evaluateOnNewDocument(reword);
  const until = condition => page.waitForFunction(`(${condition}) && document.documentElement.dataset.pending === "0"`, {timeout: patience});
  const click = id => page.evaluate(name => document.getElementById(name).click(), id);
  for (const name in boards) {
    await page.goto('about:blank');
    await page.goto(`http://127.0.0.1:${server.address().port}/#${boards[name]}`);
    await until('document.documentElement.dataset.ready === "yes" && game.state');
    assert.strictEqual(await page.evaluate('game.state.puzzle'), name);
    for (let i = 0; i < 4; i++) { await click('hint'); await until('true'); }
    assert(await page.evaluate('game.at > 0'), name + ': a hint leads to a move');
    if (name === 'gunport') {
      await page.evaluate('move("reset"); move("touch 1,1"); move("touch 1,2")');
      await until('game.state.mistakes.length === 1');
      assert.deepStrictEqual(await page.evaluate('[...document.querySelectorAll("#board .wrong")].map(e => e.dataset.cell).sort()'), ['1,1', '1,2']);
      await page.evaluate('step(-1); step(-1)');
    }
    await click('ask');
    await until('true');
    await click('complete');
    await until('game.won && !document.getElementById("win").hidden');
    for (const field of await page.evaluate('[...fieldsRead]')) fields.add(field);
  }
  await browser.close();
  assert.deepStrictEqual(problems, []);
  console.log([...fields].sort().join('\n'));
}

server.listen(0, '127.0.0.1', () => main().then(() => server.close(), error => { console.error(error); process.exit(1); }));
