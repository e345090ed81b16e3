/* The bounds of runs over time, on one pair of axes. A run is {name, steps: [{seconds, lower_bound, upper_bound}], seconds}. */

/* Three to six round numbers from low to high. */
function ticks(low, high, whole) {
  const span = Math.max(high - low, whole ? 1 : 1e-9), rough = span / 4, power = 10 ** Math.floor(Math.log10(rough));
  let unit = [1, 2, 5, 10].map(m => m * power).find(u => span / u <= 5.5) || span;
  if (whole) unit = Math.max(1, Math.round(unit));
  const all = [];
  for (let t = Math.ceil(low / unit - 1e-9) * unit; t <= high + unit * 1e-6; t += unit) all.push(Number(t.toPrecision(6)));
  return all;
}

function plotBounds(box, runs, unit) {
  const values = runs.flatMap(run => run.steps.flatMap(s => [s.lower_bound, s.upper_bound])).filter(v => typeof v === 'number');
  if (!values.length) { box.replaceChildren(); return; }
  const W = Math.min(640, Math.max(320, box.clientWidth)), H = 260, L = 52, R = 14, T = 12, B = 40;
  const end = Math.max(0.01, ...runs.map(run => run.seconds || 0)), low = Math.min(...values), high = Math.max(Math.max(...values), low + 1);
  const X = s => (L + (W - L - R) * Math.min(1, s / end)).toFixed(1), Y = v => (T + (H - T - B) * (high - v) / (high - low)).toFixed(1);
  const line = (run, key) => {
    let d = '';
    for (const s of run.steps) {
      if (typeof s[key] !== 'number') continue;
      d += d ? `H${X(s.seconds)}V${Y(s[key])}` : `M${X(s.seconds)} ${Y(s[key])}`;
    }
    return d && d + `H${X(run.seconds)}`;
  };
  const grid = ticks(low, high, true).map(v => `<path class="grid" d="M${L} ${Y(v)}H${W - R}"/><text x="${L - 7}" y="${Number(Y(v)) + 4}" text-anchor="end">${v}</text>`);
  const times = ticks(0, end, false).map(s => `<text x="${X(s)}" y="${H - B + 17}" text-anchor="middle">${s}</text>`);
  const drawn = runs.map((run, i) => {
    const last = run.steps[run.steps.length - 1];
    const mark = last && run.done ? `<circle cx="${X(run.seconds)}" cy="${Y(last.lower_bound ?? last.upper_bound)}" r="5"/>` : '';
    return `<g class="run-${i}"><path d="${line(run, 'lower_bound')}"/><path d="${line(run, 'upper_bound')}"/>${mark}</g>`;
  });
  const words = runs.map(run => { const s = run.steps[run.steps.length - 1] || {}; return `${run.name}: from ${s.lower_bound ?? 'unknown'} to ${s.upper_bound ?? 'unknown'} after ${(run.seconds || 0).toFixed(2)} seconds`; });
  box.innerHTML = `<svg class="plot" viewBox="0 0 ${W} ${H}" role="img">${grid.join('')}${times.join('')}<path class="axis" d="M${L} ${T}V${H - B}H${W - R}"/>
    <text x="${(L + W - R) / 2}" y="${H - 6}" text-anchor="middle">seconds of CPU time</text><text transform="rotate(-90)" x="${-(T + (H - T - B) / 2)}" y="13" text-anchor="middle">${unit}</text>${drawn.join('')}</svg>`;
  box.firstChild.setAttribute('aria-label', 'Bounds over time. ' + words.join('; '));
  box.append(make('ul', {class: 'legend'}, ...runs.map((run, i) => make('li', {class: 'run-' + i}, run.name))));
}
