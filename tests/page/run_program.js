// The WebAssembly program as a command: node run_program.js DIR WORDS... It has this machine's files and environment, and no other
// programs.
'use strict';
const fs = require('fs'), path = require('path');
const [dir, ...words] = process.argv.slice(2);
const script = fs.readFileSync(path.join(dir, 'loophole.js'), 'utf8');
global.document = undefined;
const factory = new Function('require', '__dirname', '__filename', 'process', script + '\nreturn LoopholeProgram;')(require, dir, path.join(dir, 'loophole.js'), process);

// What it prints, in the order in which it prints it.
const out = {fd: 1, bytes: []};
function flush() {
  const all = Buffer.from(out.bytes);
  out.bytes = [];
  for (let at = 0; at < all.length;) {
    try { at += fs.writeSync(out.fd, all, at); } catch (e) {
      if (e.code === 'EPIPE') process.exit(141);
      if (e.code !== 'EAGAIN') throw e;
    }
  }
}
function put(fd, c) {
  if (c === null) return;
  if (out.fd !== fd) { flush(); out.fd = fd; }
  out.bytes.push(c & 255);
  if (c === 10 || out.bytes.length > 65536) flush();
}

let input = null, at = 0;
function get() {
  if (input === null) input = fs.readFileSync(0);
  return at < input.length ? input[at++] : null;
}

factory({
  wasmBinary: fs.readFileSync(path.join(dir, 'loophole.wasm')),
  preRun: [program => {
    Object.assign(program.ENV, process.env);
    for (const entry of fs.readdirSync('/', {withFileTypes: true})) {
      const name = '/' + entry.name;
      if (['/dev', '/proc', '/sys'].includes(name) || !fs.statSync(name).isDirectory()) continue;
      if (!program.FS.analyzePath(name).exists) program.FS.mkdir(name);
      program.FS.mount(program.FS.filesystems.NODEFS, {root: name}, name);
    }
    program.FS.chdir(process.cwd());
  }],
  stdin: get,
  stdout: c => put(1, c),
  stderr: c => put(2, c),
}).then(program => {
  const status = program.callMain(words);
  flush();
  process.exitCode = status;
}).catch(error => {
  flush();
  console.error(String(error));
  process.exitCode = 134;
});
