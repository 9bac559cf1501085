// Every entry of the package is imported where there is no page: in Node, in Node's workers, and in a worker of a real browser.
// It must leave everything as it was, start nothing and register nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { buildIfStale } from '../../scripts/build.mjs';
import { elements } from './elements.mjs';
import { root, textOf } from './sources.mjs';

/** What Lit itself leaves, in its file for servers and in all of them. */
const OF_LIT = [
  'customElements',
  'litElementVersions',
  'litHtmlVersions',
  'litPropertyMetadata',
  'litServerRoot',
  'reactiveElementVersions',
];
/** Files for pages only, which nobody imports. */
const CALLBACK = 'oauth-callback.js';
const SCRIPT_TAG = ['mcp-embed.js', 'mcp-embed.esm.js', 'mcp-embed.iife.js'];
/** The classic script, whose one global is what it is for. */
const CLASSIC = 'mcp-embed/mcp-embed.iife.js';
/** What the module script has in itself, for the files that it loads late. */
const FOR_LATE_FILES = /^Symbol\(mcp-embed-(?:core|rolldown-runtime)-[\w-]+\)$/;
const HAS_LIT = /^mcp-embed\/(?:elements|define|bundle|mcp-embed)/;
const TAGS = elements.map(({ tag }) => tag);
/** Milliseconds after which a process that does not end by itself counts as held open. */
const LIMIT_MS = 60_000;

const none = (problems) => assert.deepEqual(problems, []);
let entries;

before(async () => {
  await buildIfStale('all');
  const { exports } = JSON.parse(textOf('package.json'));
  entries = Object.entries(exports)
    // One without a default is for Node alone.
    .filter(([, target]) => typeof target === 'string' || target.default)
    .flatMap(([name, target]) => (name.includes('*') ? namesOf(name, target.default ?? target) : [name]))
    .filter((name) => !/\.(?:json|html|css)$/.test(name) && !name.endsWith(CALLBACK))
    .map((name) => `mcp-embed${name.slice(1)}`);
});

/** The entries of a pattern: one for each file that it stands for. */
function namesOf(name, target) {
  const [folder, ending] = target.split('*');
  return readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => name.replace('*', file.slice(0, -ending.length)));
}

/** Runs in every kind of scope: imports, and says what is different afterwards. Text, because each scope is another one. */
const PROBE = `
  const objects = { globalThis, Object, Array, Promise, Function, String, 'Object.prototype': Object.prototype,
    'Array.prototype': Array.prototype, 'Promise.prototype': Promise.prototype, 'Event.prototype': Event.prototype,
    'EventTarget.prototype': EventTarget.prototype };
  const state = () => new Map(Object.entries(objects).flatMap(([of, object]) =>
    Reflect.ownKeys(object).map((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      return [of === 'globalThis' ? String(key) : of + '.' + String(key), value ?? get ?? set];
    })));
  // Node makes some of them when they are read for the first time.
  for (const key of Reflect.ownKeys(globalThis)) try { void globalThis[key]; } catch {}
  const started = [];
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'WebSocket', 'EventSource', 'BroadcastChannel']) {
    const real = globalThis[name];
    if (!real) continue;
    globalThis[name] = new Proxy(real, {
      apply: (target, self, values) => (started.push(name), Reflect.apply(target, self, values)),
      construct: (target, values) => (started.push(name), Reflect.construct(target, values)),
    });
  }
  async function probe(load, tags) {
    const before = state();
    let error;
    try { await load(); } catch (thrown) { error = String(thrown); }
    const after = state();
    return {
      error,
      added: [...after.keys()].filter((key) => !before.has(key)).sort(),
      changed: [...before].filter(([key, value]) => !Object.is(after.get(key), value)).map(([key]) => key),
      started,
      registered: tags.filter((tag) => globalThis.customElements?.get(tag)),
    };
  }`;

const isForLateFiles = (entry, name) =>
  SCRIPT_TAG.some((file) => entry.endsWith(`/${file}`)) && FOR_LATE_FILES.test(name);

/** What is wrong with what a probe found. */
function problemsOf(entry, { error, added, changed, started, registered }) {
  const allowed = [...(HAS_LIT.test(entry) ? OF_LIT : []), ...(entry === CLASSIC ? ['McpEmbed'] : [])];
  return [
    error,
    ...added.filter((name) => !allowed.includes(name) && !isForLateFiles(entry, name)).map((name) => `adds ${name}`),
    ...changed.map((name) => `changes ${name}`),
    ...started.map((name) => `starts ${name}`),
    ...registered.map((tag) => `registers ${tag}`),
  ]
    .filter(Boolean)
    .map((problem) => `${entry}: ${problem}`);
}

function inWorkerOfNode(entry) {
  const code = `${PROBE}
    probe(() => import(${JSON.stringify(entry)}), ${JSON.stringify(TAGS)}).then((found) =>
      require('node:worker_threads').parentPort.postMessage(found));`;
  return new Promise((resolve, reject) => {
    // A worker that is evaluated resolves names from the working directory.
    const worker = new Worker(code, { eval: true });
    let found;
    const limit = setTimeout(() => reject(new Error(`${entry} keeps its worker open`)), LIMIT_MS);
    worker.once('message', (message) => (found = message));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(limit);
      resolve(found);
    });
  });
}

