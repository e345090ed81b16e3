/* The page around the program, and the worker that runs it: this script follows the program's own (LoopholeProgram) in
 * loophole.js, which a page loads as a script and as a worker.
 *
 * The page knows no rules: boards, moves, hints and verdicts are answers of the command line's own words. */
'use strict';

/* ---- in a worker: a command line in, status and output out; each run gets fresh memory ------------------------------- */

function workerMain() {
  let compiled = null;
  const decode = bytes => new TextDecoder().decode(new Uint8Array(bytes));
  async function compile() {
    const answer = await fetch(new URL('loophole.wasm', self.location.href));
    if (!answer.ok) throw new Error('loophole.wasm cannot be loaded: ' + answer.status);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  async function run({id, args, input, files, wanted}) {
    const bytes = new TextEncoder().encode(input || '');
    const out = [], err = [];
    let line = [], at = 0;
    compiled = compiled || await compile();
    const program = await LoopholeProgram({
      instantiateWasm(imports, done) { WebAssembly.instantiate(compiled, imports).then(done); return {}; },
      stdin: () => at < bytes.length ? bytes[at++] : null,
      stdout: c => { if (c !== null) out.push(c & 255); },
      stderr: c => {
        if (c === null) return;
        if (c !== 10) { line.push(c & 255); return; }
        const words = decode(line);
        line = [];
        if (words.startsWith('{')) self.postMessage({id, progress: words});
        else err.push(words);
      },
    });
    for (const name in files || {}) program.FS.writeFile(name, files[name]);
    let status = program.callMain(args);
    const read = {};
    for (const name of wanted || []) {
      try { read[name] = program.FS.readFile(name, {encoding: 'utf8'}); } catch (e) { /* it was not written */ }
    }
    self.postMessage({id, status, out: decode(out), err: err.join('\n'), files: read});
  }
  self.onmessage = event => {
    if (event.data.module) compiled = event.data.module;
    else run(event.data).catch(error => self.postMessage({id: event.data.id, broken: String(error)}));
  };
}

/* ---- the program, from the page ------------------------------------------------------------------------------------------ */

const here = typeof document !== 'undefined' && document.currentScript ? document.currentScript.src : '';

/* A page from a file: may start no worker from the script beside it, nor read the program. The reader hands over the program, and
 * the worker is made of what the page has read already. */
const local = {module: null, script: null};
function localScript() {
  const source = `var _scriptDir; const LoopholeProgram = ${LoopholeProgram};\n(${workerMain})();`;
  local.script = local.script || URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
  return local.script;
}

class Program {
  constructor() { this.worker = null; this.waiting = new Map(); this.count = 0; }
  start() {
    this.worker = new Worker(local.module ? localScript() : here);
    if (local.module) this.worker.postMessage({module: local.module});
    this.worker.onmessage = ({data}) => {
      const job = this.waiting.get(data.id);
      if (!job) return;
      if (data.progress) { if (job.told) job.told(JSON.parse(data.progress)); return; }
      this.waiting.delete(data.id);
      if (data.broken) { this.stop(); job.fail(new Error(data.broken)); } else job.done(data);
    };
    this.worker.onerror = event => this.stop(new Error(event.message || 'The worker could not be started.'));
  }
  run(args, {input, files, wanted, told} = {}) {
    if (!this.worker) this.start();
    const id = ++this.count;
    return new Promise((done, fail) => {
      this.waiting.set(id, {done, fail, told});
      this.worker.postMessage({id, args, input, files, wanted});
    });
  }
  stop(why) {
    if (this.worker) this.worker.terminate();
    this.worker = null;
    const jobs = [...this.waiting.values()];
    this.waiting.clear();
    for (const job of jobs) why ? job.fail(why) : job.done({stopped: true});
  }
  get busy() { return this.waiting.size > 0; }
}

/* ---- small things ----------------------------------------------------------------------------------------------------------- */

const $ = id => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const e = document.createElement(tag);
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  e.append(...children);
  return e;
};
const lines = text => text.split('\n').filter(line => line);

/* ---- the question: a puzzle, and words or a file ------------------------------------------------------------------------------ */

const question = {puzzle: 'gunport', words: '5x5', text: ''};

