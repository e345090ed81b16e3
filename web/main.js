/* Tabs, buttons, and the start. */

const TABS = ['play', 'prove', 'compare'];

/* enters: it is a new entry of the history. */
function choose(tab, enters) {
  if (enters && $(tab).hidden) history.pushState({tab}, '');
  for (const name of TABS) {
    const on = name === tab;
    $('tab-' + name).setAttribute('aria-selected', String(on));
    $('tab-' + name).tabIndex = on ? 0 : -1;
    $(name).hidden = !on;
  }
  $('words').hidden = tab === 'play';
  if (tab !== 'play') { stopNoting(); learnChoices(); }
}

function listenToTabs() {
  for (const name of TABS) {
    $('tab-' + name).onclick = () => choose(name, true);
    $('tab-' + name).onkeydown = event => {
      const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!by) return;
      const next = TABS[(TABS.indexOf(name) + by + TABS.length) % TABS.length];
      choose(next, true);
      $('tab-' + next).focus();
    };
  }
}

function listen() {
  document.addEventListener('click', event => { if (event.target.closest('[aria-disabled="true"]')) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);
  listenToBoard();
  listenToTabs();
  listenToDialogs();
  listenToWin();
  listenToProofs();
  Object.assign(board, {touch, mark: note, key: letter => { const id = {u: 'undo', r: 'redo', h: 'hint', '?': 'more'}[letter]; if (id) $(id).click(); }});
  $('undo').onclick = () => step(-1);
  $('redo').onclick = () => step(1);
  $('reset').onclick = () => move('reset');
  $('again').onclick = async () => { if (await open({...problem, fresh: true})) toBoard(); };
  $('note').onclick = () => (game.noting ? stopNoting() : startNoting());
  $('hint').onclick = hint;
  $('ask').onclick = onTrack;
  $('complete').onclick = complete;
  $('stop').onclick = () => { referee.stop(); focusSoon('hint'); };
  $('mistakes').onchange = () => { quiet(); if (game.state) paint(); };
  $('size').onchange = noteSize;
  $('boards').ontoggle = () => hold(showBoards());
  $('new').onclick = openNew;
  for (const [id, link, what] of [['share', problemLink, 'puzzle'], ['share-at', positionLink, 'position']])
    $(id).onclick = () => copy(link(), words => say(words === 'Copied.' ? `The link to this ${what} is copied.` : link()));
  document.querySelector('.skip').onclick = event => { event.preventDefault(); toBoard(); };
  document.addEventListener('visibilitychange', () => { if (document.hidden) { holdTimer(); saveGame(); } else if (seconds()) startTimer(); });
  setInterval(showTime, 500);
  window.addEventListener('popstate', goBack);
  document.addEventListener('keydown', boardKeys);
}

/* Back and Forward: to another tab, out of a dialog, or to another board. */
function goBack({state}) {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  choose((state && state.tab) || 'play');
  if (location.hash !== '#cells' && location.hash !== addressOf()) openLink(location.hash, FIRST);
}

/* Keys that act wherever the focus is, but in what is written or chosen. */
function boardKeys(event) {
  if ($('play').hidden || event.target.closest('input, textarea, select, dialog')) return;
  const undoes = (event.ctrlKey || event.metaKey) && !event.altKey && {z: event.shiftKey ? 'redo' : 'undo', y: 'redo'}[event.key.toLowerCase()];
  if (undoes) { event.preventDefault(); $(undoes).click(); }
  if (event.target === document.body && event.key.startsWith('Arrow')) { event.preventDefault(); toBoard(); }
}

/* From now on the page opens without a network, too. */
function keepOffline() {
  if (navigator.serviceWorker && location.protocol !== 'file:') navigator.serviceWorker.register('offline.js').catch(() => { /* it needs the network */ });
}

async function begin() {
  await openLink(location.hash, {...FIRST});
  document.documentElement.dataset.ready = 'yes';
}

/* From a file, the browser does not let the page read the program: the reader chooses it. */
function askForProgram() {
  $('local').hidden = false;
  $('wasm').onchange = async () => {
    try { await compiledProgram.take($('wasm').files[0]); } catch (error) { say('This is not the program: ' + (error.message || error), 'no'); return; }
    $('local').hidden = true;
    say('');
    await begin();
  };
}

async function pageMain() {
  [player, referee, scout] = [new Program(), new Program(), new Program()];
  runs = [new Run($('prove-run'), ''), new Run($('run-a'), 'A'), new Run($('run-b'), 'B')];
  listen();
  try {
    await compiledProgram.get();
  } catch (error) {
    compiledProgram.promise = null;
    if (location.protocol === 'file:') askForProgram(); else say(String(error.message || error), 'no');
    return;
  }
  await begin();
  keepOffline();
}

if (typeof document !== 'undefined') pageMain();
else if (typeof importScripts === 'function') workerMain();
