/* For node: prints the page with the drawing of its first board, so that a browser shows it before the program is there. Its arguments are the program
 * and the address of the site. */
'use strict';
const fs = require('fs'), path = require('path'), here = name => path.join(__dirname, name);
const FIRST = new Function('const TEXTS = {};' + fs.readFileSync(here('puzzles.js')) + 'return FIRST;')();
const input = Buffer.from('state\n'), out = [], Program = require(path.resolve(process.argv[2]));
let at = 0;
Program({stdin: () => at < input.length ? input[at++] : null, stdout: c => { if (c !== null) out.push(c & 255); }}).then(program => {
  program.FS.writeFile('/board.txt', FIRST.text);
  program.callMain(['play', '-f', '/board.txt', '--script']);
  const {svg, width, height} = JSON.parse(Buffer.from(out).toString());
  const drawing = svg.replace(/<(title|desc)>.*?<\/\1>\n?/g, '').replace(/ (width|height)="\d+"/, '').replace(/ (width|height)="\d+"/, '').replace('<svg ', '<svg aria-hidden="true" ');
  process.stdout.write(fs.readFileSync(here('index.html'), 'utf8').replace(/@SITE@/g, process.argv[3] || '').replace('@RATIO@', `style="--ratio: ${width / height}; --wide: ${Math.round(width * 3.6)}px"`)
    .replace('<!--board-->', () => `<div class="picture">${drawing.trim()}</div>`));
});
