// Makes the files that follow from the list of elements (components/index.ts), from what each element shows, and from the words of each
// language (components/locales/*.json):
//   components/define/mcp-*.ts     registers one element, and those it shows
//   components/define/all.ts       registers all of them
//   components/groups/<group>.ts   the elements of one group, which load together
//   components/groups/table.ts     which element is in which group
//   components/locales/de.ts       the words of a language as a module, so that nothing is fetched
// They are not kept in git: installing the packages makes them, and so does each command that begins with scripts/ensure.mjs.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const noteOf = (source) => `/* Made by \`npm run generate\` from ${source}: change that. */`;
/** Modules in the three folders that are written by hand. */
const BY_HAND = [
  'components/define/context-root.ts',
  'components/define/define-elements.ts',
  'components/locales/languages.ts',
];
/** The first line of each file that registers: where there is no page, Lit could not be imported without it. */
const READY = `import '../internal/lit-ready.js';`;

/** Writes the files that differ, and removes those that belong to no element of the list. */
export async function generate() {
  const files = await generated();
  const there = present();
  for (const [file, text] of files)
    if (!there.includes(file) || read(file) !== text) writeFileSync(path.join(root, file), text);
  for (const file of there) if (!files.has(file)) rmSync(path.join(root, file));
  writeFileSync(path.join(root, LAST), files.get(LAST));
}

/** Generates if a source of an element is newer than the generated files: reading all of them takes seconds. */
export async function generateIfStale() {
  const made = statSync(path.join(root, LAST), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isNewer = (entry) => statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs > made;
  const inComponents = readdirSync(path.join(root, 'components'), { recursive: true, withFileTypes: true });
  if (inComponents.some((entry) => /\.(?:ts|json)$/.test(entry.name) && isNewer(entry))) await generate();
}

/** The file that is written last. */
const LAST = 'components/groups/table.ts';

/** @returns {Promise<Map<string, string>>} file → its text */
async function generated() {
  const { FIRST_GROUP, listElements } = await import('./elements.mjs');
  const { elements: sources } = await import('../test/repo/elements.mjs');
  const elements = listElements(root);
  const rendered = new Map(sources.map(({ tag, renders }) => [tag, renders]));
  const files = new Map();
  /** The element and what it shows, and what these show: those first that the others show. */
  const shown = (tag) => {
    const found = closureOf(tag, rendered);
    return elements.filter((one) => found.has(one.tag)).toSorted((one) => (one.tag === tag ? 1 : 0));
  };
  const add = (file, text, source = 'components/index.ts') => files.set(file, `${noteOf(source)}\n${text}`);
  for (const source of sourcesOfWords()) {
    const { messages } = JSON.parse(read(source));
    add(
      source.replace(/json$/, 'ts'),
      `import type { Messages } from '../words/messages.js';\n\nexport const messages: Messages = ${JSON.stringify(messages, undefined, 2)};\n`,
      source,
    );
  }
  for (const { tag } of elements)
    add(
      `components/define/${tag}.ts`,
      `${READY}\n${importsOf(shown(tag))}\n\ndefineElements(${classesOf(shown(tag))});\n`,
    );
  add(
    'components/define/all.ts',
    // Then this, so that it listens before the first element asks for its session.
    `${READY}\nimport './context-root.js';\n${importsOf(elements)}\n\ndefineElements(${classesOf(elements)});\n`,
  );
  const first = elements.filter(({ group }) => group === FIRST_GROUP);
  const groups = [...new Set(elements.map(({ group }) => group))]
    .filter((group) => group !== FIRST_GROUP)
    .map((group) => ({ group, all: elements.filter((one) => one.group === group) }));
  for (const { group, all } of groups)
    add(
      `components/groups/${group}.ts`,
      `${READY}\n${importsOf(all, 'type ElementClasses')}\n\nexport const elements: ElementClasses = ${classesOf(all)};\n`,
    );
  const rows = groups.map(
    ({ group, all }) =>
      `  { name: '${group}', tags: [${all.map(({ tag }) => `'${tag}'`).join(', ')}], load: () => loadOnce('${group}', () => import('./${group}.js')) },\n`,
  );
  add(
    'components/groups/table.ts',
    [
      `import { loadOnce } from '../../src/util/load-once.js';`,
      `import type { ElementGroup } from '../autoloader.js';`,
      importsOf(first, 'type ElementClasses'),
      '',
      '/** Registered from the start. */',
      `export const hosts: ElementClasses = ${classesOf(first)};`,
      '',
      '/** Each loads when the first of its elements is seen. */',
      `export const groups: readonly ElementGroup[] = [\n${rows.join('')}];\n`,
    ].join('\n'),
  );
  return files;
}

function closureOf(tag, rendered, found = new Set()) {
  if (!found.has(tag)) {
    found.add(tag);
    for (const child of rendered.get(tag) ?? []) closureOf(child, rendered, found);
  }
  return found;
}

/** The words of each language that comes with this library. */
function sourcesOfWords() {
  return readdirSync(path.join(root, 'components/locales'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `components/locales/${name}`);
}

/** Relative to a folder in components. */
function importsOf(all, what = 'defineElements') {
  return [
    ...all.map(({ className, module }) => `import { ${className} } from '../${module}.js';`),
    `import { ${what} } from '../define/define-elements.js';`,
  ].join('\n');
}

const classesOf = (all) => `{\n${all.map(({ tag, className }) => `  '${tag}': ${className},\n`).join('')}}`;

/** Generated files in these folders. */
function present() {
  return ['components/define', 'components/groups', 'components/locales'].flatMap((folder) => {
    mkdirSync(path.join(root, folder), { recursive: true });
    return readdirSync(path.join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.endsWith('.ts') && !BY_HAND.includes(file));
  });
}

const read = (file) => readFileSync(path.join(root, file), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();