function problemArgs() {
  if (question.text) return ['-f', 'board.txt'];
  return [question.puzzle, ...question.words.split(/\s+/).filter(word => word)];
}
const problemFiles = () => question.text ? {'board.txt': question.text} : {};
/* What the program complains of: the file is the text on the page. */
const complaint = err => err.replace(/^loophole: /, '').replace(/^board\.txt:(\d+)/, 'Line $1').replace(/\bboard\.txt\b/g, 'the text');

/* ---- playing -------------------------------------------------------------------------------------------------------------------- */

const game = {moves: [], at: 0, marks: new Set(), best: null, verdict: null, state: null, hinted: null, marking: false};
let board, referee;

function orders() {
  const marks = [...game.marks].map(cell => 'mark ' + cell);
  return (game.best === null ? [] : [`best ${game.best} ${game.verdict}`]).concat(game.moves.slice(0, game.at), marks);
}

function playArgs() { return ['play', ...problemArgs(), '--script']; }

function say(words, no) {
  $('message').textContent = words;
  $('message').classList.toggle('no', !!no);
}

function sayWhy(rules) { $('why').replaceChildren(...(rules || []).map(rule => make('li', {}, rule))); }

async function show() {
  const result = await board.run(playArgs(), {input: orders().concat('state').join('\n') + '\n', files: problemFiles()});
  if (result.stopped) return false;
  if (result.status) { say(complaint(result.err), true); return false; }
  const answers = lines(result.out).map(line => JSON.parse(line));
  const refused = answers.filter(answer => answer.refused).pop();
  game.state = answers.pop();
  if (refused) {
    game.moves.splice(--game.at, 1);
    say(refused.refused, true);
  }
  paint();
  link();
  return !refused;
}

function cellButton(cell, state) {
  const {x, y, side, width, height} = state.place;
  const b = make('button', {type: 'button', class: 'cell', role: 'gridcell', 'aria-label': cell.name, 'data-cell': cell.row + ',' + cell.col,
                            tabindex: '-1'});
  const next = state.cells.find(c => c.row === cell.row && c.col > cell.col);
  const wide = state.wide ? (next ? next.col - cell.col : state.cols - cell.col + 1) : 1;
  b.style.left = 100 * (x + side * (cell.col - 1)) / width + '%';
  b.style.top = 100 * (y + side * (cell.row - 1)) / height + '%';
  b.style.width = 100 * side * wide / width + '%';
  b.style.height = 100 * side / height + '%';
  if (cell.mark) b.classList.add('noted');
  return b;
}

