// The package as whoever installs it has it: its types, and what lies in it. What bundlers take of it: tree-shaking.slow.test.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eachMapping, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { buildIfStale } from '../../scripts/build.mjs';
import { bytesUntilList } from '../../scripts/phases.mjs';
import { openFileSite } from './file-site.mjs';
import { unpack } from './packed.mjs';
import { readSource, root, textOf } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);
const { bin, exports } = JSON.parse(textOf('package.json'));
/** The command reads them by their names: cli/command/files.ts. */
const OF_COMMAND = [
  ...Object.values(bin),
  'dist/cli/page/index.html',
  'dist/cli/page/page.css',
  'dist/cli/page/page.js',
];
let packed;

before(async () => {
  await buildIfStale('all');
  packed = unpack();
});
after(() => packed?.remove());

describe('the README', () => {
  it('says how large the two scripts are, within a tenth: npm run size', () => {
    const dist = path.join(root, 'dist');
    const classic = gzipSync(readFileSync(path.join(dist, 'mcp-embed.iife.js')), { level: 9 }).length;
    for (const [bytes, pattern] of [
      [bytesUntilList(dist), /Connecting and listing takes about (\d+) KB gzip/],
      [classic, /all of it in one classic script \(about (\d+) KB gzip/],
    ]) {
      const said = Number(pattern.exec(textOf('README.md'))[1]);
      const is = bytes / 1024;
      assert.ok(Math.abs(said - is) < is / 10, `${said} KB are said, ${is} KB are there`);
    }
  });
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
        const transcript: ${at('.')}.SessionTranscript = session.transcript;
        const stored: ${at('./storage')}.UserData = session.storage;
        const permissions: ${at('.')}.SessionPermissions = session.permissions;
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

describe('what lies in the package', () => {
  it('is reached from an entry, as code or as types', () => {
    const reached = new Set(['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist/THIRD-PARTY-NOTICES.txt']);
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
    [...packed.files.filter(isTarget), ...OF_COMMAND].forEach(visit);
    none(packed.files.filter((file) => !reached.has(file)));
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

describe('the source maps in the package', () => {
  const isMap = (file) => file.endsWith('.map');
  const read = (file) => readFileSync(path.join(packed.folder, file), 'utf8');
  const mapOf = (file) => new TraceMap(read(file));

  it('lie beside their code, and each file that names one has it', () => {
    const named = packed.files
      .filter((file) => /\.(?:js|ts)$/.test(file))
      .flatMap((file) => {
        const [, map] = /^\/\/# sourceMappingURL=(\S+)$/m.exec(read(file)) ?? [];
        return map ? [path.posix.join(path.posix.dirname(file), map)] : [];
      });
    assert.deepEqual(named.sort(), packed.files.filter(isMap).sort());
    // Minified files, and only they: the others are readable.
    none(named.filter((map) => !/^dist\/mcp-embed[^/]*\.js\.map$/.test(map)));
    assert.ok(named.includes('dist/mcp-embed.iife.js.map'));
  });

  it('have their sources in them or in the package, and every line that they name is there', () => {
    none(
      packed.files.filter(isMap).flatMap((file) => {
        const map = mapOf(file);
        const lines = map.sources.map((source, at) => {
          const text = map.sourcesContent?.[at];
          const place = path.posix.join(path.posix.dirname(file), source);
          return typeof text === 'string' || packed.files.includes(place)
            ? (text ?? read(place)).split('\n')
            : undefined;
        });
        const lacks = map.sources.filter((_, at) => !lines[at]).map((source) => `${file} has no ${source}`);
        const beyond = new Set();
        eachMapping(map, ({ source, originalLine }) => {
          const at = map.sources.indexOf(source);
          if (source && originalLine > (lines[at]?.length ?? 0)) beyond.add(`${file}: ${source}:${originalLine}`);
        });
        return [...lacks, ...beyond];
      }),
    );
  });

  it('lead from a stack trace of the script tag to the line in the package', async () => {
    const scripts = packed.files.filter((file) => /^dist\/mcp-embed[^/]*\.js$/.test(file));
    const files = new Map(scripts.map((file) => [path.posix.basename(file), read(file)]));
    files.set('index.html', '<!doctype html><script src="mcp-embed.iife.js"></script>');
    const site = await openFileSite();
    const { page } = await site.open(files, 'index.html');
    const stacks = await page.evaluate(async () => {
      const stackOf = ({ connect }) => connect('http://').catch(({ stack }) => stack);
      const module = await import(new URL('mcp-embed.esm.js', document.baseURI).href);
      return Promise.all([stackOf(globalThis.McpEmbed), stackOf(module)]);
    });
    await site.close();
    for (const stack of stacks) {
      const frames = [...stack.matchAll(/(mcp-embed[\w.-]*\.js):(\d+):(\d+)/g)].map(([, file, line, column]) => {
        const map = mapOf(`dist/${file}.map`);
        const found = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 });
        return { at: `dist/${found.source}`, text: read(`dist/${found.source}`).split('\n')[found.line - 1] };
      });
      assert.ok(frames.length > 2, stack);
      assert.match(frames[0].text, /new McpError\(/);
      const places = frames.map(({ at }) => at);
      assert.ok(places.includes('dist/src/session/session.js'), places.join());
    }
  });
});
