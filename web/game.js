/* A game: moves, undo, notes, the referee's answers, hints in stages, and the win. Each position is an answer of the
 * program's `play --script` to all orders up to now. */

const game = {moves: [], at: 0, marks: new Set(), best: null, verdict: null, proved: false, optimizes: null, solutions: null,
              state: null, start: null, hint: null, hints: 0, hinted: 0,
              solver: false, won: false, noting: false, brush: null, board: 0, request: 0};
const timer = {seconds: 0, since: null};
let player, referee, scout; // programs: the board, answers that may take long, the best of the whole board

function say(words, kind) {
  $('message').textContent = words;
  $('message').className = 'message ' + (kind || '');
  $('again').hidden = true;
}
const FEW_RULES = 6, FEW_REASONS = 14; // more are no reason that a player follows: they are not listed, or for a model in a closed list
/* The rules of a reason that a player needs: without those that everybody sees. */
const rulesToShow = rules => rules.some(rule => !rule.obvious) ? rules.filter(rule => !rule.obvious) : rules;
/* Known values come on top of the rules. */
const isShort = rules => rules.length <= FEW_REASONS && rules.filter(rule => rule.rule !== false).length <= FEW_RULES;
function sayWhy(rules = []) {
  rules = rulesToShow(rules);
  const few = isShort(rules) || info() === OWN ? rules : [];
  $('why').lastElementChild.replaceChildren(...few.map(rule => make('li', {}, rule.id === null ? rule.words + '.' : rule.words)));
  $('why').hidden = !few.length;
  $('why').open = isShort(rules);
}

/* ---- time: from the first move on, while the page is seen ----------------------------------------------------------------- */

const seconds = () => timer.seconds + (timer.since === null ? 0 : (performance.now() - timer.since) / 1000);
function holdTimer() { timer.seconds = seconds(); timer.since = null; }
function startTimer() { if (timer.since === null && !game.won && !document.hidden) timer.since = performance.now(); }
function showTime() { $('time').textContent = clock(seconds()); }

/* ---- positions -------------------------------------------------------------------------------------------------------------- */

/* The orders of the moves that are not taken back. A move of the solver has several orders, a line each. */
const ordersMade = () => game.moves.slice(0, game.at).join('\n').split('\n').filter(order => order);
const playArgs = () => ['play', ...problemArgs(), '--script'];
function orders() {
  const known = game.best === null ? [] : [`best ${game.best} ${game.proved ? 'proved' : game.verdict}`];
  return known.concat(game.moves.slice(0, game.at), [...game.marks].map(cell => 'mark ' + cell));
}

/* Whether the board differs from the one at the start: moves may cancel out. */
const isBegun = () => game.state.position !== game.start;

/* Shows the position. False: the program refused the board or the last move, and the message says why. */
async function show() {
  const first = game.start === null && game.at ? ['state'] : []; // without moves
  const now = game.board, result = await player.run(playArgs(), {input: [...first, ...orders(), 'state'].join('\n') + '\n', files: problemFiles(), keep: true});
  if (result.stopped || now !== game.board) return false;
  if (result.status) { say(complaint(result.err), 'no'); return false; }
  const answers = lines(result.out).map(line => JSON.parse(line)), refused = answers.filter(answer => answer.refused).pop();
  if (game.start === null) game.start = answers[0].position;
  game.state = answers.pop();
  if (refused) {
    game.moves.splice(--game.at, 1);
    say([refused.refused, ...game.state.mistakes.slice(0, 1).map(m => m.why)].join(' '), 'no');
  }
  paint();
  if (!refused) checkWin();
  saveGame();
  if ((game.at <= 1 || !isBegun()) && !game.won && !$('message').textContent) say(howToPlay(game.state), 'soft');
  $('hint').classList.toggle('main', !game.won);
  return !refused;
}

