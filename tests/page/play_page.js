// Plays the built page: node play_page.js DIR CHROMIUM PICTURES [MODELS]; with the directory MODELS, only the models there. Needs puppeteer-core. PICTURES gets a picture of each puzzle at the
// start, in the middle and at the win, on a desktop and two phones, light and dark; with --pictures for MODELS, nothing but these, on every device in light and in dark.
'use strict';
const assert = require('assert'), fs = require('fs'), path = require('path'), {execFileSync} = require('child_process');
const puppeteer = require('puppeteer-core');
const [root, chromium, pictures, models] = process.argv.slice(2);
const server = require('./serve.js')(root);

const DEVICES = [['desktop', 1280, 860], ['phone', 390, 844], ['small', 360, 640], ['side', 844, 390]].flatMap(([name, ...size]) => [[name + '-light', ...size, false], [name + '-dark', ...size, true]]);
const boards = {
  gunport: '#gunport/6x6', tank: '#tank/5', fivers: '#fivers/4', squarest: '#squarest/50%2025%2027%203%2012%206%2015%209%2030%2021%2019',
  archer: '#archer/100%2016%2017%2023%2024%2039%2040', cans: '#cans/50%208,10,7%2010,7,9%207,9,8',
};

/* In the page: all words that are seen, and the contrast of each with its ground (WCAG 2). */
function contrasts() {
  const numbers = color => (color.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = e => {
    for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] === 1) return c; }
    return [255, 255, 255];
  };
  const poor = [];
  let seen = 0;
  const judge = (e, ink, under) => {
    const a = light(numbers(ink)), b = light(under), contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    seen++;
    if (contrast < 4.5) poor.push(`${e.tagName} '${e.textContent.slice(0, 30)}' ${contrast.toFixed(2)}`);
  };
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg, [hidden], dialog:not([open]), details:not([open]) > :not(summary)') || e.disabled || e.classList.contains('skip')) continue;
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
    judge(e, getComputedStyle(e).color, ground(e));
  }
  for (const e of document.querySelectorAll('#board svg text')) {
    const ink = /lp-on(\d)/.exec(e.getAttribute('class') || ''), piece = ink && document.querySelector(`#board svg .lp-${ink[1]}`);
    if (!piece) continue;
    judge(e, getComputedStyle(e).fill, numbers(getComputedStyle(piece).fill));
  }
  return {poor, seen};
}

