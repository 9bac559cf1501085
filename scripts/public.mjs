// `npm run public`: everything that a page may rely on, one a line, in docs/public.txt: entries with their exports, elements with their
// attributes, properties, methods, slots, events, parts and custom properties, error codes, and the keys of words. A change of that
// file is a change of the interface, and has a line in CHANGELOG.md.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAllMessages } from '../test/repo/messages.mjs';
import { parse, root } from '../test/repo/sources.mjs';
import { buildIfStale } from './build.mjs';

export const PUBLIC = 'docs/public.txt';

/** @returns {Promise<string>} the text of docs/public.txt as it should be */
export async function publicText() {
  await buildIfStale('all');
  const lines = [
    ...exportLines(),
    ...elementLines(),
    ...codeLines(),
    ...readAllMessages().map(({ key }) => `words ${key}`),
  ];
  return `${[...new Set(lines)].sort().join('\n')}\n`;
}

function exportLines() {
  const { name, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([entry, target]) => {
    const file = typeof target === 'object' ? (target.types ?? '') : '';
    const source = file.replace('./dist/', '').replace(/\.d\.ts$/, '.ts');
    const title = `entry ${name}${entry.slice(1)}`;
    if (entry.includes('*') || !/^(?:src|components|cli)\//.test(source)) return [title];
    return [title, ...exportsOf(source).map((one) => `${title}: ${one}`)];
  });
}

/** The names that a module exports, also those of what it passes on whole. */
function exportsOf(file) {
  return parse(file).body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration') {
      const from = node.source.value.replace(/\.js$/, '.ts');
      return from.startsWith('.') ? exportsOf(path.posix.join(path.posix.dirname(file), from)) : [];
    }
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = node;
    const declared =
      declaration?.declarations?.map(({ id }) => id.name) ?? (declaration?.id ? [declaration.id.name] : []);
    return [...declared, ...specifiers.map(({ exported }) => exported.name ?? exported.value)];
  });
}

function elementLines() {
  const { modules } = JSON.parse(readFileSync(path.join(root, 'dist/custom-elements.json'), 'utf8'));
  const named = (kind, list = []) => list.filter(({ name }) => name).map(({ name }) => `${kind} ${name}`);
  return modules
    .flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => tagName))
    .flatMap(({ tagName, attributes, members = [], slots = [], events, cssParts, cssProperties }) => {
      const title = `element ${tagName}`;
      const all = [
        ...named('attribute', attributes),
        ...members
          .filter(({ static: isStatic }) => !isStatic)
          .map(({ kind, name }) => `${kind === 'method' ? 'method' : 'property'} ${name}`),
        ...slots.map(({ name }) => `slot ${name || '(default)'}`),
        ...named('event', events),
        ...named('part', cssParts),
        ...named('custom property', cssProperties),
      ];
      return [title, ...all.map((one) => `${title}: ${one}`)];
    });
}

function codeLines() {
  const [, body] = /export type McpErrorCode =([^;]*);/.exec(readFileSync(path.join(root, 'src/errors.ts'), 'utf8'));
  return [...body.matchAll(/^\s*\| '([\w-]+)'/gm)].map(([, code]) => `error code ${code}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(path.join(root, PUBLIC), await publicText());
}
