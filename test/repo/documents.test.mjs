// What the documents say of the code is there: the files that they name, the pages they link to, the interfaces that
// docs/interfaces.md shows, and the figure of docs/architecture.md.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { GRAPH_DOCUMENT, graphText } from '../../scripts/import-graph.mjs';
import { REFERENCE } from '../../scripts/reference.mjs';
import { filesIn, root, textOf } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);
const FOLDERS = ['src', 'components', 'cli', 'test', 'scripts', 'docs', 'demo', 'bench'];
const files = [
  ...FOLDERS.flatMap((folder) => filesIn(folder, '')),
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...REFERENCE,
];
const folders = new Set(
  files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))).filter(Boolean),
);
const documents = ['README.md', 'SECURITY.md', ...filesIn('docs', '.md').filter((file) => !REFERENCE.includes(file))];

/** Names of other programs: a variable of GitHub Actions, a tool in an example. */
const OTHERS = new Set(['GITHUB_STEP_SUMMARY', 'DELETE_FILE']);

/** What is built, and what stands in the package or beside it. */
const MADE = /^(?:dist|node_modules)\//;
/** `src/…` and everything else that ends like one of our files. */
const PATH =
  /(?<![\w@:/.<{*#-])(?:(?:src|components|test|scripts|docs|demo|bench)\/[\w./-]*|[\w-][\w./-]*\.(?:ts|mjs|md))(?![\w*<{/-])/g;

/** Paths that a document names and nobody finds: whole ones, and ends of ones, as in `protocol/revisions.ts`. */
function deadPaths(text) {
  const code = [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].map(([span]) => span);
  const named = new Set(code.flatMap((span) => [...span.matchAll(PATH)].map(([one]) => one.replace(/[./]+$/, ''))));
  return [...named].filter(
    (one) => !MADE.test(one) && !folders.has(one) && !files.some((file) => file === one || file.endsWith(`/${one}`)),
  );
}

function deadLinks(document, text) {
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)]
    .map(([, link]) => path.posix.join(path.posix.dirname(document), link))
    .filter((target) => !folders.has(target.replace(/\/$/, '')) && !files.includes(target));
}

describe('the documents', () => {
  it('name files that are there', () => {
    none(documents.flatMap((file) => deadPaths(textOf(file)).map((one) => `${file} names ${one}`)));
  });

  it('name limits and settings that are there', () => {
    const NAME = /\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)+\b/g;
    const code = [...FOLDERS.flatMap((folder) => filesIn(folder, '')), 'package.json']
      .filter((file) => /\.(?:ts|mjs|json)$/.test(file))
      .map(textOf)
      .join('\n');
    const named = (file) => new Set(textOf(file).match(NAME));
    none(
      [...documents, 'CONTRIBUTING.md'].flatMap((file) =>
        [...named(file)].filter((name) => !OTHERS.has(name) && !code.includes(name)).map((name) => `${file}: ${name}`),
      ),
    );
  });

  it('say the version of the package, everywhere the same', () => {
    const { version } = JSON.parse(textOf('package.json'));
    const said = {
      'src/util/version.ts': /VERSION = '([^']+)'/,
      'CHANGELOG.md': /^## (\d[\w.]*)/m,
      'README.md': /mcp-embed-(\d+\.\d+\.\d+)\//,
      'package-lock.json': /"version": "([^"]+)"/,
    };
    for (const [file, pattern] of Object.entries(said)) assert.equal(pattern.exec(textOf(file))?.[1], version, file);
  });

  it('link to pages that are there', () => {
    none(documents.flatMap((file) => deadLinks(file, textOf(file)).map((one) => `${file} links to ${one}`)));
  });
});

const INTERFACES = 'docs/interfaces.md';
const withoutComments = (code) => code.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
const inOneLine = (code) =>
  withoutComments(code)
    .replace(/,(?=\s*[)}\]])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[({[]) | (?=[)}\]])/g, '');

