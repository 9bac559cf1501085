// The package as whoever installs it has it: what bundlers take of it, its types, and what lies in it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { elements } from './elements.mjs';
import { BUNDLERS, unpack } from './packed.mjs';
import { readSource, root, textOf } from './sources.mjs';

const LIST = 'test/repo/package-files.txt';
const none = (problems) => assert.deepEqual(problems, []);
const { exports } = JSON.parse(textOf('package.json'));
let packed;

/*
 * What breaks these rules today. The lists only get shorter: the tests fail where one of them is mended and still named.
 */
/** Elements that come along: by bundler and import. A module that an element takes something from has that element too. */
const ALONG = {
  'webpack mcp-content': ['McpResourceListElement'],
};
/** Types of files that are only in the script tag. */
const UNREACHED = /^dist\/src\/auth\/callback-page\.d\.ts$/;

before(async () => {
  await buildIfStale('all');
  packed = unpack();
});
after(() => packed?.remove());

const byTag = new Map(elements.map((element) => [element.tag, element]));
/** An element, and what stands in its templates, and in theirs. */
function shownBy(tag, seen = new Set()) {
  if (byTag.has(tag) && !seen.has(tag)) {
    seen.add(tag);
    for (const child of byTag.get(tag).renders) shownBy(child, seen);
  }
  return [...seen].map((one) => byTag.get(one).className).sort();
}

async function elementsIn(bundler, code) {
  const entry = path.join(packed.application, 'main.js');
  writeFileSync(entry, code);
  const bundled = await BUNDLERS[bundler](packed.application, entry);
  return {
    classes: elements
      .map(({ className }) => className)
      .filter((name) => new RegExp(`\\b\\w*${name}\\d* = class\\b`).test(bundled))
      .sort(),
    hasLit: /\blitElementVersions\b|\breactiveElementVersions\b/.test(bundled),
  };
}

describe('an application that imports', () => {
  for (const bundler of Object.keys(BUNDLERS)) {
    for (const tag of ['mcp-icon', 'mcp-log', 'mcp-tool-list', 'mcp-content'])
      it(`${tag} alone brings what it shows, and no other element: ${bundler}`, async () => {
        const { classes } = await elementsIn(bundler, `import 'mcp-embed/define/${tag}';`);
        assert.deepEqual(classes, [...shownBy(tag), ...(ALONG[`${bundler} ${tag}`] ?? [])].sort());
      });

    it(`an entry without elements brings none, and no Lit: ${bundler}`, async () => {
      for (const entry of Object.keys(exports).filter(
        (name) => exports[name].types && !/\*|elements|define|bundle/.test(name),
      )) {
        // oxlint-disable-next-line no-await-in-loop -- one bundle at a time
        const found = await elementsIn(
          bundler,
          `import * as all from 'mcp-embed${entry.slice(1)}'; globalThis.all = all;`,
        );
        assert.deepEqual(found, { classes: [], hasLit: false }, entry);
      }
    });

    it(`the elements and uses none brings none: ${bundler}`, async () => {
      const { classes } = await elementsIn(bundler, `import 'mcp-embed/elements';`);
      none(classes);
      const named = await elementsIn(bundler, `import { McpIconElement } from 'mcp-embed/elements'; console.log(1);`);
      none(named.classes);
    });

    it(`one class of an element brings that one: ${bundler}`, async () => {
      const { classes } = await elementsIn(
        bundler,
        `import { McpIconElement } from 'mcp-embed/elements'; globalThis.icon = McpIconElement;`,
      );
      assert.deepEqual(classes, ['McpIconElement', ...(ALONG[`${bundler} McpIconElement`] ?? [])]);
    });
  }
});

