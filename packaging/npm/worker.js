/* The worker of the package for npm. In Node it is a thread, which gets what a browser's worker has. */
if (typeof self === 'undefined') {
  const {parentPort} = require('node:worker_threads');
  globalThis.self = {postMessage: data => parentPort.postMessage(data)};
  parentPort.on('message', data => self.onmessage({data}));
}
