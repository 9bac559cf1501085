// The names of 0.1 that are no more: test/repo/old-names.json has them by kind, each with what it is called now, or null where
// nothing took its place. The coordinator of a renaming adds to it; the table in the CHANGELOG is written from it.
//   node test/repo/old-names.mjs                  writes that table
//   node test/repo/old-names.mjs --find FOLDER    names of the checkout in FOLDER that this one has no more and the list lacks
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource, root, textOf } from './sources.mjs';

const LIST = 'test/repo/old-names.json';
export const CHANGES = 'CHANGELOG.md';
/** Between these two lines of the CHANGELOG. */
const TABLE = /(?<=<!-- names: node test\/repo\/old-names\.mjs -->\n)[^]*?(?=<!-- end of names -->)/;
const KINDS = {
  entries: 'entry',
  exports: 'export',
  tags: 'element',
  attributes: 'attribute',
  events: 'event',
  parts: 'part',
};

export const oldNames = () => JSON.parse(textOf(LIST));

/** Rows of the table: what kind of name, its old form, its new one. `others` are members, which no test looks for. */
export function rowsOf(names) {
  return [
    ...Object.entries(KINDS).flatMap(([kind, word]) =>
      Object.entries(names[kind]).map(([old, now]) => [word, old, now]),
    ),
    ...names.others,
  ];
}

/** The rows that the CHANGELOG shows. */
export function rowsIn(changes) {
  const [table = ''] = TABLE.exec(changes) ?? [];
  return [...table.matchAll(/^\| (\S.*?) +\| `([^`]+)` +\| (?:`([^`]+)`|—) +\|$/gm)].map(([, kind, old, now]) => [
    kind,
    old,
    now ?? null,
  ]);
}

/** Every public name of a checkout, by kind. */
export function namesOf(folder, manifest) {
  const json = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const entries = Object.entries(json('package.json').exports);
  const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations.filter((one) => one.tagName));
  const sorted = (names) => [...new Set(names)].sort();
  const ofEach = (list) => sorted(elements.flatMap((one) => (one[list] ?? []).map(({ name }) => name)));
  return {
    entries: sorted(entries.map(([name]) => path.posix.join('mcp-embed', name))),
    exports: sorted(
      entries
        .map(([, target]) => sourceFileOf(target.types))
        .filter((file) => file && existsSync(path.join(folder, file)))
        .flatMap((file) => exportsOf(folder, file)),
    ),
    tags: sorted(elements.map(({ tagName }) => tagName)),
    attributes: ofEach('attributes'),
    events: ofEach('events'),
    parts: ofEach('cssParts'),
  };
}

/** `./dist/src/index.d.ts` → `src/index.ts` */
export const sourceFileOf = (types) => types?.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts');

function exportsOf(folder, file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const { statements } = readSource(file, readFileSync(path.join(folder, file), 'utf8'));
  return statements
    .filter(({ text }) => text.startsWith('export'))
    .flatMap(({ text, declares, takes, imports }) =>
      /^export (?:type )?\*(?! as)/.test(text) && imports[0]?.file
        ? exportsOf(folder, imports[0].file, seen)
        : [...declares, ...takes.keys()],
    );
}

function find(folder) {
  const names = oldNames();
  const was = namesOf(folder, manifestOf(folder));
  const is = namesOf(root, manifestOf(root));
  const lost = Object.fromEntries(
    Object.keys(KINDS).map((kind) => [
      kind,
      was[kind].filter((one) => !is[kind].includes(one) && !(one in names[kind])),
    ]),
  );
  const files = ['src', 'components', 'docs'].flatMap((each) =>
    readdirSync(path.join(folder, each), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name))),
  );
  return { ...lost, files: files.filter((file) => !existsSync(path.join(root, file)) && !names.files.includes(file)) };
}

function manifestOf(folder) {
  const out = mkdtempSync(path.join(folder, 'dist.names-'));
  try {
    const analyzer = path.join(folder, 'node_modules/@custom-elements-manifest/analyzer/cem.js');
    spawnSync(process.execPath, [analyzer, 'analyze', '--quiet', '--outdir', path.basename(out)], { cwd: folder });
    return JSON.parse(readFileSync(path.join(out, 'custom-elements.json'), 'utf8'));
  } finally {
    rmSync(out, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--find') console.log(JSON.stringify(find(path.resolve(process.argv[3])), undefined, 2));
  else {
    const { format, resolveConfig } = await import('prettier');
    const rows = rowsOf(oldNames()).map(([kind, old, now]) => `| ${kind} | \`${old}\` | ${now ? `\`${now}\`` : '—'} |`);
    const table = ['', '| what | in 0.1 | now |', '| --- | --- | --- |', ...rows, ''].join('\n');
    const file = path.join(root, CHANGES);
    const changes = textOf(CHANGES).replace(TABLE, () => `${table}\n`);
    writeFileSync(file, await format(changes, { ...(await resolveConfig(file)), filepath: file }));
  }
}
