// The architecture, executed: docs/architecture.md says why each line is where it is.
import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import { describe, it } from 'node:test';
import { filesIn, sourceOf, textOf } from './sources.mjs';

/** From the ground up. Rooms on one floor do not know each other. */
const FLOORS = [
  ['format-message'],
  ['errors'],
  ['util'],
  ['policy', 'secrets', 'json-schema'],
  ['jsonrpc'],
  ['transport'],
  ['protocol'],
  ['wire'],
  ['approvals', 'schema', 'content', 'diagnosis', 'transcript', 'config'],
  ['storage'],
  ['auth'],
  ['session'],
  ['index', 'samplers', 'messages', 'webmcp'],
];
/** A public entry exports what lies in its folder and below it. Nothing in the core imports it. */
const isEntry = (file) => /^src\/([\w/]+\/)?index\.ts$/.test(file);
const floorOf = (room) => FLOORS.findIndex((rooms) => rooms.includes(room));

/** Rooms that may know less than all that lies below them. `types` may be imported as types only. */
const NARROW = {
  schema: { values: ['util', 'secrets', 'json-schema', 'policy', 'errors'], types: ['protocol'] },
  content: { values: ['util', 'secrets', 'json-schema', 'policy', 'errors'], types: ['protocol'] },
};

/** Which room, or which file, may import a package. Packages not named here belong to nobody. */
const PACKAGES = {
  '@cfworker/json-schema': ['src/json-schema'],
  lit: ['components'],
  '@lit/context': ['components'],
  'eventsource-parser': ['src/transport', 'src/samplers'],
  idb: ['src/storage', 'src/auth/token-store.ts'],
  oauth4webapi: ['src/auth'],
  dompurify: ['src/content/sanitize.ts'],
  'markdown-it': [
    'src/content/markdown-engine.ts',
    'src/content/markdown-github.ts',
    'src/content/markdown-unseen.ts',
    'src/content/markdown-it-footnote.d.ts',
  ],
  'markdown-it-footnote': ['src/content/markdown-github.ts'],
  '@codemirror/legacy-modes': ['src/content/highlight'],
  '@codemirror/streamparser': ['src/content/highlight'],
  'image-dimensions': ['src/content/image-size.ts'],
  'punycode.js': ['src/util/readable-host.ts'],
  diff: ['components/log'],
  '@noble/hashes': ['src/util/sha256.ts'],
  'url-template': ['src', 'components'],
  json5: ['src/config'],
  'smol-toml': ['src/config'],
  ...Object.fromEntries(builtinModules.map((name) => [`node:${name}`, ['cli']])),
};

/** What the elements may see of the core. */
const DOORS = [
  'src/index.ts',
  // Words, numbers and dates in the language of an element, and what errors say in it.
  'src/format-message.ts',
  'src/errors.ts',
  'src/approvals/index.ts',
  'src/auth/index.ts',
  'src/schema/index.ts',
  'src/content/index.ts',
  'src/diagnosis/index.ts',
  'src/config/pasted.ts',
  'src/config/read-config.ts',
  'src/config/write-config.ts',
  // Whether an address is encrypted, without the code of sign-ins.
  'src/auth/url-safety.ts',
  // The clock that tests move by hand.
  'src/util/clock.ts',
  'src/util/hosts.ts',
  'src/secrets/addresses.ts',
  'src/session/person/index.ts',
  'src/session/tasks.ts',
  // Which keys of `_meta` a person may set.
  'src/session/request-meta.ts',
  'src/messages/index.ts',
  'src/webmcp/index.ts',
  'src/transcript/index.ts',
  // The version of this library, by which two copies on one page know each other.
  'src/util/version.ts',
  // What connects before the elements are there.
  'src/session/early-connection.ts',
  'src/session/server-cache.ts',
  // What checks the arguments of a form loads ahead, with the form; `src/schema` would bring the code of forms at once.
  'src/json-schema/load-validator.ts',
  // The one way to write JSON, whatever a page did to the prototypes.
  'src/util/json.ts',
  'src/util/load-once.ts',
  // Whether the browser has WebMCP.
  'src/util/model-context.ts',
  'src/policy/site-policy.ts',
];

const DOM_GLOBALS = new Set(
  (
    'window document DOMParser XMLSerializer XMLHttpRequest EventSource customElements localStorage sessionStorage history ' +
    'alert confirm prompt getComputedStyle matchMedia requestAnimationFrame MutationObserver ResizeObserver ' +
    'Node Element HTMLElement DocumentFragment Document ShadowRoot'
  ).split(' '),
);

