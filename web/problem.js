/* The board that is on the page, as words or as text, and links to it: #PUZZLE/SIZE/LEVEL/SEED/MOVES of a board that the
 * program makes, with level 0 for any, or #PUZZLE/INSTANCE/MOVES, where an instance from text
 * begins with @, or with ~ if it is compressed. #daily and #daily/DATE are the puzzle of a day. */

const problem = {puzzle: 'gunport', words: '5x5', text: '', daily: '', made: '', level: '', packed: ''};

/* An address of a page with a board, as puzz.link writes them: the program reads it in place of a puzzle and its words. */
const isAddress = words => /^https?:\/\/\S+$/.test(words);

/* The name of the file from which the program reads a text: its ending says what a model is written in. */
const textFile = puzzle => 'board.' + (MODELS[puzzle] ? MODELS[puzzle].ending : 'txt');
function problemArgs({puzzle, words, text} = problem) {
  return text ? ['-f', textFile(puzzle)] : isAddress(words) ? [words] : [puzzle, ...words.split(/\s+/).filter(word => word)];
}
const problemFiles = ({puzzle, text} = problem) => text ? {[textFile(puzzle)]: text} : {};
/* The words of an error message, for a reader who sees the text on the page instead of a file. */
const complaint = err => err.replace(/^loophole: /, '').replace(/^board\.\w+:(\d+)/, 'Line $1').replace(/^board\.\w+: /, '').replace(/\bboard\.\w+\b/g, 'the text')
  .replace(/^the text/, 'The text');

/* Takes a file's text: {puzzle, words, text}. A text of one line that names its puzzle is an instance in words. */
function problemFromText(text, file = '') {
  const rows = lines(text).filter(line => !line.startsWith(';')), first = rows[0] || '', name = first.split(/\s+/)[0];
  if (rows.length === 1 && isAddress(name)) return {puzzle: 'link', words: name, text: ''};
  if (rows.length === 1 && PUZZLES[name]) return {puzzle: name, words: first.split(/\s+/).slice(1).join(' '), text: ''};
  if (PUZZLES[name]) return {puzzle: name, words: '', text};
  const kinds = Object.keys(MODELS), kind = kinds.find(k => file.endsWith('.' + MODELS[k].ending)) || kinds.find(k => MODELS[k].looks.test(text));
  if (kind || MODELS[problem.puzzle]) return {puzzle: kind || '', words: '', text};
  return {puzzle: problem.puzzle, words: '', text: problem.puzzle + '\n' + text, guessed: true};
}

/* A text as letters of an address, compressed; '' if it is short, or if the browser cannot do it. */
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));
async function pack(text) {
  if (!text || (text.length < 1000 && textToLink(text).length < 2 * text.length) || typeof CompressionStream === 'undefined') return '';
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')).arrayBuffer());
  return btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}
const unpack = words => through(Uint8Array.from(atob(words.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0)), new DecompressionStream('deflate-raw')).text();

/* Words in a link: a space as +. A text begins with -, and has letters, digits and dots, a space as -, the end of a line as _, a # as ~h, and
 * other characters as ~CODE~ in hexadecimal: nothing that a program on the way would encode. */
const toLink = words => encodeURIComponent(words).replace(/%20/g, '+').replace(/%2C/g, ',');
const textToLink = text => '-' + text.trimEnd().replace(/[^A-Za-z0-9.]/gu, c => ({' ': '-', '\n': '_', '#': '~h'})[c] || `~${c.codePointAt(0).toString(16)}~`);
const textFromLink = words => words.slice(1).replace(/~(?:h|([0-9a-f]+)~)|[-_]/g, (all, code) => code ? String.fromCodePoint(parseInt(code, 16)) : {'-': ' ', _: '\n', '~h': '#'}[all]) + '\n';
/* A text began with @ in links of older pages, with the end of a line as ! and a # as $. */
const fromLink = words => decodeURIComponent(words.replace(/\+/g, ' ').replace(/!/g, '\n').replace(/\$/g, '%23'));
function oldTextFromLink(words, puzzle) { // a board has neither ! nor $: there these may be encoded
  const literal = /[!$]/.test(words) && !PUZZLES[puzzle];
  return fromLink((literal ? words : words.replace(/%21/g, '!').replace(/%24/g, '$').replace(/%2B/gi, '+')).replace(/^(@|%40)/, '')).trimEnd() + '\n';
}

