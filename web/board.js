/* The board: the program's own drawing with a button on each cell, played by mouse, touch and keys. The board calls
 * board.touch(from, to, value), board.mark(cell) and board.key(letter); a cell is "ROW,COLUMN". */

const board = {touch() {}, mark() {}, key() {}, state: null, drags: false, paints: false};
const cellAt = cell => $('board').querySelector(`[data-cell="${cell}"]`);
const currentCell = () => $('board').querySelector('.cell[tabindex="0"]');

/* Paints a state of the game. Drawing and buttons stay the same elements while they need not change. */
const placesOf = s => JSON.stringify([s.width, s.height, s.cells.map(c => [c.row, c.col, c.place, c.round]), s.lines.map(lineEnds)]);
const lineEnds = line => [line.row + ',' + line.col, line.row2 + ',' + line.col2];
function paintBoard(state, {mistakes, hinted, marked = [], trial = [], axes}) {
  const box = $('board'), old = box.querySelector('.picture'), before = board.state;
  const same = before && placesOf(before) === placesOf(state);
  board.state = state;
  if (!old) box.prepend(picture(state.svg, ''));
  else if (!before || before.svg !== state.svg) old.replaceWith(picture(state.svg, ''));
  box.style.setProperty('--ratio', String(state.width / state.height));
  box.style.setProperty('--cells', String(Math.round(state.width / 28)));
  box.style.setProperty('--wide', String(Math.min(608, Math.round(state.width * 3.6))) + 'px');
  const grid = $('cells');
  if (!same) { layCells(grid, state); layLines(state); }
  const {rows, cols, rings} = shape(state);
  grid.setAttribute('aria-label', `${problemName()}, ${rings ? `${rings} rings` : `${rows.length} rows, ${cols.length} columns`}`);
  grid.setAttribute('aria-description', [state.count, state.done ? 'complete' : ''].filter(words => words).join(', '));
  paintAxes(state, axes && !rings ? {rows, cols} : {rows: [], cols: []});
  paintClues(state, marked.filter(at => !cellAt(at)));
  const wrong = new Set(mistakes ? state.mistakes.flatMap(m => m.cells.map(cell => cell.join(','))) : []);
  /* Stones that must turn have a dot where not all white ones must. */
  const is = (cell, word) => cell.is.includes(word), other = state.cells.some(c => (is(c, 'white') || is(c, 'black')) && is(c, 'turns') !== is(c, 'white'));
  $('rule').textContent = (OWN.named ? '' : info().rule) || [state.rules, other ? 'Those that must turn have a dot.' : ''].filter(words => words).join(' ');
  paintLines(state, hinted);
  for (const cell of state.cells) {
    const b = cellAt(cell.row + ',' + cell.col), at = cell.row + ',' + cell.col, step = trial.indexOf(at) + 1;
    b.setAttribute('aria-label', cell.name + (cell.mark ? ', noted' : '') + (hinted.includes(at) ? ', framed by the hint' : marked.includes(at) ? ', a reason of the hint' : '') + (step ? `, step ${step} of the trial` : ''));
    if (step) b.dataset.step = String(step); else delete b.dataset.step;
    b.classList.toggle('noted', !!cell.mark);
    b.classList.toggle('turns', other && is(cell, 'turns'));
    b.classList.toggle('marked', marked.includes(at));
    b.classList.toggle('hinted', (!state.lines.length || hinted.length === 1) && hinted.includes(at));
    b.classList.toggle('wrong', wrong.has(at));
    if (wrong.has(at)) b.setAttribute('aria-invalid', 'true'); else b.removeAttribute('aria-invalid');
  }
}

/* The rows and columns that are seen: the places of cells, from the top and the left; or how many rings there are. */
const rowPlace = cell => cell.round ? 0 : Math.round(cell.place[1]), columnPlace = cell => Math.round(cell.place[0]);
function shape({cells}) {
  const places = of => [...new Set(cells.map(of))].sort((a, b) => a - b);
  return {rows: places(rowPlace), cols: places(columnPlace), rings: cells.filter(cell => cell.round).length};
}

