// A server of the files in a directory: require('./serve.js')(DIR).
'use strict';
const fs = require('fs'), http = require('http'), path = require('path');
const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.json': 'application/json', '.txt': 'text/plain', '.webmanifest': 'application/manifest+json'};
module.exports = root => http.createServer((request, reply) => {
  const file = path.join(root, path.normalize(decodeURIComponent(request.url.split('?')[0])).replace(/\/$/, '/index.html'));
  if (!fs.existsSync(file)) { reply.writeHead(404); reply.end(); return; }
  reply.writeHead(200, {'content-type': TYPES[path.extname(file)]});
  reply.end(fs.readFileSync(file));
});