function paint() {
  const state = game.state, box = $('board');
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.cell : null;
  /* Numbers of more than three digits take several cells side by side: what is named is the first. */
  const columns = new Set(state.cells.map(cell => cell.col));
  state.wide = columns.size < state.cols && state.cells.length > 0;
  box.innerHTML = state.svg;
  const svg = box.querySelector('svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  svg.setAttribute('viewBox', `0 0 ${state.place.width} ${state.place.height}`);
  box.style.maxWidth = Math.min(1000, Math.max(240, state.place.width * 2.2)) + 'px';
  box.setAttribute('role', 'grid');
  box.setAttribute('aria-label', state.problem);
  box.setAttribute('aria-rowcount', state.rows);
  box.setAttribute('aria-colcount', state.cols);
  const rows = new Map();
  for (const cell of state.cells) {
    if (!rows.has(cell.row)) rows.set(cell.row, make('div', {role: 'row', 'aria-rowindex': cell.row}));
    rows.get(cell.row).append(cellButton(cell, state));
  }
  box.append(...rows.values());
  if ($('mistakes').checked)
    for (const mistake of state.mistakes) {
      const b = cellAt(mistake.row, mistake.col);
      if (b) { b.classList.add('wrong'); b.setAttribute('aria-invalid', 'true'); }
    }
  if (game.hinted) for (const cell of game.hinted) { const b = box.querySelector(`[data-cell="${cell}"]`); if (b) b.classList.add('hinted'); }
  const again = (focused && box.querySelector(`[data-cell="${focused}"]`)) || box.querySelector('.cell');
  if (again) again.tabIndex = 0;
  if (again && focused) again.focus({preventScroll: true});
  const figure = state.objective_value !== null ? ', ' + state.objective_value : '';
  const best = state.best !== null && String(state.objective_value) === String(state.best);
  $('count').textContent = state.count + (!state.done ? '' : best ? ' - as good as it gets, ' + state.verdict : ' - it fits' + figure);
  $('count').classList.toggle('done', state.done);
  if (!$('message').textContent && $('mistakes').checked && state.mistakes.length) say(state.mistakes[0].why, true);
  $('rules').textContent = state.rules;
  $('how').textContent = state.how;
  $('undo').disabled = !game.at;
  $('redo').disabled = game.at >= game.moves.length;
  $('reset').disabled = !game.at;
  $('numbers').hidden = question.puzzle !== 'tank';
}

const cellAt = (row, col) => $('board').querySelector(`[data-cell="${row},${col}"]`);

async function move(order) {
  game.moves.length = game.at;
  game.moves.push(order);
  game.at++;
  game.hinted = null;
  say('');
  sayWhy();
  await show();
}

async function note(cell) {
  if (!game.marks.delete(cell)) game.marks.add(cell);
  await show();
}

function touch(from, to, value) {
  if (game.marking && from === to) return note(from);
  return move('touch ' + from + (to !== from ? ' ' + to : '') + (value === undefined ? '' : ' ' + value));
}

/* What the referee is asked is asked in a worker of its own, which Stop ends. */
async function ask(order) {
  if (referee.busy) return null;
  busy(true);
  say('The solver is asked ...');
  sayWhy();
  try {
    const result = await referee.run(playArgs(), {input: orders().concat(order).join('\n') + '\n', files: problemFiles()});
    if (result.stopped) { say('Stopped before it was known.'); return null; }
    if (result.status) { say(result.err, true); return null; }
    const answer = JSON.parse(lines(result.out).pop());
    if (answer.refused) { say(answer.refused, true); return null; }
    if (typeof answer.best === 'number') { game.best = answer.best; game.verdict = answer.verdict; }
    return answer;
  } finally { busy(false); }
}

function busy(is) {
  for (const id of ['hint', 'follow', 'ask', 'best', 'complete']) $(id).disabled = is;
  $('stop').disabled = !is;
}

async function hint(follows) {
  const position = () => JSON.stringify(game.moves.slice(0, game.at)), at = position(), answer = await ask('hint');
  if (!answer || position() !== at) return;
  const t = answer.touch;
  if (t && follows) await move(`touch ${t.row},${t.col} ${t.row2},${t.col2}` + (t.value ? ' ' + t.value : ''));
  say(answer.sentence, !t && answer.hint !== 'done');
  sayWhy(answer.why);
  game.hinted = t ? [t.row + ',' + t.col, t.row2 + ',' + t.col2] : null;
  await show();
}

async function canIt() {
  const answer = await ask('ask');
  if (!answer) return;
  say(answer.sentence, answer.ask === 'unsatisfiable');
  await show();
}

async function best() {
  const answer = await ask('best');
  if (!answer) return;
  say(answer.best !== null ? `The best is ${answer.best}, ${answer.verdict}.` : answer.status === 'unsatisfiable' ? `There is no solution, ${answer.verdict}.` : 'There is a solution.');
  await show();
}

async function complete() {
  const words = 'complete\nsave';
  const answer = await ask(words);
  if (!answer) return;
  const added = lines(answer.save).filter(line => /^; (touch|reset)/.test(line)).map(line => line.slice(2));
  if (added.length <= game.at) { say('Nothing can be completed from here; ask for a hint.', true); return; }
  game.moves = added;
  game.at = added.length;
  say('Completed; undo goes back step by step.');
  await show();
}

/* ---- mouse, touch, keys on the board --------------------------------------------------------------------------------------------------- */

let pressed = null;

function under(event) {
  const e = document.elementFromPoint(event.clientX, event.clientY);
  return e && e.dataset && e.dataset.cell && $('board').contains(e) ? e : null;
}

function listenToBoard() {
  const box = $('board');
  box.addEventListener('pointerdown', event => {
    const b = under(event);
    if (!b || event.button > 0) return;
    pressed = b.dataset.cell;
    b.classList.add('drag');
    if (b.releasePointerCapture && b.hasPointerCapture && b.hasPointerCapture(event.pointerId)) b.releasePointerCapture(event.pointerId);
  });
  box.addEventListener('pointermove', event => {
    if (!pressed) return;
    const b = under(event);
    for (const c of box.querySelectorAll('.drag')) if (c.dataset.cell !== pressed && c !== b) c.classList.remove('drag');
    if (b) b.classList.add('drag');
  });
  const end = event => {
    if (!pressed) return;
    const from = pressed, b = event.type === 'pointerup' ? under(event) : null;
    pressed = null;
    for (const c of box.querySelectorAll('.drag')) c.classList.remove('drag');
    if (b) { focusCell(b); touch(from, b.dataset.cell); }
  };
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
  box.addEventListener('contextmenu', event => {
    const b = under(event);
    if (b) { event.preventDefault(); note(b.dataset.cell); }
  });
  /* A click without a pointer is an assistive device's, or a key's. */
  box.addEventListener('click', event => {
    if (event.detail === 0 && event.target.dataset.cell) touch(event.target.dataset.cell, event.target.dataset.cell);
  });
  box.addEventListener('keydown', keys);
}

function focusCell(b) {
  for (const c of $('board').querySelectorAll('.cell')) c.tabIndex = -1;
  b.tabIndex = 0;
  b.focus();
}

function neighbour(cell, dr, dc) {
  let [row, col] = cell.split(',').map(Number);
  for (let k = 0; k < game.state.rows + game.state.cols; k++) {
    row += dr;
    col += dc;
    const b = cellAt(row, col);
    if (b) return b;
  }
  return null;
}

let typed = '';
function keys(event) {
  const cell = event.target.dataset.cell;
  const arrows = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^\d$/.test(event.key)) typed = '';
  if (arrows[event.key]) {
    const b = neighbour(cell, ...arrows[event.key]);
    event.preventDefault();
    if (!b) return;
    if (event.shiftKey) touch(cell, b.dataset.cell);
    else focusCell(b);
  } else if (/^\d$/.test(event.key)) {
    typed = (typed + event.key).replace(/^0+/, '').slice(-2);
    touch(cell, cell, typed === '' ? -1 : typed);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    touch(cell, cell, -1);
  } else if (event.key === 'u') $('undo').click();
  else if (event.key === 'r') $('redo').click();
  else if (event.key === 'm') note(cell);
  else if (event.key === 'h') hint(false);
}

