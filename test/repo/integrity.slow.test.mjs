// dist/integrity.json, in a real browser: its lines of HTML load what was built, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { hashOf, scriptTags } from '../../scripts/package/integrity.mjs';
import { openFileSite } from './file-site.mjs';
import { root, textOf } from './sources.mjs';

const dist = path.join(root, 'dist');
let site;
let written;
let built;

before(async () => {
  await buildIfStale('bundles');
  written = JSON.parse(textOf('dist/integrity.json'));
  built = new Map(
    readdirSync(dist)
      .filter((file) => /^(?:mcp-embed.*|oauth-callback)\.js$/.test(file))
      .map((file) => [file, readFileSync(path.join(dist, file))]),
  );
  site = await openFileSite();
});
after(() => site?.close());

/** The page that loads these files by the lines of HTML for their folder, and what came of it. */
async function visit(kind, files = built) {
  const html = `<!doctype html>${scriptTags(written.files, './')[kind]}<mcp-client></mcp-client>`;
  const { page, complaints } = await site.open(new Map([...files, ['index.html', html]]), 'index.html');
  await page.waitForLoadState('load');
  let isDefined;
  const isBlocked = () => complaints.some((text) => /integrity/i.test(text));
  // The elements come after the file of the tag has run.
  do isDefined = await page.evaluate(() => customElements.get('mcp-client') !== undefined);
  while (!isDefined && !isBlocked());
  const late = isDefined && (await page.evaluate(loadLate, './mcp-embed.esm.js'));
  await page.close();
  return { isDefined, late, blocked: isBlocked() };
}

/** In the page: a form, which is in no file that loads at once. */
async function loadLate(module) {
  const { ready } = globalThis.McpEmbed ?? (await import(new URL(module, document.baseURI).href));
  return ready('mcp-tool-form').then(
    () => customElements.get('mcp-tool-form') !== undefined,
    ({ code }) => code,
  );
}

/** The files with one byte of one of them changed: a space, which changes nothing else. */
const changed = (pattern) => {
  const files = new Map(built);
  const name = [...files.keys()].find((file) => pattern.test(file));
  assert.ok(name, `no file ${pattern}`);
  files.set(name, Buffer.concat([files.get(name), Buffer.from(' ')]));
  return files;
};

describe('dist/integrity.json', () => {
  it('has the hash of each script that is built', () => {
    assert.deepEqual(
      written.files,
      Object.fromEntries([...built].sort().map(([file, bytes]) => [file, hashOf(bytes)])),
    );
    assert.ok(built.size > 10);
  });

  it('names this version, in the address too, and every file that the module may load', () => {
    const { version } = JSON.parse(textOf('package.json'));
    assert.equal(written.version, version);
    assert.deepEqual(written.html, scriptTags(written.files, written.base));
    assert.ok(written.base.includes(`@${version}/`));
    const { integrity } = JSON.parse(/\{[^]*\}/.exec(/importmap">([^]*?)<\/script>/.exec(written.html.module)[1])[0]);
    const modules = [...built.keys()].filter((file) => !/iife|oauth/.test(file));
    assert.deepEqual(Object.keys(integrity).sort(), modules.map((file) => written.base + file).sort());
  });
});

describe('in a browser, the lines of HTML with hashes', () => {
  it('load the one file', async () => {
    assert.deepEqual(await visit('classic'), { isDefined: true, late: true, blocked: false });
  });

  it('refuse the one file with one byte changed', async () => {
    const { isDefined, blocked } = await visit('classic', changed(/\.iife\.js$/));
    assert.deepEqual({ isDefined, blocked }, { isDefined: false, blocked: true });
  });

  it('load the module, and a file that it loads late', async () => {
    assert.deepEqual(await visit('module'), { isDefined: true, late: true, blocked: false });
  });

  it('refuse the module with one byte changed', async () => {
    const { isDefined, blocked } = await visit('module', changed(/^mcp-embed\.js$/));
    assert.deepEqual({ isDefined, blocked }, { isDefined: false, blocked: true });
  });

  it('refuse a late file with one byte changed, and say which part did not load', async () => {
    assert.deepEqual(await visit('module', changed(/^mcp-embed-forms-/)), {
      isDefined: true,
      late: 'load',
      blocked: true,
    });
  });

  it('refuse nothing without the map: it is what checks the late files', async () => {
    const files = changed(/^mcp-embed-forms-/);
    files.set('plain.html', '<!doctype html><script type="module" src="./mcp-embed.js"></script>');
    const { page } = await site.open(files, 'plain.html');
    assert.equal(await page.evaluate(loadLate, './mcp-embed.esm.js'), true);
    await page.close();
  });
});
