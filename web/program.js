/* The program in WebAssembly: runs of the command line in a worker. loophole.js holds the compiler's script
 * (LoopholeProgram) and then the page's scripts; a page loads it as its script, a worker as its program. The package for
 * npm has this file too (packaging/npm). */
'use strict';

/* In a worker: takes {id, args, input, files, wanted, keep}, posts {id, status, out, err, files}. Each run gets new memory,
 * but for a game: `keep` leaves it open, and the next run of the same game only hands it the orders in `input`. */
function workerMain() {
  let compiled = null, kept = null; // {game, orders, program, io}; orders: those made, without the question at the end
  const decode = bytes => new TextDecoder().decode(new Uint8Array(bytes));
  /* The text files in a directory of the program, by path. */
  function readAll(fs, path, found) {
    if (!fs.analyzePath(path).exists) return;
    if (!fs.isDir(fs.stat(path).mode)) { found[path] = fs.readFile(path); return; }
    for (const name of fs.readdir(path)) if (name !== '.' && name !== '..') readAll(fs, path + '/' + name, found);
  }
  const streams = input => ({bytes: new TextEncoder().encode(input || ''), at: 0, out: [], err: []});
  async function run({id, args, input, files, wanted, keep}) {
    const game = keep && JSON.stringify([args, files]), orders = (input || '').trimEnd().split('\n').slice(0, -1);
    if (keep && kept && kept.game === game) {
      const io = Object.assign(kept.io, streams(''));
      const follows = !orders.includes('state') && kept.orders.every((order, i) => order === orders[i]);
      kept.program.ccall('play_script_kept', null, ['string'], [follows ? input.split('\n').slice(kept.orders.length).join('\n') : 'restart\n' + input]);
      kept.orders = orders;
      self.postMessage({id, status: 0, out: decode(io.out), err: io.err.join('\n'), files: {}});
      return;
    }
    const io = streams(keep ? input + 'keep\n' : input);
    let line = [];
    kept = null;
    const program = await LoopholeProgram({
      instantiateWasm(imports, done) { WebAssembly.instantiate(compiled, imports).then(done); return {}; },
      stdin: () => io.at < io.bytes.length ? io.bytes[io.at++] : null,
      stdout: c => { if (c !== null) io.out.push(c & 255); },
      stderr: c => {
        if (c === null) return;
        if (c !== 10) { line.push(c & 255); return; }
        const words = decode(line);
        line = [];
        if (words.startsWith('{')) self.postMessage({id, progress: words});
        else io.err.push(words);
      },
    });
    for (const name in files || {}) program.FS.writeFile(name, files[name]);
    const status = program.callMain(args), read = {};
    for (const name of wanted || []) readAll(program.FS, name, read);
    if (game && !status) kept = {game, orders, program, io};
    self.postMessage({id, status: status || 0, out: decode(io.out), err: io.err.join('\n'), files: read});
  }
  self.onmessage = event => {
    if (event.data.module) compiled = event.data.module;
    else run(event.data).catch(error => self.postMessage({id: event.data.id, broken: String(error)}));
  };
}

const here = typeof document !== 'undefined' && document.currentScript ? document.currentScript.src : '';

/* The compiled program, which all workers share. A page that was opened from a file can neither fetch it nor start a
 * worker from a script; then the reader hands the program over, and workers start from a copy of this script. */
const compiledProgram = {
  promise: null,
  fromFile: false,
  script: null,
  place: () => new URL('loophole.wasm', here),
  async bytes() {
    const answer = await fetch(this.place());
    if (!answer.ok) throw new Error('loophole.wasm cannot be loaded: ' + answer.status);
    return answer.arrayBuffer();
  },
  get() {
    this.promise = this.promise || this.bytes().then(bytes => WebAssembly.compile(bytes));
    return this.promise;
  },
  async take(file) {
    const module = await WebAssembly.compile(await file.arrayBuffer());
    this.promise = Promise.resolve(module);
    this.fromFile = true;
  },
  worker() {
    if (!this.fromFile) return new Worker(here);
    // The place of the script, as older and newer versions of the compiler call it.
    const source = `var _scriptDir, _scriptName; const LoopholeProgram = ${LoopholeProgram};\n(${workerMain})();`;
    this.script = this.script || URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
    return new Worker(this.script);
  },
};

/* One worker, whose runs follow one another. stop() ends it and every run that waits. */
class Program {
  constructor() { this.worker = null; this.waiting = new Map(); this.count = 0; this.starts = 0; }
  async start() {
    const now = ++this.starts, module = await compiledProgram.get();
    if (now !== this.starts) return;
    this.worker = compiledProgram.worker();
    this.worker.postMessage({module});
    this.worker.onmessage = ({data}) => {
      const job = this.waiting.get(data.id);
      if (!job) return;
      if (data.progress) { if (job.progress) job.progress(JSON.parse(data.progress)); return; }
      this.waiting.delete(data.id);
      if (data.broken) { this.stop(); job.fail(new Error(data.broken)); } else job.done(data);
    };
    this.worker.onerror = event => this.stop(new Error(event.message || 'The worker could not be started.'));
    for (const [id, job] of this.waiting) this.worker.postMessage({id, ...job.order});
  }
  run(args, {input, files, wanted, keep, progress} = {}) {
    const id = ++this.count, order = {args, input, files, wanted, keep};
    return Program.held(new Promise((done, fail) => {
      const first = !this.waiting.size && !this.worker;
      this.waiting.set(id, {done, fail, progress, order});
      if (this.worker) this.worker.postMessage({id, ...order});
      else if (first) this.start().catch(error => this.stop(error));
    }));
  }
  stop(why) {
    if (this.worker) this.worker.terminate();
    this.worker = null;
    this.starts++;
    const jobs = [...this.waiting.values()];
    this.waiting.clear();
    for (const job of jobs) why ? job.fail(why) : job.done({stopped: true});
  }
  get busy() { return this.waiting.size > 0; }
}

/* What else is done with the promise of a run: the page counts it as work that is not done. */
Program.held = promise => promise;

const fileText = bytes => new TextDecoder().decode(bytes);
