/* Runs of the solver: prove the best of this board, compare two ways, take the formula and the certificate away. */

const KINDS = ['amo', 'card', 'pb', 'xor', 'int', 'alldiff', 'connectivity'], OF_MODELS = KINDS.slice(4); // options that only models take
const available = {formulation: {}, amo: [], card: [], pb: [], xor: [], int: [], alldiff: [], connectivity: [], engine: [], search: [], solver: []};
const encodersUsed = answer => Object.entries(answer.encoders_used).filter(([, e]) => e && e !== 'none');
const ABOUT = { // what each choice is
  formulation: ' how the rules become statements that are true or false', card: ' how counting is written in such statements', search: ' how it looks for better answers',
  solver: ' the solver, which looks for values that fit', engine: ' whether a solver or a method for this puzzle is used', amo: ' how "at most one" is written',
  pb: ' how sums are written', xor: ' how odd and even are written',
};
let runs = []; // of the tab "Prove", then the two of "Compare"

class Run {
  constructor(box, letter) {
    this.program = new Program();
    this.letter = letter;
    this.choice = {};
    this.about = {}; // of each choice, in a line
    const select = name => {
      const about = make('span', {class: 'small', id: `about-${name}-${letter}`}), choice = make('select', {'data-choice': name, 'aria-describedby': about.id});
      this.choice[name] = choice;
      this.about[name] = about;
      choice.onchange = () => this.describe(name);
      return make('div', {}, make('label', {}, name === 'card' ? 'counter (card)' : name, choice), about);
    };
    const main = make('div', {class: 'choices'}, ...['formulation', 'card', 'search', 'solver'].map(select));
    const other = this.other = make('details', {}, make('summary', {}, 'More choices'), make('div', {class: 'choices'}, ...['engine', ...KINDS.filter(kind => kind !== 'card')].map(select)));
    this.verdict = make('p', {class: 'verdict', role: 'status', 'aria-live': 'polite'});
    this.picture = make('div', {class: 'answer'});
    this.table = make('table');
    if (letter) box.replaceChildren(make('h3', {}, letter), main, other, this.verdict, this.picture, this.table);
    else box.replaceChildren(this.verdict, this.picture, this.table, make('details', {}, make('summary', {}, 'Choose how to solve'), main, other));
    this.clear();
  }
  clear() {
    this.asked = null; // what still runs belongs to another board
    this.steps = [];
    this.seconds = 0;
    this.done = false;
    this.answer = null;
    this.svg = '';
    this.why = '';
    for (const part of [this.verdict, this.picture, this.table]) part.replaceChildren();
  }
  fill() {
    for (const name in this.choice) {
      const values = this.values(name).map(v => v.name), old = this.choice[name].value;
      this.choice[name].replaceChildren(make('option', {value: ''}, 'auto'), ...values.map(v => make('option', {value: v}, v)));
      if (values.includes(old)) this.choice[name].value = old;
      this.choice[name].closest('div').hidden = !values.length;
      this.describe(name);
    }
  }
  values(name) {
    if (name === 'formulation') return available.formulation[problem.puzzle] || [];
    return OF_MODELS.includes(name) && problem.puzzle !== 'model' ? [] : available[name];
  }
  describe(name) {
    const value = this.values(name).find(v => v.name === this.choice[name].value);
    this.about[name].textContent = value ? value.about : `The program chooses${ABOUT[name] || ''}.`;
  }
  /* Chooses values; what is not named is up to the program. */
  choose(values) {
    for (const name in this.choice) this.choice[name].value = values[name] || '';
    for (const name in this.choice) this.describe(name);
    this.other.open = [...this.other.querySelectorAll('select')].some(choice => choice.value && choice.value !== 'sat');
  }
  args(only) {
    return Object.keys(this.choice).filter(name => this.choice[name].value && (!only || only.includes(name)))
      .flatMap(name => ['--' + name, this.choice[name].value]);
  }
  /* What it used, or else what was chosen. */
  get name() {
    const a = this.answer, encoders = a && a.encoders_used ? encodersUsed(a).map(([, e]) => e) : KINDS.map(k => this.choice[k].value).filter(v => v);
    const words = a ? [a.formulation, ...encoders, a.search, a.engine === 'sat' ? a.solver : a.engine] : [this.choice.formulation.value, ...encoders, this.choice.search.value, this.choice.solver.value || this.choice.engine.value];
    return (this.letter ? this.letter + ': ' : '') + (words.filter(word => word).join(', ') || 'automatic choice');
  }
  report(step) {
    this.seconds = Math.max(this.seconds, step.seconds);
    this.steps.push(step);
    const range = step.lower_bound === null && step.upper_bound === null ? 'no bounds yet' : `between ${step.lower_bound ?? '?'} and ${step.upper_bound ?? '?'}`;
    this.last = step;
    this.verdict.textContent = `${step.seconds.toFixed(1)} s: ${range}, ${plural(step.solver_calls, 'solver call')}`;
    plotRuns();
  }
  async solve() {
    if (this.program.busy) return;
    this.clear();
    const asked = this.asked = {};
    this.last = null;
    this.verdict.textContent = 'Solving ...';
    const unique = !this.letter && game.solutions === 1 ? ['--unique'] : []; // Prove asks for it, too
    const run = this.program.run(['solve', ...problemArgs(), ...this.args(), ...unique, '--json', '--progress', 'json', '--svg', 'picture.svg'],
      {files: problemFiles(), wanted: ['picture.svg'], progress: step => { if (asked === this.asked) this.report(step); }});
    runsBusy();
    try {
      const result = await run;
      if (asked !== this.asked) this.clear();
      else if (result.stopped) this.stopped();
      else if (!result.out) this.verdict.textContent = complaint(result.err);
      else this.finish(JSON.parse(result.out), result.files['picture.svg'] && fileText(result.files['picture.svg']));
    } catch (error) { this.verdict.textContent = String(error.message || error); }
    runsBusy();
    plotRuns();
  }
  stopped() {
    const s = this.last;
    this.verdict.textContent = s && (s.lower_bound !== null || s.upper_bound !== null) ? `Stopped after ${s.seconds.toFixed(1)} s, between ${s.lower_bound ?? '?'} and ${s.upper_bound ?? '?'}.` : 'Stopped; no bound was known yet.';
  }
  finish(a, svg) {
    this.answer = a;
    this.svg = svg;
    this.done = true;
    const time = (a.encode_seconds || 0) + (a.solve_seconds || 0) + (a.check_seconds || 0);
    if (a.trace && a.trace.length) this.steps = a.trace.slice();
    this.seconds = Math.max(time, this.steps.length ? this.steps[this.steps.length - 1].seconds : 0);
    const value = typeof a.objective_value === 'number' ? a.objective_value : a.objective_value || null;
    if (a.status === 'optimal') this.steps.push({seconds: this.seconds, lower_bound: a.lower_bound, upper_bound: a.upper_bound});
    const words = {optimal: `${value}, and none is better`, satisfiable: a.unique ? 'solved, and there is no other solution' : 'solved', unsatisfiable: 'no solution exists', unknown: 'stopped'};
    this.verdict.textContent = `${problemName()}: ${words[a.status] || a.status}${a.unique ? '' : ` (${time.toFixed(2)} s of CPU time)`}.`;
    this.why = whyBest(a, value);
    nameRun();
    if (svg) this.picture.replaceChildren(picture(svg, 'The solution'));
    const used = a.encoders_used ? encodersUsed(a).map(([kind, e]) => `${kind} ${e}`).join(', ') : '';
    const evidence = (a.evidence || []).map(e => ['parity argument', 'theorem'].includes(e.kind) ? e.by : e.kind + (e.by ? ` (${e.by})` : '')).join('; ');
    const rows = [['formulation', a.formulation], ['encodings', used || 'none needed'], ['search', [a.engine, a.search, a.solver].filter(w => w).join(', ')],
      ['variables', a.variables], ['clauses', a.clauses], ...(a.unique ? [] : [['solver calls', a.solver_calls], ['CPU seconds', time.toFixed(3)]]), ['evidence', evidence]]; // calls and time are those of the first solution
    this.table.replaceChildren(make('tbody', {}, ...rows.filter(r => r[1] !== null && r[1] !== undefined && r[1] !== '')
      .map(([name, words]) => make('tr', {}, make('th', {scope: 'row'}, name), make('td', {}, String(words))))));
  }
}