function paint() {
  const state = game.state, showing = $('mistakes').checked, hint = game.hint;
  const cells = hint && hint.stage > 0 ? hint.cells.slice(0, hint.stage < 3 ? 1 : 2) : game.lost ? [game.lost.cell] : [];
  paintBoard(state, {mistakes: showing, hinted: cells, marked: hint && hint.stage > 1 ? (hint.answer.marks || []).map(cell => cell.join(',')) : [], trial: hint && hint.stage > 1 ? (hint.answer.trial || []).map(cell => cell.join(',')) : [], axes: !!hint || !!game.lost});
  paints();
  $('progress').textContent = state.count.split(';')[0];
  paintGoal();
  if (!$('message').textContent && showing && state.mistakes.length) say(state.mistakes[0].why, 'no');
  enable($('undo'), game.at > 0);
  enable($('redo'), game.at < game.moves.length);
  enable($('reset'), game.at > 0);
  busy(referee.busy);
  $('hint').textContent = game.lost ? 'Take it out' : ['Hint', 'Why?', 'Show it', 'Do it'][hint ? hint.stage : 0];
  enter();
}

/* What a drag over cells does: it paints the chosen number, or the first sign of a puzzle of signs. Elsewhere a finger scrolls the page. */
function paints() {
  board.paints = game.brush !== null || ((info() === OWN || info().made) && !game.state.top && !game.state.lines.length);
  $('board').classList.toggle('dragged', board.drags || board.paints);
}

/* The address of the board, without its moves: a new entry of the history for a new board, so that Back leads to the one before. */
const addressOf = () => problem.text === FIRST.text && !location.hash ? '' : closed(problemHash());
function enter() {
  if (game.entered) return;
  const address = addressOf(), state = {tab: 'play'};
  if (location.hash === address || game.replaces) history.replaceState(game.replaces ? history.state : state, '', address || location.href);
  else history.pushState(state, '', address);
  game.entered = true;
}

/* The goal, and after the win what was reached. */
function paintGoal() {
  const reached = info().reached, value = game.won && game.result.value;
  $('goal').textContent = !game.won ? info().goal(game.state) : value === null || !reached ? 'Solved.' : `Solved: ${reached(value).toLowerCase()}.`;
}

/* While it is on, a tap puts a dot on a cell instead of a move. */
const aboutNotes = 'Note is on: a tap puts a dot on a cell, for yourself, and is no move. Tap Note again to play on.';
function startNoting() {
  game.noting = true;
  $('note').setAttribute('aria-pressed', 'true');
  say(aboutNotes, 'soft');
}
function stopNoting() {
  game.noting = false;
  $('note').setAttribute('aria-pressed', 'false');
  if ($('message').textContent === aboutNotes) say('');
}

/* Forgets what was said of the position before. */
function quiet() {
  game.hint = game.lost = null;
  say('');
  sayWhy();
}

/* Moves follow one another, each after the answer to the one before: it may be refused. A new board drops those that wait. */
let turns = Promise.resolve();
function inTurn(job) {
  const now = game.board;
  turns = hold(turns.then(() => now === game.board && job()).catch(error => { say(String(error.message || error), 'no'); return false; }));
  return turns;
}

const move = order => inTurn(() => {
  game.moves.length = game.at;
  game.moves.push(order);
  game.at++;
  startTimer();
  quiet();
  return show();
});

const step = by => inTurn(() => {
  if (game.at + by < 0 || game.at + by > game.moves.length) return false;
  game.at += by;
  quiet();
  return show();
});

const note = cell => inTurn(() => {
  if (!game.marks.delete(cell)) game.marks.add(cell);
  return show();
});

function touch(from, to, value) {
  if (game.noting && from === to) return note(from);
  if (value === undefined && game.brush !== null && from === to) value = game.brush;
  return move('touch ' + from + (to !== from ? ' ' + to : '') + (value === undefined ? '' : ' ' + value));
}

/* ---- the goal and the win ---------------------------------------------------------------------------------------------------- */

/* Looks for the best of the whole board, so that the goal can name it; if every solution is as good, whether there is
 * only one. A model says by its first answer which it is. */
async function lookForBest() {
  const link = problemLink(), ask = async (args, input) => {
    const result = await scout.run(args, {input, files: problemFiles()});
    return link === problemLink() && !result.stopped && result.out ? JSON.parse(input ? lines(result.out).pop() : result.out) : null;
  };
  scout.stop();
  game.looking = game.optimizes !== false;
  try {
    await lookInTurn(ask);
  } finally { if (link === problemLink()) { game.looking = false; if (game.state) paintGoal(); } }
}

