// What the errors of this library say, by key, from the catalogues in the source; and docs/errors.md, which lists it.
// `npm run reference` writes that.
import { filesIn, parse, textOf } from './sources.mjs';

export const DOCUMENT = 'docs/errors.md';

/** Calls `visit` with a node and everything in it. */
function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit));
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return undefined;
  if (visit(node) === false) return undefined;
  for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  return undefined;
}

/** The object under `as const` and `satisfies`. */
const bare = (node) => (/^TS(As|Satisfies)Expression$/.test(node?.type) ? bare(node.expression) : node);

/**
 * The catalogues of the source, and how the rest of it uses them.
 * @returns {{ texts: { key: string, template: string | Record<string, string>, file: string }[], used: Set<string>, patterns: RegExp[],
 *   verbatim: { file: string, argument: string }[] }} `used` are all texts of the code outside the catalogues, `patterns`
 *   what `errorText` is given as a template.
 */
export function readErrorTexts() {
  return (known ??= collectErrorTexts());
}

let known;

function collectErrorTexts() {
  const texts = [];
  const used = new Set();
  const patterns = [];
  const verbatim = [];
  for (const file of ['src', 'components', 'cli'].flatMap((folder) => filesIn(folder, '.ts'))) {
    const text = textOf(file);
    const program = parse(file);
    const catalogues = new Set();
    const objects = new Map();
    walk(program, (node) => {
      if (node.type === 'VariableDeclarator' && bare(node.init)?.type === 'ObjectExpression')
        objects.set(node.id.name, bare(node.init));
    });
    walk(program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.name !== 'defineErrorTexts') return;
      const [given] = node.arguments;
      catalogues.add(given.type === 'Identifier' ? objects.get(given.name) : bare(given));
    });
    walk(program, (node) => {
      if (catalogues.has(node)) {
        for (const { key, value } of node.properties)
          texts.push({ key: key.value ?? key.name, template: templateOf(value), file });
        return false;
      }
      if (node.type === 'Literal' && typeof node.value === 'string') used.add(node.value);
      if (node.type === 'CallExpression' && node.callee.name === 'verbatim')
        verbatim.push({ file, argument: text.slice(node.arguments[0].start, node.arguments[0].end) });
      if (node.type === 'CallExpression' && node.callee.name === 'errorText')
        walk(node.arguments[0], (one) => {
          if (one.type === 'TemplateLiteral') patterns.push(patternOf(one));
        });
      return true;
    });
  }
  return { texts, used, patterns, verbatim };
}

/** The template, or those of the plural categories. */
const templateOf = (node) =>
  node.type === 'ObjectExpression'
    ? Object.fromEntries(node.properties.map(({ key, value }) => [key.name ?? key.value, value.value]))
    : node.value;

/** The templates of a sentence: one, or one for each plural category. */
export const formsOf = (template) => (typeof template === 'string' ? [template] : Object.values(template));

const patternOf = ({ quasis }) =>
  new RegExp(`^${quasis.map(({ value }) => value.cooked.replaceAll('.', '\\.')).join('[\\w.-]+')}$`);

/** `src/auth/errors.ts` → `auth`, `cli/relay/errors.ts` → `relay`. */
export const folderOf = (file) =>
  file.startsWith('components/') ? 'components' : (/^(?:src|cli)\/([\w-]+)(?:\/|\.ts$)/.exec(file)?.[1] ?? '');

export function documentText() {
  const { texts } = readErrorTexts();
  const folders = [...new Set(texts.map(({ file }) => folderOf(file)))].sort();
  return [
    '# Errors',
    '',
    '<!-- Written by `npm run reference` from the catalogues in the source; edit those and test/repo/error-texts.mjs. -->',
    '',
    'Every error that this library throws on purpose is an `McpError`: `isMcpError(error)` is true for it, also for one of another copy of the library in the page.',
    '',
    '| Field | What it is |',
    '| --- | --- |',
    '| `code` | What kind of failure it was: a closed list (`McpErrorCode`). Decide by this. |',
    '| `message` | What happened, to what, in English. |',
    '| `remedy` | What to do about it, in English; absent where there is nothing to say. |',
    '| `key`, `params` | Which sentence `message` is, and what stands in it. |',
    '| `remedyText` | `remedy` as `{ key, params, text }`. |',
    '',
    'With `key` and `params` an error can be said in any language. A param is a text, a number, a list, or a sentence of this list again (an object with `key`, `params` and `text`). Texts in params may be a server’s own words: show them as text. The key `verbatim` has words that are nobody’s to translate: those of a server, of the browser, or of your own page, which makes its errors with `new McpError(code, verbatim(words))`, or with a key of its own as `new McpError(code, { key, params, text })`.',
    '',
    'An error of the server (`ProtocolError`, `key` is `verbatim`) has the server’s words as its `message` and its JSON-RPC code as `rpcCode`. `explainServerError(error)` of `mcp-embed` says in our words what the code means, and what to do; the elements show both, and mark the server’s words as the server’s.',
    '',
    'In a template, `{name}` is a param; a list reads “a, b and c”, with `{name, unit}` “a, b, c”, with `{name, disjunction}` “a, b or c”; `{name, number}` groups digits: “4,096”; `{name, bytes}` is a size: “4.1 kB”. Where a sentence depends on the number `count`, its plural forms stand after each other, that for one first. A message has 4,000 characters at most, and so has each text in the params.',
    '',
    ...folders.flatMap((folder) => [
      `## ${folder}`,
      '',
      ...texts
        .filter(({ file }) => folderOf(file) === folder)
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .map(
          ({ key, template }) =>
            `- \`${key}\`: ${[...new Set(formsOf(template))].join(' / ').replaceAll(/[*_<\\]/g, '\\$&')}`,
        ),
      '',
    ]),
  ].join('\n');
}