function plotRuns() {
  const unit = info().unit || 'bounds';
  plotBounds($('prove-plot'), [runs[0]].filter(run => run.steps.length), unit);
  plotBounds($('compare-plot'), runs.slice(1).filter(run => run.steps.length), unit);
}

/* ---- a race: one after the other, since they would share the processor; short runs several times, of which the middle one is shown ---------- */

const ROUNDS = 7, ENOUGH_SECONDS = 2, TOO_SHORT = .05, CLEAR = 1.15;
let racing = null; // the race that goes on

async function race() {
  const mine = racing = {}, pair = runs.slice(1), tries = pair.map(() => []), link = problemLink();
  const over = () => racing !== mine || link !== problemLink();
  $('compare-note').textContent = '';
  for (const run of pair) run.clear();
  for (let round = 0, spent = 0; round < ROUNDS && spent < ENOUGH_SECONDS && !over(); round++) {
    for (const [i, run] of (round % 2 ? [...pair.entries()].reverse() : [...pair.entries()])) {
      for (const other of pair) if (!other.done && other !== run) other.verdict.textContent = 'Waits for the other.';
      await run.solve();
      if (over() || !run.done) break;
      tries[i].push({answer: run.answer, svg: run.svg, seconds: run.seconds});
      spent += run.seconds;
    }
    if (pair.some(run => !run.done)) break;
  }
  if (over()) return;
  racing = null;
  if (tries[0].length && tries[0].length === tries[1].length) endRace(pair, tries);
  runsBusy();
}