/* ---- links: #puzzle/instance/moves; an instance from a file starts with @ -------------------------------------------------------------------- */

function link() {
  const moves = game.moves.slice(0, game.at).map(order => order.replace(/^touch /, '').replace(/ /g, '_')).join(';');
  const instance = question.text ? '@' + encodeURIComponent(question.text) : encodeURIComponent(question.words);
  const hash = `#${question.puzzle}/${instance}` + (moves ? '/' + moves : '');
  if (hash !== location.hash) history.replaceState(null, '', hash);
}

function readLink() {
  const [puzzle, instance = '', moves = ''] = location.hash.slice(1).split('/');
  if (!puzzle || ![...$('puzzle').options].some(o => o.value === puzzle)) return false;
  let words;
  try { words = decodeURIComponent(instance); } catch (e) { return false; }
  question.puzzle = puzzle;
  question.text = words.startsWith('@') ? words.slice(1) : '';
  question.words = question.text ? '' : words;
  game.moves = moves.split(';').filter(m => m).map(m => m === 'reset' ? m : 'touch ' + m.replace(/_/g, ' '));
  game.at = game.moves.length;
  return true;
}

async function open() {
  game.marks.clear();
  game.best = null;
  game.hinted = null;
  referee.stop();
  say('');
  sayWhy();
  $('puzzle').value = question.puzzle;
  $('instance').value = question.words;
  $('text').value = question.text;
  $('file').open = !!question.text;
  fillSamples();
  fillRuns();
  await show();
}

function openWords(puzzle, words, text) {
  Object.assign(question, {puzzle, words, text});
  game.moves = [];
  game.at = 0;
  return open();
}

function openText(text) {
  const first = lines(text).filter(line => !line.startsWith(';'))[0] || '';
  const name = first.split(/\s+/)[0];
  const known = [...$('puzzle').options].some(o => o.value === name);
  if (lines(text).filter(line => !line.startsWith(';')).length === 1 && known)
    return openWords(name, first.split(/\s+/).slice(1).join(' '), '');
  return openWords(known ? name : $('puzzle').value, '', known ? text : $('puzzle').value + '\n' + text);
}

/* ---- samples, sizes ------------------------------------------------------------------------------------------------------------------------- */

let samples = {};

function fillSamples() {
  const own = samples[question.puzzle] || [];
  $('sample').replaceChildren(make('option', {value: ''}, 'choose ...'),
    ...own.map((text, i) => make('option', {value: String(i)}, sampleName(text))));
}