/** Each declaration of the block: its file, its name and its members. */
function declarationsIn(text) {
  const [, block = ''] = /```ts\n([^]*?)```/.exec(text) ?? [];
  let file;
  return block.split(/^(?=\/\/ |interface |class )/m).flatMap((part) => {
    file = /^\/\/ (src\/[\w./-]+\.ts)/.exec(part)?.[1] ?? file;
    const [, kind, name, body] = /^(interface|class) (\w+)[^{]*\{\n([^]*)\n\}/.exec(part) ?? [];
    if (!name) return [];
    // A member begins where the indentation is that of the body, and ends before the next one.
    const members = withoutComments(body)
      .split(/\n(?= {2}[\w#])/)
      .map((member) => inOneLine(member).trim().replace(/;$/, ''))
      .filter(Boolean);
    return [{ file, kind, name, members }];
  });
}

describe('the figure in docs/architecture.md', () => {
  it('is that of the imports; npm run reference draws it', () => {
    assert.ok(textOf(GRAPH_DOCUMENT).includes(graphText().trimEnd()));
  });
});

describe('the interfaces in docs/interfaces.md', () => {
  const shown = declarationsIn(textOf(INTERFACES));

  it('are those of the code, member by member', () => {
    none(
      shown.flatMap(({ file, kind, name, members }) => {
        const [, body] =
          new RegExp(`export ${kind} ${name}\\b[^{]*\\{\\n([^]*?)\\n\\}`).exec(
            files.includes(file) ? textOf(file) : '',
          ) ?? [];
        if (!body) return [`${file} has no ${kind} ${name}`];
        const code = inOneLine(body);
        return members.filter((member) => !code.includes(member)).map((member) => `${file} ${name} has no: ${member}`);
      }),
    );
  });

  it('lack no member of an interface', () => {
    none(
      shown
        .filter(({ kind }) => kind === 'interface')
        .flatMap(({ file, name, members }) => {
          const [, body = ''] =
            new RegExp(`export interface ${name}\\b[^{]*\\{\\n([^]*?)\\n\\}`).exec(textOf(file)) ?? [];
          const names = [...withoutComments(body).matchAll(/^ {2}(?:readonly )?(\w+)/gm)].map(([, member]) => member);
          return names
            .filter((member) => !members.some((one) => new RegExp(`^(?:readonly )?${member}\\b`).test(one)))
            .map((member) => `${file} ${name}.${member} is not shown`);
        }),
    );
  });
});

/** The events of the elements, in the order of their file: their names, whether they can be prevented, and what they carry. */
const eventsIn = (code) =>
  [...code.matchAll(/^export class (\w+) extends Event \{\n([^]*?)\n\}/gm)].map(([, name, body]) => {
    const [, type, options] = /super\('([\w-]+)', \{([^}]*)\}/.exec(body);
    return {
      name,
      type,
      bubbles: /bubbles: true/.test(options) && /composed: true/.test(options),
      isPreventable: /cancelable: true/.test(options),
      carries: [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, member]) => member),
    };
  });

describe('the events in docs/elements.md', () => {
  const events = eventsIn(textOf('components/events.ts'));
  const [, table = ''] = /## Events\n([^]*?)\n## /.exec(textOf('docs/elements.md')) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));

  it('are those of the elements, each in one row, with what they carry', () => {
    assert.ok(events.length > 10);
    const shown = rows.map((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, word]) => word));
    none(
      events
        .filter(
          ({ type, carries }) =>
            shown.filter((row) => row.includes(type) && carries.every((member) => row.includes(member))).length !== 1,
        )
        .map(({ type, carries }) => `${type} (${carries.join(', ')})`),
    );
    const types = events.map(({ type }) => type);
    none(shown.flatMap((row) => row.filter((word) => word.startsWith('mcp-') && !types.includes(word))));
  });

  it('end in “-request” where they can be prevented, and only there', () =>
    none(
      events.filter(({ type, isPreventable }) => isPreventable !== type.endsWith('-request')).map(({ type }) => type),
    ));
  it('all bubble and cross shadow roots, as it says', () =>
    none(events.filter(({ bubbles }) => !bubbles).map(({ type }) => type)));

  it('are all declared in one file', () =>
    none(
      files.filter(
        (file) =>
          file.startsWith('components/') &&
          file !== 'components/events.ts' &&
          /extends Event\b|new (?:Custom)?Event\(['`]mcp-/.test(textOf(file)),
      ),
    ));
});
