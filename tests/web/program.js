// The WebAssembly program as a command: node program.js DIR WORDS... Files that the words name are read and written here.
'use strict';
const fs = require('fs'), path = require('path');
const [dir, ...words] = process.argv.slice(2);
const script = fs.readFileSync(path.join(dir, 'loophole.js'), 'utf8');
global.document = undefined;
const factory = new Function('require', '__dirname', '__filename', 'process', script + '\nreturn LoopholeProgram;')(require, dir, path.join(dir, 'loophole.js'), process);
let input = null, at = 0;
const out = [], err = [];
factory({
  wasmBinary: fs.readFileSync(path.join(dir, 'loophole.wasm')),
  stdin: () => { if (input === null) input = fs.readFileSync(0); return at < input.length ? input[at++] : null; },
  stdout: c => { if (c !== null) out.push(c & 255); },
  stderr: c => { if (c !== null) err.push(c & 255); },
}).then(program => {
  for (const word of words) if (fs.existsSync(word) && fs.statSync(word).isFile()) program.FS.writeFile(path.basename(word), fs.readFileSync(word));
  const status = program.callMain(words);
  for (const name of program.FS.readdir('.')) {
    if (['.', '..', 'tmp', 'home', 'dev', 'proc'].includes(name)) continue;
    fs.writeFileSync(name, program.FS.readFile(name));
  }
  fs.writeSync(1, Buffer.from(out));
  fs.writeSync(2, Buffer.from(err));
  process.exitCode = status;
});