async function lookInTurn(ask) {
  if (game.optimizes !== false) {
    const answer = await ask(playArgs(), 'best\n');
    if (!answer) return;
    if (answer.status === 'unsatisfiable') game.solutions = 0;
    if (typeof answer.best === 'number') Object.assign(game, {optimizes: true, best: answer.best, verdict: answer.verdict, proved: answer.best_proved, maximize: answer.maximize});
    else if (game.optimizes === null && answer.status !== 'unknown') game.optimizes = false;
    else return;
  }
  if (!game.optimizes && game.solutions === null) {
    const answer = await ask(['count', ...problemArgs(), '--limit', '1', '--time-limit', '30', '--json']);
    if (!answer) return;
    if (answer.more !== null) game.solutions = answer.more ? 2 : Number(answer.solution_count); // 2: several
  }
  nameRun();
  await inTurn(show);
  if (game.won) showGround(game.result);
}

function checkWin() {
  const state = game.state, value = state.objective_value, reached = info().reached;
  const best = game.best !== null && String(value) === String(game.best), won = state.done && (game.optimizes === false || best);
  if (game.won && !won) { game.won = false; closeWin(); paintGoal(); }
  if (won && !game.won) win(state.best_proved);
  if (won || !state.done || !game.at) return;
  if (game.best === null) say('The board is complete. The solver is looking for the best ...');
  else if (info() === OWN) say(`A solution of value ${value}. The ${ownBest()} is ${game.best}.`, 'near');
  else say(`Complete, with ${reached ? reached(value) : value}. ${game.best} are ${info().fewer ? 'enough' : 'possible'}.`, 'near');
}

/* Who else made moves: the solver, the link before a restart, or hints all of them. */
function helper(made, moves) {
  if (game.solver && !(game.solver === 'link' && made.includes('reset'))) return game.solver;
  return moves && game.hinted >= moves ? 'hints' : '';
}

function win(proved) {
  game.won = true;
  holdTimer();
  const made = ordersMade(), moves = made.length - made.lastIndexOf('reset') - 1; // since the last Restart
  game.result = {proved, value: game.optimizes ? game.state.objective_value : null, seconds: seconds(), moves, hints: game.hints, solver: helper(made, moves)};
  stopNoting();
  if (problem.daily && !game.result.solver && seconds()) saveDay(problem.daily);
  openWin(game.result);
  paintGoal();
  if (game.marks.size) { game.marks.clear(); inTurn(show); }
}

/* ---- the referee: answers of the solver, which Stop ends ------------------------------------------------------------------------- */

function busy(is) {
  for (const id of ['hint', 'ask', 'complete', 'note']) enable($(id), !!game.state && (!is || id === 'note'));
  enable($('new'), !is);
  $('stop').hidden = !is;
}

/* Waits for a promise, saying so and counting seconds. */
async function waiting(words, promise) {
  const start = performance.now();
  busy(true);
  say(words + ' ...');
  const ticks = setInterval(() => {
    const passed = Math.floor((performance.now() - start) / 1000);
    if (passed > 1) say(`${words} ... ${passed} s`);
  }, 500);
  try { return await promise; } finally { clearInterval(ticks); busy(referee.busy); }
}

async function ask(order, words) {
  await turns;
  if (referee.busy) return null;
  const position = () => JSON.stringify([problemLink(), game.moves.slice(0, game.at)]), before = position();
  sayWhy();
  let result;
  try {
    result = await waiting(words, referee.run(playArgs(), {input: orders().concat(order).join('\n') + '\n', files: problemFiles()}));
  } catch (error) { say(String(error.message || error), 'no'); return null; }
  if (position() !== before || !game.state) return null;
  if (result.stopped) { say('Stopped.'); return null; }
  if (result.status) { say(complaint(result.err), 'no'); return null; }
  const answer = JSON.parse(lines(result.out).pop());
  if (answer.refused) { say(answer.refused, 'no'); return null; }
  if (typeof answer.best === 'number') {
    Object.assign(game, {best: answer.best, verdict: answer.verdict, proved: answer.best_proved});
    Object.assign(game.state, {best: answer.best, verdict: answer.verdict, best_proved: answer.best_proved});
  }
  return answer;
}

