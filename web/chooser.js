/* The dialogs: which puzzle, with pictures of the program; and a board of the reader's own. */

let chooserFilled = false;

/* A dialog is an entry of the history, so that Back closes it. One that opens from another takes its entry. */
function openDialog(id) {
  const state = {tab: 'play', ...history.state, dialog: id};
  if (history.state && history.state.dialog) history.replaceState(state, ''); else history.pushState(state, '');
  $(id).showModal();
}
/* Closes it for a board, which takes its entry. */
function leaveDialog(id) {
  history.replaceState({tab: 'play'}, '');
  $(id).close();
  choose('play');
}

/* A calendar of puzzles, by month: days that were solved have a tick, and days to come wait. It shows the month that is `by` after the one shown. */
let monthShown = '';
function fillDays(by = 0) {
  const [year, month] = (by ? monthShown : today()).split('-').map(Number), first = new Date(Date.UTC(year, month - 1 + by, 1));
  monthShown = first.toISOString().slice(0, 7);
  const before = daysInARow(dayAt(Date.parse(today()) - 864e5));
  $('days').textContent = isSolved(today()) ? ['Today\'s puzzle is solved', rowWords(today())].filter(words => words).join(', ') + '.'
    : before ? `Solve today's puzzle for ${before + 1} days in a row.` : '';
  $('month').textContent = first.toLocaleDateString('en', {month: 'long', year: 'numeric', timeZone: 'UTC'});
  enable($('month-after'), monthShown < today().slice(0, 7));
  const days = Array.from({length: new Date(Date.UTC(year, month + by, 0)).getUTCDate()}, (_, i) => `${monthShown}-${String(i + 1).padStart(2, '0')}`);
  $('archive').replaceChildren(...[...'MTWTFSS'].map(letter => make('span', {class: 'small', 'aria-hidden': 'true'}, letter)), ...days.map(day => {
    const solved = isSolved(day), b = make('button', {type: 'button', 'data-day': day, 'aria-label': `Puzzle of ${day}${solved ? ', solved' : ''}`}, `${Number(day.slice(-2))}${solved ? ' ✓' : ''}`);
    b.disabled = day > today();
    if (day === today()) b.setAttribute('aria-current', 'date');
    b.onclick = () => { leaveDialog('chooser'); openGenerated(dailyOrder(day), {daily: day, replaces: true}); };
    return b;
  }));
  $('archive').children[7].style.gridColumn = String((first.getUTCDay() + 6) % 7 + 1);
}

/* Cards are drawn when the chooser first opens: a solution of a board that is not the one that opens. */
async function fillChooser() {
  if (chooserFilled) return;
  chooserFilled = true;
  const cards = Object.entries(PUZZLES).map(([name, info]) => {
    const frame = make('span', {class: 'frame', 'aria-hidden': 'true'});
    const card = make('button', {type: 'button', class: 'card', 'data-puzzle': name}, frame, make('strong', {}, info.title), make('span', {class: 'small'}, info.about[0].toUpperCase() + info.about.slice(1) + '.'));
    card.onclick = async () => {
      leaveDialog('chooser');
      if (info.made) await openGenerated([name, info.size, ...seedWords()], {replaces: true});
      else if (!await open({...problemFromText(info.start), puzzle: name, replaces: true})) return;
      toBoard();
    };
    return [name, frame, card, info];
  });
  const inBook = ([, , , info]) => info.book;
  $('cards').replaceChildren(...cards.filter(card => !inBook(card)).map(([, , card]) => card), make('h3', {}, 'From the book'), ...cards.filter(inBook).map(([, , card]) => card));
  const painter = new Program();
  try {
    await Promise.all(cards.map(async ([, frame, , info]) => {
      const result = await painter.run(['play', ...info.card.split(' '), '--script', '--time-limit', '10'], {input: 'complete\nstate\n'});
      if (result.status === 0) frame.replaceChildren(picture(JSON.parse(lines(result.out).pop()).svg, ''));
    }));
  } finally { painter.stop(); }
}

function listenToDialogs() {
  $('choose').onclick = () => {
    fillDays();
    openDialog('chooser');
    fillChooser();
  };
  $('month-before').onclick = () => fillDays(-1);
  $('month-after').onclick = () => fillDays(1);
  $('more').onclick = () => {
    $('menu-title').textContent = `How to play ${info().title}`;
    $('menu-rule').textContent = $('rule').textContent;
    $('menu-how').textContent = $('how').textContent;
    openDialog('menu');
  };
  $('own-open').onclick = () => {
    openDialog('own');
    $('menu').close();
    $('text').value = problem.text || [problem.puzzle, problem.words].join(' ');
    $('legend').textContent = info().legend || '';
    $('own-wrong').textContent = '';
  };
  for (const dialog of document.querySelectorAll('dialog')) {
    const close = () => { if (history.state && history.state.dialog === dialog.id) history.back(); else dialog.close(); }; // it closes on the way back
    dialog.querySelector('.close').onclick = close;
    dialog.addEventListener('cancel', event => { event.preventDefault(); close(); });
    dialog.addEventListener('click', event => { if (event.target === dialog) close(); });
  }
  const openOwn = async next => {
    const names = Object.keys(PUZZLES).join(', ');
    if (!next.puzzle) { $('own-wrong').textContent = `The text names no puzzle in its first line, and is no model. The puzzles are: ${names}.`; return; }
    const request = newRequest(), result = await player.run(['play', ...problemArgs(next), '--script'], {input: 'state\n', files: problemFiles(next)});
    if (request !== game.request) return;
    if (result.status) {
      const guess = ` The text was read as a board of ${info().title}. Begin it with the name of its puzzle (${names}), or write a model.`;
      $('own-wrong').textContent = complaint(result.err) + (next.guessed ? guess : '');
      return;
    }
    if (next.puzzle === 'link') next.puzzle = JSON.parse(lines(result.out).pop()).puzzle;
    leaveDialog('own');
    if (await open({...next, replaces: true}, request)) toBoard();
  };
  $('own-form').onsubmit = event => {
    event.preventDefault();
    const text = $('text').value.trim(), [name] = text.split(/\s+/);
    if (!text) $('own-wrong').textContent = 'Type or paste a board first, or choose a file.';
    else if (!PUZZLES[name] && /^[\w ]*$/.test(text)) $('own-wrong').textContent = `'${name}' is no puzzle; there are: ${Object.keys(PUZZLES).join(', ')}.`;
    else openOwn(problemFromText(text + '\n'));
  };
  $('file').onchange = async () => {
    const [file] = $('file').files;
    if (!file) return;
    $('text').value = await hold(file.text());
    $('file').value = '';
    await openOwn(problemFromText($('text').value, file.name));
  };
  $('daily').onclick = () => { choose('play'); openGenerated(dailyOrder(today()), {daily: today()}); };
}
