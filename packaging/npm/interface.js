
/* The package for npm: this follows web/program.js in loophole.mjs. loophole.d.mts describes what is exported. */

const inNode = typeof process !== 'undefined' && !!(process.versions && process.versions.node) && typeof window === 'undefined';
let threads = null; // node:worker_threads

compiledProgram.place = () => new URL('./loophole.wasm', import.meta.url);
const fetchProgram = compiledProgram.bytes;
compiledProgram.bytes = async function () {
  if (!inNode) return fetchProgram.call(this);
  threads = await import('node:worker_threads');
  return (await import('node:fs/promises')).readFile(this.place());
};
/* A thread of Node with the interface of a browser's worker. It keeps the process alive only while it works. */
class Thread {
  constructor() {
    this.working = new Set();
    this.thread = new threads.Worker(new URL('./loophole-worker.js', import.meta.url));
    this.thread.unref();
    this.thread.on('message', data => {
      if (!data.progress && this.working.delete(data.id) && !this.working.size) this.thread.unref();
      this.onmessage({data});
    });
    this.thread.on('error', error => this.onerror(error));
  }
  postMessage(data) {
    if (data.id !== undefined) { this.working.add(data.id); this.thread.ref(); }
    this.thread.postMessage(data);
  }
  terminate() { this.thread.terminate(); }
}
compiledProgram.worker = () => inNode ? new Thread() : new Worker(new URL('./loophole-worker.js', import.meta.url));

const toWords = (options, flags) => Object.entries(options).flatMap(([name, value]) => {
  const flag = '--' + name.replace(/[A-Z]/g, c => '-' + c.toLowerCase());
  return value === false || value === undefined ? [] : value === true ? [flag] : [flag, String(value)];
}).concat(flags);

/* What was refused: `message` is the program's sentence, `status` its exit status. */
export class LoopholeError extends Error {
  constructor(message, status) { super(message); this.name = 'LoopholeError'; this.status = status; }
}

/* The program in one worker. Calls follow one another. */
export class Loophole {
  constructor() { this.program = new Program(); }

  /* A run of the command line: {status, out, err, files}. */
  async run(args, {input, files, wanted, keep, progress, signal} = {}) {
    if (signal) signal.throwIfAborted();
    const abort = () => this.program.stop(signal.reason);
    if (signal) signal.addEventListener('abort', abort, {once: true});
    try {
      const result = await this.program.run(args, {input, files, wanted, keep, progress});
      if (result.stopped) throw new LoopholeError('The call was ended by close().', 5);
      return result;
    } finally { if (signal) signal.removeEventListener('abort', abort); }
  }

  async ask(command, problem, {progress, signal, ...options} = {}, flags = []) {
    const {words, files} = Loophole.words(problem);
    const args = [command, ...words, ...toWords(options, flags), ...(progress ? ['--progress', 'json'] : [])];
    const result = await this.run(args, {files, progress, signal});
    if ([1, 2, 3].includes(result.status) || (result.status && command === 'generate')) throw new LoopholeError((result.err || result.out).replace(/^loophole: /, ''), result.status);
    return result;
  }

  /* A model in JSON (an object or its text), or the words of a puzzle, such as "gunport 6x6". */
  static words(problem) {
    const text = typeof problem === 'string' ? problem : JSON.stringify(problem);
    return text.trimStart().startsWith('{') ? {words: ['-f', '/model.json'], files: {'/model.json': text}} : {words: text.trim().split(/\s+/), files: {}};
  }

  async solve(problem, options) { return JSON.parse((await this.ask('solve', problem, options, ['--json'])).out); }
  async count(problem, options) { return JSON.parse((await this.ask('count', problem, options, ['--json'])).out); }
  async explain(problem, options) { return JSON.parse((await this.ask('explain', problem, options, ['--json'])).out); }
  /* true or false, or null if a limit came before that was decided. */
  async unique(problem, options) { return (await this.solve(problem, {...options, unique: true})).unique; }
  async generate(problem, options) { return (await this.ask('generate', problem, options)).out; }

  play(problem, options = {}) { return new Game(this, problem, options); }
  close() { this.program.stop(); }
}

/* A game. Its orders are those of `play --script`; the answer to each is an object. */
class Game {
  constructor(loophole, problem, options) {
    const {words, files} = Loophole.words(problem);
    Object.assign(this, {loophole, files, args: ['play', ...words, ...toWords(options, ['--script'])], orders: [], moved: Promise.resolve()});
  }
  /* The answer to a question: "state", "hint", "ask", "best" ... */
  async ask(question = 'state', orders = this.orders) {
    const input = [...orders, question].join('\n') + '\n';
    const result = await this.loophole.run(this.args, {input, files: this.files, keep: true});
    if (result.status) throw new LoopholeError(result.err, result.status);
    const answers = result.out.trim().split('\n').map(line => JSON.parse(line)), no = answers.find(answer => answer.refused);
    if (no) throw new LoopholeError(no.refused, 1);
    return answers.pop();
  }
  /* A move, such as "touch 1,6", "undo" or "reset". Returns the state after it; a refused one is an error, and no move. */
  move(order) {
    const last = this.moved, moved = (async () => {
      await last;
      const state = await this.ask('state', [...this.orders, order]);
      this.orders.push(order);
      return state;
    })();
    this.moved = moved.catch(() => {}); // moves follow one another
    return moved;
  }
}
