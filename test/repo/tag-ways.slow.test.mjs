// The ways in which people write the tag, each in a real page, from two real origins, with the built files and a real server.
// Each works with mcp-embed.js or mcp-embed.iife.js, or says what to do where the browser lets us say it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FALLBACK, html, openTagSite, PATIENCE, runsTool, strictPolicy } from './tag-site.mjs';

const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'));
const read = (name) => readFileSync(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)), 'utf8');
const hash = (name) => `sha384-${createHash('sha384').update(read(name)).digest('base64')}`;
const escaped = (text) => text.replaceAll('</script', '<\\/script');

let site;
before(async () => {
  site = await openTagSite();
});
after(() => site?.close());

const classic = (attributes = 'src="/dist/mcp-embed.iife.js"') => `<script ${attributes}></script>`;
const module = (attributes = 'src="/dist/mcp-embed.js"') => `<script type="module" ${attributes}></script>`;
const { client, there } = { client: () => site.client, there: () => site.there.origin };

/** Whether a text of the page, also one that has a place in a shadow root, is to be seen. */
const shows = (page, text) => page.evaluate((sought) => document.body.innerText.includes(sought), text);

/** Name of the way → the page. */
const works = {
  'classic, in the body': () => html('', classic() + client()),
  'classic, in the head': () => html(classic(), client()),
  'classic, defer': () => html(classic('defer src="/dist/mcp-embed.iife.js"'), client()),
  'classic, async': () => html(classic('async src="/dist/mcp-embed.iife.js"'), client()),
  'classic, from a folder by a relative address': () => html(classic('src="../dist/mcp-embed.iife.js"'), client()),
  'classic, with <base href>': () =>
    html(`<base href="${there()}/elsewhere/">${classic('src="../dist/mcp-embed.iife.js"')}`, client()),
  'module, with <base href>': () =>
    html(`<base href="${there()}/elsewhere/">${module('src="../dist/mcp-embed.js"')}`, client()),
  'classic, renamed': () => html('', classic('src="/renamed/widget.js"') + client()),
  'classic, from another origin with CORS': () =>
    html('', classic(`src="${there()}/dist/mcp-embed.iife.js" crossorigin`) + client()),
  'classic, from another origin without CORS': () =>
    html('', classic(`src="${there()}/no-cors/mcp-embed.iife.js"`) + client()),
  'classic, integrity and crossorigin': () =>
    html(
      '',
      classic(`src="${there()}/dist/mcp-embed.iife.js" integrity="${hash('mcp-embed.iife.js')}" crossorigin`) +
        client(),
    ),
  'classic, the same tag twice': () => html('', classic() + client() + classic()),
  'classic, two copies': () => html('', classic() + classic(`src="${there()}/dist/mcp-embed.iife.js"`) + client()),
  'classic and module': () => html('', classic() + module() + client()),
  'module and classic': () => html(module(), classic() + client()),
  'classic, inserted by a script': () =>
    html(
      '',
      `<script>const s = document.createElement('script'); s.src = '/dist/mcp-embed.iife.js'; document.head.append(s);</script>${client()}`,
    ),
  'the element is made by a script after the load': () =>
    html(
      classic(),
      `<script>addEventListener('load', () => { const c = document.createElement('mcp-client'); c.storage = 'none'; c.url = '${site.server}'; document.body.append(c); });</script>`,
    ),
  'classic, inlined': () => html('', `<script>${escaped(read('mcp-embed.iife.js'))}</script>${client()}`),
  'classic, as a blob': () =>
    html(
      '',
      `<script>fetch('/dist/mcp-embed.iife.js').then((r) => r.blob()).then((b) => { const s = document.createElement('script'); s.src = URL.createObjectURL(b); document.head.append(s); });</script>${client()}`,
    ),
  'classic, only this one file was copied': () => html('', classic('src="/single/mcp-embed.iife.js"') + client()),
  'module, in the head': () => html(module(), client()),
  'module, in the body': () => html('', client() + module()),
  'module, from another origin with CORS': () => html(module(`src="${there()}/dist/mcp-embed.js"`), client()),
  'module, integrity': () => html(module(`src="/dist/mcp-embed.js" integrity="${hash('mcp-embed.js')}"`), client()),
  'module, by an import in the page': () =>
    html('<script type="module">import "/dist/mcp-embed.js";</script>', client()),
  'module, by an import map': () =>
    html(
      '<script type="importmap">{"imports":{"mcp-embed":"/dist/mcp-embed.esm.js"}}</script><script type="module">import { connect } from "mcp-embed"; if (typeof connect !== "function") throw new Error("no connect");</script>',
      client(),
    ),
  'module, with a query': () => html(module('src="/dist/mcp-embed.js?v=2"'), client()),
  'module, with a query, twice': () => html(module() + module('src="/dist/mcp-embed.js?v=2"'), client()),
  'properties before the upgrade': () =>
    html(
      '',
      `<mcp-client storage="none"></mcp-client><script>document.querySelector('mcp-client').url = '${site.server}';</script>${module()}`,
    ),
  'quirks mode': () => `<title>Quirks</title><link rel="icon" href="data:,">${classic()}${client()}`,
  'classic, the bare address of a CDN': () => html('', classic(`src="${there()}/npm/mcp-embed"`) + client()),
  'module, the bare address of a CDN': () => html('', module(`src="${there()}/npm/mcp-embed"`) + client()),
  'classic, behind a redirect': () =>
    html('', classic(`src="${there()}/npm/mcp-embed@0/dist/mcp-embed.iife.js"`) + client()),
  'module, behind a redirect': () => html('', module(`src="${there()}/npm/mcp-embed@0/dist/mcp-embed.js"`) + client()),
  'classic, with an AMD loader': () =>
    html('<script>window.define = () => { window.swallowed = true; }; define.amd = {};</script>', classic() + client()),
  'module, with an AMD loader': () =>
    html('<script>window.define = () => { window.swallowed = true; }; define.amd = {};</script>', module() + client()),
  'classic, the id McpEmbed is taken': () => html('', `<div id="McpEmbed"></div>${classic()}${client()}`),
};

