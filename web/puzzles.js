/* The puzzles as the page presents them: a goal, sizes and difficulties. Titles, rules and how-to are
 * the program's: every move, mistake, hint and verdict comes from it. */

const plainSize = name => size => ({words: [name, size].join(' ').trim()});
const generated = name => size => ({generate: [name, size].filter(word => word)});
const LEVELS = ['1: one rule at a time', '2: two rules together', '3: three or four', '4: five to eight', '5: more'];
const levels = (name, last = 5) => LEVELS.slice(0, last).map((words, i) => [words, size => ({generate: [name, size, '--level', String(i + 1)]})]);
const square = size => size.replace(/^\d+$/, '$&x$&').replace('x', ' × ');

const PUZZLES = {
  gunport: {
    card: 'gunport 5x5',
    start: 'gunport\n..#..\n.....\n#...#\n.....\n..#..\n',
    also: 'On an old ship, a gunport is a hole in the side: here, a cell that no domino covers. With keys: the arrows move, Shift and an arrow lay a domino, Enter marks a gunport. The two shades only distinguish upright and lying dominoes.',
    goal: state => state.best === null ? game.looking ? 'Looking for what is possible ...' : 'How many gunports can you leave?' : `${plural(state.best, 'gunport is', 'gunports are')} possible. Can you?`,
    reached: value => plural(value, 'gunport'),
    optimizes: true,
    legend: 'In a Gunport board . is free, # is blocked, o is a gunport, and <> or ^ over v is a domino.',
    unit: 'gunports',
    drags: true,
    sizes: ['4x4', '5x5', '6x6', '7x7', '8x8', '8x10', '10x10'],
    size: '5x5',
    levels: [['open board', plainSize('gunport')], ['with walls', generated('gunport')]],
  },
  tank: {
    card: 'tank 5',
    start: 'tank 6\n3 . 1 . 2 1\n. 2 3 . 1 .\n3 . . 4 . 1\n1 4 4 . . 3\n. 1 . 3 . .\n1 2 3 1 . 3\n', // the attackers of two cells show each next number
    also: 'Small triangles at the edge of a number point to where it attacks a cell of the board.',
    legend: 'In a Tank board . is a number to find.',
    goal: () => 'Put a number into every cell.',
    sizes: ['4', '5', '6'],
    sizeWords: square,
    note: {4: 'Side 4 has one board only. The given numbers differ.', 5: 'Side 5 has one board only, up to rotation and reflection. The given numbers differ.', 6: 'Side 6 has 13 boards, five up to rotation and reflection. The given numbers differ.'},
    size: '6',
    levels: [['empty board', plainSize('tank')], ...levels('tank')],
    startLevel: 1,
  },
  squarest: {
    book: true,
    card: 'squarest 44 8 11 17 23 14 9 31 26 20 13',
    start: 'squarest 50 25 27 3 12 6 15 9 30 21 19\n',
    legend: 'The target comes first, then the numbers of the dummies.',
    goal: state => `Score exactly ${state.facts.target}.`,
    sizes: ['6', '8', '10', '12', '14'],
    sizeWords: size => `${size} dummies`,
    sizeOf: words => String(words.length - 1),
    size: '8',
    levels: [['one answer', generated('squarest')]],
  },
  archer: {
    book: true,
    card: 'archer 81 14 25 35 57 65 69',
    start: 'archer 100 16 17 23 24 39 40\n',
    goal: state => `Score exactly ${state.facts.target}` + (state.best === null ? '.' : ` with ${plural(state.best, 'shot')}.`),
    reached: value => plural(value, 'shot'),
    legend: 'The target comes first, then the numbers of the rings.',
    unit: 'shots',
    sizes: ['4', '5', '6', '8'],
    sizeWords: size => `${size} rings`,
    sizeOf: words => String(words.length - 1),
    size: '6',
    levels: [['one answer', generated('archer')]],
  },
  cans: {
    book: true,
    card: 'cans 45 25,5,18 15,4,6 17,14,18',
    start: 'cans 50 8,10,7 10,7,9 7,9,8\n',
    legend: 'The target comes first, then the rows of cans from the top.',
    goal: state => `Score exactly ${state.facts.target}` + ` in ${plural(state.facts.throws, 'throw')}.`,
    sizes: ['3x3', '3x4', '4x4', '5x5'],
    sizeOf: words => words[1] && `${words.length - 1}x${words[1].split(',').length}`,
    size: '3x3',
    levels: [['one answer', generated('cans')]],
  },
  fivers: {
    card: 'fivers 5',
    start: 'fivers 4\n',
    goal: state => state.best === null ? game.looking ? 'Looking for the fewest presses ...' : 'How few presses do you need?' : `${plural(state.best, 'press is', 'presses are')} enough. Can you?`,
    reached: value => plural(value, 'press', 'presses'),
    optimizes: true,
    legend: 'In a Fivers board . is a white stone, X a black one, and # no stone. A second board after an empty line is what to reach.',
    unit: 'presses',
    fewer: true,
    sizes: ['3', '4', '5', '6', '7', '8'],
    sizeWords: square,
    size: '5',
    levels: [['all white', plainSize('fivers')], ...levels('fivers')],
  },
};

