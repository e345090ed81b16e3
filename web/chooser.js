/* The dialogs: which puzzle, with pictures of the program; and a board of the reader's own. */

let chooserFilled = false;

/* Cards are drawn when the chooser first opens: a solution of each puzzle's example. */
async function fillChooser() {
  if (chooserFilled) return;
  chooserFilled = true;
  const cards = Object.entries(PUZZLES).map(([name, info]) => {
    const frame = make('span', {class: 'frame', 'aria-hidden': 'true'});
    const card = make('button', {type: 'button', class: 'card', 'data-puzzle': name}, frame, make('strong', {}, info.title), make('span', {class: 'small'}, info.about[0].toUpperCase() + info.about.slice(1) + '.'));
    card.onclick = async () => {
      $('chooser').close();
      choose('play');
      if (await open({...problemFromText(info.start || info.example + '\n'), puzzle: name})) toBoard();
    };
    return [name, frame, card, info];
  });
  $('cards').replaceChildren(...cards.map(([, , card]) => card));
  const painter = new Program();
  try {
    await Promise.all(cards.map(async ([, frame, , info]) => {
      const result = await painter.run(['play', ...info.example.split(' '), '--script', '--time-limit', '10'], {input: 'complete\nstate\n'});
      if (result.status === 0) frame.replaceChildren(picture(JSON.parse(lines(result.out).pop()).svg, ''));
    }));
  } finally { painter.stop(); }
}

function listenToDialogs() {
  $('choose').onclick = () => {
    $('days').textContent = isSolved(today()) ? ['Today\'s puzzle is solved', rowWords(today())].filter(words => words).join(', ') + '.' : '';
    $('chooser').showModal();
    fillChooser();
  };
  $('more').onclick = () => {
    $('menu-title').textContent = `How to play ${info().title}`;
    $('menu-rule').textContent = $('rule').textContent;
    $('menu-how').textContent = $('how').textContent;
    $('menu').showModal();
  };
  $('own-open').onclick = () => {
    $('menu').close();
    $('text').value = problem.text || [problem.puzzle, problem.words].join(' ');
    $('legend').textContent = info().legend || '';
    $('own-wrong').textContent = '';
    $('own').showModal();
  };
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('.close').onclick = () => dialog.close();
    dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
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
    $('own').close();
    if (await open(next, request)) toBoard();
  };
  $('own-form').onsubmit = event => {
    event.preventDefault();
    const text = $('text').value.trim(), [name] = text.split(/\s+/);
    if (!PUZZLES[name] && /^[\w ]*$/.test(text)) $('own-wrong').textContent = `'${name}' is no puzzle; there are: ${Object.keys(PUZZLES).join(', ')}.`;
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