/* First where to look, then why, then the move; then it is made. From a lost position, the way back. */
async function hint() {
  if (game.lost) { await takeOut(game.lost.order); return; }
  if (!game.hint) {
    const answer = await ask('hint', 'Looking for a hint');
    if (!answer) return;
    const t = answer.touch;
    if (answer.hint === 'unsatisfiable' && game.at) { await onTrack(); return; }
    if (!t) { say(answer.sentence, answer.hint === 'done' ? '' : 'no'); paint(); return; }
    countHint();
    game.hint = {answer, stage: 0, cells: [t.row + ',' + t.col, t.row2 + ',' + t.col2]};
  }
  const h = game.hint, t = h.answer.touch, rules = rulesToShow(h.answer.reasons || []);
  if (h.stage === 3) {
    game.hinted++;
    await move(`touch ${h.cells[0]} ${h.cells[1]}` + (t.value ? ' ' + t.value : ''));
    return;
  }
  const shown = h.stage, few = rules.length && (isShort(rules) || info() === OWN);
  h.stage += h.stage || few ? 1 : 2; // without a reason to show, the move comes next
  if (!shown) {
    const cell = game.state.cells.find(c => c.row === t.row && c.col === t.col);
    say(`Look at ${cell ? cell.where : 'the framed cell'}.${few ? '' : h.answer.forced ? ' ' + (h.answer.because || 'One move is left there.') : ' No single move is forced: it is a case to try.'}`);
  } else if (h.stage === 2 && h.answer.forced) {
    say(h.answer.because || 'One move is left there.');
    sayWhy(rules);
  } else if (h.stage === 2) {
    say('No single move is forced. A move that keeps the goal in reach begins there.');
    sayWhy(rules);
  } else {
    say(h.answer.forced || !h.answer.proved ? h.answer.sentence : `Try ${h.answer.move}. ${h.answer.reach === 'best' ? 'The best can still be reached' : 'The board can still be solved'}.`);
    sayWhy(rules);
  }
  paint();
}

/* A hint counts from the moment it is seen, also if the page is loaded again. */
function countHint() {
  game.hints++;
  saveGame();
}

/* Takes one of the orders out, and leaves the moves after it, or takes these back too if they need it. */
const takeOut = order => inTurn(async () => {
  const made = ordersMade(), undone = game.moves.slice(game.at);
  game.moves = [...made.slice(0, order), ...made.slice(order + 1), ...undone];
  game.at = made.length - 1;
  quiet();
  if (await show()) return true;
  game.moves = [...made, ...undone];
  game.at = order;
  quiet();
  return show();
});

async function onTrack() {
  const answer = await ask('ask', 'Checking whether this can still be completed');
  if (!answer) return;
  if (game.at) countHint();
  quiet();
  if (answer.ask !== 'unsatisfiable' || !game.at) { say(answer.sentence, answer.ask === 'unsatisfiable' ? 'no' : 'yes'); paint(); return; }
  if (!answer.lost) { say('There is no solution, not even from the start.', 'no'); return; }
  const made = ordersMade();
  game.lost = {cell: (/^touch (\S+)/.exec(made[answer.lost - 1]) || [])[1], order: answer.lost - 1};
  say(`Not any more: since the move in the framed cell, ${game.optimizes ? 'the best is out of reach' : 'the board cannot be solved'}. Take this move out to try another.`, 'no');
  paint();
}

async function complete() {
  const answer = await ask('complete', 'Completing the board');
  if (!answer) return;
  if (!answer.touches.length) { say('This position cannot be completed. Ask whether it is on track.', 'no'); return; }
  game.moves.length = game.at;
  game.moves.push(answer.touches.map(t => `touch ${t.row},${t.col} ${t.row2},${t.col2} ${t.value}`).join('\n')); // one Undo takes it back
  game.at++;
  game.solver = 'solver';
  quiet();
  await inTurn(show);
}

/* ---- opening a board ----------------------------------------------------------------------------------------------------------------- */

/* Whoever asks for a board takes a number. A later request wins: an earlier one that still waits gives up. */
const newRequest = () => ++game.request;

function open(next, request = newRequest()) { return hold(openNow(next, request)); }