for (const [name, info] of Object.entries(PUZZLES)) Object.assign(info, {title: '', about: '', ...TEXTS[name]}, {sizes: info.sizes});
/* Puzzles whose sizes the program knows: a size, a level and a seed are a board of theirs. */
for (const [name, {title, about, sizes}] of Object.entries(TEXTS)) {
  if (!sizes) continue;
  const all = sizes.split(' '), side = size => parseInt(size, 10);
  PUZZLES[name] = {
    title, about, made: true, size: all[0], sizes: [...all].sort((a, b) => side(a) - side(b)), levels: [['any level', generated(name)], ...levels(name)],
    card: name + ' ' + all.reduce((a, b) => side(b) < side(a) ? b : a),
    goal: () => 'Find the only solution.',
    legend: 'A board has a row a line: a character for each cell, or words; . is no clue.',
  };
}

/* A reader's own puzzle: a model with a picture, which the program reads in these formats. */
const MODELS = {
  model: {ending: 'json', looks: /^\s*(;.*\s+)*\{/},
  wcnf: {ending: 'wcnf', looks: /^(p wcnf|h) /m},
  cnf: {ending: 'cnf', looks: /^p cnf /m},
  opb: {ending: 'opb', looks: /^\* #variable=|^(min|max):|=[^;]*;\s*$/m},
};
const OWN = {
  title: 'Your own puzzle',
  rule: 'Fill in the board so that every rule of the model holds. Hints name the rules.',
  goal(state) {
    if (game.optimizes) return state.best === null ? 'How good can you get?' : `The ${ownBest()} is ${state.best}. Can you reach it?`;
    return {0: 'There is no solution.', 1: 'Find the only solution.', 2: 'Find one of several solutions.'}[game.solutions] || 'Find a solution.';
  },
  reached: value => `Value ${value}`,
  unit: 'value',
};
const ownBest = () => game.maximize === null ? 'best value' : game.maximize ? 'greatest value' : 'least value';
const info = () => PUZZLES[problem.puzzle] || OWN;

/* What a touch does. In a puzzle of your own, the board says it. */
function howToPlay(state) {
  if (info() !== OWN) return state.how;
  const parts = [];
  if (state.top) parts.push('Tap a cell for its next number, or choose a number first.');
  if (state.lines.length) parts.push('Tap a side of a cell for a line, a cross, and free again.');
  return parts.join(' ') || 'Tap a cell for its sign, a dot for none, and free again.';
}

const FIRST = {puzzle: 'gunport', text: PUZZLES.gunport.start};

/* The puzzle of a day is the same for everyone, and the same as in the terminal. */
const dailyOrder = date => ['--day', date];
function today() {
  const now = new Date(), two = n => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
const dayAt = milliseconds => new Date(milliseconds).toISOString().slice(0, 10);
/* Whether it is a date of the calendar that has begun somewhere on Earth. */
const isDay = date => /^\d{4}-\d\d-\d\d$/.test(date) && !isNaN(Date.parse(date)) && dayAt(Date.parse(date)) === date && date <= dayAt(Date.now() + 14 * 36e5);
