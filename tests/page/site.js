// What keeps people out of the site's pages, by axe, and what a page does not find: node site.js SITE CHROMIUM PAGE...
// In a wide and a narrow window, light and dark. Prints each fault; status 1 if there is one.
'use strict';
const fs = require('fs'), puppeteer = require('puppeteer-core'), axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [site, chromium, ...pages] = process.argv.slice(2);

(async () => {
  const server = require('./serve.js')(site);
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const browser = await puppeteer.launch({executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'], timeout: 300000, protocolTimeout: 300000});
  for (const [scheme, width] of [['light', 1280], ['dark', 390]]) {
    const page = await (await browser.createBrowserContext()).newPage(); // the site remembers a scheme
    let name = '';
    const fault = text => { console.log(`${name}, ${scheme}, ${width} px: ${text}`); process.exitCode = 1; };
    page.setDefaultTimeout(300000);
    page.on('pageerror', error => fault(error.message));
    page.on('response', response => response.status() < 400 || fault(`${response.status()} ${response.url()}`));
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
    await page.setViewport({width, height: 844});
    for (name of pages) {
      await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
      if (await page.evaluate(() => document.body.dataset.mdColorScheme) !== (scheme === 'dark' ? 'slate' : 'default')) fault('another scheme');
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)) fault('wider than the window');
      if (!await page.evaluate(() => document.querySelector('meta[name=description]')?.content)) fault('no description');
      await page.evaluate(axe);
      for (const found of (await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}))).violations)
        fault(`${found.help}: ${found.nodes[0].html.slice(0, 200)}`);
    }
  }
  await browser.close();
  server.close();
})();
