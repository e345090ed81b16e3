/* The moment of the win: what was reached and on what grounds, time, moves, hints, a text to share, the next puzzle. */

const NOT_ALONE = {solver: 'The solver made moves here', link: 'The link brought moves along', hints: 'Every move came from a hint'};
function winWords({proved, value, solver}) {
  const reached = info().reached, words = value === null || !reached ? 'Solved' : reached(value);
  if (solver) return [words, `${NOT_ALONE[solver] || NOT_ALONE.solver}, so this one does not count.`];
  if (value === null) return ['Solved!', game.solutions === 1 ? 'Proved: this is the only solution.' : 'Checked against the rules of the puzzle.'];
  return [words + '!', proved ? 'Proved: nobody can do better.' : 'As good as the best known.'];
}

function shareText({proved, value, seconds: time, moves, hints}) {
  const reached = info().reached;
  const what = value === null || !reached ? 'solved' : `${reached(value)}${proved ? ', proved best' : ''}`;
  return [`Loophole${problem.daily ? ' of the day ' + problem.daily : ''}: ${problemName()}`, ...signs(),
    `${what} in ${clock(time)}, ${plural(moves, 'move')}, ${hints ? plural(hints, 'hint') : 'no hints'}${problem.daily && rowWords(problem.daily) ? ', ' + rowWords(problem.daily) : ''}`,
    problemLink()].join('\n');
}

/* The board in signs, without what was found: what was given, what is no cell, and the rest. Only boards of rows and columns that a message can hold. */
const MOST_SIGNS = 12;
function signs() {
  const {rows, cols, rings} = shape(game.state), cells = new Map(game.state.cells.map(cell => [rowPlace(cell) + ',' + columnPlace(cell), cell.is]));
  if (rings || rows.length < 2 || Math.max(rows.length, cols.length) > MOST_SIGNS || info().sizeOf) return [];
  const sign = is => !is ? '⬜' : is.includes('blocked') ? '⬛' : is.includes('given') ? '🟦' : '🟩';
  return rows.map(y => cols.map(x => sign(cells.get(y + ',' + x))).join(''));
}

/* On what grounds; of an optimum and of the only solution, the other tab shows the proof. */
function showGround(result) {
  $('win-ground').textContent = winWords(result)[1];
  $('prove-it').hidden = result.value === null && game.solutions !== 1;
}

function openWin(result) {
  const row = problem.daily && !result.solver && rowWords(problem.daily);
  $('win-title').textContent = winWords(result)[0];
  showGround(result);
  const facts = [clock(result.seconds), plural(result.moves, 'move'), result.hints ? plural(result.hints, 'hint') : 'no hints', row].filter(words => words);
  $('win-facts').replaceChildren(...facts.flatMap((words, i) => [i ? ' ' : '', make('span', {}, words + (i + 1 < facts.length ? ' ·' : ''))]));
  $('win-text').value = shareText(result);
  $('win-share').hidden = $('win-copy').hidden = result.solver;
  $('win').hidden = false;
  say('');
  document.body.classList.add('won');
  $('win-copied').textContent = '';
  $('win-share').open = window.matchMedia('(min-width: 56rem)').matches;
  $('win-text').style.height = 'auto';
  $('win-text').style.height = $('win-text').scrollHeight + 2 + 'px';
}

function closeWin() {
  $('win').hidden = true;
  document.body.classList.remove('won');
}

async function copy(words, done) {
  try { await navigator.clipboard.writeText(words); done('Copied.'); } catch (e) { done('Select the text to copy it.'); }
}

function listenToWin() {
  $('win-close').onclick = () => { closeWin(); toBoard(); };
  $('win-copy').textContent = navigator.share ? 'Share' : 'Copy result';
  const share = () => navigator.share ? navigator.share({text: $('win-text').value}).catch(() => {}) : copy($('win-text').value, copied);
  $('win-copy').onclick = share;
  const copied = words => {
    $('win-copied').textContent = words === 'Copied.' ? '(copied)' : '(selected: copy it)';
    if (words === 'Copied.') return;
    $('win-share').open = true;
    $('win-text').select();
  };
  $('next').onclick = openNext;
  $('prove-it').onclick = () => { choose('prove', true); $('tab-prove').focus(); scrollTo(0, 0); runs[0].solve(); };
}
