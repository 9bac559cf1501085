// Which tests there are, and where each runs. One rule: a test that imports `@open-wc/testing` or
// `@web/test-runner-commands`, itself or through a helper under test/, needs a page and runs in a browser. Every other one
// runs in Node. A name that ends in `.slow.test.ts` or `.slow.test.mjs` is left to `npm run test:slow`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const PAGE = new Set(['@open-wc/testing', '@web/test-runner-commands']);
/** The fixtures of applications and servers contain tests of their own kind. */
const NOT_OURS = /^test\/(frameworks|framework-types|servers)\//;

/**
 * All tests, by the lane they run in. `node` has those in TypeScript, which are bundled first; `plain` has those that Node
 * reads as they are; `page` runs in a browser.
 * @returns {{ node: string[], plain: string[], page: string[] }} paths from the root, in order
 */
export function listTests() {
  const files = readdirSync(path.join(root, 'test'), { recursive: true })
    .map((name) => `test/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => /\.test\.(ts|mjs)$/.test(name) && !NOT_OURS.test(name))
    .sort();
  const typed = files.filter((name) => name.endsWith('.ts'));
  return {
    node: typed.filter((name) => !needsPage(name)),
    plain: files.filter((name) => name.endsWith('.mjs')),
    page: typed.filter(needsPage),
  };
}

export const isSlow = (file) => /\.slow\.test\.(ts|mjs)$/.test(file);

const known = new Map();

/** @param {string} file path from the root */
export function needsPage(file) {
  if (known.has(file)) return known.get(file);
  // Two helpers may import each other.
  known.set(file, false);
  const found = importsOf(file).some((name) => {
    if (!name.startsWith('.')) return PAGE.has(name);
    const target = path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts');
    return target.startsWith('test/') && target.endsWith('.ts') && needsPage(target);
  });
  known.set(file, found);
  return found;
}

/** The modules that a file imports or hands on, without those of which it has only types. */
function importsOf(file) {
  let text;
  try {
    text = readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    // A test with a missing import fails when it runs.
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return [...text.matchAll(/^(?:import|export)(?! type\b)(?:[^'";]*?\bfrom)?\s*'([^']+)'/gm)].map(([, name]) => name);
}
