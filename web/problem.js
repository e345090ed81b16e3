/* The board that is on the page, as words or as text, and links to it: #PUZZLE/INSTANCE/MOVES, where an instance from text
 * begins with @. #daily and #daily/DATE are the puzzle of a day. */

const problem = {puzzle: 'gunport', words: '5x5', text: '', daily: ''};

function problemArgs() {
  if (problem.text) return ['-f', 'board.txt'];
  return [problem.puzzle, ...problem.words.split(/\s+/).filter(word => word)];
}
const problemFiles = () => problem.text ? {'board.txt': problem.text} : {};
/* The words of an error message, for a reader who sees the text on the page instead of a file. */
const complaint = err => err.replace(/^loophole: /, '').replace(/^board\.txt:(\d+)/, 'Line $1').replace(/\bboard\.txt\b/g, 'the text');

/* Takes a file's text: {puzzle, words, text}. A text of one line that names its puzzle is an instance in words. */
function problemFromText(text) {
  const rows = lines(text).filter(line => !line.startsWith(';')), first = rows[0] || '', name = first.split(/\s+/)[0];
  if (rows.length === 1 && PUZZLES[name]) return {puzzle: name, words: first.split(/\s+/).slice(1).join(' '), text: ''};
  if (PUZZLES[name]) return {puzzle: name, words: '', text};
  return {puzzle: problem.puzzle, words: '', text: problem.puzzle + '\n' + text};
}

const instanceInLink = () => problem.text ? '@' + encodeURIComponent(problem.text) : encodeURIComponent(problem.words);
const problemLink = () => location.href.split('#')[0] + `#${problem.puzzle}/${instanceInLink()}`;

function readLink(hash) {
  const [puzzle, instance = '', moves = ''] = hash.replace(/^#/, '').split('/');
  if (puzzle === 'daily') return {daily: /^\d{4}-\d\d-\d\d$/.test(instance) ? instance : today()};
  if (!PUZZLES[puzzle]) return null;
  let words;
  try { words = decodeURIComponent(instance); } catch (e) { return null; }
  return {
    puzzle, words: words.startsWith('@') ? '' : words, text: words.startsWith('@') ? words.slice(1) : '',
    moves: moves.split(';').filter(m => m).map(m => m === 'reset' ? m : 'touch ' + m.replace(/_/g, ' ')),
  };
}

/* The problem in a few words, for headings and for a text to share. */
function problemName() {
  const title = puzzleTitle(problem.puzzle), size = /^\d+(x\d+)?$/.test(problem.words) ? problem.words : '';
  const square = /^\d+$/.test(size) ? `${size}×${size}` : size.replace('x', '×');
  const rows = problem.text ? lines(problem.text).filter(line => !line.startsWith(';')).slice(1) : [];
  const grid = rows.length ? `${rows.length}×${rows[0].includes(' ') ? rows[0].split(' ').length : rows[0].length}` : '';
  return [title, grid || (['gunport', 'tank', 'fivers'].includes(problem.puzzle) ? square : '')].join(' ').trim();
}