/* The numbers of rows and columns, at the edge of their first cells, while words speak of them: those that the words use. */
function paintAxes(state, {rows, cols}) {
  const percent = (part, whole) => 100 * part / whole + '%', numbered = new Map();
  for (const cell of state.cells) {
    const [row, col] = cell.at || [];
    if (row) numbered.set('r' + rowPlace(cell), String(row));
    if (col) numbered.set('c' + columnPlace(cell), String(col));
  }
  const {place: [, , width, height]} = state.cells[0] || {place: [0, 0, 0, 0]};
  $('axes').replaceChildren(...rows.map(y => ['r' + y, {left: 0, top: percent(y + height / 2, state.height)}]).concat(cols.map(x => ['c' + x, {left: percent(x + width / 2, state.width), top: 0}]))
    .filter(([at]) => numbered.has(at)).map(([at, place]) => { const e = make('span', {class: at[0]}, numbered.get(at)); Object.assign(e.style, place); return e; }));
}

/* The clues next to the board that a hint marks: all of a row or column on that side. */
function paintClues({cells, width, height}, marked) {
  const all = cells.map(cell => cell.place), left = Math.min(...all.map(p => p[0])), top = Math.min(...all.map(p => p[1]));
  const right = Math.max(...all.map(p => p[0] + p[2])), bottom = Math.max(...all.map(p => p[1] + p[3])), percent = (part, whole) => 100 * part / whole + '%';
  for (const [row, col] of marked.map(at => at.split(',').map(Number))) {
    const inRow = cells.find(cell => cell.row === row), inColumn = cells.find(cell => cell.col === col), {place} = inRow || inColumn || {};
    if (!place) continue;
    const before = inRow ? cells.every(cell => cell.col > col) : cells.every(cell => cell.row > row), [from, to] = before ? [0, inRow ? left : top] : inRow ? [right, width] : [bottom, height];
    const [x, y, w, h] = inRow ? [from, place[1], to - from, place[3]] : [place[0], from, place[2], to - from], e = make('div', {class: 'clue'});
    Object.assign(e.style, {left: percent(x, width), top: percent(y, height), width: percent(w, width), height: percent(h, height)});
    $('axes').append(e);
  }
}

function layCells(grid, state) {
  const {rows: tops, cols} = shape(state), rows = new Map(), percent = (part, whole) => 100 * part / whole + '%';
  for (const cell of state.cells) {
    const [x, y, width, height] = cell.place;
    const b = make('button', {type: 'button', class: 'cell', role: 'gridcell', tabindex: '-1', 'data-cell': cell.row + ',' + cell.col});
    Object.assign(b.style, {left: percent(x, state.width), top: percent(y, state.height),
                            width: percent(width, state.width), height: percent(height, state.height)});
    if (cell.round) { b.classList.add('round'); b.style.zIndex = String(Math.round(1000 - width)); }
    const row = tops.indexOf(rowPlace(cell)) + 1;
    if (!rows.has(row)) rows.set(row, make('div', {role: 'row', 'aria-rowindex': row}));
    rows.get(row).append(b);
  }
  grid.setAttribute('aria-rowcount', tops.length);
  grid.setAttribute('aria-colcount', cols.length);
  grid.replaceChildren(...rows.values());
  const first = grid.querySelector('.cell');
  if (first) first.tabIndex = 0;
}

/* Buttons on the lines that can be drawn: on the side of a cell, and at the edge of the board. The arrow keys with shift
 * do the same from a cell. */
function layLines(state) {
  $('lines').hidden = !state.lines.length;
  const percent = (part, whole) => 100 * part / whole + '%', places = new Map(state.cells.map(c => [c.row + ',' + c.col, c.place]));
  $('lines').replaceChildren(...state.lines.map(line => {
    const [from, to] = lineEnds(line), [x, y, width, height] = places.get(from), down = line.row2 - line.row, right = line.col2 - line.col;
    const b = make('button', {type: 'button', tabindex: '-1', 'data-line': from + ' ' + to, class: right ? 'line upright' : 'line'});
    const wide = right ? .6 * width : width, high = right ? height : .6 * height;
    Object.assign(b.style, {left: percent(x + (1 + right) * width / 2 - wide / 2, state.width), top: percent(y + (1 + down) * height / 2 - high / 2, state.height),
                            width: percent(wide, state.width), height: percent(high, state.height)});
    return b;
  }));
}