function sampleName(text) {
  const rows = lines(text);
  const words = rows[0].split(' ').slice(1).join(' ');
  return (words || 'board') + (rows.length > 1 ? (words ? ', ' : ' ') + (rows.length - 1) + ' rows' : '');
}

async function generate() {
  const seed = Math.floor(Math.random() * 1e6), size = question.text ? '' : question.words.split(/\s+/)[0];
  const plain = /^\d+(x\d+)?$/.test(size) && ['gunport', 'fivers', 'tank'].includes(question.puzzle) ? [size] : [];
  busy(true);
  say('A new puzzle is made ...');
  try {
    let result = await referee.run(['generate', question.puzzle, ...plain, '--seed', String(seed)]);
    if (result.status && plain.length) result = await referee.run(['generate', question.puzzle, '--seed', String(seed)]);
    if (result.stopped) { say('Stopped.'); return; }
    if (result.status) { say(complaint(result.err), true); return; }
    await openText(result.out.split('\n').filter(line => !line.startsWith(';')).join('\n'));
    say('A new puzzle, with one ' + (['gunport', 'fivers'].includes(question.puzzle) ? 'best ' : '') + 'solution.');
  } finally { busy(false); }
}

/* ---- runs of the solver: choices, bounds, plot, verdict ----------------------------------------------------------------------------------------- */

const kinds = ['amo', 'card', 'pb', 'xor'];
let encodings = {}, formulations = {};
let engines = [], searches = [], solvers = [];

