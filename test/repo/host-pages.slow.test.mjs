// Pages that other software made: frames, policies, old libraries, translators, service workers, printers, no network. Each is a
// real page with the built script tag, a real browser and a real server.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, openTagSite, PATIENCE, runsTool, strictPolicy } from './tag-site.mjs';

let site;
before(async () => {
  // Playwright turns off what Back uses.
  site = await openTagSite({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});
after(() => site?.close());

const tags = {
  classic: '<script src="/dist/mcp-embed.iife.js"></script>',
  module: '<script type="module" src="/dist/mcp-embed.js"></script>',
};
const client = (attributes = 'storage="none"') => `<mcp-client url="${site.server}" ${attributes}></mcp-client>`;
const widget = (tag = tags.classic) => html(tag, client());

/** Opens a page, runs a tool in it and finds no complaint. @returns what `then` gives */
async function works(address, { within = (page) => page, then, allowed = /(?!)/, options } = {}) {
  const { page, context, complaints } = await site.visit(address, options);
  const where = await within(page);
  await runsTool(where);
  const result = await then?.(page, where);
  assert.deepEqual(
    complaints.filter((one) => !allowed.test(one)),
    [],
  );
  await context.close();
  return result;
}
const frame = (page) => page.frameLocator('iframe');

describe('in a frame', { timeout: 300_000 }, () => {
  const inFrame = (attributes) => html('', `<iframe width="1000" height="800" ${attributes}></iframe>`);
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

  for (const kind of Object.keys(tags)) {
    it(`of the same origin, ${kind}`, () =>
      works(site.page(inFrame(`src="${site.page(widget(tags[kind]))}"`)), { within: frame }));

    it(`of another origin, ${kind}`, () =>
      works(site.page(inFrame(`src="${site.page(widget(tags[kind]), { at: site.there })}"`)), { within: frame }));

    it(`of srcdoc, ${kind}`, () =>
      works(site.page(inFrame(`srcdoc="${escaped(widget(tags[kind]))}"`)), { within: frame }));

    it(`of srcdoc, sandboxed, of opaque origin, ${kind}`, () =>
      works(site.page(inFrame(`sandbox="allow-scripts allow-forms" srcdoc="${escaped(widget(tags[kind]))}"`)), {
        within: frame,
      }));
  }

  it('sandboxed, with its own origin', () =>
    works(site.page(inFrame(`sandbox="allow-scripts allow-same-origin allow-forms" src="${site.page(widget())}"`)), {
      within: frame,
      // Chromium says so of each such frame.
      allowed: /can escape its sandboxing/,
    }));

  it('sandboxed without scripts: the page’s text stays', async () => {
    const inside = html(tags.classic, `<mcp-client url="${site.server}">No scripts here.</mcp-client>`);
    const { page, context } = await site.visit(site.page(inFrame(`sandbox src="${site.page(inside)}"`)));
    await frame(page).getByText('No scripts here.').waitFor();
    await context.close();
  });

  it('about:blank, written into by its parent', () =>
    works(
      site.page(
        html(
          '',
          `<iframe width="1000" height="800"></iframe><script>const d = document.querySelector('iframe').contentDocument; d.open(); d.write(${JSON.stringify(widget()).replaceAll('</script', '<\\/script')}); d.close();</script>`,
        ),
      ),
      { within: frame },
    ));
});

describe('under policies', { timeout: 120_000 }, () => {
  it('that deny every feature', () =>
    works(
      site.page(widget(), {
        headers: {
          'permissions-policy': [
            ...['accelerometer', 'autoplay', 'camera', 'clipboard-read', 'clipboard-write', 'cross-origin-isolated'],
            ...[
              'display-capture',
              'encrypted-media',
              'fullscreen',
              'geolocation',
              'gyroscope',
              'hid',
              'idle-detection',
            ],
            ...['identity-credentials-get', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'usb'],
            ...['picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'storage-access'],
            ...['sync-xhr', 'unload', 'web-share', 'window-management', 'xr-spatial-tracking'],
          ]
            .map((name) => `${name}=()`)
            .join(', '),
        },
      }),
      { allowed: /Permissions-Policy header|permissions policy/i },
    ));

  it('that isolate the page: COEP require-corp and COOP', () =>
    works(
      site.page(html(`<script src="${site.there.origin}/dist/mcp-embed.iife.js" crossorigin></script>`, client()), {
        headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
      }),
      { then: async (page) => assert.equal(await page.evaluate(() => crossOriginIsolated), true) },
    ));

  it('that the documents name, in a frame of another origin', () =>
    works(
      site.page(
        html(
          '',
          `<iframe width="1000" height="800" src="${site.page(widget(tags.module), { at: site.there, headers: { 'content-security-policy': strictPolicy(site.server) } })}"></iframe>`,
        ),
      ),
      { within: frame, allowed: /script-src-attr/ },
    ));
});

/** What pages and their libraries do to the language before our script runs. */
const POLLUTED = {
  'Object.prototype with functions that can be enumerated':
    'Object.prototype.extend = function () {}; Object.prototype.x = 1; Object.prototype.each = () => {};',
  'Array.prototype with functions that can be enumerated':
    'Array.prototype.last = function () { return this[this.length - 1]; }; Array.prototype.remove = function () {};',
  'String.prototype, changed':
    'String.prototype.trim = function () { return this.replace(/^\\s+|\\s+$/g, ""); }; String.prototype.contains = function (s) { return this.indexOf(s) >= 0; }; String.prototype.includes = function (s, at) { return this.indexOf(s, at) !== -1; };',
  'toJSON of arrays, as in Prototype.js':
    'Array.prototype.toJSON = function () { return "[" + this.map((x) => JSON.stringify(x)).join(", ") + "]"; }; String.prototype.toJSON = function () { return JSON.stringify(String(this)); };',
  'toJSON of objects': 'Object.prototype.toJSON = function () { return "polluted"; };',
  'a module loader':
    'window.define = () => { throw new Error("define"); }; define.amd = {}; window.require = window.exports = window.module = {};',
  'patched timers and promises, as in zone.js': `
    const then = Promise.prototype.then;
    class ZoneAwarePromise extends Promise { then(...all) { return then.apply(this, all.map((f) => typeof f === 'function' ? (v) => f(v) : f)); } }
    Promise.prototype.then = function (...all) { return then.apply(this, all.map((f) => typeof f === 'function' ? function () { return f.apply(this, arguments); } : f)); };
    window.Promise = ZoneAwarePromise;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask']) { const own = window[name]; window[name] = function (f, ...rest) { return own.call(window, function () { return f.apply(this, arguments); }, ...rest); }; }
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, f, options) { return add.call(this, type, typeof f === 'function' ? (f.zone ??= function (event) { return f.call(this, event); }) : f, options); };
    const remove = EventTarget.prototype.removeEventListener;
    EventTarget.prototype.removeEventListener = function (type, f, options) { return remove.call(this, type, f?.zone ?? f, options); };`,
  'document.write around it':
    'document.write("<p>written before</p>"); addEventListener("DOMContentLoaded", () => {});',
};

describe('with a language that a page changed', { timeout: 300_000 }, () => {
  for (const [what, code] of Object.entries(POLLUTED))
    for (const kind of Object.keys(tags))
      it(`${what}, ${kind}`, async () => {
        const body = `${client('storage="local" transcript capabilities="sampling elicitation"')}<script>${what.startsWith('document.write') ? 'document.write("<p>written after</p>");' : ''}</script>`;
        const sent = [];
        await works(site.page(html(`<script>${code}</script>${tags[kind]}`, body)), {
          within: async (page) => {
            page.on('request', (request) => request.url() === site.server && sent.push(request.postData() ?? ''));
            return page;
          },
          then: async (page) => {
            // Lists in arguments arrive as lists, and what is stored is free of what the page added.
            const answer = await page.evaluate(async () => {
              const { session } = document.querySelector('mcp-client');
              const { content } = await session.tools.call('echo', {
                message: 'a',
                list: [1, [2]],
                deep: { list: [] },
              });
              return content[0].text;
            });
            assert.equal(answer, 'Echo: a');
            const call = sent.find((one) => one.includes('"list"'));
            assert.deepEqual(JSON.parse(call).params.arguments, { message: 'a', list: [1, [2]], deep: { list: [] } });
            for (const one of sent) assert.doesNotMatch(one, /extend|polluted|"x":|"last"|"each"/);
            await page.waitForTimeout(1500);
            const stored = await page.evaluate(async () => {
              const found = [];
              for (const { name } of await indexedDB.databases()) {
                const database = await new Promise((resolve) => {
                  indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result);
                });
                for (const store of database.objectStoreNames)
                  found.push(
                    ...(await new Promise((resolve) => {
                      database.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) =>
                        resolve(target.result);
                    })),
                  );
                database.close();
              }
              const own = (value) =>
                typeof value !== 'object' || value === null
                  ? `${value}`
                  : Object.keys(value)
                      .map((key) => `${key}: ${own(value[key])}`)
                      .join('\n');
              return own(found);
            });
            assert.ok(stored.includes('get-sum'));
            const [alien] =
              /.{0,80}polluted|\bextend:|\blast:|\beach:|"extend"|"last"|"(?:items|fields|required|enum)":"\[/.exec(
                stored,
              ) ?? [];
            assert.equal(alien, undefined);
          },
        });
      });
});