const lineValue = {'1': 'free', '-1': 'absent'}; // what the next touch puts in says what is there
function paintLines(state, hinted) {
  const cells = new Map(state.cells.map(c => [c.row + ',' + c.col, c])), buttons = $('lines').children;
  for (const [i, line] of state.lines.entries()) {
    const [from, to] = lineEnds(line), is = lineValue[line.value] || 'drawn', down = line.row2 - line.row, right = line.col2 - line.col;
    const side = right ? (right > 0 ? 'east' : 'west') : down > 0 ? 'south' : 'north';
    buttons[i].setAttribute('aria-label', `${cells.get(from).where}, line ${side}, ${is}`);
    for (const one of ['free', 'absent', 'drawn']) buttons[i].classList.toggle(one, one === is);
    buttons[i].classList.toggle('hinted', hinted.length === 2 && hinted.includes(from) && hinted.includes(to));
  }
}

/* Draws from a cell to the next: a line takes its next value. */
function touchPair(from, to) {
  const line = lineOf(from, to);
  if (line) board.touch(`${line.row},${line.col}`, `${line.row2},${line.col2}`, line.value);
  else if (cellAt(to)) board.touch(from, to);
}

function focusCell(b) {
  for (const c of $('board').querySelectorAll('.cell[tabindex="0"]')) c.tabIndex = -1;
  b.tabIndex = 0;
  b.focus({preventScroll: true});
}
const toBoard = () => { const cell = currentCell(); if (cell) focusCell(cell); };

/* The next cell from here in a direction of the drawing, or null. Rings lie in one another: right and down lead inwards. */
function neighbor(cell, dr, dc) {
  const cells = board.state.cells.map(c => ({at: c.row + ',' + c.col, x: c.place[0] + c.place[2] / 2, y: c.place[1] + c.place[3] / 2, size: c.place[2], round: c.round}));
  const here = cells.find(c => c.at === cell);
  if (here.round) {
    const rings = cells.sort((a, b) => b.size - a.size), next = rings[rings.indexOf(here) + dr + dc];
    return next ? cellAt(next.at) : null;
  }
  let best = null, least = Infinity;
  for (const c of cells) {
    const along = (c.x - here.x) * dc + (c.y - here.y) * dr, across = Math.abs((c.x - here.x) * dr) + Math.abs((c.y - here.y) * dc);
    if (along > 1 && across < along && along + 3 * across < least) [best, least] = [c, along + 3 * across];
  }
  return best ? cellAt(best.at) : null;
}

/* ---- mouse and touch: press and release on a cell touches it; dragging lays a domino over it and its neighbor, draws a line
 * through cells, or paints: what was free takes the value of the first, or what was not free is cleared ------------------- */

let press = null; // {from, to} of cells, or {line}; painted: what the drag has changed; clears: it began on what was not free

function under(event, part) {
  const e = document.elementFromPoint(event.clientX, event.clientY);
  return e && e.dataset && e.dataset[part] && $('board').contains(e) ? e : null;
}
const cellUnder = event => under(event, 'cell');

/* Whether a line can go on from cell to cell: none leads out of the board, so that they are not borders. */
const linesJoin = () => board.state.lines.length > 0 && board.state.lines.every(line => lineEnds(line).every(cellAt));
const stateOf = cell => board.state.cells.find(c => c.row + ',' + c.col === cell);
const lineOf = (from, to) => board.state.lines.find(l => [`${l.row},${l.col} ${l.row2},${l.col2}`, `${l.row2},${l.col2} ${l.row},${l.col}`].includes(from + ' ' + to));
const isFree = thing => thing.is ? thing.is.includes('free') : lineValue[thing.value] === 'free';

/* A drag reaches a cell or a line: "CELL" or "CELL CELL". */
function paintOver(at) {
  if (press.painted.includes(at)) return;
  const [from, to = from] = at.split(' '), thing = to === from ? stateOf(from) : lineOf(from, to);
  if (!thing || (thing.is && thing.is.includes('given'))) return;
  if (!press.painted.length) { press.clears = !isFree(thing); press.value = thing.is ? undefined : thing.value; }
  press.painted.push(at);
  if (isFree(thing) !== press.clears) board.touch(from, to, press.clears ? -1 : press.value);
}

/* A drag that began on `press` goes on at this event. */
function dragOn(event) {
  if (press.line) {
    const line = under(event, 'line');
    if (line && line.dataset.line !== press.line) for (const at of [press.line, line.dataset.line]) paintOver(at);
  } else if (board.paints) {
    const cell = cellUnder(event);
    if (cell && (cell.dataset.cell !== press.from || press.painted.length)) for (const at of [press.from, cell.dataset.cell]) paintOver(at);
  } else {
    press.to = draggedTo(press.from, event);
    if (press.to === press.from || !linesJoin()) return;
    paintOver(press.from + ' ' + press.to);
    press.from = press.to;
  }
}