class Run {
  constructor(box, solo) {
    this.program = new Program();
    this.box = box;
    this.choice = {};
    const choices = make('div', {class: 'choices'});
    for (const name of ['formulation', ...kinds, 'engine', 'search', 'solver']) {
      const select = make('select', {'data-choice': name});
      this.choice[name] = select;
      choices.append(make('label', {}, name, select));
    }
    this.go = make('button', {type: 'button', class: 'go'}, 'Solve');
    this.halt = make('button', {type: 'button', class: 'stop', disabled: ''}, 'Stop');
    this.bar = make('div');
    this.plot = make('div');
    this.verdict = make('p', {class: 'verdict', role: 'status', 'aria-live': 'polite'});
    this.picture = make('div', {class: 'picture'});
    this.table = make('table');
    const progress = make('div', {class: 'bar', role: 'progressbar', 'aria-label': 'How far the bounds have closed', 'aria-valuemin': '0', 'aria-valuemax': '100'}, this.bar);
    this.progress = progress;
    this.go.onclick = () => this.solve();
    this.halt.onclick = () => this.program.stop();
    box.replaceChildren(choices, make('div', {class: 'tools'}, ...(solo ? [this.go] : []), this.halt), progress, this.verdict, this.plot, this.picture, this.table);
  }
  clear() {
    this.asked = null; // what still runs is of another board
    this.steps = [];
    this.last = null;
    this.setBar(0);
    for (const part of [this.plot, this.verdict, this.picture, this.table]) part.replaceChildren();
  }
  fill() {
    const fill = (name, values, kept) => {
      const old = kept === undefined ? this.choice[name].value : kept;
      this.choice[name].replaceChildren(...values.map(v => make('option', {value: v}, v || 'auto')));
      if (values.includes(old)) this.choice[name].value = old;
    };
    fill('formulation', ['', ...(formulations[question.puzzle] || [])]);
    for (const kind of kinds) fill(kind, ['', ...(encodings[kind] || [])]);
    fill('engine', ['', ...engines]);
    fill('search', ['', ...searches]);
    fill('solver', ['', ...solvers]);
  }
  args() {
    const chosen = [];
    for (const name in this.choice) if (this.choice[name].value) chosen.push('--' + name, this.choice[name].value);
    return chosen;
  }
  async solve() {
    if (this.program.busy) return;
    this.clear();
    const asked = this.asked = {};
    this.go.disabled = true;
    this.halt.disabled = false;
    this.verdict.textContent = 'Solving ...';
    this.tell(null);
    const start = performance.now();
    try {
      const result = await this.program.run(['solve', ...problemArgs(), ...this.args(), '--json', '--progress', 'json', '--svg', 'picture.svg'],
        {files: problemFiles(), wanted: ['picture.svg'], told: step => asked === this.asked && this.tell(step)});
      if (asked !== this.asked) this.clear();
      else if (result.stopped) await this.stopped();
      else if (!result.out) this.verdict.textContent = complaint(result.err);
      else this.done(JSON.parse(result.out), result.files['picture.svg'], (performance.now() - start) / 1000);
    } catch (error) { this.verdict.textContent = String(error.message || error); }
    this.go.disabled = false;
    this.halt.disabled = true;
  }
  tell(step) {
    if (step) {
      this.last = step;
      const before = this.steps[this.steps.length - 1];
      if (!before || before.lower_bound !== step.lower_bound || before.upper_bound !== step.upper_bound) this.steps.push(step);
      const range = step.lower_bound === null && step.upper_bound === null ? 'no bounds yet' : `between ${step.lower_bound ?? '?'} and ${step.upper_bound ?? '?'}`;
      this.verdict.textContent = `${step.seconds.toFixed(1)} s: ${range}, ${step.solver_calls} solver call${step.solver_calls === 1 ? '' : 's'}`;
    }
    this.setBar(this.closed());
    this.draw(step ? step.seconds : 0);
  }
  /* How far the gap between the bounds has closed since both were known, in percent. */
  closed() {
    const both = this.steps.filter(s => s.lower_bound !== null && s.upper_bound !== null);
    if (this.last && this.last.share) return 100 * this.last.share;
    if (!both.length) return 0;
    const first = both[0].upper_bound - both[0].lower_bound, now = both[both.length - 1].upper_bound - both[both.length - 1].lower_bound;
    return first > 0 ? 100 * (1 - now / first) : 100;
  }
  setBar(percent) {
    this.bar.style.width = percent + '%';
    this.progress.setAttribute('aria-valuenow', String(Math.round(percent)));
  }
  draw(now) {
    const values = this.steps.flatMap(s => [s.lower_bound, s.upper_bound]).filter(v => typeof v === 'number');
    if (!values.length) { this.plot.replaceChildren(); return; }
    const W = 420, H = 160, L = 44, B = 22, T = 10, end = Math.max(now, 0.001);
    const low = Math.min(...values), high = Math.max(...values), span = high - low || 1;
    const X = s => L + (W - L - 8) * Math.min(1, s / end), Y = v => T + (H - T - B) * (high - v) / span;
    const path = key => {
      let d = '';
      for (const s of this.steps) {
        if (typeof s[key] !== 'number') continue;
        d += d ? `H${X(s.seconds).toFixed(1)}V${Y(s[key]).toFixed(1)}` : `M${X(s.seconds).toFixed(1)} ${Y(s[key]).toFixed(1)}`;
      }
      return d && d + `H${X(end)}`;
    };
    const last = this.steps[this.steps.length - 1];
    this.plot.innerHTML = `<svg class="plot" viewBox="0 0 ${W} ${H}" role="img" aria-label="Bounds over time: lower ${last.lower_bound}, upper ${last.upper_bound}">
      <path class="axis" d="M${L} ${T}V${H - B}H${W - 8}"/>
      <text x="${L - 6}" y="${Y(high) + 4}" text-anchor="end">${high}</text>${high > low ? `<text x="${L - 6}" y="${Y(low) + 4}" text-anchor="end">${low}</text>` : ''}
      <text x="${W - 8}" y="${H - 6}" text-anchor="end">${end.toFixed(2)} s</text>
      <path class="low" d="${path('lower')}"/><path class="high" d="${path('upper')}"/>
      <text x="${L + 8}" y="${H - 6}">blue: proved or found from below; orange: from above</text></svg>`;
  }
  async stopped() {
    const s = this.last;
    this.verdict.textContent = s && (s.lower_bound !== null || s.upper_bound !== null) ? `Stopped after ${s.seconds.toFixed(1)} s, between ${s.lower_bound ?? '?'} and ${s.upper_bound ?? '?'}.` : 'Stopped; nothing was known yet.';
    if (!s || !s.solution) return;
    const files = Object.assign({'answer.txt': s.solution}, problemFiles());
    const result = await this.program.run(['draw', ...problemArgs(), '--answer', 'answer.txt', '--svg', 'picture.svg', '-q'], {files, wanted: ['picture.svg']});
    if (result.files && result.files['picture.svg']) this.picture.innerHTML = result.files['picture.svg'];
  }
  done(a, svg, seconds) {
    const words = {optimal: `${a.objective_value}, and none is better`, satisfiable: 'solved', unsatisfiable: 'no solution exists', unknown: 'stopped'};
    this.verdict.textContent = `${a.puzzle} ${a.instance}: ${words[a.status] || a.status}.`;
    if (a.status !== 'unknown') this.setBar(100);
    if (a.trace && a.trace.length && typeof a.objective_value === 'number') {
      const from = this.steps.length ? this.steps[0].seconds : 0;
      this.steps.push({seconds: Math.max(seconds, from), lower: a.lower_bound, upper: a.upper_bound});
      this.draw(seconds);
    }
    if (svg) { this.picture.innerHTML = svg; const e = this.picture.querySelector('svg'); e.removeAttribute('width'); e.removeAttribute('height'); e.setAttribute('role', 'img'); e.setAttribute('aria-label', 'The solution'); }
    const used = a.encoders_used ? kinds.map(k => a.encoders_used[k] && a.encoders_used[k] !== 'none' ? k + ' ' + a.encoders_used[k] : '').filter(s => s).join(', ') : '';
    const evidence = (a.evidence || []).map(e => ['parity argument', 'theorem'].includes(e.kind) ? e.by : e.kind + (e.by ? ' (' + e.by + ')' : '')).join('; ');
    const rows = [['formulation', a.formulation], ['encoders', used || 'none needed'], ['search', [a.engine, a.search, a.solver].filter(name => name).join(', ')], ['variables', a.variables], ['clauses', a.clauses], ['literals', a.literals],
      ['solver calls', a.solver_calls], ['seconds', seconds.toFixed(2)], ['evidence', evidence]];
    this.table.replaceChildren(make('tbody', {}, ...rows.filter(r => r[1] !== null && r[1] !== '').map(([name, value]) => make('tr', {}, make('th', {scope: 'row'}, name), make('td', {}, String(value))))));
  }
}

