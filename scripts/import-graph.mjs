// The folders of the code and which imports which, drawn into docs/architecture.md by `npm run reference`: a Mermaid figure. An arrow
// that follows from two others is left out, so that the figure shows the floors.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesIn, root, sourceOf } from '../test/repo/sources.mjs';

export const GRAPH_DOCUMENT = 'docs/architecture.md';
const PLACE = /(<!-- graph: npm run reference -->\n)[^]*?(<!-- end of graph -->)/;

/** `src/auth/flow.ts` → `auth`; an element → `components`. Files beside the folders of src belong to the room that they are. */
function folderOf(file) {
  const [top, next] = file.split('/');
  if (top !== 'src') return top;
  return next.endsWith('.ts') ? (next === 'index.ts' ? 'index' : 'errors') : next;
}

/** Folder → the folders that it imports values from. */
function importsByFolder() {
  const found = new Map();
  for (const file of ['src', 'components', 'cli'].flatMap((folder) => filesIn(folder, '.ts'))) {
    if (file.endsWith('.d.ts')) continue;
    const folder = folderOf(file);
    if (!found.has(folder)) found.set(folder, new Set());
    for (const { file: other, typeOnly, isLate } of sourceOf(file).imports)
      if (other && !typeOnly && !isLate && /^(?:src|components|cli)\//.test(other) && folderOf(other) !== folder)
        found.get(folder).add(folderOf(other));
  }
  return found;
}

/** Arrows that do not follow from others. */
function arrowsOf(imports) {
  /** Everything that `folder` reaches if it has no arrow to `without`. */
  const reachedBy = (folder, without) => {
    const reached = new Set();
    const open = [...(imports.get(folder) ?? [])].filter((next) => next !== without);
    for (let next = open.pop(); next; next = open.pop())
      if (!reached.has(next)) {
        reached.add(next);
        open.push(...(imports.get(next) ?? []));
      }
    return reached;
  };
  return [...imports].flatMap(([from, all]) =>
    [...all].filter((to) => !reachedBy(from, to).has(to)).map((to) => `  ${from} --> ${to}`),
  );
}

/** The figure as Markdown. */
export function graphText() {
  return ['```mermaid', 'flowchart TD', ...arrowsOf(importsByFolder()).toSorted(), '```', ''].join('\n');
}

export function writeGraph() {
  const file = path.join(root, GRAPH_DOCUMENT);
  const text = readFileSync(file, 'utf8');
  const drawn = text.replace(PLACE, (_, begin, end) => `${begin}\n${graphText()}\n${end}`);
  if (drawn !== text) writeFileSync(file, drawn);
}