describe('a strict project', () => {
  it('imports every entry at once, and a session of one is a session of each', () => {
    const entries = Object.keys(exports).filter((name) => exports[name].types && !name.includes('*'));
    const imports = entries.map((name, at) => `import * as e${at} from 'mcp-embed${name.slice(1)}';`);
    const at = (name) => `e${entries.indexOf(name)}`;
    const code = `${imports.join('\n')}
      import 'mcp-embed/define/mcp-icon';
      export const all = [${entries.map((_, one) => `e${one}`).join(', ')}];
      declare const fromCore: InstanceType<typeof ${at('.')}.Session>;
      declare const fromBundle: InstanceType<typeof ${at('./bundle')}.Session>;
      for (const session of [fromCore, fromBundle]) {
        const sameOfCore: ${at('.')}.Session = session;
        const sameOfBundle: ${at('./bundle')}.Session = session;
        new ${at('./tasks')}.Tasks(session);
        const transcript: ${at('./transcript')}.SessionTranscript = session.transcript;
        const stored: ${at('./storage')}.UserData = session.storage;
        const permissions: ${at('./approvals')}.SessionPermissions = session.permissions;
        const queue: ${at('./bundle')}.ApprovalQueue | undefined = session.approvals;
        const host = document.createElement('mcp-session');
        const element: ${at('./elements')}.McpToolListElement = document.createElement('mcp-tool-list');
        element.session = session;
        element.session = host.session;
        void [sameOfCore, sameOfBundle, transcript, stored, permissions, queue];
      }
      const options: ${at('.')}.SessionOptions = { auth: new ${at('./auth')}.OwnSignIn({ getToken: () => 'x' }) };
      new ${at('./bundle')}.Session('https://a.example', options);
      // @ts-expect-error what is no session is taken by nobody
      new ${at('./tasks')}.Tasks({ url: 'https://a.example' });`;
    writeFileSync(path.join(packed.application, 'types.ts'), code);
    for (const module of [
      { module: 'ESNext', moduleResolution: 'bundler' },
      { module: 'NodeNext', moduleResolution: 'NodeNext' },
    ]) {
      const compilerOptions = {
        ...module,
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ES2024.Promise'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        types: [],
        noEmit: true,
        skipLibCheck: false,
      };
      writeFileSync(
        path.join(packed.application, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['types.ts'] }),
      );
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', packed.application], { encoding: 'utf8' });
      // Other packages' types are theirs.
      const ours = stdout.split('\n').filter((line) => /types\.ts|mcp-embed/.test(line));
      assert.deepEqual(ours, [], module.moduleResolution);
      assert.ok(status === 0 || stdout.length > 0);
    }
  });
});

/** Files of the script tag have a hash of their content in their name, and each change of the source another one. */
const withoutHash = (file) => file.replace(/^(dist\/mcp-embed-.*)-[\w-]{8}(\.js(?:\.map)?)$/, '$1-[hash]$2');

describe('what lies in the package', () => {
  it(`is what it was: ${LIST}, or UPDATE=1`, () => {
    const list = packed.files.map(withoutHash).sort();
    if (process.env.UPDATE) writeFileSync(path.join(root, LIST), `${list.join('\n')}\n`);
    assert.deepEqual(list, textOf(LIST).trim().split('\n'));
  });

  it('is reached from an entry, as code or as types', () => {
    const reached = new Set(['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']);
    const targets = Object.entries(exports).flatMap(([, target]) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    const isTarget = (file) =>
      targets.some((target) =>
        new RegExp(`^${target.slice(2).replaceAll('.', '\\.').replace('*', '[^/]+')}$`).test(file),
      );
    const visit = (file) => {
      if (reached.has(file) || !packed.files.includes(file)) return;
      reached.add(file);
      if (packed.files.includes(`${file}.map`)) reached.add(`${file}.map`);
      // The types of a module lie beside it.
      visit(file.replace(/\.js$/, '.d.ts'));
      const text = /\.(?:js|d\.ts)$/.test(file) ? readFileSync(path.join(packed.folder, file), 'utf8') : '';
      for (const [, from] of text.matchAll(/(?:from|import)\s*\(?["'`](\.[^"'`]+)["'`]/g)) {
        const target = path.posix.join(path.posix.dirname(file), from);
        visit(file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target);
      }
    };
    packed.files.filter(isTarget).forEach(visit);
    const unreached = packed.files.filter((file) => !reached.has(file));
    none(unreached.filter((file) => !UNREACHED.test(file)));
    assert.ok(unreached.length > 0, 'Well done. Delete UNREACHED.');
  });

  it('has every map beside its code, and every map its source in it', () => {
    none(
      packed.files.flatMap((file) => {
        const text = readFileSync(path.join(packed.folder, file), 'utf8');
        if (file.endsWith('.map')) {
          const { sources, sourcesContent } = JSON.parse(text);
          const lacks = sources.filter((source, at) => {
            const place = path.join(packed.folder, path.dirname(file), source);
            return typeof sourcesContent?.[at] !== 'string' && !(place.startsWith(packed.folder) && existsSync(place));
          });
          return lacks.map((source) => `${file} has no ${source}`);
        }
        const [, map] = /^\/\/# sourceMappingURL=(\S+)$/m.exec(/\.(?:js|ts)$/.test(file) ? text : '') ?? [];
        return map && !packed.files.includes(path.posix.join(path.posix.dirname(file), map))
          ? [`${file} has no ${map}`]
          : [];
      }),
    );
  });

  it('has types whose every import is there', () => {
    none(
      packed.files
        .filter((file) => file.endsWith('.d.ts'))
        .flatMap((file) =>
          readSource(file.replace(/\.d\.ts$/, '.ts'), readFileSync(path.join(packed.folder, file), 'utf8'))
            .imports.filter((one) => one.file && !packed.files.includes(one.file.replace(/\.ts$/, '.d.ts')))
            .map((one) => `${file} imports ${one.file}`),
        ),
    );
  });
});
