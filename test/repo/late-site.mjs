// Pages over what is built, each of which misses files of this library: the script tag, and an application bundled by Vite from
// the npm entries. (The classic script is one file.) Files that load late are found by looking, not by their names.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { readSource } from './sources.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = path.join(root, 'dist');
const TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** @typedef {'script tag, module' | 'npm, define' | 'npm, define/all'} Build */
export const BUILDS = /** @type {Build[]} */ (['script tag, module', 'npm, define', 'npm, define/all']);

/**
 * What may come in a file's place besides a status: nothing, ever; a page of HTML, as many sites answer what they do not have,
 * also as a script; the script by a type that is none; half of it; one that does nothing, as blockers of advertisements have it.
 * @typedef {number | 'hangs' | 'html' | 'html as script' | 'wrong type' | 'half' | 'empty'} Fault
 */
const HTML = '<!doctype html><title>Not found</title>';
const SCRIPT = { 'content-type': TYPES.js, 'cache-control': 'no-store' };
/** @type {Record<Exclude<Fault, number>, (response: import('node:http').ServerResponse, body: string) => void>} */
const ANSWERS = {
  hangs: () => {},
  html: (response) => response.writeHead(200, { ...SCRIPT, 'content-type': TYPES.html }).end(HTML),
  'html as script': (response) => response.writeHead(200, SCRIPT).end(HTML),
  'wrong type': (response, body) => response.writeHead(200, { ...SCRIPT, 'content-type': 'text/plain' }).end(body),
  half: (response, body) => response.writeHead(200, SCRIPT).end(body.slice(0, body.length / 2)),
  empty: (response) => response.writeHead(200, SCRIPT).end('(function () {})();'),
};

const CLIENT = '<mcp-client id="client" capabilities="sampling elicitation" transcript></mcp-client>';
const pages = {
  'script tag, module': `<script type="module">
      globalThis.core = await import('./mcp-embed.esm.js');
    </script>${CLIENT}`,
};

export async function openLateSite() {
  const applications = {
    'npm, define': await bundleApplication(['./define']),
    'npm, define/all': await bundleApplication(['./elements', './define/all']),
  };
  const [server, browser, servers] = await Promise.all([
    serve(applications),
    chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
    startServers(),
  ]);
  return {
    url: (id) => servers.url(id),
    /** Files of that build that load late, or are needed by one that does. */
    lateFiles: (/** @type {Build} */ kind) => (applications[kind] ? applications[kind].late : lateScripts()),
    /**
     * A page of that build. `missing` says which requests for a file of it are answered with a {@link Fault} and not with the
     * file: given its name, and how often it was asked for before.
     * @returns the page; `sent`, what it sends to servers; `lose`, for which files are missing from then on
     */
    async open(/** @type {Build} */ kind, missing = () => undefined) {
      const { id, lose } = server.add(kind, missing);
      const context = await browser.newContext();
      const page = await context.newPage();
      const sent = [];
      page.on('request', (request) => sent.push(request.postData() ?? ''));
      await page.goto(`${server.address}/${id}/index.html`);
      await page.waitForFunction(() => globalThis.core);
      await page.evaluate(inPage);
      return { page, sent, lose, close: () => context.close() };
    },
    async close() {
      await browser.close();
      servers.stop();
      server.close();
      for (const { source } of Object.values(applications)) rmSync(source, { recursive: true, force: true });
    },
  };
}

/** Files of the script tag that its first ones do not import at once. */
function lateScripts() {
  const first = new Set();
  const add = (file) => {
    if (first.has(file)) return;
    first.add(file);
    const { imports } = readSource(file, readFileSync(path.join(dist, file), 'utf8'));
    for (const { from, isLate } of imports) if (!isLate) add(path.basename(from));
  };
  add('mcp-embed.esm.js');
  return readdirSync(dist).filter((file) => /^mcp-embed-.*\.js$/.test(file) && !first.has(file));
}