describe('translated by the browser', { timeout: 60_000 }, () => {
  it('goes on when each of its texts was put into <font>, and says what is new', async () => {
    const { page, context, complaints } = await site.visit(site.page(widget()));
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    await page.evaluate(() => {
      const translate = () => {
        const roots = [document];
        for (const root of roots) {
          for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          const texts = [];
          while (walker.nextNode()) texts.push(walker.currentNode);
          for (const text of texts) {
            if (!text.data.trim() || text.parentElement?.closest('font, script, style')) continue;
            const [outer, inner] = [document.createElement('font'), document.createElement('font')];
            text.replaceWith(outer);
            outer.append(inner);
            inner.append(text.data);
          }
        }
      };
      translate();
      setInterval(translate, 200);
    });
    await page.waitForTimeout(500);
    await runsTool(page);
    // The second result takes the place of the first.
    await page.getByRole('textbox', { name: /^b\b/ }).fill('40');
    await page.getByRole('button', { name: 'Run get-sum' }).click();
    await page.getByText('The sum of 2 and 40 is 42.').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('with a service worker of the page', { timeout: 120_000 }, () => {
  const WORKERS = {
    'that passes everything on': 'event.respondWith(fetch(event.request))',
    'that caches what it sees':
      "event.respondWith(caches.open('all').then(async (cache) => (await cache.match(event.request)) ?? fetch(event.request).then((answer) => { if (event.request.method === 'GET' && answer.ok && !/event-stream/.test(answer.headers.get('content-type'))) cache.put(event.request, answer.clone()); return answer; })))",
    'that fails for other origins':
      "if (new URL(event.request.url).origin !== location.origin) event.respondWith(Promise.reject(new Error('no')))",
  };
  for (const [what, code] of Object.entries(WORKERS))
    it(what, async () => {
      const worker = site.page(
        `self.addEventListener('install', () => skipWaiting()); self.addEventListener('activate', (event) => event.waitUntil(clients.claim())); self.addEventListener('fetch', (event) => { ${code} });`,
        { type: 'text/javascript' },
      );
      const address = site.page(
        html(
          `<script>globalThis.controlled = navigator.serviceWorker.register('${new URL(worker).pathname}', { scope: '/page/' }).then(() => new Promise((resolve) => (navigator.serviceWorker.controller ? resolve() : (navigator.serviceWorker.oncontrollerchange = resolve))));</script>${tags.module}`,
          '',
        ),
      );
      const { page, context } = await site.visit(address);
      await page.waitForFunction(() => globalThis.controlled);
      await page.evaluate(() => controlled);
      await page.evaluate((markup) => (document.body.innerHTML = markup), client());
      if (what.includes('fails')) {
        await page
          .getByText(/^No connection to/)
          .first()
          .waitFor();
        await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      } else await runsTool(page);
      await context.close();
    });
});

describe('on paper', { timeout: 60_000 }, () => {
  it('shows all of a result, however long, and cuts nothing off', async () => {
    const { page, context } = await site.visit(site.page(widget()), { viewport: { width: 800, height: 600 } });
    await runsTool(page);
    await page.emulateMedia({ media: 'print' });
    const cut = await page.evaluate(() => {
      const roots = [document.querySelector('mcp-client').shadowRoot];
      const found = [];
      for (const root of roots)
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) roots.push(element.shadowRoot);
          if (!element.matches('.frame, .detail-pane, .body, .list-pane') || !element.checkVisibility()) continue;
          const { overflowY } = getComputedStyle(element);
          if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1)
            found.push(`${element.className} ${element.scrollHeight} ${element.clientHeight}`);
        }
      return found;
    });
    assert.deepEqual(cut, []);
    const { height } = await page.locator('mcp-client').boundingBox();
    const result = await page.getByText('The sum of 2 and 3 is 5.').first().boundingBox();
    assert.ok(result.y + result.height <= height + 50, 'the result is inside');
    const paper = await page.pdf({ format: 'A4' });
    assert.ok(paper.length > 10_000);
    await context.close();
  });
});

describe('left and come back to', { timeout: 60_000 }, () => {
  it('works after Back, whether the browser kept the page or not', async () => {
    const { page, context, complaints } = await site.visit(site.page(widget()));
    await runsTool(page);
    await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => (globalThis.wasKept = persisted)));
    await page.goto(site.page(html('', 'elsewhere')));
    await page.goBack({ waitUntil: 'commit' });
    await page
      .getByText(/^Connected$/)
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: 'Run get-sum' })
      .or(page.getByRole('option', { name: /get-sum/ }))
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('goes on when a page is told that it was kept: pagehide and pageshow', async () => {
    const { page, context, complaints } = await site.visit(site.page(widget()));
    await runsTool(page);
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.getByRole('textbox', { name: /^b\b/ }).fill('40');
    await page.getByRole('button', { name: 'Run get-sum' }).click();
    await page.getByText('The sum of 2 and 40 is 42.').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('without a network', { timeout: 120_000 }, () => {
  it('at the start: says so, and connects when there is one', async () => {
    // The page is loaded, and then there is no network before the element has its address.
    const { page, context } = await site.visit(
      site.page(html(tags.classic, '<mcp-client storage="none"></mcp-client>')),
    );
    await page.getByText('No server yet').waitFor();
    await context.setOffline(true);
    await page.evaluate((url) => (document.querySelector('mcp-client').url = url), site.server);
    await page
      .getByText(/offline|No connection to/i)
      .first()
      .waitFor();
    await context.setOffline(false);
    const again = page.getByRole('button', { name: 'Try again' }).first();
    const list = page.getByRole('option', { name: /get-sum/ });
    await again.or(list).first().waitFor();
    if (await again.isVisible()) await again.click();
    await runsTool(page);
    await context.close();
  });

  it('in the middle: a call says so, and works when there is one again', async () => {
    const { page, context } = await site.visit(site.page(widget()));
    await runsTool(page);
    await context.setOffline(true);
    await page.getByRole('textbox', { name: /^b\b/ }).fill('40');
    await page.getByRole('button', { name: 'Run get-sum' }).click();
    await page
      .getByText(/offline|could not|No connection|no network|did not/i)
      .first()
      .waitFor({ timeout: 2 * PATIENCE });
    await context.setOffline(false);
    await page
      .getByRole('button', { name: /Run get-sum|Try again|Run again/ })
      .first()
      .click();
    await page.getByText('The sum of 2 and 40 is 42.').first().waitFor();
    await context.close();
  });
});