/* Shows the middle run of each, and says what the numbers under them say. */
function endRace(pair, tries) {
  const middle = tries.map(all => all.sort((a, b) => a.seconds - b.seconds)[all.length >> 1]), [a, b] = middle.map(run => run.seconds), rounds = tries[0].length;
  for (const [i, run] of pair.entries()) run.finish(middle[i].answer, middle[i].svg);
  plotRuns();
  const [fast, slow, name] = a < b ? [a, b, 'A'] : [b, a, 'B'], ratio = slow / Math.max(fast, 1e-6), unequal = pair.some(run => !['optimal', 'satisfiable', 'unsatisfiable'].includes(run.answer.status));
  const times = `A took ${a.toFixed(3)} s and B ${b.toFixed(3)} s of CPU time` + (rounds > 1 ? `, in the middle one of ${rounds} runs each, in turn` : '');
  const verdict = slow < TOO_SHORT ? 'This board is too easy to see a difference: try a larger one, such as Gunport 10 × 10.' : ratio < CLEAR ? 'That is no clear difference.' : `${name} was ${ratio.toFixed(1)} times as fast.`;
  $('compare-note').textContent = `${times}. ${unequal ? '' : verdict}`;
}

function runsBusy() {
  enable($('prove-go'), !runs[0].program.busy);
  $('prove-stop').hidden = !runs[0].program.busy;
  const busyRace = !!racing || runs.slice(1).some(run => run.program.busy);
  enable($('race'), !busyRace);
  $('race-stop').hidden = !busyRace;
}

