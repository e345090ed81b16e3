/* What this browser stores for the page, and nobody else gets: games that were begun, and the days whose puzzle was solved. */

/* Storage may be denied or full, or hold something else: then the page does without. The newest entries come first, and stay. */
function stored(name) {
  try { const all = JSON.parse(localStorage.getItem('loophole-' + name)); return Array.isArray(all) ? all : []; } catch (e) { return []; }
}
function store(name, all) {
  do {
    try { localStorage.setItem('loophole-' + name, JSON.stringify(all)); return; } catch (e) { /* without the oldest it may fit */ }
  } while (all.pop() !== undefined);
}

/* ---- games: {link, moves, at, marks, hints, hinted, solver, seconds} ------------------------------------------------------- */

const GAMES = 30;
const isGame = g => g && Array.isArray(g.marks) && Array.isArray(g.moves) && g.moves.every(order => /^(touch [-\d, ]+|reset|\n)+$/.test(order)) && g.at >= 0 && g.at <= g.moves.length;

/* Stores the game on the board after a move, a hint or a look at the solution on this page, or drops it if the board is as at the start and nothing
 * helped. A game that is won stays too, so that it is won with the same hints when the page is loaded again. */
function saveGame() {
  if (!game.state || !(seconds() || game.hints || game.solver === 'solver')) return;
  const {moves, at, hints, hinted, solver} = game, link = problemHash();
  const saved = isBegun() || hints || solver ? [{link, moves, at, marks: [...game.marks], hints, hinted, solver, seconds: seconds()}] : [];
  store('games', [...saved, ...stored('games').filter(g => isGame(g) && g.link !== link)].slice(0, GAMES));
}

/* The game that the board begins with: the stored one, unless a link names other moves or it begins again. Who has seen the solution does not forget it. */
function firstGame(moves, fresh) {
  const saved = stored('games').find(g => isGame(g) && g.link === problemHash());
  if (saved && !fresh && (!moves.length || moves.join('\n') === saved.moves.slice(0, saved.at).join('\n'))) return {hinted: 0, ...saved, resumed: !moves.length && saved.at > 0};
  const solver = saved && saved.solver === 'solver' ? 'solver' : moves.length ? 'link' : '';
  return {moves, at: moves.length, marks: [], hints: 0, hinted: 0, solver, seconds: 0, resumed: false};
}

/* ---- days ----------------------------------------------------------------------------------------------------------------------------- */

const isSolved = day => stored('days').includes(day);
function saveDay(day) { if (!isSolved(day)) store('days', [day, ...stored('days')].slice(0, 1000)); }

/* How many days up to this one were solved, without a gap. */
function daysInARow(day) {
  let n = 0;
  while (isSolved(dayAt(Date.parse(day) - n * 864e5))) n++;
  return n;
}
const rowWords = day => daysInARow(day) > 1 ? `${daysInARow(day)} days in a row` : '';