const instanceInLink = () => problem.packed ? '~' + problem.packed : problem.text ? textToLink(problem.text) : toLink(problem.words);
const problemHash = () => '#' + (problem.daily ? ['daily', problem.daily] : [problem.puzzle, problem.made || instanceInLink()]).filter(part => part).join('/');
/* Whole links end in a letter or a digit: what reads a text takes a sign at the end for the end of a sentence. */
const closed = link => /[A-Za-z0-9]$/.test(link) ? link : link + '/start';
const problemLink = () => location.href.split('#')[0] + closed(problemHash());
/* The link to the moves that are made, too. */
function positionLink() {
  const moves = ordersMade().map(order => order.replace(/^touch /, '').replace(/ /g, '_')).join(';');
  return location.href.split('#')[0] + closed([problemHash(), ...(moves ? [problemHash().includes('/') ? moves : '/' + moves] : [])].join('/'));
}

async function readLink(hash) {
  const parts = (hash.includes('/') ? hash : hash.replace(/%2F/gi, '/')).replace(/^#/, '').split('/'), puzzle = parts[0];
  const made3 = PUZZLES[puzzle] && PUZZLES[puzzle].made && /^\d+x\d+$/.test(parts[1]) ? parts.splice(1, 3) : null, [, instance = '', made = ''] = made3 ? [puzzle, '', parts[1]] : parts;
  let moves, words;
  try { moves = decodeURIComponent(made).split(';').filter(m => m && m !== 'start').map(m => m === 'reset' ? m : 'touch ' + m.replace(/_/g, ' ')); } catch (e) { return null; }
  if (puzzle === 'daily') {
    const day = instance.replace(/%2D/gi, '-') || today();
    return isDay(day) ? {daily: day, moves} : {daily: today(), wrong: `There is no puzzle of the day ${day.slice(0, 20)}; this is today's.`};
  }
  if (!PUZZLES[puzzle] && !MODELS[puzzle]) return null;
  if (made3) return {generate: makingWords(puzzle, ...made3), moves};
  let text = '';
  try {
    if (/^(~|%7E)/i.test(instance)) text = await unpack(decodeURIComponent(instance).slice(1));
    else if (/^(-|%2D)/i.test(instance)) text = textFromLink(decodeURIComponent(instance));
    else if (/^(@|%40)/.test(instance)) text = oldTextFromLink(instance, puzzle);
    else words = fromLink(instance).replace(/\+/g, ' ');
  } catch (e) { return null; }
  return {puzzle, words: words || '', text, moves};
}

/* The words of `generate` of a board that a link names, and the part of a link for such words. */
const makingWords = (puzzle, size, level = '0', seed = '0') => [puzzle, size, ...(/^[1-5]$/.test(level) ? ['--level', level] : []), '--seed', String(parseInt(seed, 10) || 0)];
function madeInLink([puzzle, size, ...options]) {
  const option = name => options[options.indexOf(name) + 1];
  return PUZZLES[puzzle] && PUZZLES[puzzle].made ? [size, options.includes('--level') ? option('--level') : '0', option('--seed')].join('/') : '';
}
const seedWords = () => ['--seed', String(Math.floor(Math.random() * 1e6))];

/* The size of the board, as in 6x8, or how many numbers it has; '' if it is not known. */
function problemSize() {
  const words = problem.words.replace(/\s*--.*/, '');
  if (MODELS[problem.puzzle]) return '';
  if (info().made && problem.made) return problem.made.split('/')[0];
  if (isAddress(words)) return '';
  if (info().sizeOf) return (words && info().sizeOf(words.split(/\s+/))) || '';
  const rows = lines(problem.text).filter(line => !line.startsWith(';')).slice(1);
  if (rows.length) return `${rows.length}x${rows[0].includes(' ') ? rows[0].split(' ').length : rows[0].length}`;
  return (/^\d+(x\d+)?$/.exec(words) || [''])[0].replace(/^\d+$/, '$&x$&');
}

/* The name and the size, in the words of the choice of a size. */
function problemTitle() {
  const {sizeOf, sizeWords = s => s.replace('x', ' × ')} = info(), size = problemSize();
  return sizeOf && size ? `${problemName()}, ${sizeWords(size)}` : problemName();
}

/* The problem in a few words, for headings and for a text to share. */
function problemName() {
  const {title, sizeOf} = info();
  return [title, sizeOf ? '' : problemSize().replace('x', '×')].join(' ').trim();
}