describe('the tag works', { timeout: 600_000 }, () => {
  for (const [way, write] of Object.entries(works))
    it(way, async () => {
      const { page, context, complaints } = await site.visit(site.page(write()));
      await runsTool(page);
      assert.equal(await shows(page, FALLBACK), false, 'the text of the page in the element');
      assert.equal(await page.evaluate(() => globalThis.swallowed), undefined);
      assert.equal((await page.evaluate(() => globalThis.litElementVersions?.length ?? 1)) <= 2, true);
      assert.deepEqual(complaints, []);
      await context.close();
    });

  it('as XHTML', async () => {
    const body = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>XML</title><link rel="icon" href="data:,"/></head><body><script src="/dist/mcp-embed.iife.js"></script><mcp-client url="${site.server}" storage="none">${FALLBACK}</mcp-client></body></html>`;
    const { page, context, complaints } = await site.visit(site.page(body, { type: 'application/xhtml+xml' }));
    await runsTool(page);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('loads nothing a second time behind a redirect and with a query', async () => {
    for (const address of [`${there()}/npm/mcp-embed@0/dist/mcp-embed.js`, `${there()}/dist/mcp-embed.js?v=2`]) {
      site.there.asked.length = 0;
      const { page, context } = await site.visit(site.page(html(module(`src="${address}"`), client())));
      await runsTool(page);
      const files = site.there.asked.filter((one) => !one.includes('@0/')).map((one) => one.split('/').at(-1));
      assert.deepEqual(files, [...new Set(files)]);
      assert.ok(files.some((one) => one.startsWith('mcp-embed-forms')));
      await context.close();
    }
  });
});

describe('the global McpEmbed', { timeout: 120_000 }, () => {
  it('is there, and has the functions of the module', async () => {
    const { page, context } = await site.visit(site.page(html(classic(), '')));
    await page.waitForFunction(() => globalThis.McpEmbed);
    assert.equal(
      await page.evaluate(() => [typeof McpEmbed.connect, typeof McpEmbed.load, typeof McpEmbed.ready].join()),
      'function,function,function',
    );
    await context.close();
  });

  for (const [what, code] of Object.entries({
    'a variable': 'var McpEmbed = { mine: true };',
    'a constant': 'const McpEmbed = { mine: true };',
    'a frozen property': "Object.defineProperty(window, 'McpEmbed', { value: Object.freeze({ mine: true }) });",
  }))
    it(`stays the page’s where it is ${what}; the elements work, and the console says so`, async () => {
      const { page, context, complaints } = await site.visit(
        site.page(html(`<script>${code}</script>`, classic() + client())),
      );
      await runsTool(page);
      assert.equal(await page.evaluate(() => McpEmbed.mine), true);
      // A constant of a script is no property of the window: there is nothing to see of it.
      if (what !== 'a constant') assert.match(complaints.join('\n'), /this page has another McpEmbed, which stays/);
      await context.close();
    });
});

describe('two copies under the strict policy', { timeout: 120_000 }, () => {
  for (const [what, tags] of Object.entries({
    'classic twice': () => classic() + classic(`src="${there()}/dist/mcp-embed.iife.js"`),
    'classic and module': () => classic() + module(),
    'module twice': () => module() + module(`src="${there()}/dist/mcp-embed.js"`),
  }))
    it(what, async () => {
      const headers = { 'content-security-policy': strictPolicy(site.server, `'self' ${there()}`) };
      const { page, context, complaints } = await site.visit(site.page(html('', tags() + client()), { headers }));
      await runsTool(page);
      // Chromium reports the second policy, however it is handled.
      const errors = complaints.filter(
        (one) =>
          !/Policy with name "mcp-embed[a-z-]*" already exists|violates the following Content Security Policy directive: "trusted-types|script-src-attr|Creating a TrustedTypePolicy named/i.test(
            one,
          ),
      );
      assert.deepEqual(errors, []);
      await context.close();
    });

  it('of two versions the first has the elements, and the console says so; both have their functions', async () => {
    const other = read('mcp-embed.iife.js').replaceAll(version, '9.9.9');
    const script = site.page(other, { type: 'text/javascript', name: '/page/other.js' });
    const { page, context, complaints } = await site.visit(
      site.page(html('', `${classic(`src="${script}"`)}${module()}${client()}`)),
    );
    await runsTool(page);
    const told = `those of version 9.9.9, which came first; version ${version} registers none`;
    assert.ok(complaints.join('\n').includes(told), complaints.join('\n'));
    const kind = await page.evaluate(async () => {
      const { connect, ready } = await import('/dist/mcp-embed.esm.js');
      await ready('mcp-json-view');
      return `${typeof connect} ${customElements.get('mcp-json-view') !== undefined}`;
    });
    assert.equal(kind, 'function true');
    await context.close();
  });
});

/** Where our files never run, the browser says why in its console, and the page shows what it wrote into the element. */
const fails = {
  'wrong integrity': [
    () => html('', classic(`src="/dist/mcp-embed.iife.js" integrity="${hash('mcp-embed.js')}"`) + client()),
    /integrity/,
  ],
  'module, from an origin without CORS': [
    () => html('', module(`src="${there()}/no-cors/mcp-embed.js"`) + client()),
    /CORS policy/,
  ],
  'a policy that does not allow the script': [
    () => html(`<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`, classic() + client()),
    /Content Security Policy/,
  ],
};

/** The first file runs without the others. */
const alone = {
  'module, as a blob': () =>
    html(
      '',
      `<script>fetch('/dist/mcp-embed.js').then((r) => r.blob()).then((b) => { const s = document.createElement('script'); s.type = 'module'; s.src = URL.createObjectURL(b); document.head.append(s); });</script>${client()}`,
    ),
  'module, only its first file was copied': () => html('', module('src="/single/mcp-embed.js"') + client()),
};

describe('where the other files are missing, the page says what did not load, and the console what to do', () => {
  for (const [way, write] of Object.entries(alone))
    it(way, async () => {
      const { page, context, complaints } = await site.visit(site.page(write().replace(FALLBACK, '')));
      await page.locator('mcp-client').getByText('The part of mcp-embed that shows servers did not load.').waitFor();
      const advice = complaints.filter((one) => one.includes('mcp-embed.iife.js is one file that needs no others'));
      assert.equal(advice.length, 1, complaints.join('\n'));
      await context.close();
    });
});

describe('where the script cannot run, the page shows what is in the element', { timeout: 120_000 }, () => {
  for (const [way, [write, reason]] of Object.entries(fails))
    it(way, async () => {
      const { page, context, complaints } = await site.visit(site.page(write()));
      await page.waitForLoadState('load');
      const until = Date.now() + PATIENCE;
      while (!reason.test(complaints.join('\n')) && Date.now() < until) await page.waitForTimeout(50);
      assert.match(complaints.join('\n'), reason);
      assert.equal(await shows(page, FALLBACK), true);
      await context.close();
    });

  it('without JavaScript', async () => {
    const { page, context } = await site.visit(site.page(html(module(), client())), { javaScriptEnabled: false });
    await page.getByText(FALLBACK).waitFor();
    await context.close();
  });
});

describe('a browser that is too old', { timeout: 120_000 }, () => {
  const GONE = {
    'AbortSignal.any': 'delete AbortSignal.any;',
    'URL.canParse': 'delete URL.canParse;',
    popover: 'delete HTMLElement.prototype.showPopover;',
    ':state()': 'const has = CSS.supports; CSS.supports = (...all) => !/:state/.test(all[0]) && has.apply(CSS, all);',
  };
  for (const [what, code] of Object.entries(GONE))
    for (const [kind, tag] of Object.entries({ classic, module }))
      it(`without ${what}, ${kind}: a sentence in the place of each element, and nothing is sent`, async () => {
        const body = `<mcp-client url="${site.server}"></mcp-client><mcp-session url="${site.server}"><mcp-tool-form tool="echo"></mcp-tool-form></mcp-session>`;
        const { page, context, complaints } = await site.visit(
          site.page(html(`<script>${code}</script>${tag()}`, body)),
        );
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        await page
          .getByText(/^This browser is too old .* Firefox 128, Safari 18 or a later one\.$/)
          .first()
          .waitFor();
        assert.equal(await page.getByText(/^This browser is too old/).count(), 2);
        await page.evaluate(() => document.body.append(document.createElement('mcp-log')));
        await page.waitForFunction(() => /too old/.test(document.querySelector('mcp-log').textContent));
        assert.equal(complaints.filter((one) => /mcp-embed: This browser is too old/.test(one)).length, 1);
        assert.equal(complaints.length, 1, complaints.join('\n'));
        assert.deepEqual(
          asked.filter((one) => one === site.server),
          [],
        );
        await context.close();
      });
});
