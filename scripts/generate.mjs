// Makes the files that follow from the list of elements (components/index.ts) and from what each element shows:
//   components/define/mcp-*.ts     registers one element, and those it shows
//   components/define/all.ts       registers all of them
//   components/groups/<group>.ts   the elements of one group, which load together
//   components/groups/table.ts     which element is in which group
//   node scripts/generate.mjs           `npm run generate`
//   node scripts/generate.mjs --check   only says which files are not as they should be
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { elements as sources } from '../test/repo/elements.mjs';
import { FIRST_GROUP, listElements } from './elements.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOTE = '/* Made by `npm run generate` from components/index.ts: change that. */';
/** Files in the two folders that are written by hand. */
const BY_HAND = ['components/define/context-root.ts', 'components/define/define-elements.ts'];
/** The first line of each file that registers: where there is no page, Lit could not be imported without it. */
const READY = `import '../internal/lit-ready.js';`;

const elements = listElements(root);
const rendered = new Map(sources.map(({ tag, renders }) => [tag, renders]));

/** @returns {Promise<Map<string, string>>} file → its text */
export async function generated() {
  const files = new Map();
  const add = async (file, text) => {
    const options = { ...(await resolveConfig(path.join(root, file))), filepath: file };
    files.set(file, await format(`${NOTE}\n${text}`, options));
  };
  for (const { tag } of elements)
    await add(
      `components/define/${tag}.ts`,
      `${READY}\n${importsOf(shownBy(tag))}\n\ndefineElements(${classesOf(shownBy(tag))});\n`,
    );
  await add(
    'components/define/all.ts',
    // Then this, so that it listens before the first element asks for its session.
    `${READY}\nimport './context-root.js';\n${importsOf(elements)}\n\ndefineElements(${classesOf(elements)});\n`,
  );
  const first = elements.filter(({ group }) => group === FIRST_GROUP);
  const groups = [...new Set(elements.map(({ group }) => group))]
    .filter((group) => group !== FIRST_GROUP)
    .map((group) => ({ group, all: elements.filter((one) => one.group === group) }));
  for (const { group, all } of groups)
    await add(
      `components/groups/${group}.ts`,
      `${READY}\n${importsOf(all, 'type ElementClasses')}\n\nexport const elements: ElementClasses = ${classesOf(all)};\n`,
    );
  const rows = groups.map(
    ({ group, all }) =>
      `{ name: '${group}', tags: [${all.map(({ tag }) => `'${tag}'`).join(', ')}], load: () => loadOnce('${group}', () => import('./${group}.js')) }`,
  );
  await add(
    'components/groups/table.ts',
    `import { loadOnce } from '../../src/util/load-once.js';
    import type { ElementGroup } from '../autoloader.js';
    ${importsOf(first, 'type ElementClasses')}

    /** Registered from the start. */
    export const hosts: ElementClasses = ${classesOf(first)};

    /** Each loads when the first of its elements is seen. */
    export const groups: readonly ElementGroup[] = [${rows.join(',\n')}];\n`,
  );
  return files;
}

/** The element and what it shows, and what these show: those first that the others show. */
function shownBy(tag, found = new Set()) {
  if (!found.has(tag)) {
    found.add(tag);
    for (const child of rendered.get(tag) ?? []) shownBy(child, found);
  }
  return elements.filter((one) => found.has(one.tag)).toSorted((one) => (one.tag === tag ? 1 : 0));
}

/** Relative to a folder in components. */
function importsOf(all, what = 'defineElements') {
  return [
    ...all.map(({ className, module }) => `import { ${className} } from '../${module}.js';`),
    `import { ${what} } from '../define/define-elements.js';`,
  ].join('\n');
}

const classesOf = (all) => `{ ${all.map(({ tag, className }) => `'${tag}': ${className}`).join(', ')} }`;

/** Files in these folders that nobody writes by hand. */
function present() {
  return ['components/define', 'components/groups'].flatMap((folder) => {
    mkdirSync(path.join(root, folder), { recursive: true });
    return readdirSync(path.join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !BY_HAND.includes(file));
  });
}

/** @returns {Promise<string[]>} files that are missing, different or too many */
export async function stale() {
  const files = await generated();
  const there = present();
  return [
    ...[...files].filter(([file, text]) => !there.includes(file) || read(file) !== text).map(([file]) => file),
    ...there.filter((file) => !files.has(file)),
  ];
}

const read = (file) => readFileSync(path.join(root, file), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = await stale();
  if (process.argv.includes('--check')) {
    for (const file of changed) console.error(`${file} is not what \`npm run generate\` makes.`);
    process.exitCode = changed.length > 0 ? 1 : 0;
  } else {
    const files = await generated();
    for (const file of changed) {
      if (files.has(file)) writeFileSync(path.join(root, file), files.get(file));
      else rmSync(path.join(root, file));
    }
    console.log(changed.length > 0 ? `Made anew: ${changed.join(', ')}` : 'Everything is as it should be.');
  }
}