function forgetRuns() {
  racing = null;
  $('compare-note').textContent = '';
  for (const run of runs) { run.program.stop(); run.clear(); run.fill(); }
  $('aside').hidden = true;
  nameRun();
  runsBusy();
  plotRuns();
  suggestPair();
}

/* Why there is nothing better, or why there is nothing, in a sentence or two. */
function whyBest(a, value) {
  const kinds = (a.evidence || []).map(e => e.kind), parity = kinds.includes('parity argument');
  const refuted = ['checked refutation', 'unchecked refutation', 'cutting-planes proof'].some(kind => kinds.includes(kind));
  const derived = 'the solver derived from the rules that this is impossible, and excluded many ways at once', argued = 'an argument about all ways to fill the board excludes it';
  const ground = refuted ? derived : parity || kinds.includes('theorem') ? argued : derived;
  if (a.status === 'unsatisfiable') return `This board has no solution: ${ground}.`;
  if (a.unique) return 'There is no other solution: with this one forbidden, ' + (refuted ? derived : 'a search of all ways found none') + '.';
  if (a.status !== 'optimal' || typeof value !== 'number') return '';
  const unit = n => info().reached && info() !== OWN ? info().reached(n) : `the value ${n}`;
  const step = game.maximize === false || info().fewer || problem.puzzle === 'archer' ? -1 : 1, reached = `You can reach ${unit(value)}, and not ${unit(value + step)}`;
  if (!parity) return `${reached}: ${ground}.`;
  const always = problem.puzzle === 'gunport' ? 'a domino covers two cells, so the number of cells left over' : 'the number';
  return `${reached}: ${always} is always ${value % 2 ? 'odd' : 'even'} here. Nor can you reach ${unit(value + 2 * step)} or ${step > 0 ? 'more' : 'fewer'}: ${ground}.`;
}

function nameRun() {
  const none = game.solutions === 0 || (runs[0].answer && runs[0].answer.status === 'unsatisfiable');
  $('prove-go').textContent = game.optimizes ? 'Find and prove the best' : game.solutions === 1 ? 'Prove that it is the only one' : 'Solve and verify';
  $('prove-why').textContent = runs[0].why || (game.optimizes ? 'The solver looks for the best answer, and then shows that none is better.' : 'The solver looks for an answer and verifies it against the rules' + (game.solutions === 1 ? ', and then shows that there is no other.' : '.'));
  $('explain').hidden = !none;
}

/* Two ways that differ in one choice, so that the plot has something to show. */
function suggestPair() {
  const counted = ['gunport', 'fivers'].includes(problem.puzzle), models = (available.formulation[problem.puzzle] || []).map(f => f.name);
  for (const [i, run] of runs.slice(1).entries()) {
    if (counted) run.choose({card: ['seqcounter', 'totalizer'][i], search: 'down', formulation: problem.puzzle === 'gunport' ? 'monomino' : models[0], engine: 'sat'});
    else if (/"integers"/.test(problem.text) && problem.puzzle === 'model') run.choose({int: ['direct', 'order'][i]});
    else if (MODELS[problem.puzzle]) run.choose({search: ['down', 'core'][i]});
    else run.choose({formulation: models[i]});
  }
}

/* What there is to choose from. Fetched when a tab first needs it. */
async function learnChoices() {
  if (learnChoices.done) return;
  learnChoices.done = true;
  const painter = new Program();
  const all = JSON.parse((await painter.run(['list', '--json'])).out);
  painter.stop();
  for (const puzzle of all.puzzles) available.formulation[puzzle.name] = puzzle.formulations;
  for (const {name, kind, about} of all.encodings) available[kind === 'conn' ? 'connectivity' : kind].push({name: name.replace(kind + '_', ''), about});
  for (const [name, list] of [['engine', all.engines], ['search', all.searches], ['solver', all.solvers]])
    available[name] = list.filter(item => item.name !== 'auto' && !['COMMAND', 'LIBRARY'].includes(item.takes));
  for (const run of runs) run.fill();
  suggestPair();
}

