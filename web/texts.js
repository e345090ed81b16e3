/* For node: prints the titles, ideas, rules and how-to of the puzzles as a script of the page. Its argument is the program. */
'use strict';
const out = [], Program = require(require('path').resolve(process.argv[2]));
Program({stdout: c => { if (c !== null) out.push(c & 255); }}).then(program => {
  program.callMain(['list', 'puzzles', '--json']);
  const texts = JSON.parse(Buffer.from(out).toString()).puzzles.map(({name, title, about, sizes}) => [name, {title, about, sizes}]);
  process.stdout.write(`const TEXTS = ${JSON.stringify(Object.fromEntries(texts))};\n`);
});
