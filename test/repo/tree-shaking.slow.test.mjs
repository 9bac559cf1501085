// What an application gets that imports a part of the package: from the tarball, in three bundlers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { elements } from './elements.mjs';
import { openFileSite } from './file-site.mjs';
import { atOnce, BUNDLERS, unpack } from './packed.mjs';
import { textOf } from './sources.mjs';

const { exports } = JSON.parse(textOf('package.json'));
/** Those for pages: one without a default is for Node alone. */
const ENTRIES = Object.keys(exports).filter(
  (name) => exports[name].types && exports[name].default && !name.includes('*'),
);
const WITHOUT_ELEMENTS = ENTRIES.filter((name) => !/elements|define|bundle/.test(name));
let packed;
let site;

before(async () => {
  await buildIfStale('all');
  packed = unpack();
  site = await openFileSite();
});
after(async () => {
  packed?.remove();
  await site?.close();
});

const byTag = new Map(elements.map((element) => [element.tag, element]));
/** An element, and what stands in its templates, and in theirs. */
function shownBy(tag, seen = new Set()) {
  if (byTag.has(tag) && !seen.has(tag)) {
    seen.add(tag);
    for (const child of byTag.get(tag).renders) shownBy(child, seen);
  }
  return [...seen].map((one) => byTag.get(one).className).sort();
}

/** A file of the application. */
function write(code) {
  const entry = path.join(packed.application, 'main.js');
  writeFileSync(entry, code);
  return entry;
}

/** Each name that more than one entry exports, and a session of one entry in the hands of others. */
const ONE_CORE = `
  ${ENTRIES.map((name, at) => `import * as e${at} from 'mcp-embed${name.slice(1)}';`).join('\n')}
  const entries = [${ENTRIES.map((_, at) => `e${at}`).join(', ')}];
  const values = new Map();
  let shared = 0;
  const different = [];
  for (const [name, value] of entries.flatMap((entry) => Object.entries(entry))) {
    if (values.has(name)) shared++;
    if (values.has(name) && values.get(name) !== value) different.push(name);
    values.set(name, value);
  }
  const core = e${ENTRIES.indexOf('.')};
  const bundle = e${ENTRIES.indexOf('./bundle')};
  const { Tasks } = e${ENTRIES.indexOf('./tasks')};
  const session = new core.Session('http://127.0.0.1:9/mcp', { storage: 'none' });
  const error = await new Tasks(session).get('t').catch((reason) => reason);
  globalThis.found = {
    shared, different,
    isSession: session instanceof bundle.Session,
    code: error.code, isError: error instanceof bundle.McpError, isKnown: bundle.isMcpError(error),
  };`;

async function elementsIn(bundler, code) {
  const bundled = atOnce(await BUNDLERS[bundler](packed.application, write(code)));
  return {
    classes: elements
      .map(({ className }) => className)
      .filter((name) => new RegExp(`\\b\\w*${name}\\d* = class\\b`).test(bundled))
      .sort(),
    hasLit: /\blitElementVersions\b|\breactiveElementVersions\b/.test(bundled),
  };
}

for (const bundler of Object.keys(BUNDLERS))
  describe(`an application that ${bundler} bundles and that imports`, () => {
    for (const { tag } of elements)
      it(`define/${tag} gets what it shows, and no other element`, async () => {
        const { classes } = await elementsIn(bundler, `import 'mcp-embed/define/${tag}';`);
        assert.deepEqual(classes, shownBy(tag));
      });

    for (const name of WITHOUT_ELEMENTS)
      it(`${path.posix.join('mcp-embed', name)} gets no element, and no Lit`, async () => {
        const code = `import * as all from 'mcp-embed${name.slice(1)}'; globalThis.all = all;`;
        assert.deepEqual(await elementsIn(bundler, code), { classes: [], hasLit: false });
      });

    it('the elements and uses none gets none', async () => {
      for (const code of [
        `import 'mcp-embed/elements';`,
        `import { McpIconElement } from 'mcp-embed/elements'; console.log(1);`,
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one bundle at a time
        assert.deepEqual((await elementsIn(bundler, code)).classes, [], code);
      }
    });

    for (const { className } of elements)
      it(`the class ${className} gets that one`, async () => {
        const code = `import { ${className} } from 'mcp-embed/elements'; globalThis.used = ${className};`;
        assert.deepEqual((await elementsIn(bundler, code)).classes, [className]);
      });

    it('all entries gets one core: what several of them export is the same in each, and a session is taken by all', async () => {
      const chunks = await BUNDLERS[bundler](packed.application, write(ONE_CORE));
      const files = new Map(chunks.map(({ name, code }) => [name, code]));
      files.set('index.html', `<script type="module" src="${chunks[0].name}"></script>`);
      const { page, complaints } = await site.open(files, 'index.html');
      await page
        .waitForFunction(() => globalThis.found, { timeout: 10_000 })
        .catch(() => assert.fail(complaints.join('\n')));
      const { shared, different, ...found } = await page.evaluate(() => globalThis.found);
      await page.close();
      assert.deepEqual(different, []);
      assert.ok(shared > 40, `${shared}`);
      assert.deepEqual(found, { isSession: true, code: 'closed', isError: true, isKnown: true });
    });
  });