/* One more run of the program beside the proof: count, explain, encode, certify. */
async function aside(args, wanted, so = '') {
  const box = $('aside'), run = runs[0];
  box.hidden = false;
  if (run.program.busy) { box.textContent = 'Stop the run first.'; return null; }
  box.textContent = `Working ... ${so}`;
  const start = performance.now(), ticks = setInterval(() => { box.textContent = `Working ... ${Math.floor((performance.now() - start) / 1000)} s. ${so}`; }, 1000);
  const promise = run.program.run(args, {files: problemFiles(), wanted});
  runsBusy();
  let result;
  try { result = await promise; } catch (error) { box.textContent = String(error.message || error); return null; } finally { clearInterval(ticks); runsBusy(); }
  box.textContent = result.stopped ? 'Stopped.' : (result.out + complaint(result.err)).trim();
  return result;
}

/* In steps, each ten times as far as the one before, so that the page can say how many there are already. */
async function countAll() {
  let so = '';
  for (const limit of [100, 1000, 10000, 100000]) {
    const result = await aside(['count', ...problemArgs(), '--limit', String(limit), '--json'], [], so);
    if (!result) return;
    if (result.stopped) { $('aside').textContent = `Stopped. ${so}`.trim(); return; }
    if (!result.out) return;
    const a = JSON.parse(result.out), n = Number(a.solution_count).toLocaleString('en'), best = a.objective_value !== null && a.objective_value !== undefined && info() !== OWN && info().reached;
    const what = `${n} ${a.solution_count === 1 ? 'solution' : 'solutions'}${best ? ' with ' + best(a.objective_value) : ''}`;
    const classes = a.solution_count_up_to_symmetry ? `, ${a.solution_count_up_to_symmetry} up to rotation and reflection` : '';
    if (a.more !== true || limit === 100000) {
      $('aside').textContent = `${problemName()}: ${what}${classes}${a.more === false ? ', and no more.' : a.more ? ', and there are more.' : ', or more.'}`;
      return;
    }
    so = `More than ${what} so far.`;
  }
}

async function downloadCnf() {
  const shape = runs[0].args(['formulation', ...KINDS]), result = await aside(['encode', ...problemArgs(), ...shape, '-o', 'board.cnf'], ['board.cnf']);
  const file = result && result.files && result.files['board.cnf'];
  if (!file) return;
  const size = /^p cnf (\d+) (\d+)/m.exec(fileText(file));
  $('aside').textContent = (size ? `${size[1]} variables, ${size[2]} clauses. ` : '') + (game.optimizes ? 'These are the rules alone, because a CNF has no objective.' : complaint(result.err));
  download(problem.puzzle + '.cnf', file, 'text/plain');
}

async function downloadCertificate() {
  const result = await aside(['certify', ...problemArgs(), ...(game.solutions === 1 ? ['--all'] : []), '-o', 'certificate'], ['certificate']);
  const files = result && result.files && Object.keys(result.files).length ? result.files : null;
  if (!files) return;
  $('aside').textContent = complaint(result.out).split('\n')[0] + '\n' + `${plural(Object.keys(files).length, 'file')}. Unpack it, and check it with: loophole check certificate`;
  download(problem.puzzle + '-certificate.zip', zip(files), 'application/zip');
}

function listenToProofs() {
  $('prove-go').onclick = () => runs[0].solve();
  $('prove-stop').onclick = () => { runs[0].program.stop(); focusSoon('prove-go'); };
  $('race').onclick = race;
  $('race-stop').onclick = () => { racing = null; runs[1].program.stop(); runs[2].program.stop(); runsBusy(); focusSoon('race'); };
  $('count-all').onclick = countAll;
  $('explain').onclick = () => aside(['explain', ...problemArgs()]);
  $('cnf').onclick = downloadCnf;
  $('certificate').onclick = downloadCertificate;
}