/** Runs a program of JavaScript for servers, whose arguments end with the code. */
function inProgram(program, args, names, first = '') {
  const code = `${PROBE}
    ${first};
    const found = await probe(async () => { for (const name of ${JSON.stringify(names)}) await import(name); }, ${JSON.stringify(TAGS)});
    console.log(JSON.stringify(found));`;
  const { status, stdout, stderr, error } = spawnSync(program, [...args, code], {
    cwd: root,
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  assert.equal(status, 0, `${error ?? ''} ${stderr.slice(-1000)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

describe('importing the package where there is no page', () => {
  it('leaves Node as it was, and lets the process end', () => {
    const found = inProgram(process.execPath, ['--input-type=module', '--eval'], entries);
    none(problemsOf(CLASSIC, found));
  });

  it('does so with each entry alone, in a worker of Node', async () => {
    const problems = [];
    // oxlint-disable-next-line no-await-in-loop -- one worker at a time
    for (const entry of entries) problems.push(...problemsOf(entry, await inWorkerOfNode(entry)));
    none(problems);
    assert.ok(entries.length > 40, entries.join());
  });

  it('gives classes whose attributes and styles can be read in Node', () => {
    const code = `import { McpClientElement } from 'mcp-embed/elements';
      const [attributes, styles] = [McpClientElement.observedAttributes, McpClientElement.styles.flat(9)];
      console.log(attributes.includes('url'), styles.every(({ cssText }) => cssText.includes('{')));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(stdout.trim(), 'true true', stderr);
  });

  it('says in a sentence that the page for signing in is not for importing', () => {
    const code = `import('mcp-embed/${CALLBACK}').catch(({ name, message }) => console.log(name, message))`;
    const { stdout } = spawnSync(process.execPath, ['--eval', code], { cwd: root, encoding: 'utf8' });
    assert.equal(
      stdout.trim(),
      'Error oauth-callback.js is the script of the page oauth-callback.html. Do not import it.',
    );
  });
});

describe('importing the package in a worker of a real browser', () => {
  let browser;
  let site;
  const sent = new Map();

  before(async () => {
    const out = await build({
      // Every entry as a bundler puts it into a worker: with the file of Lit for browsers.
      entryPoints: Object.fromEntries(
        entries.filter((name) => !SCRIPT_TAG.some((file) => name.endsWith(file))).map((name) => [fileOf(name), name]),
      ),
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: path.join(root, 'bundled'),
      write: false,
      logLevel: 'error',
    });
    for (const { path: file, contents } of out.outputFiles)
      sent.set(`/${path.relative(path.join(root, 'bundled'), file)}`, Buffer.from(contents));
    for (const file of readdirSync(path.join(root, 'dist')).filter((name) => /^mcp-embed.*\.js$/.test(name)))
      // oxlint-disable-next-line no-await-in-loop -- few files
      sent.set(`/${file}`, await readFile(path.join(root, 'dist', file)));
    sent.set('/', Buffer.from('<!doctype html><link rel="icon" href="data:,">'));
    site = createServer(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://site');
      const worker = `${PROBE}
        probe(() => import(${JSON.stringify(searchParams.get('file'))}), []).then((found) => postMessage(found));`;
      const body = pathname === '/worker.js' ? worker : sent.get(pathname);
      response
        .writeHead(body ? 200 : 404, { 'content-type': pathname === '/' ? 'text/html' : 'text/javascript' })
        .end(body);
    });
    await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  });
  after(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
  });

  it('is another thing in a page: define/all registers every element there, the classes alone none', async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    const registeredBy = (file) =>
      page.evaluate(
        async ([address, tags]) => {
          await import(address);
          return tags.filter((tag) => customElements.get(tag));
        },
        [file, TAGS],
      );
    assert.deepEqual(await registeredBy('/entry-elements.js'), []);
    assert.deepEqual(await registeredBy('/entry-define-all.js'), TAGS);
    await page.close();
  });

  it('leaves the worker as it was', async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    const problems = [];
    for (const entry of entries) {
      const file = SCRIPT_TAG.find((name) => entry.endsWith(name)) ?? `${fileOf(entry)}.js`;
      // oxlint-disable-next-line no-await-in-loop -- one worker at a time
      const found = await page.evaluate(
        (address) =>
          new Promise((resolve) => {
            const worker = new Worker(`/worker.js?file=${encodeURIComponent(address)}`, { type: 'module' });
            const end = (value) => {
              worker.terminate();
              resolve(value);
            };
            worker.addEventListener('message', ({ data }) => end(data));
            worker.addEventListener('error', ({ message }) => end({ error: message }));
          }),
        `/${file}`,
      );
      problems.push(...problemsOf(entry, { added: [], changed: [], started: [], registered: [], ...found }));
    }
    none(problems);
    await page.close();
  });
});

const fileOf = (entry) => entry.replaceAll('/', '-').replace(/^mcp-embed/, 'entry');

describe('importing the package in other programs for servers', () => {
  for (const [name, { args, first }] of Object.entries({
    // Deno sets up what it has of Node when somebody first needs it, as a CommonJS module does.
    deno: { args: ['eval', '--no-lock'], first: `await import('node:module')` },
    bun: { args: ['--eval'] },
  }))
    it(`leaves ${name} as it was`, (test) => {
      const program = process.env[`${name.toUpperCase()}_PATH`] ?? name;
      if (spawnSync(program, ['--version']).status !== 0)
        return test.skip(`${name} is not installed: npm install -g ${name}, or ${name.toUpperCase()}_PATH`);
      return none(problemsOf(CLASSIC, inProgram(program, args, entries, first)));
    });
});
