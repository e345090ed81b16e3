/* Small helpers for the document. */

const $ = id => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const e = document.createElement(tag);
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  e.append(...children);
  return e;
};
const lines = text => text.split('\n').filter(line => line);
const plural = (n, one, many) => `${n} ${n === 1 ? one : many || one + 's'}`;
const clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/* Enables a button, or disables it. If it has the focus, it keeps it, so that keys do not begin at the top of the page again. */
function enable(button, is) {
  const keeps = !is && button === document.activeElement;
  button.disabled = !is && !keeps;
  if (keeps) button.setAttribute('aria-disabled', 'true'); else button.removeAttribute('aria-disabled');
}
/* Focuses a button once the click that hid another one is done. */
const focusSoon = id => setTimeout(() => $(id).focus({preventScroll: true}));

/* An SVG of the program as an element that fills its place. name: what it shows, or '' if the page says that. */
function picture(svg, name) {
  const box = make('div', {class: 'picture'});
  box.innerHTML = svg;
  const drawing = box.querySelector('svg');
  drawing.removeAttribute('width');
  drawing.removeAttribute('height');
  for (const words of drawing.querySelectorAll('title, desc')) words.remove();
  if (name) drawing.setAttribute('aria-label', name);
  else drawing.setAttribute('aria-hidden', 'true');
  return box;
}

function download(name, bytes, type) {
  const a = make('a', {href: URL.createObjectURL(new Blob([bytes], {type})), download: name});
  document.body.append(a);
  a.click();
  a.remove();
}

/* Work that may still change the page: the attribute data-pending of <html> counts it, so that a script can wait for 0. */
let pending = 0;
const countPending = by => { document.documentElement.dataset.pending = pending += by; };
function hold(promise) {
  countPending(1);
  promise.then(() => countPending(-1), () => countPending(-1));
  return promise;
}
Program.held = hold;
