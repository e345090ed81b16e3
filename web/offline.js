/* Keeps the files of this version, so that the page opens without a network. A new version is there once all pages of the old one are closed. */
'use strict';
const KEPT = 'loophole-@VERSION@', FILES = @FILES@;
self.addEventListener('install', event => event.waitUntil(caches.open(KEPT).then(kept => kept.addAll(FILES))));
self.addEventListener('activate', event => event.waitUntil(caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('loophole-') && name !== KEPT).map(name => caches.delete(name))))));
self.addEventListener('fetch', event => {
  if (event.request.method === 'GET') event.respondWith(caches.open(KEPT).then(kept => kept.match(event.request, {ignoreSearch: true})).then(file => file || fetch(event.request)));
});