/* The cell beside `from` that a drag to this point means, or `from` itself. */
function draggedTo(from, event) {
  const box = cellAt(from).getBoundingClientRect();
  const dx = event.clientX - (box.left + box.width / 2), dy = event.clientY - (box.top + box.height / 2);
  if (!board.drags || Math.max(Math.abs(dx) / box.width, Math.abs(dy) / box.height) < .55) return from;
  const [row, col] = from.split(',').map(Number);
  const to = Math.abs(dx) > Math.abs(dy) ? `${row},${col + Math.sign(dx)}` : `${row + Math.sign(dy)},${col}`;
  return cellAt(to) ? to : from;
}

/* The domino that would be laid now. */
function showGhost() {
  const ghost = $('ghost');
  ghost.hidden = !press || press.line || press.from === press.to;
  if (ghost.hidden) return;
  const box = $('board').getBoundingClientRect(), all = [press.from, press.to].map(cell => cellAt(cell).getBoundingClientRect());
  const left = Math.min(...all.map(r => r.left)), top = Math.min(...all.map(r => r.top));
  const right = Math.max(...all.map(r => r.right)), bottom = Math.max(...all.map(r => r.bottom));
  Object.assign(ghost.style, {left: left - box.left + 'px', top: top - box.top + 'px', width: right - left + 'px', height: bottom - top + 'px'});
}

function listenToBoard() {
  const box = $('board');
  let dragged = false; // the click that follows is none
  box.addEventListener('pointerdown', event => {
    const b = cellUnder(event) || under(event, 'line');
    dragged = false;
    if (!b || event.button > 0) return;
    event.preventDefault();
    press = {from: b.dataset.cell, to: b.dataset.cell, line: b.dataset.line, painted: []};
    if (b.hasPointerCapture && b.hasPointerCapture(event.pointerId)) b.releasePointerCapture(event.pointerId);
  });
  window.addEventListener('pointermove', event => {
    if (!press) return;
    dragOn(event);
    showGhost();
  });
  const end = event => {
    if (!press) return;
    const {from, to, line, painted} = press, b = cellUnder(event);
    press = null;
    showGhost();
    dragged = painted.length > 0;
    if (dragged || line || event.type !== 'pointerup' || (from === to && (!b || b.dataset.cell !== from))) return;
    focusCell(cellAt(from));
    if (from === to) board.touch(from, to); else touchPair(from, to);
  };
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
  box.addEventListener('contextmenu', event => {
    const b = cellUnder(event);
    if (b) { event.preventDefault(); board.mark(b.dataset.cell); }
  });
  /* A click without a pointer comes from an assistive device or a key. */
  box.addEventListener('click', event => {
    const [from, to] = (event.target.dataset.line || '').split(' ');
    if (to && !dragged) { focusCell(cellAt(from)); touchPair(from, to); }
    if (event.detail === 0 && event.target.dataset.cell) board.touch(event.target.dataset.cell, event.target.dataset.cell);
  });
  box.addEventListener('keydown', boardKey);
}

/* ---- keys ------------------------------------------------------------------------------------------------------------- */

let typed = '', typedAt = '';
function boardKey(event) {
  const cell = event.target.dataset.cell;
  const arrows = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  if (!cell || event.metaKey || event.altKey || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return;
  if (!/^\d$/.test(event.key) || cell !== typedAt) typed = '';
  typedAt = cell;
  if (arrows[event.key]) {
    const [down, right] = arrows[event.key], [row, col] = cell.split(',').map(Number), b = neighbor(cell, down, right);
    event.preventDefault();
    if (event.shiftKey) touchPair(cell, `${row + down},${col + right}`);
    else if (b) focusCell(b);
  } else if (['Home', 'End'].includes(event.key)) {
    const all = [...$(event.ctrlKey ? 'cells' : 'board').querySelectorAll('.cell')].filter(b => event.ctrlKey || b.parentElement === event.target.parentElement);
    event.preventDefault();
    focusCell(all[event.key === 'Home' ? 0 : all.length - 1]);
  } else if (/^\d$/.test(event.key)) {
    typed = (typed + event.key).replace(/^0+/, '');
    if (Number(typed) > board.state.top && board.state.top) typed = event.key.replace('0', ''); // it begins another number
    board.touch(cell, cell, typed === '' ? -2 : typed);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    board.touch(cell, cell, -1);
  } else if (event.key === 'm') board.mark(cell);
  else board.key(event.key);
}