let runs = [];
function fillRuns() { for (const run of runs) { run.program.stop(); run.clear(); run.fill(); } $('aside').hidden = true; }

async function aside(args, wanted) {
  const box = $('aside');
  box.hidden = false;
  box.textContent = 'The solver is asked ...';
  const run = runs[0];
  if (run.program.busy) { box.textContent = 'Stop the run above first.'; return null; }
  run.halt.disabled = false;
  const result = await run.program.run(args, {files: problemFiles(), wanted});
  run.halt.disabled = true;
  box.textContent = result.stopped ? 'Stopped.' : (result.out + complaint(result.err)).trim();
  return result;
}

async function downloadCnf() {
  const result = await aside(['encode', ...problemArgs(), ...runs[0].args().filter((word, i, all) => !['--engine', '--search', '--solver'].includes(word) && !['--engine', '--search', '--solver'].includes(all[i - 1])), '-o', 'board.cnf'], ['board.cnf']);
  if (!result || !result.files || !result.files['board.cnf']) return;
  const text = result.files['board.cnf'], size = /^p cnf (\d+) (\d+)/m.exec(text);
  $('aside').textContent = (size ? `${size[1]} variables, ${size[2]} clauses. ` : '') + complaint(result.err);
  const a = make('a', {href: URL.createObjectURL(new Blob([text], {type: 'text/plain'})), download: question.puzzle + '.cnf'});
  document.body.append(a);
  a.click();
  a.remove();
}

/* ---- tabs, start ------------------------------------------------------------------------------------------------------------------------------------ */

function choose(tab) {
  for (const name of ['play', 'solve', 'compare']) {
    const on = name === tab;
    $('tab-' + name).setAttribute('aria-selected', String(on));
    $('tab-' + name).tabIndex = on ? 0 : -1;
    $(name).hidden = !on;
  }
}

function listenToTabs() {
  const names = ['play', 'solve', 'compare'];
  for (const name of names) {
    $('tab-' + name).onclick = () => choose(name);
    $('tab-' + name).onkeydown = event => {
      const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!by) return;
      const next = names[(names.indexOf(name) + by + names.length) % names.length];
      choose(next);
      $('tab-' + next).focus();
    };
  }
}