/** They open windows, leave pages, belong to one tab, or ask whether somebody looks at it, where there is a page. */
const FOR_PAGES_ONLY = [
  'src/auth/popup.ts',
  'src/auth/redirect-authorizer.ts',
  'src/auth/callback-page.ts',
  'src/util/tab-coordination.ts',
  'src/transport/stream-slots.ts',
];

const core = filesIn('src', '.ts').map(sourceOf);
const components = filesIn('components', '.ts').map(sourceOf);
/** Without its page, which is a page like others. */
const command = filesIn('cli', '.ts')
  .filter((file) => !file.startsWith('cli/page/'))
  .map(sourceOf);
/**
 * What the command may take of the core. `auth` finds the addresses of a sign-in, `wire` the secrets of what is recorded, and `diagnosis`
 * judges what a page would see: as for the client.
 */
const FOR_COMMAND = [
  ...['util', 'errors', 'policy', 'secrets', 'jsonrpc', 'transport', 'protocol', 'config'],
  ...['auth', 'wire', 'diagnosis'],
];
const roomOf = (file) => file.split('/')[1].replace(/\.ts$/, '');
const packageOf = (from) => (from.startsWith('node:') ? from : from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
const at = ({ file }, { line }) => `${file}:${line}`;

/** Everything wrong at once, so that one run is enough to put it right. */
const none = (problems) => assert.deepEqual(problems, []);

describe('the layers of the core', () => {
  it('every folder of src has a floor', () => {
    none(core.filter(({ file }) => floorOf(roomOf(file)) < 0).map(({ file }) => file));
  });

  it('imports go downwards only, never up and never sideways', () => {
    const problems = [];
    for (const source of core) {
      const room = roomOf(source.file);
      for (const one of source.imports) {
        if (!one.file) continue;
        if (isEntry(one.file) && !isEntry(source.file))
          problems.push(`${at(source, one)} imports an entry: ${one.from}`);
        const other = roomOf(one.file);
        if (!one.file.startsWith('src/')) problems.push(`${at(source, one)} leaves the core: ${one.from}`);
        else if (other !== room && floorOf(other) >= floorOf(room))
          problems.push(`${at(source, one)} ${room} must not know ${other}: ${one.from}`);
      }
    }
    none(problems);
  });

  it('schema and content know little of what lies below them', () => {
    const problems = [];
    for (const source of core) {
      const room = roomOf(source.file);
      const allowed = NARROW[room];
      if (!allowed) continue;
      for (const one of source.imports) {
        const other = one.file && roomOf(one.file);
        if (!other || other === room || allowed.values.includes(other)) continue;
        if (!(one.typeOnly && allowed.types.includes(other)))
          problems.push(`${at(source, one)} ${room} must not know ${other}: ${one.from}`);
      }
    }
    none(problems);
  });

  it('what runs in Node alone is imported by nothing that runs in a page', () => {
    none(
      [...core, ...components].flatMap((source) =>
        source.imports.filter(({ file }) => file?.startsWith('cli/')).map((one) => `${at(source, one)} ${one.from}`),
      ),
    );
  });

  it('the command takes the lower floors of the core only, and no entry of it', () => {
    none(
      command.flatMap((source) =>
        source.imports
          .filter(({ file }) => file && !file.startsWith('cli/'))
          .filter(({ file }) => isEntry(file) || !FOR_COMMAND.includes(roomOf(file)) || !file.startsWith('src/'))
          .map((one) => `${at(source, one)} ${one.from}`),
      ),
    );
  });

  it('only content touches the DOM, and what is for pages only: the rest also runs in a worker', () => {
    none(
      core
        .filter(({ file }) => !file.startsWith('src/content/') && !FOR_PAGES_ONLY.includes(file))
        .flatMap((source) =>
          source.names.filter(({ name }) => DOM_GLOBALS.has(name)).map((one) => `${at(source, one)} ${one.name}`),
        ),
    );
  });
});

describe('the elements', () => {
  it('see of the core only what it exports', () => {
    none(
      components.flatMap((source) =>
        source.imports
          .filter(({ file }) => file?.startsWith('src/') && !DOORS.includes(file))
          .map((one) => `${at(source, one)} ${one.from}`),
      ),
    );
  });

  it('are registered in define/ and nowhere else', () => {
    const registering = /^components\/(define\/(mcp-[a-z-]+|all)|bundle|classic|first-word)\.ts$/;
    const problems = [];
    for (const source of components) {
      if (!source.file.startsWith('components/define/') && source.file !== 'components/autoloader.ts')
        for (const one of source.names)
          if (one.name === 'customElements') problems.push(`${at(source, one)} customElements`);
      if (!registering.test(source.file))
        for (const one of source.imports)
          if (registering.test(one.file ?? '')) problems.push(`${at(source, one)} imports ${one.from}`);
    }
    none(problems);
  });
});

/** The classic script has everything in it. */
const ONE_FILE = 'components/classic.ts';

describe('what loads late', () => {
  const table = [...textOf('src/util/load-once.ts').matchAll(/^ {2}'?([a-z-]+)'?: errorText\(/gm)].map(
    ([, row]) => row,
  );
  const late = [...core, ...components].flatMap((source) =>
    source.late.map((one) => ({ ...one, at: at(source, one) })),
  );

  it('`import()` stands only behind `loadOnce`, in the rows of the table', () => {
    assert.ok(table.length > 10, 'the table was not found');
    none(late.filter(({ row }) => !table.includes(row)).map((one) => `${one.at} ${one.row ?? 'without a row'}`));
  });

  it('each row is one file, and nothing else imports that file', () => {
    const problems = [];
    for (const row of table) {
      const files = new Set(late.filter((one) => one.row === row).map(({ file }) => file));
      if (files.size !== 1) problems.push(`${row}: ${[...files].join(', ') || 'nobody loads it'}`);
      for (const source of [...core, ...components].filter(({ file }) => file !== ONE_FILE))
        for (const one of source.imports)
          if (files.has(one.file) && !one.typeOnly && !source.late.some(({ line }) => line === one.line))
            problems.push(`${at(source, one)} imports ${one.from} at once, which is to load late as ${row}`);
    }
    none(problems);
  });

  it('the file of the script tag has what connects, and none of the elements, of Lit and of the session', () => {
    const sources = new Map([...core, ...components].map((source) => [source.file, source]));
    const first = new Set();
    const add = (file) => {
      if (first.has(file) || !sources.has(file)) return;
      first.add(file);
      for (const one of sources.get(file).imports)
        if (one.file && !one.typeOnly && !sources.get(file).late.some(({ line }) => line === one.line)) add(one.file);
    };
    add('components/first-word.ts');
    assert.ok(first.has('src/protocol/negotiate.ts'), 'the imports were not found');
    const LATER =
      /^(?!components\/(?:first-word|internal\/(?:needed-features|page-loader|warn-of-files))\.ts)components\/|^src\/(?:approvals|auth|content|schema|secrets|transcript|messages)\/|^src\/session\/(?:session|request|lists)\.ts$|^src\/storage\/(?:indexeddb|database)\.ts$/;
    none([...first].filter((file) => LATER.test(file)));
  });
});

describe('packages', () => {
  it('are imported only in the room they belong to', () => {
    const problems = [];
    for (const source of [...core, ...components]) {
      for (const one of source.imports) {
        if (one.file) continue;
        const places = PACKAGES[packageOf(one.from)] ?? [];
        if (!places.some((place) => source.file === place || source.file.startsWith(`${place}/`)))
          problems.push(`${at(source, one)} ${one.from}`);
      }
    }
    none(problems);
  });
});

describe('the words of the protocol', () => {
  const elsewhere = [...core, ...components].filter(({ file }) => !file.startsWith('src/protocol/'));
  const saying = (test) =>
    elsewhere.flatMap((source) => source.strings.filter(test).map((one) => `${at(source, one)} ${one.value.trim()}`));

  it('revision dates are only in src/protocol, and in the keys of its sentences', () => {
    const isDate = (value) => /^20\d\d-\d\d-\d\d$/.test(value);
    const inProtocol = core.filter(({ file }) => file.startsWith('src/protocol/'));
    const revisions = new Set(inProtocol.flatMap(({ strings }) => strings.map(({ value }) => value)).filter(isDate));
    assert.ok(revisions.size >= 5, 'the table of revisions was not found');
    // Another protocol has dates too: that of Anthropic's models. Forms have an example of a date.
    const isOther = (value) => value === '2023-06-01' || value === '2026-11-20';
    none(
      saying(
        ({ value }) =>
          !value.startsWith('protocol.brought.') &&
          ((isDate(value) && !isOther(value)) || [...revisions].some((revision) => value.includes(revision))),
      ),
    );
  });
  it('the names of the eras are only in src/protocol', () => {
    none(saying(({ value }) => value === 'legacy' || value === 'modern'));
  });
  it('the openings are only in src/protocol', () => {
    none(saying(({ value }) => /^(initialize|notifications\/initialized|server\/discover)$/.test(value)));
  });
  it('reserved names are only in src/protocol', () => {
    none(saying(({ value }) => value.includes('io.modelcontextprotocol/')));
  });
});
