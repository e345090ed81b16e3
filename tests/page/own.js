// A reader's own puzzles on the page: models with integers, signs and lines, as files and as pasted texts, from the directory MODELS.
'use strict';
const assert = require('assert'), fs = require('fs'), path = require('path');

module.exports = async ({page, models, visit, until, text, value, box, center, click, tap, focus, settled, message, verdict, shot, readable, boardBox, drag}) => {
  const file = name => path.join(models, name);
  const more = async () => { await click('#more'); await click('#own-open'); await until('document.getElementById("own").open'); };
  const open = async (name, goal = 'Find the only solution.') => {
    await more();
    await (await page.$('#file')).uploadFile(file(name));
    await until(`!document.getElementById("own").open && problem.text === ${JSON.stringify(fs.readFileSync(file(name), 'utf8'))}`);
    await settled();
    await until(`document.getElementById("goal").textContent === ${JSON.stringify(goal)}`);
  };
  const paste = async words => {
    await more();
    await page.$eval('#text', (e, w) => { e.value = w; }, words);
    await click('#own-form button[type=submit]');
  };
  const label = selector => page.$eval(selector, e => e.getAttribute('aria-label'));
  const labelled = (selector, words) => until(`(document.querySelector('${selector}') || document.body).getAttribute("aria-label") === ${JSON.stringify(words)}`);
  const cell = (at, words) => labelled(`[data-cell="${at}"]`, words);
  const line = (from, to, words) => labelled(`[data-line="${from} ${to}"]`, words);
  const solution = async () => { // the steps to it, of a game by the solver
    await click('#complete');
    await until('!document.getElementById("win").hidden');
    assert.match(await text('win-ground'), /solver made moves/);
    const all = await value('ordersMade()'), steps = all.slice(all.lastIndexOf('reset') + 1);
    await click('#reset');
    await until('document.getElementById("win").hidden');
    await value('Object.assign(game, {moves: [], at: 0, solver: false})');
    return steps;
  };
  const play = async (steps, title = 'Solved!', ground = 'Proved: this is the only solution.') => {
    await page.evaluate(async all => { for (const step of all) await move(step); }, steps);
    await until('!document.getElementById("win").hidden');
    assert.strictEqual(await text('win-title'), title);
    assert.strictEqual(await text('win-ground'), ground);
  };

  // Integers: given cells are fixed; a touch, a key or the pad puts in a number; a mistake and a hint name the model's rules.
  await page.setViewport({width: 1280, height: 800});
  await visit('');
  await open('sudoku.json');
  const place = await boardBox();
  assert.strictEqual(await value('document.querySelectorAll(".cell").length'), 81);
  assert.match(await text('message'), /^Tap a cell for its next number/);
  assert.strictEqual(await value('document.querySelectorAll("#numbers button").length'), 10);
  await readable('own puzzle');
  await page.mouse.click(...await center('1,1'));
  await message('/^This is given/');
  await cell('1,1', 'row 1, column 1, 5, given');
  await page.mouse.click(...await center('1,3'));
  await cell('1,3', 'row 1, column 3, 1');
  await page.keyboard.press('Space');
  await cell('1,3', 'row 1, column 3, 2');
  await page.keyboard.press('5');
  await message('/^Broken: the digits of row 1 differ\\.$/');
  assert.deepStrictEqual(await value('[...document.querySelectorAll(".wrong")].map(e => e.dataset.cell)'), ['1,3']);
  assert.strictEqual(await boardBox(), place);
  await shot('own-sudoku-mistake');
  await click('#mistakes');
  await until('!document.querySelector(".wrong") && !document.getElementById("message").textContent');
  await click('#mistakes');
  await focus('[data-cell="1,3"]');
  await page.keyboard.press('Delete');
  await cell('1,3', 'row 1, column 3, free');
  await click('#numbers button:nth-child(4)');
  await page.mouse.click(...await center('1,3'));
  await cell('1,3', 'row 1, column 3, 4');
  await click('#numbers button:nth-child(4)');
  await click('#hint');
  await message('/^Look at row \\d, column \\d\\.$/');
  await click('#hint');
  await until('[...document.querySelectorAll("#why li")].some(e => /^the digits of (row|column|box) \\d differ$/.test(e.textContent))');
  await click('#hint');
  await message('/^Forced: row \\d, column \\d, \\d\\b.*\\.$/'); // a slow machine does not check the refutation in time
  await click('#hint');
  await until('game.at === 6 && game.hint === null');

  // The link brings the puzzle and the position back. A new one has other givens and one solution.
  const link = await value('positionLink().replace(/.*#/, "#")'), position = await value('game.state.position');
  assert(link.startsWith('#model/~') && link.length < 4000, link.slice(0, 20) + link.length);
  await visit(link);
  assert.strictEqual(await value('game.state.position'), position);
  await click('#new');
  await until('game.at === 0 && game.solutions === 1 && !referee.busy');
  assert.notStrictEqual(await value('game.state.position'), position);
  assert.strictEqual(await value('game.state.cells.filter(c => c.name.endsWith("given")).length > 15'), true);
  await play(await solution());
  await shot('own-sudoku-win');
  await click('#prove-it');
  await verdict('no other solution');
  await click('#tab-play');
  await click('#next');
  await until('game.at === 0 && document.getElementById("win").hidden');

  // Signs: set, marked as absent, free; the stars alone are a win.
  await open('star_battle.json');
  assert.strictEqual(await value('document.getElementById("choices").hidden'), true); // nothing is marked as given
  for (const words of ['★', 'no ★', 'free', '★']) {
    await page.mouse.click(...await center('3,4'));
    await cell('3,4', 'row 3, column 4, ' + words);
  }
  await focus('[data-cell="2,4"]');
  await page.keyboard.press('Enter');
  await message('/^Broken: the stars around the corner/');
  await click('#reset');
  // A drag paints: what is free takes the first sign, and from what is not free on it clears.
  await settled();
  const stroke = async (from, to) => {
    await page.mouse.move(...await center(from));
    await page.mouse.down();
    await page.mouse.move(...await center(to), {steps: 20});
    await page.mouse.up();
    await settled();
  };
  const signs = () => value('game.state.cells.filter(c => !c.is.includes("free")).length');
  await stroke('1,1', '1,4');
  assert.strictEqual(await signs(), 4);
  assert.strictEqual(await value('getComputedStyle(document.querySelector(".cell")).touchAction'), 'none');
  await stroke('1,2', '1,4');
  assert.strictEqual(await signs(), 1);
  // Every rule that is broken by itself is named, also after an earlier mistake.
  await value('move("reset").then(() => move("touch 1,1")).then(() => move("touch 1,2")).then(() => move("touch 4,4")).then(() => move("touch 4,5"))');
  await settled();
  assert.strictEqual(await value('new Set(game.state.mistakes.flatMap(m => m.cells.map(cell => cell.join()))).size'), 4);
  await click('#reset');
  const stars = (await solution()).filter(step => !/ 1001$/.test(step));
  assert.strictEqual(stars.length, 20);
  await play(stars);

  // Lines: on the sides of cells and at the edge of the board, by mouse, keys and drags; a hint shows the line.
  await open('slitherlink.json');
  const [x, y] = await center('1,1'), side = (await box('[data-cell="1,1"]')).width / 2;
  for (const words of ['drawn', 'absent', 'free', 'drawn']) {
    await page.mouse.click(x, y - side);
    await line('1,1', '0,1', 'row 1, column 1, line north, ' + words);
  }
  await page.mouse.click(x + side, y);
  await until('document.querySelectorAll(".line.drawn").length === 2');
  await focus('[data-cell="1,1"]');
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Shift');
  await until('document.querySelectorAll(".line.drawn").length === 4');
  assert.strictEqual(await value('document.activeElement.dataset.cell'), '1,1');
  await drag('5,5', '5,6');
  await until('document.querySelectorAll(".line.drawn").length === 5');
  // A drag over lines draws them.
  const lineAt = at => middleOf(`[data-line="${at}"]`);
  const middleOf = async selector => { const b = await box(selector); return [b.x + b.width / 2, b.y + b.height / 2]; };
  await page.mouse.move(...await lineAt('3,1 2,1'));
  await page.mouse.down();
  await page.mouse.move(...await lineAt('3,4 2,4'), {steps: 30});
  await page.mouse.up();
  await settled();
  await until('document.querySelectorAll(".line.drawn").length === 9');
  await page.mouse.click(x, y);
  await message('/a line may be drawn on a side of the cell/');
  const names = JSON.stringify(await page.accessibility.snapshot({interestingOnly: false}));
  for (const words of ['line north, drawn', 'line east, drawn', 'row 6, column 6, line south, free']) assert(names.includes(words) || names.includes(words.replace('east', 'west')), words);
  await click('#reset');
  await until('game.state.count.startsWith("0 ")');
  for (let i = 0; i < 3; i++) { await click('#hint'); await until('!document.getElementById("hint").disabled'); }
  await until('document.querySelectorAll(".line.hinted").length === 1 && !document.querySelector(".cell.hinted")');
  await shot('own-slitherlink-hint');
  await play(await solution());

  // An objective: the goal names the best value, a solution that is worse says so, and the win says what is proved. A WCNF
  // file has costs: those of a sum that is to be large are what is missing from the largest sum.
  for (const [name, best, worse] of [['queens', 3, 'touch 1,1;touch 1,2;touch 1,3;touch 1,4;touch 1,5'], ['sum', 67, 'touch 1,1']]) {
    for (const [ending, value_] of [['json', best], ['wcnf', name === 'sum' ? 118 - best : best]]) {
      const least = ending === 'wcnf' || name === 'queens';
      await visit('');
      await open(`${name}.${ending}`, `The ${least ? 'least' : 'greatest'} value is ${value_}. Can you reach it?`);
      await settled();
      assert.match(await text('message'), /^Tap a cell for its sign/);
      await page.evaluate(async all => { for (const step of all) await move(step); }, worse.split(';'));
      await message(`/^A solution of value \\d+. The ${least ? 'least' : 'greatest'} value is ${value_}\\.$/`);
      await click('#ask');
      await message(name === 'queens' ? '/since the move in the framed cell/' : '/^Yes/');
      await click('#reset');
      await settled();
      await click('#hint');
      await message('/^Look at row \\d, column \\d\\./');
      if (await text('hint') === 'Why?') {
        await click('#hint');
        await message('/^(?!Look at)/');
      }
      await click('#hint');
      await message('/^(Try|Forced)/');
      await play(await solution(), `Value ${value_}!`, 'Proved: nobody can do better.');
      await readable(name + ', won');
      if (ending === 'json') await shot(`own-${name}-win`);
      await click('#prove-it');
      await verdict(`${value_}, and none is better`);
      if (ending === 'json') await shot(`own-${name}-proof`);
      await click('#certificate');
      await until('/files/.test(document.getElementById("aside").textContent)');
      await click('#tab-compare');
      await click('#race');
      await until(`[...document.querySelectorAll("#compare .verdict")].every(e => e.textContent.includes("${value_}, and none is better"))`);
      await click('#tab-play');
    }
  }
  // A model of integers has more encodings to compare, and each choice says in a line what it is.
  await visit('');
  await open('sudoku.json');
  await click('#tab-compare');
  await until('document.querySelector("#run-b [data-choice=int]").value === "order"');
  await click('#run-a summary');
  await page.select('#run-a [data-choice=alldiff]', 'pairwise');
  const shown = await value('[...document.querySelectorAll("#run-a select")].map(s => [s.dataset.choice, document.getElementById(s.getAttribute("aria-describedby")).textContent])');
  assert.match(shown.find(([name]) => name === 'alldiff')[1], /^each two integers differ/);
  for (const [name, words] of shown) assert(words.length > 10, name);
  await click('#race');
  await until('[...document.querySelectorAll("#compare .verdict")].every(e => /solved/.test(e.textContent))');
  assert.match((await value('[...document.querySelectorAll("#run-a td, #run-b td")].map(e => e.textContent)')).join(), /alldiff pairwise.*int order/);
  await readable('compare');
  await shot('own-compare');
  await click('#tab-play');

  // Pasted texts: OPB and CNF with a picture, in which a given value is fixed. A saved text opens again.
  for (const ending of ['opb', 'cnf']) {
    await visit('');
    await paste(fs.readFileSync(file('sudoku.' + ending), 'utf8'));
    await until('document.getElementById("name").textContent === "Your own puzzle"');
    await cell('1,1', 'row 1, column 1, 5, given');
    await page.mouse.click(...await center('1,3'));
    await cell('1,3', 'row 1, column 3, 1');
    assert((await value('location.hash')).startsWith(`#${ending}/~`));
  }

  // What is wrong with a text is one sentence below it, and with a link below the board.
  for (const [words, wrong] of [['{"loophole-model" 1}', /^Line 1: the text is not JSON: .*\.$/],
    ['{"loophole-model": 1, "variables": ["x"], "picture": ["grid 1"]}', /^[^:]*: .*columns.*\.$/],
    ['{"loophole-model": 1, "variables": ["x"]}', /^This model has no picture/],
    ['* #variable= 1 #constraint= 1\n* picture grid 1 1\n+1 x1 >= a ;', /^Line 3: expected a number, not 'a'\.$/],
    ['p cnf 1 1\nc picture grid 0 1\n1 0', /^Line 2: .*rows.*\.$/], ['nonsense', /^'nonsense' is no puzzle; there are: gunport, /], [' ', /^Type or paste a board/], ['..#\n...', /^The text names no puzzle in its first line/]]) {
    await paste(words);
    await until('document.getElementById("own-wrong").textContent');
    assert.match(await text('own-wrong'), wrong);
    assert(!/board\.|loophole:/.test(await text('own-wrong')), await text('own-wrong'));
    await click('#own .close');
  }
  await visit('#model/' + encodeURIComponent('@{"loophole-model": 1}'));
  await message('/^That link opens no board.*This model has no picture/');

  // A phone: the board, the goal and the message are seen without scrolling, and nothing is wider than the screen.
  for (const [width, height, dark] of [[390, 844, false], [360, 640, true]]) {
    await page.setViewport({width, height, isMobile: true, hasTouch: true});
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
    for (const name of ['sudoku', 'star_battle', 'slitherlink']) {
      await visit('');
      await more();
      assert(await value('(() => { const d = document.getElementById("own"); return d.scrollWidth <= d.clientWidth; })()'), 'the dialog fits');
      await readable('dialog');
      await click('#own .close');
      await open(name + '.json');
      const where = await boardBox();
      await tap(name === 'slitherlink' ? '.line' : '[data-cell="1,3"]');
      await until('game.at === 1');
      assert.strictEqual(await boardBox(), where);
      const ends = await value('["goal", "board", "message"].map(id => document.getElementById(id).getBoundingClientRect().bottom)');
      for (const end of ends) assert(end > 0 && end <= height, `${name}: ${end} of ${height}`);
      assert(await value('document.documentElement.scrollWidth <= innerWidth'), name + ' fits');
      await readable(name);
      await shot(`own-${name}-${width}`);
    }
  }
};