async function openNow(next, request) {
  const packed = await pack(next.text || '');
  if (request !== game.request) return false;
  saveGame();
  game.board++; // an answer on its way, and a move that waits, are of the board before
  Object.assign(problem, {puzzle: next.puzzle, words: next.words || '', text: next.text || '', daily: next.daily || '', made: next.made || '', level: next.level || '', packed});
  const {moves, at, marks, hints, hinted, solver, seconds: before, resumed} = firstGame(next.moves || [], next.fresh);
  Object.assign(game, {moves, at, marks: new Set(marks), hints, hinted, solver, entered: false, replaces: !!next.replaces, state: null, start: null, looking: !!info().optimizes, best: null, verdict: null, proved: false, maximize: null,
                       optimizes: MODELS[problem.puzzle] ? null : !!info().optimizes || problem.words.includes('objective'), solutions: null, won: false, brush: null});
  Object.assign(timer, {seconds: before, since: null});
  referee.stop();
  scout.stop();
  busy(false);
  quiet();
  closeWin();
  stopNoting();
  $('name').textContent = problemName();
  for (const of of document.querySelectorAll('.of')) of.textContent = problemTitle();
  $('day').textContent = problem.daily ? 'Puzzle of the day, ' + problem.daily + (isSolved(problem.daily) ? ', solved' : '') : '';
  document.title = problemName() + ' - Loophole';
  fillChoices();
  forgetRuns();
  scrollTo(0, 0);
  await inTurn(show); // moves made meanwhile follow
  const opened = game.state !== null && request === game.request;
  if (opened && resumed && isBegun()) {
    say('Here is the board as you left it.', 'soft');
    $('again').hidden = false;
  }
  if (opened) {
    const how = howToPlay(game.state);
    if (info() === OWN && game.state.title !== TEXTS.model.title) document.title = (OWN.named = $('name').textContent = game.state.title) + ' - Loophole'; else OWN.named = '';
    $('how').textContent = [how, info().also, info() === OWN && game.state.rules].filter(words => words).join(' ');
    $('how').parentElement.open = info() === OWN && window.matchMedia('(min-width: 56rem)').matches;
    board.drags = !!info().drags || game.state.lines.length > 0;
    fillPad(game.state.top);
    paints();
  }
  if (opened) lookForBest();
  return opened;
}

/* Makes a puzzle by the words of `generate`, and opens it. */
async function openGenerated(words, more, files, request = newRequest()) {
  let result;
  referee.stop();
  try { result = await waiting('Making a puzzle', referee.run(['generate', ...words], {files})); } catch (error) { say(String(error.message || error), 'no'); return; }
  if (request !== game.request) return;
  if (result.stopped) { say('Stopped.'); return; }
  if (result.status) { say(complaint(result.err), 'no'); return; }
  const [, said] = /^; loophole generate (.*)/m.exec(result.out) || [], by = said ? said.split(' ') : words; // of a day, what makes its board
  const level = by.includes('--level') ? by[by.indexOf('--level') + 1] : '';
  await open({...problemFromText(result.out.split('\n').filter(line => !line.startsWith(';')).join('\n')), made: madeInLink(by), level, ...more}, request);
}

/* Opens the board of an address, or `otherwise` if it names none. */
async function openLink(hash, otherwise) {
  const request = newRequest(), none = !hash || hash === '#cells', link = none ? otherwise : await hold(readLink(hash));
  if (request !== game.request || (none && !link)) return;
  const there = {...link, replaces: true}; // the address is that of the page already
  if (link && (link.daily || link.generate)) await openGenerated(link.generate || dailyOrder(link.daily), there, {}, request); else if (link) await open(there, request);
  if (link && link.wrong && request === game.request && problem.daily === link.daily) say(link.wrong, 'no');
  if (request !== game.request || (link && game.state)) return;
  const why = link ? $('message').textContent : '';
  if (await open({...FIRST, replaces: true}, request)) say(`That link opens no board; a part of it may be missing.${why ? ' ' + why : ''} Here is the first puzzle instead.`, 'no');
}

/* ---- what belongs to the board: the pad of numbers, sizes and difficulty ---------------------------------------------------------------- */