/** An application as somebody builds it: the entries of the package through its `exports`, chunks as Vite makes them. */
async function bundleApplication(elements) {
  const { name, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const source = mkdtempSync(path.join(root, 'node_modules/.late-'));
  const folder = path.join(source, 'out');
  // All of the core: what it does not import would be in no chunk of it.
  const core = Object.keys(exports).filter(
    // An entry without a default is for Node alone.
    (entry) => exports[entry].types && exports[entry].default && !/[*]|bundle|define|elements/.test(entry),
  );
  const entries = [...core, ...elements];
  const imports = entries.map((entry, at) => `import * as e${at} from '${name}${entry.slice(1)}';`);
  const all = entries.map((_, at) => `...e${at}`).join(', ');
  writeFileSync(path.join(source, 'main.js'), `${imports.join('\n')}\nglobalThis.core = { ${all} };`);
  writeFileSync(path.join(source, 'index.html'), `<script type="module" src="./main.js"></script>${CLIENT}`);
  const alias = entries.map((entry) => ({
    find: new RegExp(`^${name}${entry.slice(1)}$`),
    replacement: path.join(root, exports[entry]?.default ?? `dist/components/define/${path.basename(entry)}.js`),
  }));
  const result = await build({
    root: source,
    base: './',
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { outDir: folder, target: 'es2022' },
  });
  const chunks = new Map(result.output.filter(({ type }) => type === 'chunk').map((one) => [one.fileName, one]));
  const first = new Set();
  const add = (file) => {
    if (first.has(file)) return;
    first.add(file);
    chunks.get(file).imports.forEach(add);
  };
  add([...chunks.values()].find(({ isEntry }) => isEntry).fileName);
  const late = [...chunks.keys()].filter((file) => !first.has(file)).map((file) => path.basename(file));
  return { folder, source, late };
}

/** @returns {Promise<{ address: string, add(kind: Build, missing: (file: string, before: number) => Fault | undefined): { id: string, lose(missing: Function): void }, close(): void }>} */
async function serve(applications) {
  const sites = new Map();
  let last = 0;
  const server = createServer((request, response) => {
    const [, id, ...rest] = new URL(request.url, 'http://site').pathname.split('/');
    const site = sites.get(id);
    const file = rest.at(-1) ?? '';
    if (!site) return response.writeHead(404).end();
    const before = site.asked.get(file) ?? 0;
    site.asked.set(file, before + 1);
    const fault = site.missing(file, before);
    if (typeof fault === 'number') return response.writeHead(fault, { 'cache-control': 'no-store' }).end();
    const text = file === 'index.html' && pages[site.kind];
    try {
      const body = text || readFileSync(path.join(pages[site.kind] ? dist : applications[site.kind].folder, ...rest));
      if (fault) return ANSWERS[fault](response, String(body));
      response.writeHead(200, {
        'content-type': TYPES[file.split('.').pop()] ?? 'text/plain',
        'cache-control': 'no-store',
      });
      return response.end(text ? `<!doctype html><meta charset="utf-8">${body}` : body);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    add(kind, missing) {
      const site = { kind, missing, asked: new Map() };
      sites.set(String(++last), site);
      const lose = (now) => Object.assign(site, { missing: now, asked: new Map() });
      return { id: String(last), lose };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs in the page: what the tests ask of it. */
function inPage() {
  const inTime = (promise, ms) =>
    Promise.race([
      promise,
      new Promise((_, reject) => setTimeout(() => reject(new Error(`nothing came in ${ms} ms`)), ms)),
    ]);
  const failure = ({ code, message, remedy, status }) => ({ code, message, remedy, status });
  /** More than a file is waited for. */
  const TIME_MS = 30_000;

  globalThis.start = async (url) => {
    const client = document.querySelector('#client');
    await customElements.whenDefined('mcp-client');
    client.url = url;
    for (let turn = 0; !client.session && turn < 500; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
    globalThis.session = client.session;
    await inTime(session.connect(), TIME_MS);
    await inTime(session.tools.list(), TIME_MS);
  };

  globalThis.call = (name, args, options) =>
    inTime(session.tools.call(name, args, options), TIME_MS).then(
      ({ content, structuredContent, outputIssues }) => ({
        types: content.map(({ type }) => type),
        text: content.map(({ text = '' }) => text).join(' '),
        structured: structuredContent !== undefined,
        outputIssues,
      }),
      (error) => ({ error: failure(error) }),
    );

  globalThis.everyCall = async () => {
    const progress = [];
    const [text, image, links, embedded, structured, slow] = await Promise.all([
      call('echo', { message: 'heard' }),
      call('get-tiny-image', {}),
      call('get-resource-links', { count: 2 }),
      call('get-resource-reference', { resourceType: 'Text', resourceId: 1 }),
      call('get-structured-content', { location: 'Chicago' }),
      call('trigger-long-running-operation', { duration: 0.4, steps: 2 }, { onProgress: (one) => progress.push(one) }),
    ]);
    return { text, image, links, embedded, structured, slow, progress: progress.length };
  };

  /** Every element of the page, in whatever shadow root it stands. */
  const everyElement = () => {
    const roots = [document];
    const found = [];
    for (const root of roots)
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        found.push(element);
      }
    return found;
  };
  const isAsked = () =>
    everyElement().some((element) => /^mcp-[a-z]+-approval$/.test(element.localName) && element.matches(':defined'));
  /** A question that nobody is in the middle of waits to be opened. */
  const review = () =>
    everyElement()
      .find((element) => element.matches('[data-name~="review-button"]'))
      ?.click();

  /** Wants something that a person decides, and turns away once they are asked. */
  globalThis.wantDecision = async (name, args, options) => {
    const rateLimited = new AbortController();
    const outcome = call(name, args, { ...options, signal: rateLimited.signal });
    let isOver = false;
    void outcome.then(() => (isOver = true));
    for (let turn = 0; turn < 2500 && !isOver; turn++) {
      if (isAsked()) {
        for (const { id } of session.approvals.pending.get()) session.approvals.decline(id);
        return { asked: true, ...(await outcome) };
      }
      review();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    rateLimited.abort();
    return { asked: false, ...(await outcome) };
  };

  globalThis.problems = () => session.problems.get().map(failure);
}