function listen() {
  listenToBoard();
  listenToTabs();
  $('undo').onclick = () => { if (game.at) { game.at--; say(''); sayWhy(); show(); } };
  $('redo').onclick = () => { if (game.at < game.moves.length) { game.at++; say(''); show(); } };
  $('reset').onclick = () => move('reset');
  $('note').onclick = () => { game.marking = !game.marking; $('note').setAttribute('aria-pressed', String(game.marking)); };
  $('hint').onclick = () => hint(false);
  $('follow').onclick = () => hint(true);
  $('ask').onclick = canIt;
  $('best').onclick = best;
  $('complete').onclick = complete;
  $('stop').onclick = () => referee.stop();
  $('mistakes').onchange = () => { say(''); paint(); };
  $('share').onclick = async () => {
    try { await navigator.clipboard.writeText(location.href); say('The link is copied.'); } catch (e) { say(location.href); }
  };
  $('puzzle').onchange = () => { const first = samples[$('puzzle').value]; if (first) openText(first[0]); };
  $('sample').onchange = () => { const i = $('sample').value; if (i !== '') openText(samples[question.puzzle][Number(i)]); };
  $('question').onsubmit = event => { event.preventDefault(); openWords($('puzzle').value, $('instance').value.trim(), ''); };
  $('open-text').onclick = () => openText($('text').value);
  $('generate').onclick = generate;
  $('count-all').onclick = () => aside(['count', ...problemArgs(), '--limit', '100000']);
  $('explain').onclick = () => aside(['explain', ...problemArgs()]);
  $('cnf').onclick = downloadCnf;
  $('race').onclick = () => { runs[1].solve(); runs[2].solve(); };
  for (let n = 1; n <= 9; n++) {
    const b = make('button', {type: 'button'}, String(n));
    b.onclick = () => { const c = $('board').querySelector('.cell[tabindex="0"]'); if (c) touch(c.dataset.cell, c.dataset.cell, n); };
    $('numbers').append(b);
  }
  const clear = make('button', {type: 'button'}, 'Clear');
  clear.onclick = () => { const c = $('board').querySelector('.cell[tabindex="0"]'); if (c) touch(c.dataset.cell, c.dataset.cell, -1); };
  $('numbers').append(clear);
  window.addEventListener('hashchange', () => { if (readLink()) open(); });
}

/* What there is to choose from, in the program's own words. */
async function learn() {
  const [puzzles, encoders, all, ways, means, able] = await Promise.all(
    [['list', 'puzzles'], ['list', 'encodings'], ['list', 'samples'], ['list', 'engines'], ['list', 'searches'], ['list', 'solvers']].map(words => board.run(words)));
  const named = list => lines(list.out).map(line => /^([a-z][a-z-]*) /.exec(line)).filter(found => found).map(found => found[1]);
  [engines, searches, solvers] = [named(ways), named(means), named(able)];
  for (const line of lines(puzzles.out)) {
    const [, name, title, list] = /^(\S+) +([^;]+); formulations (.*)$/.exec(line) || [];
    if (name) formulations[name] = list.split(' ');
    if (name && !['cnf', 'opb', 'wcnf'].includes(name)) $('puzzle').append(make('option', {value: name}, title));
  }
  for (const line of lines(encoders.out)) {
    const [, kind, name] = /^([a-z]+)_(\S+)/.exec(line) || [];
    if (kind) (encodings[kind] = encodings[kind] || []).push(name);
  }
  for (const text of all.out.split('\n\n')) {
    const name = text.split(/\s/)[0];
    if (name) (samples[name] = samples[name] || []).push(text + '\n');
  }
}

async function pageMain() {
  board = new Program();
  referee = new Program();
  runs = [new Run($('solve-run'), true), new Run($('run-a'), false), new Run($('run-b'), false)];
  listen();
  try {
    await learn();
  } catch (error) {
    $('count').textContent = '';
    if (location.protocol === 'file:' && !local.module) askForProgram();
    else say(String(error.message || error), true);
    return;
  }
  await begin();
}

function askForProgram() {
  $('local').hidden = false;
  $('wasm').onchange = async () => {
    try {
      local.module = await WebAssembly.compile(await $('wasm').files[0].arrayBuffer());
      await learn();
    } catch (error) { say('This is not the program: ' + (error.message || error), true); local.module = null; return; }
    $('local').hidden = true;
    await begin();
  };
}

async function begin() {
  if (!readLink()) Object.assign(question, {puzzle: 'gunport', words: '5x5', text: ''});
  await open();
  runs[1].choice.card.value = 'seqcounter';
  runs[2].choice.card.value = 'totalizer';
  for (const run of runs.slice(1)) { run.choice.search.value = 'down'; if (question.puzzle === 'gunport') run.choice.formulation.value = 'monomino'; }
  document.documentElement.dataset.ready = 'yes';
}

if (typeof document !== 'undefined') pageMain();
else if (typeof importScripts === 'function') workerMain();