function fillPad(top) {
  const pad = $('numbers');
  pad.hidden = top < 1 || top > 25;
  if (pad.hidden) return;
  const choose = (value, b) => {
    game.brush = game.brush === value ? null : value;
    paints();
    for (const other of pad.children) other.setAttribute('aria-pressed', String(other === b && game.brush !== null));
  };
  const button = (value, words, name) => {
    const b = make('button', {type: 'button', 'aria-pressed': 'false', 'aria-label': name}, words);
    b.onclick = () => choose(value, b);
    return b;
  };
  pad.replaceChildren(...Array.from({length: top}, (_, i) => button(i + 1, String(i + 1), `Put in ${i + 1}`)), button(-1, 'Clear', 'Clear cells'));
}

/* Whether the model marks values that a puzzle may give. */
const isMarked = () => problem.puzzle === 'model' && /"givens"\s*:\s*\[\s*\{/.test(problem.text);

function fillChoices() {
  const {sizes, levels, sizeWords = s => s.replace('x', ' × '), size, start, startLevel} = info(), last = levels && levels.length - 1, onBoard = problemSize();
  const kept = $('level').dataset.puzzle === problem.puzzle && Number($('level').value);
  $('choices').hidden = !sizes && !isMarked();
  $('size').parentElement.hidden = !sizes;
  $('level').parentElement.hidden = !sizes || levels.length < 2;
  if (!sizes) return;
  const there = onBoard ? sizes.find(s => s === onBoard || `${s}x${s}` === onBoard) || onBoard : size;
  $('size').replaceChildren(...(sizes.includes(there) ? sizes : [...sizes, there]).map(s => make('option', {value: s}, sizeWords(s))));
  $('size').value = there;
  $('level').replaceChildren(...levels.map(([words], i) => make('option', {value: String(i)}, words)));
  $('level').value = String(problem.level || (problem.made || !problem.text ? 0 : problem.text === start ? startLevel : kept || last));
  $('level').dataset.puzzle = problem.puzzle;
  noteSize();
}

/* What there is to know of the chosen size, where it has few boards; opened, it shows them all. */
function noteSize() {
  $('size-note').textContent = (info().note || {})[$('size').value] || '';
  $('boards').hidden = !$('size-note').textContent;
  $('boards').open = false;
  $('boards').lastElementChild.replaceChildren();
}
async function showBoards() {
  const words = [problem.puzzle, $('size').value], box = $('boards').lastElementChild, painter = new Program();
  if (!$('boards').open || box.children.length) return;
  try {
    const all = (await painter.run(['count', ...words, '--print-solutions', '--quiet'])).out.split(/\n\n+/).slice(0, -1);
    const drawn = await Promise.all(all.map(answer => painter.run(['draw', ...words, '--answer', 'board.txt', '--svg', 'board.svg', '--quiet'], {files: {'board.txt': answer + '\n'}, wanted: ['board.svg']})));
    if (words[1] === $('size').value) box.replaceChildren(...drawn.map(({files}) => picture(fileText(files['board.svg']), '')));
  } finally { painter.stop(); }
}

/* A new puzzle of the chosen size and difficulty. */
function openNew() {
  const seed = seedWords(), size = $('size').value;
  if (MODELS[problem.puzzle]) return openGenerated([...problemArgs(), ...seed], {}, problemFiles());
  const order = info().levels[Number($('level').value) || 0][1](size);
  if (order.generate) return openGenerated([...order.generate, ...seed]);
  const [puzzle, ...words] = order.words.split(' ');
  if (!problem.text && problem.words === words.join(' ')) { say('This is that board. Choose another size or difficulty.'); return null; }
  return open({puzzle, words: words.join(' ')});
}

/* The next one after a win: a new one of the same kind, or the next size of an open board. */
async function openNext() {
  const {sizes, levels} = info(), order = sizes && levels[Number($('level').value) || 0][1]($('size').value);
  if (!sizes && !isMarked()) { $('choose').click(); return; }
  if (order && !order.generate) {
    const at = sizes.indexOf($('size').value);
    if (at + 1 < sizes.length) $('size').value = sizes[at + 1];
    else $('level').value = String(levels.length - 1);
  }
  await openNew();
  if ($('win').hidden) toBoard();
}