async function main() {
  const url = `http://127.0.0.1:${server.address().port}/`;
  // Nothing here fails by being slow, short of ten minutes for a step.
  const patience = 1000 * (process.env.PATIENCE || 600);
  const browser = await puppeteer.launch({executablePath: chromium, timeout: patience, protocolTimeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']});
  const page = await browser.newPage(), problems = [];
  page.setDefaultTimeout(patience);
  page.on('console', m => { if (['error', 'warning'].includes(m.type())) problems.push(m.text()); });
  page.on('pageerror', e => problems.push(String(e)));
  page.on('requestfailed', r => problems.push('failed: ' + r.url()));
  // What is known of the game changes before the page shows it: a condition on the game also waits for the page, so that both can be read after it.
  const PENDING = 'document.documentElement.dataset.pending === "0"';
  const until = condition => page.waitForFunction(/\bgame\./.test(condition) ? `(${condition}) && ${PENDING}` : condition, {timeout: patience})
    .catch(e => { throw new Error([condition, ...problems, e].join('\n')); });
  const text = id => page.evaluate(i => document.getElementById(i).textContent, id);
  const value = expression => page.evaluate(expression);
  // With `kept`, the page finds what it stored before.
  const visit = async (hash, kept) => {
    await page.goto('about:blank');
    if (!kept) { // the page that was left may still have written
      const browser = await page.createCDPSession();
      await browser.send('Storage.clearDataForOrigin', {origin: url, storageTypes: 'local_storage'});
      await browser.detach();
    }
    const {identifier} = await page.evaluateOnNewDocument(keep => { try { if (!keep) localStorage.clear(); } catch (e) { /* not there */ } }, !!kept);
    await page.goto(url + hash);
    await page.removeScriptToEvaluateOnNewDocument(identifier);
    await until('document.documentElement.dataset.ready === "yes"');
  };
  // What the page draws again may be replaced at any time, so that each of these waits, measures and acts in one go.
  const inPage = (what, ...args) => page.waitForFunction(what, {timeout: patience}, ...args).then(handle => handle.jsonValue())
    .catch(e => { throw new Error([args.join(), ...problems, e].join('\n')); });
  const box = selector => inPage(s => {
    const e = document.querySelector(s), r = e && e.getBoundingClientRect();
    return r && r.width && r.height && {x: r.x, y: r.y, width: r.width, height: r.height};
  }, selector);
  const middle = async selector => { const b = await box(selector); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const center = cell => middle(`[data-cell="${cell}"]`);
  // Clicks a button or a tab that is enabled, on the screen, and under nothing else.
  const click = selector => inPage(s => {
    const e = document.querySelector(s);
    if (!e || e.matches(':disabled, [aria-disabled=true]')) return false;
    e.scrollIntoView({block: 'nearest'});
    const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    if (!top || !e.contains(top)) return false;
    e.focus();
    e.click();
    return true;
  }, selector);
  const focus = selector => inPage(s => { const e = document.querySelector(s); if (e) e.focus(); return e && document.activeElement === e; }, selector);
  const tap = async selector => page.touchscreen.tap(...await middle(selector));
  const settled = () => until(PENDING);
  const drag = async (from, to) => {
    await page.mouse.move(...await center(from));
    await page.mouse.down();
    await page.mouse.move(...await center(to), {steps: 4});
    const ghost = await value('!document.getElementById("ghost").hidden');
    await page.mouse.up();
    return ghost;
  };
  const progress = words => until(`document.getElementById("progress").textContent.includes(${JSON.stringify(words)})`);
  const message = pattern => until(`${pattern}.test(document.getElementById("message").textContent)`);
  const shot = name => page.screenshot({path: path.join(pictures, name + '.png')});
  const verdict = words => until(`document.querySelector("#prove-run .verdict").textContent.includes(${JSON.stringify(words)})`);
  const boardBox = () => value('(() => { const r = document.getElementById("board").getBoundingClientRect(); return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(); })()');
  const readable = async where => { const {poor, seen} = await page.evaluate(contrasts); assert(seen > 10, where); assert.deepStrictEqual(poor, [], where); };

  // Each puzzle to its win, light and dark, on a desktop and two phones: board, goal and message are seen without scrolling,
  // nothing is wider than the screen, and the board never moves.
  const pictured = async devices => {
    for (const [device, width, height, dark] of devices) {
      await page.setViewport({width, height, isMobile: width < 900, hasTouch: width < 900});
      await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
      for (const name in boards) {
        await visit(boards[name]);
        if (['gunport', 'fivers'].includes(name)) await until('game.best !== null');
        const where = await boardBox(), at = `${name}, ${device}`;
        await shot(`${name}-${device}-start`);
        await readable(at);
        await click('#complete');
        await until('!document.getElementById("win").hidden');
        const moves = await value('ordersMade()');
        await page.evaluate(async all => {
          closeWin();
          Object.assign(game, {moves: [], at: 0, solver: '', won: false});
          await show();
          for (const order of all.slice(0, all.length / 2)) await move(order);
        }, moves);
        assert.strictEqual(await boardBox(), where, at);
        await page.evaluate(() => scrollTo(0, 0));
        const ends = await value('["goal", "board", "message"].map(id => document.getElementById(id).getBoundingClientRect().bottom)');
        if (width < 900) for (const end of ends) assert(end > 0 && end <= height, `${at}: ${end} of ${height}`);
        assert(await value('document.documentElement.scrollWidth <= innerWidth'), at + ' fits');
        assert.deepStrictEqual(await value('[...document.querySelectorAll("#play *")].filter(e => getComputedStyle(e).overflowX === "hidden" && e.scrollWidth > e.clientWidth).map(e => e.textContent)'), [], at + ': nothing is cut');
        if (height < 500) assert(await value('(b => b.clientHeight > .75 * innerHeight || b.clientWidth > .5 * innerWidth)(document.getElementById("board"))'), at + ': the board takes the height of a low screen, or half its width');
        const low = await value('["undo", "hint", "note"].map(id => document.getElementById(id).getBoundingClientRect().bottom)');
        if (width < 900) for (const end of low) assert(end <= height, `${at}: a button ends at ${end} of ${height}`);
        await shot(`${name}-${device}-middle`);
        await page.evaluate(async all => { for (const order of all) await move(order); }, moves.slice(Math.floor(moves.length / 2)));
        await until('!document.getElementById("win").hidden');
        const ground = {gunport: 'Proved: nobody can do better.', fivers: 'Proved: nobody can do better.', tank: 'Checked against the rules of the puzzle.'};
        assert.strictEqual(await text('win-ground'), ground[name] || 'Proved: this is the only solution.', at);
        assert.strictEqual(await boardBox(), where, at);
        const [sheet, table] = await value('["win", "board"].map(id => { const r = document.getElementById(id).getBoundingClientRect(); return {top: r.top, bottom: r.bottom}; })');
        if (width < 500) assert(sheet.top >= table.bottom && sheet.top + 60 <= height, `${at}: the win is seen under the board`);
        assert.strictEqual(await value('scrollY'), 0, at + ': nothing scrolls at the win');
        await readable(at + ', won');
        await shot(`${name}-${device}-win`);
      }
    }
  };

  if (models === '--pictures') {
    await pictured(DEVICES);
    await browser.close();
    return;
  }
  if (models) {
    await require('./own.js')({page, models, visit, until, text, value, box, center, click, tap, focus, settled, message, verdict, shot, readable, boardBox, drag});
    assert.deepStrictEqual(problems, []);
    await browser.close();
    return;
  }

  // The first screen: a puzzle with its rule, its goal and its drawing; nothing to fill in.
  await page.setViewport({width: 1280, height: 900});
  const start = Date.now();
  await visit('');
  console.log(`page ready after ${((Date.now() - start) / 1000).toFixed(1)} s`);
  await until('/^5 gunports are possible/.test(document.getElementById("goal").textContent)');
  assert.match(await text('rule'), /^Place dominoes/);
  assert.strictEqual(await value('document.querySelectorAll("#play input:not([type=checkbox]), #play textarea").length'), 1); // that of the result
  assert(await value('document.querySelectorAll("#board svg *").length > 5'));
  for (const [tag, attribute] of [['meta[name=description]', 'content'], ['meta[property="og:title"]', 'content'], ['meta[property="og:description"]', 'content']])
    assert((await page.$eval(tag, (e, a) => e.getAttribute(a), attribute)).length > 20, tag);
  for (const [tag, attribute] of [['meta[property="og:image"]', 'content'], ['link[rel=icon]', 'href'], ['link[rel="apple-touch-icon"]', 'href']]) {
    const file = path.join(root, path.basename(await page.$eval(tag, (e, a) => e.getAttribute(a), attribute)));
    assert(fs.statSync(file).size > 100, file);
  }
  await readable('first screen');
  await page.emulateMediaType('print');
  assert.deepStrictEqual(await value(`[...document.querySelectorAll('button, summary, select, textarea, footer')].filter(e => !e.classList.contains('cell') && e.getClientRects().length).map(e => e.id)`), [], 'paper has no buttons');
  assert.deepStrictEqual(await value(`['name', 'rule', 'goal', 'board'].filter(id => !document.getElementById(id).getClientRects().length)`), []);
  await shot('print');
  await page.emulateMediaType('screen');

  // By mouse: a drag lays a domino, a touch lifts it; own pieces are solid; undo and redo; the board stays where it is.
  await visit('#gunport/5x5');
  await until('game.best === 7');
  const place = await boardBox();
  const clicked = Date.now();
  assert(await drag('1,1', '1,2'), 'a domino is shown while it is drawn');
  await progress('23 uncovered');
  console.log(`a move is drawn after ${((Date.now() - clicked) / 1000).toFixed(2)} s`);
  assert.strictEqual(await value('document.querySelectorAll("#board [fill*=given]").length'), 0);
  await click('#undo');
  await progress('25 uncovered');
  await click('#redo');
  await progress('23 uncovered');
  await page.mouse.click(...await center('1,2'));
  await progress('25 uncovered');
  // A drag that goes on past the neighbor still means the neighbor.
  await drag('2,2', '2,4');
  await settled();
  assert.match(await value('game.state.position'), /^\.{5}\n\.<>/);

  // A hint comes in stages: where, why, the move; then it is made. Nothing of it moves the board.
  await click('#hint');
  await message('/^Look at row/');
  assert.strictEqual(await value('document.querySelectorAll(".hinted").length'), 1);
  if (await text('hint') === 'Why?') {
    await click('#hint');
    await message('/^(One move is left|No single move is forced)/');
  }
  await click('#hint');
  await message('/^(Try|Forced)/');
  assert(await value('document.querySelectorAll(".hinted").length') >= 1);
  await shot('hint-1280');
  assert.strictEqual(await boardBox(), place);
  await click('#hint');
  await until('game.hint === null && document.getElementById("hint").textContent === "Hint"');
  assert.strictEqual(await boardBox(), place);

  // A reason of several sentences ends with a period.
  await visit('#squarest/20+8+3+9+12+7');
  await click('#hint');
  await message('/^Look at/');
  await click('#hint');
  await message('/^One move is left there\\.$/');
  assert.match(await value('document.querySelector("#why li").textContent'), /^20 is left\. .* So 8 is needed\.$/);

  // Boards that are asked for at the same moment: the last one wins, and the others say nothing. Moves wait for their turn.
  const long = 'gunport\n' + ('.'.repeat(40) + '\n').repeat(40);
  for (const first of [`open(${JSON.stringify({puzzle: 'gunport', text: long})})`, 'open({puzzle: "gunport", words: "6x6"})', 'openGenerated(["tank", "6", "--level", "4"])', 'openLink("#daily/2024-01-08")']) {
    await visit('#gunport/3x3');
    await value(`${first}; move("touch 1,1 1,2"); open({puzzle: "fivers", words: "3"}); 0`);
    await settled();
    assert.deepStrictEqual(await value('[problem.puzzle, game.state.puzzle, game.at, document.getElementById("name").textContent, document.getElementById("stop").hidden]'),
      ['fivers', 'fivers', 0, 'Game of Fivers 3×3', true], first);
    assert.match(await text('message'), /^Touch a stone/, first);
  }
  await visit('#gunport/3x3');
  await value('move("touch 1,1 2,2"); move("touch 3,1 3,2"); 0');
  await settled();
  assert.deepStrictEqual(await value('[game.moves, game.state.position]'), [['touch 3,1 3,2'], '...\n...\n<>.\n']);
  // What need not change stays the same element.
  await value('window.kept = ["#board .picture", "[data-cell=\\"1,1\\"]"].map(s => document.querySelector(s)); show()');
  assert.deepStrictEqual(await value('window.kept.map(e => e.isConnected)'), [true, true]);

  // On track or not: the earliest move that lost the best is framed.
  await visit('#gunport/4x4/1,1_1,2;1,3_1,4;2,1_2,2;2,3_2,4;3,1_3,2');
  await click('#ask');
  await message('/since the move in the framed cell/');
  assert.strictEqual(await value('document.querySelectorAll(".hinted").length'), 1);
  // The move is taken out, and those after it stay, or go too if they need it.
  const [lost, made] = await value('[game.lost.order, ordersMade()]');
  await click('#hint');
  await until('game.at === 4 && document.getElementById("hint").textContent === "Hint"');
  assert.deepStrictEqual(await value('ordersMade()'), made.filter((_, i) => i !== lost));
  await visit('#cans/');
  await value('move("touch 1,1").then(() => move("touch 2,1")).then(() => takeOut(0))');
  await settled();
  assert.deepStrictEqual(await value('[game.at, game.moves.length]'), [0, 2]);
  // A hint in a lost position is the way back; a board without a solution has none.
  await visit('#gunport/4x4/1,1_1,2;1,3_1,4;2,1_2,2;2,3_2,4;3,1_3,2');
  await click('#hint');
  await message('/since the move in the framed cell/');
  await visit('#squarest/50+3+6+9+12+15+30+21+25+27+30/1,1');
  await click('#ask');
  await message('/^There is no solution, not even from the start/');
  await visit('#gunport/4x4');
  await click('#ask');
  await message('/^Yes/');

  // A full board that is not the best is none; the best is, with what may be copied.
  await visit('#gunport/3x3/1,1_1,2;2,1_2,2;3,1_3,2;1,3_2,3');
  await until('game.best !== null');
  await until('/^Complete, with \\d gunports?/.test(document.getElementById("message").textContent)');
  assert(await value('document.getElementById("win").hidden'));
  await visit('#gunport/5x5');
  await until('game.best === 7');
  await click('#complete');
  await until('!document.getElementById("win").hidden');
  assert.match(await text('win-ground'), /solver made moves/);
  assert(await value('document.getElementById("win-copy").hidden'));
  assert.strictEqual(await text('goal'), 'Solved: 7 gunports.');
  const whole = await value('ordersMade()');
  await click('#undo');
  await until('game.at === 0 && game.state.count.startsWith("25 uncovered")');
  assert.match(await text('goal'), /^7 gunports are possible/);
  await value('move("touch 1,1 1,2").then(() => step(-1)).then(() => move("touch 1,1 1,2")).then(() => move("reset"))'); // no moves of the result
  await settled();
  for (const order of whole) await page.evaluate(one => move(one), order);
  await until('!document.getElementById("win").hidden');
  assert((await text('win-facts')).includes(`${whole.length} moves`), await text('win-facts'));
  const linked = '#gunport/5x5/' + whole.slice(0, -1).map(m => m.replace('touch ', '').replace(/ /g, '_')).join(';');
  await visit(linked);
  await until('game.best === 7');
  await page.evaluate(last => move(last), whole[whole.length - 1]);
  await until('!document.getElementById("win").hidden');
  assert.match(await text('win-ground'), /link brought moves/);
  assert(await value('document.getElementById("win-copy").hidden'));
  await visit('#gunport/5x5');
  await until('game.best === 7');
  for (const order of whole) await page.evaluate(one => move(one), order);
  await until('!document.getElementById("win").hidden');
  assert.strictEqual(await text('win-title'), '7 gunports!');
  assert.strictEqual(await text('win-ground'), 'Proved: nobody can do better.');
  assert.match(await text('win-facts'), /^\d+:\d\d · \d+ moves · no hints$/);
  const share = await value('document.getElementById("win-text").value');
  assert.match(share, /^Loophole: Gunport 5×5\n(🟩{5}\n){5}7 gunports, proved best in \d+:\d\d, \d+ moves, no hints\nhttp/u);
  assert(share.endsWith('#gunport/5x5'), share); // the puzzle, without the moves
  await readable('win');
  await click('#prove-it');
  await verdict('7, and none is better');
  assert.match(await text('prove-why'), /7 gunports, and not 8 gunports: a domino covers two cells, .* odd here\. Nor can you reach 9 gunports or more: the solver derived/);
  assert(await value('document.getElementById("explain").hidden'), 'there is a solution');
  await click('#tab-play');
  assert(!await value('document.getElementById("win").hidden'), 'the win is there again');
  await click('#undo');
  await until('document.getElementById("win").hidden');

  // The next one after a win; sizes and difficulty; a puzzle of the day; the link brings a position back.
  await visit('#gunport/4x4');
  await click('#complete');
  await until('!document.getElementById("win").hidden');
  await click('#next');
  await until('document.querySelectorAll(".cell").length === 25');
  await page.select('#size', '6x6');
  await page.select('#level', '1');
  await click('#new');
  await until('document.querySelectorAll(".cell").length > 25 && document.querySelector("#board svg [fill*=bricks]")');
  await click('#daily');
  await until('/^Puzzle of the day, \\d{4}-/.test(document.getElementById("day").textContent)');
  await visit('#daily/2024-01-08');
  const monday = await value('game.state.position');
  await visit('#daily/2024-01-08');
  assert.strictEqual(await value('game.state.position'), monday);
  const [some] = await value('game.state.cells.filter(c => !/given/.test(c.name)).map(c => c.row + "," + c.col)');
  await page.evaluate(cell => move('touch ' + cell), some);
  assert.strictEqual(new URL(page.url()).hash, '#daily/2024-01-08'); // the address does not tell the moves
  assert.strictEqual(await value('positionLink().replace(/.*#/, "#")'), `#daily/2024-01-08/${some}`);
  await visit(`#daily/2024-01-08/${some}`);
  assert.deepStrictEqual(await value('[problem.daily, game.at]'), ['2024-01-08', 1]);
  // The page has a puzzle for each day of the week, whose size and difficulty it shows; Stop ends the making of one.
  const two = '2: two rules together', week = [['sudoku', '6x6', '1: one rule at a time'], ['light-up', '7x7', two], ['tank', '6', two], ['star-battle', '8x8', two],
    ['nonogram', '10x10', '1: one rule at a time'], ['heyawake', '6x6', two], ['slitherlink', '7x7', '3: three or four']];
  for (const [i, shown] of week.entries()) {
    const asked = Date.now(), day = `2024-01-${String(8 + i).padStart(2, '0')}`;
    await visit('#daily/' + day);
    console.log(`the puzzle of weekday ${i + 1}: ${await text('name')}, ${((Date.now() - asked) / 1000).toFixed(1)} s`);
    assert.strictEqual(await text('day'), 'Puzzle of the day, ' + day);
    assert.strictEqual(await value('game.at'), 0);
    assert.deepStrictEqual(await value('[problem.puzzle, document.getElementById("size").value, document.getElementById("level").selectedOptions[0].text]'), shown);
  }
  // The next one is of that size and difficulty. A size that the list has not is added to it.
  await value('openLink("#daily/2024-01-10").then(openNext)');
  await settled();
  assert.deepStrictEqual(await value('[problem.daily, document.getElementById("size").value, document.getElementById("level").value, game.state.rows]'), ['', '6', '2', 6]);
  await visit('#gunport/3x7');
  assert.deepStrictEqual(await value('[document.getElementById("size").value, document.getElementById("level").value]'), ['3x7', '0']);
  // A date that is none, or that has not come, opens today's puzzle with a sentence.
  for (const date of ['2024-02-30', '9999-01-01', 'tomorrow']) {
    await visit('#daily/' + date);
    await message(`/^There is no puzzle of the day ${date}/`);
    assert(await value('problem.daily === today() && game.state.cells.length > 5'), date);
  }
  await visit('#tank/6');
  assert.match(await text('size-note'), /13 boards/);
  await click('#size-note');
  await until('document.querySelectorAll("#boards svg").length === 13');
  await shot('tank-boards');
  await page.select('#size', '5');
  assert.match(await text('size-note'), /^Side 5 has one board only/);
  await page.select('#size', '6');
  await page.select('#level', '2');
  await click('#new');
  await click('#stop');
  await message('/^Stopped/');
  await until('!document.getElementById("new").disabled && document.getElementById("stop").hidden');
  // An open board of the size that is there is no new one: the page says so.
  await page.select('#level', '0');
  await click('#new');
  await message('/^This is that board/');
  await visit('#gunport/5x5');
  await drag('1,1', '1,2');
  await progress('23 uncovered');
  const link = await value('positionLink().replace(/.*#/, "#")'), position = await value('game.state.position');
  await visit(link);
  assert.strictEqual(await value('game.state.position'), position);

  // A game that was begun is stored, with undone moves, dots and hints; the board opens as it was left, and Start again begins with nothing.
  const first3 = ['touch 1,1 1,2', 'touch 1,3 1,4', 'touch 2,1 2,2'];
  const state = () => value('[game.moves, game.at, [...game.marks], game.hints, !document.getElementById("again").hidden]');
  await visit('#gunport/4x4');
  await page.evaluate(async all => {
    game.hints = 2;
    for (const order of all) await move(order);
    await step(-1);
    await note('4,4');
  }, first3);
  const kept3 = [first3, 2, ['4,4'], 2];
  assert.deepStrictEqual(await state(), [...kept3, false]);
  const address = await value('positionLink().replace(/.*#/, "#")');
  await visit('#gunport/3x3', 'kept');
  assert.strictEqual(await value('game.at'), 0);
  await value('open({puzzle: "gunport", words: "4x4"})');
  await message('/^Here is the board as you left it/');
  assert.deepStrictEqual(await state(), [...kept3, true]);
  assert(await value('seconds() > 0 && timer.since === null'), 'the time goes on with the next move');
  await readable('restored');
  await click('#redo');
  await until('game.at === 3 && document.getElementById("again").hidden');
  await click('#undo');
  await settled();
  // The link to the position has the same moves, so it is the same game; one with other moves shows these, and until a move leaves the stored game.
  await visit(address, 'kept');
  assert.deepStrictEqual(await state(), [...kept3, false]);
  await visit('#gunport/4x4/4,3_4,4', 'kept');
  assert.deepStrictEqual(await state(), [['touch 4,3 4,4'], 1, [], 0, false]);
  await visit('#gunport/4x4', 'kept');
  await click('#again');
  await settled();
  assert.deepStrictEqual(await state(), [[], 0, [], 0, false]);
  assert.strictEqual(await value('seconds()'), 0);
  assert(await value('document.activeElement.classList.contains("cell")'));
  await value('move("touch 3,1 3,2")');
  await visit('#gunport/4x4', 'kept');
  assert.deepStrictEqual(await state(), [['touch 3,1 3,2'], 1, [], 0, true]);
  // A board without moves, or after Restart, is not stored.
  await click('#reset');
  await settled();
  await visit('#gunport/4x4', 'kept');
  assert.deepStrictEqual(await state(), [[], 0, [], 0, false]);
  // Nor is a board whose moves cancel out; an older page may have stored it.
  const cancelled = ['touch 3,1 3,2', 'touch 3,1'];
  await page.evaluate(async all => { for (const order of all) await move(order); }, cancelled);
  assert.deepStrictEqual(await value('[game.at, game.state.position, stored("games")]'), [2, '....\n....\n....\n....\n', []]);
  assert.match(await text('message'), /^Draw from a cell/);
  await value(`store('games', [${JSON.stringify({link: '#gunport/4x4', moves: cancelled, at: 2, marks: [], hints: 0, solver: false, seconds: 9})}])`);
  await visit('#gunport/4x4', 'kept');
  assert.match(await text('message'), /^Draw from a cell/);
  assert(await value('document.getElementById("again").hidden'));
  await visit(boards.archer);
  await page.evaluate(async () => { for (const ring of [1, 1, 2, 2, 2, 2]) await move('touch 1,' + ring); });
  await until('!document.getElementById("win").hidden');
  // One that is won is, so that it is won again with the same hints; a look at the solution stays one, and a hint before the first move.
  const result = () => value('[game.result.hints, game.result.solver, game.result.moves]');
  await visit(boards.archer, 'kept');
  await until('!document.getElementById("win").hidden');
  assert.deepStrictEqual(await result(), [0, '', 6]);
  await visit('#gunport/3x3');
  await click('#complete');
  await until('!document.getElementById("win").hidden');
  await visit('#gunport/3x3', 'kept');
  await until('!document.getElementById("win").hidden');
  assert.strictEqual((await result())[1], 'solver');
  await value('open({...problem, fresh: true}).then(() => 0)'); // as Start again does
  await settled();
  assert.deepStrictEqual(await value('[game.at, game.solver]'), [0, 'solver']);
  await visit('#gunport/3x3');
  await click('#hint');
  await message('/^Look at/');
  await visit('#gunport/3x3', 'kept');
  assert.deepStrictEqual(await value('[game.at, game.hints]'), [0, 1]);
  await click('#ask');
  await message('/^Yes/');
  await value('move("touch 1,1 1,2").then(() => onTrack())');
  await settled();
  assert.strictEqual(await value('game.hints'), 2, 'whether a move was right is a hint');
  await visit(boards.archer);
  await page.evaluate(async () => { for (const ring of [1, 1, 2, 2, 2, 2]) await move('touch 1,' + ring); });
  await until('!document.getElementById("win").hidden');
  // The only solution has a proof that there is no other, and a certificate of that.
  await until('!document.getElementById("prove-it").hidden');
  assert.strictEqual(await text('win-ground'), 'Proved: this is the only solution.');
  await click('#prove-it');
  await verdict('no other solution');
  assert.match(await text('prove-why'), /^There is no other solution: .* excluded many ways at once\.$/);
  await click('#words summary');
  await readable('the only solution');
  await shot('only-1280');
  await page.evaluate(() => { const keep = URL.createObjectURL; URL.createObjectURL = blob => { window.kept = blob; return keep(blob); }; });
  await click('#certificate');
  await until('/1 solution, and no other[^]*files/.test(document.getElementById("aside").textContent)');
  await click('#tab-play');
  assert(await value('document.getElementById("words").hidden'));
  // The newest thirty are stored; what is stored and no game, and storage that is denied, change nothing.
  await visit('#gunport/4x4');
  await value(`localStorage.setItem('loophole-games', JSON.stringify([3, null, {link: '#gunport/4x4', moves: ['quit'], at: 1, marks: []},
    ...Array.from({length: 40}, (_, i) => ({link: '#gunport/' + i, moves: ['touch 1,1'], at: 1, marks: []}))]))`);
  await visit('#gunport/4x4', 'kept');
  assert.strictEqual(await value('game.at'), 0);
  await value('move("touch 3,1 3,2")');
  assert.deepStrictEqual(await value('(all => [all.length, all[0].link, all[29].link])(stored("games"))'), [30, '#gunport/4x4', '#gunport/28']);
  await visit('#gunport/4x4');
  await value('localStorage.setItem("loophole-games", "{"); localStorage.setItem("loophole-days", "7")');
  await visit('#gunport/4x4', 'kept');
  assert.deepStrictEqual(await value('[game.at, isSolved(today()), stored("games")]'), [0, false, []]);
  const denied = await page.evaluateOnNewDocument(() => Object.defineProperty(window, 'localStorage', {get() { throw new Error('denied'); }}));
  await visit('#gunport/4x4');
  await value('move("touch 3,1 3,2")');
  assert.deepStrictEqual(await value('[game.at, stored("games"), isSolved(today())]'), [1, [], false]);
  await page.removeScriptToEvaluateOnNewDocument(denied.identifier);

  // A puzzle of the day that was begun opens as it was left. If the player solves it, the page shows how many days in a row were solved.
  await visit('#gunport/3x3');
  await value('for (const back of [4, 2, 1]) saveDay(dayAt(Date.parse(today()) - back * 864e5)); 0');
  await click('#choose');
  assert.strictEqual(await text('days'), "Solve today's puzzle for 3 days in a row.");
  await click('#chooser .close');
  await click('#daily');
  await settled();
  await click('#complete');
  await until('!document.getElementById("win").hidden');
  assert.strictEqual(await value('isSolved(problem.daily)'), false);
  const todays = await value('ordersMade()');
  await value('game.solver = ""; store("games", []); open({...problem, fresh: true})'); // as by somebody who has not seen the solution
  await page.evaluate(order => move(order), todays[0]);
  await value('open({puzzle: "fivers", words: "3"})');
  await click('#daily');
  await settled();
  assert.deepStrictEqual(await value('[game.moves, document.getElementById("again").hidden]'), [[todays[0]], false]);
  await until('seconds() > 0'); // a game that was played
  await page.evaluate(async all => { for (const order of all) await move(order); }, todays.slice(1));
  await until('!document.getElementById("win").hidden');
  assert.match(await text('win-facts'), / · 3 days in a row$/);
  for (const width of [390, 1280]) { // a fact is never broken in two
    await page.setViewport({width, height: 900});
    assert.strictEqual(await value('[...document.querySelectorAll("#win-facts span")].filter(e => e.getClientRects().length > 1).length'), 0);
    await shot('days-' + width);
  }
  await visit('#daily', 'kept');
  assert.match(await text('day'), /, solved$/);
  await until('game.won');
  await click('#choose');
  assert.strictEqual(await text('days'), "Today's puzzle is solved, 3 days in a row.");
  // The calendar: a month in weeks, with days that were solved; those to come wait.
  const calendar = () => value(`[...document.querySelectorAll("#archive button")].map(b => { const week = document.querySelector("#archive span").getBoundingClientRect(), r = b.getBoundingClientRect(), day = b.dataset.day;
    return [day, Math.round((r.x - week.x) / (r.width + 3.2)), b.disabled, /solved/.test(b.getAttribute("aria-label"))]; })`);
  const agoInPage = n => value(`dayAt(Date.parse(today()) - ${n} * 864e5)`), lately = await Promise.all([0, 1, 2, 3, 4].map(agoInPage)), seen = new Map();
  for (const way of ['', '#month-before', '#month-before', '#month-after']) {
    if (way) await click(way);
    for (const [day, column, waits, solved] of await calendar()) {
      assert.deepStrictEqual([column, waits], [(new Date(day).getUTCDay() + 6) % 7, day > lately[0]], day);
      seen.set(day, solved);
    }
  }
  assert(seen.size >= 89);
  assert.deepStrictEqual(lately.map(day => seen.get(day)), [true, true, true, false, true]);
  if (lately[1].slice(0, 7) === lately[0].slice(0, 7)) await click('#month-after');
  await click(`[data-day="${lately[1]}"]`);
  await until('/^Puzzle of the day/.test(document.getElementById("day").textContent) && problem.daily === dayAt(Date.parse(today()) - 864e5) && game.state');

  // Back goes back: out of a dialog, to the tab before, to the board before with its moves; never a step further than one pressed.
  const back = async () => { await page.goBack(); await settled(); };
  await visit('#gunport/4x4');
  await value('move("touch 1,1 1,2")');
  await click('#choose');
  await back();
  assert.deepStrictEqual(await value('[problem.words, game.at, document.querySelectorAll("dialog[open]").length]'), ['4x4', 1, 0]);
  await click('#choose');
  await click('#chooser .close');
  await click('#tab-prove');
  await back();
  assert.strictEqual(await value('document.getElementById("play").hidden'), false);
  await click('#choose');
  await until('document.querySelectorAll("#cards svg").length === Object.keys(PUZZLES).length');
  await click('#cards [data-puzzle=fivers]');
  await until('problem.puzzle === "fivers" && game.state');
  await click('#more');
  await click('#own-open');
  await page.$eval('#text', e => { e.value = 'gunport 3x3'; });
  await click('#own-form button');
  await until('problem.words === "3x3" && game.state');
  await back();
  await until('problem.puzzle === "fivers" && game.state');
  await back();
  await until('problem.words === "4x4" && game.state');
  assert.deepStrictEqual(await value('[game.at, document.querySelectorAll("dialog[open]").length]'), [1, 0]);
  await page.goForward();
  await until('problem.puzzle === "fivers" && game.state');

  // The chooser draws all puzzles; a card opens one. A board of one's own, and what is wrong with it.
  await click('#choose');
  await until('document.querySelectorAll("#cards svg").length === Object.keys(PUZZLES).length');
  await readable('chooser');
  await shot('chooser-1280');
  await click('#cards [data-puzzle=cans]');
  await until('document.getElementById("name").textContent === "Cans"');
  await click('#more');
  assert.match(await text('menu-title'), /^How to play/);
  await click('#own-open');
  assert.match(await text('legend'), /rows of cans/);
  assert(await value('document.getElementById("text").labels[0].textContent.length < 40'), 'a name, not a paragraph');
  await page.$eval('#text', e => { e.value = 'gunport 5by5'; });
  await click('#own-form button');
  await until('document.getElementById("own-wrong").textContent.includes("5by5")');
  await page.$eval('#text', e => { e.value = 'gunport\n..#\n...\n'; });
  await click('#own-form button');
  await until('!document.getElementById("own").open && document.querySelectorAll(".cell").length === 6');
  // A link of another page is a board, and so is the address of ours with it.
  await click('#more');
  await click('#own-open');
  await page.$eval('#text', e => { e.value = 'https://puzz.link/p?slither/4/4/dgdh2c71'; });
  await click('#own-form button');
  await until('!document.getElementById("own").open && game.state && game.state.puzzle === "slitherlink"');
  await settled();
  const there = await value('[document.getElementById("name").textContent, game.state.rows, game.state.svg]');
  assert.deepStrictEqual(there.slice(0, 2), ['Slitherlink', 4]);
  await visit(await value('location.hash'));
  assert.deepStrictEqual(await value('[document.getElementById("name").textContent, game.state.rows, game.state.svg]'), there);

  // By keys alone, from the top of the page.
  await visit('#gunport/3x3');
  for (let i = 0; i < 12 && !await value('document.activeElement.classList.contains("cell")'); i++) await page.keyboard.press('Tab');
  assert.strictEqual(await value('document.activeElement.dataset.cell'), '1,1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Shift');
  await progress('7 uncovered');
  assert.strictEqual(await value('game.state.position'), '...\n<>.\n...\n');
  assert.strictEqual(await value('document.activeElement.dataset.cell'), '2,1'); // the focus stays
  await page.keyboard.press('u');
  await progress('9 uncovered');
  await page.keyboard.press('Space');
  await progress('1 marked');
  await page.keyboard.press('h');
  await message('/^Look at/');
  // Control and Z anywhere; ? for the rules; Home and End along the row; a digit that is too much begins another number.
  await page.keyboard.press('?');
  assert(await value('document.getElementById("menu").open'));
  await page.keyboard.press('Escape');
  await settled();
  const control = async key => { await page.keyboard.down('Control'); await page.keyboard.press(key); await page.keyboard.up('Control'); await settled(); };
  await focus('#hint');
  await control('z');
  assert.strictEqual(await value('game.at'), 0);
  await control('y');
  assert.strictEqual(await value('game.at'), 1);
  await visit('#tank/6');
  await focus('[data-cell="2,2"]');
  for (const key of ['2', '3']) { await page.keyboard.press(key); await settled(); }
  assert.match(await value('game.state.position'), /^[. ]+\n\. 3/);
  const at = async key => { await page.keyboard.press(key); return value('document.activeElement.dataset.cell'); };
  assert.deepStrictEqual([await at('End'), await at('Home')], ['2,6', '2,1']);
  await control('End');
  assert.strictEqual(await value('document.activeElement.dataset.cell'), '6,6');
  // A button keeps the focus while it is not to be pressed; the next puzzle and one from the chooser begin on the board.
  const focused = () => value('document.activeElement.id || document.activeElement.className');
  await visit('#gunport/3x3/2,1_2,2');
  await focus('#undo');
  await page.keyboard.press('Enter');
  await until('game.at === 0 && document.getElementById("undo").getAttribute("aria-disabled") === "true"');
  assert.strictEqual(await focused(), 'undo');
  await page.keyboard.press('Enter');
  await settled();
  assert.strictEqual(await value('game.at'), 0);
  await focus('#hint');
  for (let i = 0; i < 40 && await value('document.getElementById("win").hidden'); i++) {
    await page.keyboard.press('Enter');
    await settled();
    assert.strictEqual(await focused(), 'hint');
  }
  await focus('#next');
  await page.keyboard.press('Enter');
  await until('document.activeElement.classList.contains("cell")');
  await click('#choose');
  await until('document.querySelectorAll("#cards svg").length === Object.keys(PUZZLES).length');
  await focus('#cards [data-puzzle=cans]');
  await page.keyboard.press('Enter');
  await until('problem.puzzle === "cans" && document.activeElement.classList.contains("cell")');

  // Arrows follow the picture: dummies in two rows, rings from the outside in.
  await visit(boards.squarest);
  const order = await value('game.state.cells.map(c => [c.row + "," + c.col, c.place[0], c.place[1]])');
  await focus(`[data-cell="${order[0][0]}"]`);
  await page.keyboard.press('ArrowDown');
  const below = order.find(c => c[1] === order[0][1] && c[2] > order[0][2]);
  assert.strictEqual(await value('document.activeElement.dataset.cell'), below[0]);
  const gridName = () => value('document.getElementById("cells").getAttribute("aria-label") + "; " + document.querySelectorAll("#cells [role=row]").length');
  assert.match(await gridName(), /, 2 rows, 5 columns; 2$/);
  await visit(boards.archer);
  assert.match(await gridName(), /, 6 rings; 1$/);
  await focus('[data-cell="1,1"]');
  await page.keyboard.press('ArrowRight');
  assert.strictEqual(await value('document.activeElement.dataset.cell'), '1,2');

  // The accessibility tree names every cell, and every control.
  await visit('#gunport/3x3');
  const names = JSON.stringify(await page.accessibility.snapshot({interestingOnly: false}));
  for (let row = 1; row <= 3; row++)
    for (let col = 1; col <= 3; col++) assert(names.includes(`row ${row}, column ${col}, `), `cell ${row},${col} is named`);
  assert.deepStrictEqual(await value(`[...document.querySelectorAll('main > section')].map(s => [...s.querySelectorAll('h2, h3')].map(h => Number(h.tagName[1])))
    .filter(all => all[0] !== 2)`), [], 'each part begins with a heading of the second level');
  const nameless = await value('[...document.querySelectorAll("button, select, input, textarea")].filter(e => !(e.textContent.trim() || e.getAttribute("aria-label") || (e.labels && e.labels.length))).map(e => e.id)');
  assert.deepStrictEqual(nameless, []);

  // Proved, and stopped in the middle. The CNF is a file that encode would write; the certificate is a whole one.
  await visit('#gunport/10x10');
  await click('#tab-prove');
  await click('#prove-go');
  await verdict('32, and none is better');
  assert.strictEqual(await page.$eval('#prove h2', e => e.textContent), 'Prove: Gunport 10×10');
  await readable('proof');
  await page.evaluate(() => { const keep = URL.createObjectURL; URL.createObjectURL = blob => { window.kept = blob; return keep(blob); }; });
  await until('document.querySelector("#prove-run [data-choice=formulation]").options.length > 2');
  await page.select('#prove-run [data-choice=formulation]', 'matching');
  await click('#cnf');
  await until('/\\d+ variables/.test(document.getElementById("aside").textContent)');
  const cnf = await value('window.kept.text()');
  assert.match(cnf, /^c .*gunport 10x10/m);
  assert.match(cnf, /^c .*matching/m);
  const size = /^p cnf (\d+) (\d+)$/m.exec(cnf);
  assert.strictEqual(cnf.split('\n').filter(line => / 0$/.test(line)).length, Number(size[2]));
  await visit('#gunport/4x4');
  await click('#tab-prove');
  await page.evaluate(() => { const keep = URL.createObjectURL; URL.createObjectURL = blob => { window.kept = blob; return keep(blob); }; });
  await click('#certificate');
  await until('/files/.test(document.getElementById("aside").textContent)');
  const bytes = await value('window.kept.arrayBuffer().then(b => [...new Uint8Array(b)])');
  fs.writeFileSync(path.join(pictures, 'certificate.zip'), Buffer.from(bytes));
  execFileSync('python3', ['-c', 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])', path.join(pictures, 'certificate.zip'), pictures]);
  if (process.env.LOOPHOLE) execFileSync(process.env.LOOPHOLE, ['check', path.join(pictures, 'certificate')]);
  await click('#count-all');
  await until('/^Gunport 4×4: 100 solutions with 4 gunports.* no more/.test(document.getElementById("aside").textContent)');
  await visit('#gunport/20x20');
  await click('#tab-prove');
  await until('document.querySelector("#prove-run [data-choice=formulation]").options.length > 2');
  await page.select('#prove-run [data-choice=formulation]', 'monomino');
  await click('#prove-go');
  await verdict('between');
  await click('#prove-stop');
  await verdict('Stopped');
  await until('!document.getElementById("prove-go").disabled');

  // Two encodings: their bounds on one pair of axes, with their names.
  await visit('#gunport/8x8');
  await click('#tab-compare');
  await until('document.querySelector("#run-a [data-choice=card]").value === "seqcounter"');
  await click('#race');
  await until('/^A took/.test(document.getElementById("compare-note").textContent)');
  assert(await value('[...document.querySelectorAll("#compare .verdict")].every(e => e.textContent.includes("20, and none is better"))'));
  // The sentence is that of the times in the tables, and of the ends of the lines.
  const [[slow, fast], note] = await value('[runs.slice(1).map(run => run.seconds), document.getElementById("compare-note").textContent]');
  assert(note.includes(`A took ${slow.toFixed(3)} s and B ${fast.toFixed(3)} s`), note);
  if (/times as fast/.test(note)) assert(note.includes(`${slow < fast ? 'A' : 'B'} was`), note);
  assert.strictEqual(await value('document.querySelectorAll("#compare-plot svg").length'), 1);
  assert.strictEqual(await value('document.querySelectorAll("#compare-plot svg g").length'), 2);
  const legend = await value('[...document.querySelectorAll("#compare-plot li")].map(e => e.textContent)');
  assert.match(legend[0], /^A: .*seqcounter.*down/);
  assert.match(legend[1], /^B: .*totalizer.*down/);
  assert(await value('[...document.querySelectorAll("#compare-plot g path")].filter(e => e.getAttribute("d")).length >= 4'));
  for (const choices of await value('[...document.querySelectorAll("#run-a select")].filter(s => !s.closest("[hidden]")).map(s => [s.dataset.choice, new Set([...s.options].map(o => o.text)).size, s.options.length])')) {
    assert(choices[1] >= 3, choices.join());
    assert.strictEqual(choices[1], choices[2], 'no choice twice: ' + choices.join());
  }
  // Each choice says in a line what it is; the line follows the choice.
  const about = '#run-a [data-choice=card]';
  for (const [name, words] of [['knuth', /^a sequential counter without/], ['', /^The program chooses/], ['totalizer', /^a balanced tree/]]) {
    await page.select(about, name);
    assert.match(await page.$eval(about, e => document.getElementById(e.getAttribute('aria-describedby')).textContent), words);
  }
  await readable('compare');
  await shot('compare-1280');

  // Why there is none.
  await visit('#squarest/50%203%206%209%2012%2015%2030%2021%2025%2027%2030');
  await click('#tab-prove');
  await click('#explain');
  await until('/the sum modulo 3/.test(document.getElementById("aside").textContent)');

  // A forced move has its reasons, and hints lead to the end.
  await visit('#cans/');
  await click('#hint');
  await message('/^Look at pile/');
  await click('#hint');
  await until('game.hint.answer.why.includes("the throws must score 50")');
  for (let i = 0; i < 12 && await value('document.getElementById("win").hidden'); i++) {
    const stage = await value('game.hint ? game.hint.stage : -1');
    await click('#hint');
    await until(`(game.hint ? game.hint.stage : -1) !== ${stage} && !document.getElementById("hint").disabled`);
    await settled();
  }
  assert.match(await text('win-facts'), /3 moves · 3 hints/);

  // Many rules are no short reason: they are not listed.
  await visit('#cans/');
  await value('sayWhy(Array(7).fill({id: 1, words: "a rule"})); 0');
  assert(await value('document.getElementById("why").hidden'));
  await value('sayWhy(Array(6).fill({id: 1, words: "a rule"})); 0');
  assert(!await value('document.getElementById("why").hidden'));

  // The first Tank board has short reasons up to its end.
  await value('open(problemFromText(PUZZLES.tank.start)); 0');
  await settled();
  assert.strictEqual(await value('document.getElementById("level").selectedOptions[0].text'), '1: one rule at a time');
  for (const move of [1, 2, 3]) {
    for (const stage of [1, 2]) { await click('#hint'); await until(`game.hint && game.hint.stage === ${stage}`); }
    assert.match(await text('message'), /[a-z0-9)]\.$/);
    assert(!/^(Look at|One move is left there\.$)/.test(await text('message')));
    assert(await value('document.querySelectorAll("#why li").length') <= 6);
    for (const stage of [3, 4]) { await click('#hint'); await settled(); }
    assert.strictEqual(await value('game.at'), move);
  }

  // Each hint of a board of level 1 or 2 has a reason, which is a stage; a trial has its steps on the board, in order.
  let trials = 0;
  for (const [puzzle, size, level] of [['slitherlink', '5x5', 1], ['star-battle', '6x6', 2], ['light-up', '6x6', 2], ['kenken', '4x4', 2]]) {
    await value(`openGenerated(['${puzzle}', '${size}', '--level', '${level}', '--seed', '3'])`);
    await settled();
    for (let move = 1; move <= 12 && await value('document.getElementById("win").hidden'); move++) {
      await click('#hint');
      await until('game.hint && game.hint.stage === 1');
      assert.strictEqual(await text('hint'), 'Why?', `${puzzle}: hint ${move} has a reason`);
      await click('#hint');
      await until('game.hint.stage === 2');
      assert.notStrictEqual(await text('message'), 'One move is left there.', `${puzzle}: hint ${move} says more than that`);
      const trial = await value('(game.hint.answer.trial || []).map(cell => cell.join(","))');
      assert.deepStrictEqual(await value('[...document.querySelectorAll("[data-step]")].sort((a, b) => a.dataset.step - b.dataset.step).map(b => b.dataset.cell)'), trial);
      trials += trial.length > 1;
      for (const stage of [3, 4]) { await click('#hint'); await settled(); }
      assert.strictEqual(await value('game.at'), move);
    }
  }
  assert(trials > 0, 'a trial was shown');

  // Links end in a letter or a digit, also if a program on the way encodes their signs; those of older pages still open.
  const first = 'gunport\n..#..\n.....\n#...#\n.....\n..#..\n';
  await visit('#gunport/@gunport!..$..!.....!$...$!.....!..$..!');
  await settled();
  const whole1 = new URL(page.url()).hash;
  assert.match(whole1, /[A-Za-z0-9]$/);
  assert.match(await value('problemLink()'), /[A-Za-z0-9]$/);
  const encoded = hash => '#' + hash.slice(1).replace(/[^A-Za-z0-9/]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase());
  for (const hash of [whole1, encoded(whole1), '#gunport/@gunport!..$..!.....!$...$!.....!..$..!', '#gunport/@gunport!..$..!.....!$...$!.....!..$..', '#gunport/@gunport!..%24..!.....!%24...%24!.....!..%24..!']) {
    await visit(hash);
    await settled();
    assert.strictEqual(await value('problem.text'), first, hash);
    assert(!/opens no board/.test(await text('message')), hash);
  }
  await visit('#gunport/3x3/' + encoded('#1,1_1,2;2,1').slice(1));
  assert.strictEqual(await value('game.at'), 2);
  // A broken link opens the first puzzle, with a sentence.
  for (const hash of ['#gunport/@gunport!..$..!.....!$...$!.....!..$', '#gunport/5by5', '#nonsense/5', '#model/~abc', '#gunport/4x4/%E0%A4']) {
    await visit(hash);
    await message('/^That link opens no board/');
    assert.strictEqual(await value('problem.text === FIRST.text && game.state.rows'), 5, hash);
  }
  // Without a board there is nothing to press.
  assert.deepStrictEqual(await value('Object.assign(game, {state: null}); busy(false); ["hint", "ask", "complete", "note"].map(id => document.getElementById(id).disabled)'), [true, true, true, true]);

  // Note: the message says what it does; it is off after another tab.
  await visit('#gunport/3x3');
  await click('#note');
  await message('/^Note is on/');
  await page.mouse.click(...await center('1,1'));
  await settled();
  assert.deepStrictEqual(await value('[game.at, game.marks.size]'), [0, 1]);
  await click('#tab-compare');
  await click('#tab-play');
  assert.strictEqual(await value('document.getElementById("note").getAttribute("aria-pressed")'), 'false');
  // A mistake of two cells frames both.
  await visit('#gunport/2x2/1,1;1,2');
  assert.strictEqual(await value('document.querySelectorAll(".wrong").length'), 2);

  // The buttons stay where they are on the screen between the stages of a hint, on each phone and the desktop, however long its words are.
  for (const [width, height] of [[390, 844], [360, 640], [844, 390], [1280, 800]]) {
    const mobile = width < 900;
    await page.setViewport({width, height, isMobile: mobile, hasTouch: mobile});
    for (const hash of ['#tank/6', '#gunport/5x5', '#cans', '#fivers/4', '#slitherlink/5x5/1/1', '#nonogram/5x5/1/1', '#sudoku/4x4/1/1']) {
      await visit(hash);
      await settled();
      const places = () => value('[...document.querySelectorAll(".moves button")].map(b => { const r = b.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom].map(Math.round).join(); })');
      const before = await places();
      for (let stage = 0; stage < 3; stage = await value('game.hint.stage')) {
        await click('#hint');
        await until(`game.hint && game.hint.stage > ${stage} && !document.getElementById("hint").matches(":disabled, [aria-disabled=true]")`);
        assert.deepStrictEqual(await places(), before, `${hash} ${width}, after stage ${stage}`);
      }
      await value('document.getElementById("hint").textContent = "Take it out"; 0');
      assert.deepStrictEqual(await places(), before, `${hash} ${width}, the longest words of the button`);
      for (const [words, rules] of [[60, 6], [0, 6], [60, 0], [200, 6]]) {
        await value(`say("a long word ".repeat(${words})); sayWhy(Array(${rules}).fill({id: 1, words: "a rule with its name in some more words than a line has ".repeat(3)}))`);
        assert.deepStrictEqual(await places(), before, `${hash} ${width}, ${words} words and ${rules} rules`);
        if (!rules) continue;
        const why = await box('#why'), board = await box('#board');
        assert(why.y >= 0 && why.y + why.height <= height && (why.y + why.height <= board.y + 1 || why.x >= board.x + board.width - 1), `${hash} ${width}: the reasons are seen, and not over the board: ${JSON.stringify([why, board])}`);
        if (mobile) await shot(`reasons-${width}`);
      }
      if (!mobile || !/tank|gunport|fivers/.test(hash)) continue;
      await visit(hash);
      await value('move("touch 1,1")');
      await visit(hash, 'kept');
      const again = await box('#again');
      assert(again.y + again.height <= height, `${hash} ${width}: the way back ends at ${again.y + again.height}`);
      assert.deepStrictEqual(await places(), before, `${hash} ${width}, restored`);
    }
  }

  // On a small phone and on one on its side, the chooser scrolls, and no words of its cards are cut.
  for (const [width, height] of [[360, 640], [844, 390], [667, 375]]) {
    await page.setViewport({width, height, isMobile: true, hasTouch: true});
    await visit('');
    assert((await box('#choose')).y >= 0, 'the way to the chooser is seen');
    await click('#choose');
    await until('document.querySelectorAll("#cards svg").length === Object.keys(PUZZLES).length');
    assert.deepStrictEqual(await value('[...document.querySelectorAll(".card, .card > *")].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => e.textContent)'), [], String(width));
    await shot('chooser-' + width);
  }

  // At any size of the text, in low and narrow windows, the board keeps a size that can be played, and nothing is wider than the screen.
  for (const [width, height] of [[390, 844], [360, 640], [390, 420], [844, 390], [1280, 800]]) {
    await page.setViewport({width, height, isMobile: width < 900, hasTouch: width < 900});
    for (const hash of ['#tank/6', '#gunport/10x10', '#squarest/50+25+27+3+12+6+15+9+30+21+19']) {
      await visit(hash);
      for (const size of ['100%', '200%']) {
        await page.evaluate(s => { document.documentElement.style.fontSize = s; }, size);
        const [board, cell, wide] = await value('[document.getElementById("board").clientWidth, Math.min(...[...document.querySelectorAll(".cell")].map(c => c.getBoundingClientRect().width)), document.documentElement.scrollWidth]');
        assert(board >= Math.min(200, .5 * width) && cell >= 18 && wide <= width, `${hash} ${width}x${height} ${size}: ${[board, cell, wide]}`);
      }
    }
    await shot(`text-200-${width}x${height}`);
  }
  await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
  // Every puzzle on every screen, with small and large text: a wrong move, taken back by touch, mouse or keys; a hint to its end; the win; what is shared.
  // On one screen each: the same after a reload, and the link in a browser that knows nothing.
  const solved = {};
  for (const [i, [width, height]] of [[390, 844], [360, 640], [390, 420], [844, 390], [1280, 800]].entries()) {
    const mobile = width < 900, press = mobile ? tap : click;
    await page.setViewport({width, height, isMobile: mobile, hasTouch: mobile});
    for (const [k, hash] of Object.values(boards).entries()) {
      const at = `${hash} ${width}x${height}`;
      if (!solved[hash]) {
        await visit(hash);
        await value('complete()');
        await settled();
        solved[hash] = (await value('ordersMade()')).flatMap(order => order.split('\n'));
      }
      await visit(hash);
      await page.evaluate(s => { document.documentElement.style.fontSize = s; }, (i + k) % 2 ? '200%' : '100%');
      await page.evaluate(() => currentCell().scrollIntoView({block: 'center'}));
      if (mobile) await tap('.cell[tabindex="0"]'); else { await focus('.cell[tabindex="0"]'); await page.keyboard.press('Space'); } // right or wrong: one move
      await settled();
      const [made, position] = await value('[game.at, game.state.position]');
      assert.strictEqual(made, 1, at);
      if (k % 2) { await focus('.cell[tabindex="0"]'); await page.keyboard.press('u'); } else { await page.evaluate(() => document.getElementById('undo').scrollIntoView({block: 'center'})); await press('#undo'); }
      await settled();
      assert.notStrictEqual(await value('game.state.position'), position, at);
      for (let stage = 0; stage < 5 && !await value('game.at'); stage++) { await click('#hint'); await settled(); }
      assert.strictEqual(await value('game.at'), 1, at + ': a hint leads to a move');
      await click('#reset');
      await settled();
      await page.evaluate(async all => { for (const step of all) await move(step); }, solved[hash]);
      await until('!document.getElementById("win").hidden');
      const sharing = 'document.getElementById("win-text").value.replace(/ in [0-9:]+/, "")';
      const [shared, hints] = await value(`[${sharing}, game.result.hints]`);
      assert(hints === 1 && /1 hint/.test(shared), at);
      const link = shared.split('\n').pop();
      if (i !== k % 5) continue;
      await page.goto('about:blank');
      await visit(hash, 'kept');
      await until('!document.getElementById("win").hidden');
      assert.deepStrictEqual(await value(`[game.result.hints, ${sharing}]`), [1, shared], at + ', reloaded');
      await visit(link.replace(/^[^#]*/, ''));
      assert.deepStrictEqual(await value('[game.at, game.hints, game.won, isBegun()]'), [0, 0, false, false], at + ', in a fresh browser');
    }
  }
  // Each genre, of its smallest size, on a phone and a desktop: a wrong move and the way back, a hint to its move, and the win. Nothing moves, and nothing is cut.
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    await page.setViewport({width, height, isMobile: width < 900, hasTouch: width < 900});
    await visit('');
    for (const [name, size] of await value('Object.entries(PUZZLES).filter(([, info]) => info.made).map(([name, info]) => [name, info.sizes[0]])')) {
      const hash = `#${name}/${size}/1/1`, at = `${hash} ${width}`;
      await visit(hash);
      await settled();
      const places = () => value('[...document.querySelectorAll(".moves button, #board")].map(b => { const r = b.getBoundingClientRect(); return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(); })');
      const whole = async () => assert.deepStrictEqual(await value('[document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll("#play *")].filter(e => getComputedStyle(e).overflowX === "hidden" && e.scrollWidth > e.clientWidth).map(e => e.textContent)]'), [true, []], at);
      const before = await places();
      await whole();
      await shot(`${name}-${width}-start`);
      const {touches, top} = await value('referee.run(playArgs(), {input: "complete\\n", files: problemFiles()}).then(result => ({touches: JSON.parse(result.out).touches.filter(t => t.value < 1000), top: game.state.top}))');
      const order = t => `touch ${t.row},${t.col} ${t.row2},${t.col2} ${t.value}`, wrong = touches[0], other = top ? wrong.value % top + 1 : 1001;
      await page.evaluate(o => move(o), order({...wrong, value: other}));
      await click('#ask');
      await message('/^Not any more/');
      await shot(`${name}-${width}-wrong`);
      await click('#hint');
      await settled();
      assert.strictEqual(await value('game.at'), 0, at);
      for (let stage = 0; stage < 5 && !await value('game.at'); stage++) {
        await click('#hint');
        await settled();
        if (await value('game.hint && game.hint.stage') !== 2) continue;
        assert(await value('(marks => marks.filter(at => !cellAt(at)).length === document.querySelectorAll("#axes .clue").length && marks.every(at => !cellAt(at) || cellAt(at).classList.contains("marked")))(game.hint.answer.marks.map(at => at.join()))'), at + ': cells and clues are marked');
        await shot(`${name}-${width}-hint`);
      }
      assert.strictEqual(await value('game.at'), 1, at + ': a hint leads to a move');
      assert.deepStrictEqual(await places(), before, at);
      for (const [i, t] of touches.entries()) {
        await page.evaluate(o => move(o), order(t));
        if (i === Math.floor(touches.length / 3)) { await settled(); assert.deepStrictEqual(await places(), before, at); await whole(); await shot(`${name}-${width}-middle`); }
      }
      await until('!document.getElementById("win").hidden');
      await until('/only solution/.test(document.getElementById("win-ground").textContent)');
      await shot(`${name}-${width}-won`);
    }
  }
  // A finger scrolls the page over a board where nothing is dragged.
  await page.setViewport({width: 390, height: 500, isMobile: true, hasTouch: true});
  for (const [hash, touch] of [['#tank/6', 'manipulation'], ['#gunport/5x5', 'none']]) {
    await visit(hash);
    assert.strictEqual(await value('getComputedStyle(document.querySelector(".cell")).touchAction'), touch, hash);
  }

  // What keeps people out: none is found on any tab, in any dialog.
  await page.setViewport({width: 390, height: 844, isMobile: true, hasTouch: true});
  const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  const accessible = async where => {
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}));
    assert.deepStrictEqual(found.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120)).slice(0, 3)]), [], where);
  };
  for (const hash of Object.values(boards)) {
    await visit(hash);
    await accessible(hash);
    await click('#hint');
    await settled();
    await accessible(hash + ', a hint');
  }
  for (const id of ['#choose', '#more']) {
    await click(id);
    if (id === '#choose') await until('document.querySelectorAll("#cards svg").length === Object.keys(PUZZLES).length');
    await accessible(id);
    await page.keyboard.press('Escape');
    await settled();
  }
  for (const tab of ['prove', 'compare']) {
    await click('#tab-' + tab);
    await settled();
    await accessible(tab);
  }
  // Numbers of rows and columns stand at the edge while a hint speaks of them.
  await visit('#gunport/5x5');
  assert.strictEqual(await value('document.querySelectorAll("#axes span").length'), 0);
  await click('#hint');
  await settled();
  assert.deepStrictEqual(await value('[...document.querySelectorAll("#axes span")].map(e => e.textContent).join("")'), '1234512345');

  // Without a network, after the first visit: the page opens, and plays.
  await page.goto(url + '#gunport/4x4');
  await value('navigator.serviceWorker.ready.then(() => 1)');
  await page.setOfflineMode(true);
  await visit('#gunport/4x4');
  await value('move("touch 1,1 1,2")');
  assert.strictEqual(await value('game.at'), 1);
  await page.setOfflineMode(false);
  await value('navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(one => one.unregister()))).then(() => 1)');
  // The first board is part of the page: it is seen before the program is there.
  await page.setJavaScriptEnabled(false);
  await page.goto(url);
  assert(await page.$eval('#board svg', e => e.getBoundingClientRect().width) > 100);
  await page.setJavaScriptEnabled(true);

  // By touch: a ring is hit where it is, not where its frame is; a number of the pad goes where one touches.
  await page.setViewport({width: 390, height: 844, isMobile: true, hasTouch: true});
  await visit(boards.archer);
  const ring = await box('[data-cell="1,1"]'), [x, y] = await center('1,1');
  await page.touchscreen.tap(x, y);
  await progress('40 of 100');
  await page.touchscreen.tap(x, ring.y + 8);
  await progress('56 of 100');
  await visit(boards.tank);
  await tap('#numbers button:nth-child(3)');
  await tap('[data-cell="2,2"]');
  await until('/^[. ]+\\n\\. 3/.test(game.state.position)');
  await tap('[data-cell="2,2"]');
  await until('/^[. ]+\\n\\. 3/.test(game.state.position)');
  await tap('#numbers button:last-child');
  await tap('[data-cell="2,2"]');
  await progress('0 of 25 cells');

  await pictured(DEVICES.filter(([name]) => ['desktop-light', 'desktop-dark', 'phone-light', 'small-dark', 'side-light'].includes(name)));
  assert.deepStrictEqual(problems, []);

  // From a file: the browser keeps the page from the program until the reader hands it over.
  await page.setViewport({width: 1280, height: 900});
  await page.goto('file://' + path.resolve(root, 'index.html'));
  await until('!document.getElementById("local").hidden');
  await (await page.$('#wasm')).uploadFile(path.join(root, 'loophole.wasm'));
  await until('document.documentElement.dataset.ready === "yes"');
  await click('#hint');
  await message('/^Look at row/');
  await browser.close();
}

server.listen(0, '127.0.0.1', () => main().then(() => server.close(), error => { console.error(error); process.exit(1); }));
