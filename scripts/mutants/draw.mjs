// Small changes to the source, which a test suite ought to notice, drawn by a fixed seed over its lines.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** @typedef {{ file: string, line: number, start: number, end: number, from: string, to: string, id?: string }} Mutant `id`: of its line, once it is drawn */

/** Words for people, which tests of words look at, and types. */
const NOT_DRAWN = /^error-texts\.ts$|\.d\.ts$|^index\.ts$/;

const SWAPPED = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Every mutant of one source: each is one place that is written differently. */
export function mutantsOf(file, text) {
  const mutants = [];
  const lineAt = lineFinder(text);
  const add = (node, to, from = text.slice(node.start, node.end)) => {
    if (from !== to) mutants.push({ file, line: lineAt(node.start), start: node.start, end: node.end, from, to });
  };
  const source = (node) => text.slice(node.start, node.end);

  const visit = (node, parent) => {
    if (!node || typeof node.type !== 'string') return;
    // Types are gone when it runs, and a renamed import does not load.
    if (/^TS(?!AsExpression|NonNull|Satisfies|ParameterProperty)|^Import|^ExportAll/.test(node.type)) return;
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const between = text.slice(node.left.end, node.right.start);
        const to = SWAPPED[node.operator];
        if (to && between.includes(node.operator)) {
          // Mixed with another operator, `??` is a syntax error without parentheses.
          const changed = `(${source(node.left)})${between.replace(node.operator, to)}(${source(node.right)})`;
          mutants.push({
            file,
            line: lineAt(node.left.end + between.indexOf(node.operator)),
            start: node.start,
            end: node.end,
            from: source(node),
            to: `(${changed})`,
          });
        }
        break;
      }
      case 'UnaryExpression':
        if (node.operator === '!') add(node, source(node.argument));
        break;
      case 'ConditionalExpression':
        add(node.test, 'true');
        add(node.test, 'false');
        break;
      case 'IfStatement':
        add(node.test, 'true');
        add(node.test, 'false');
        break;
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, String(!node.value));
        else if (typeof node.value === 'number') add(node, String(node.value + 1));
        else if (typeof node.value === 'string' && !isName(node, parent)) add(node, node.value === '' ? "'x'" : "''");
        else if (node.regex)
          add(
            node,
            node.regex.flags.includes('i') ? `/${node.regex.pattern}/${node.regex.flags.replace('i', '')}` : '/(?!)/',
          );
        break;
      case 'ReturnStatement':
        if (node.argument) add(node.argument, 'undefined');
        break;
      case 'ThrowStatement':
        add(node, 'void 0;');
        break;
      case 'ExpressionStatement':
        if (!node.directive && /^(?:Call|Await|Assignment|Update)Expression$/.test(node.expression.type))
          add(node, 'void 0;');
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') add(node.body, 'undefined');
        break;
      default:
    }
    for (const [name, child] of Object.entries(node)) {
      if (name === 'typeAnnotation' || name === 'returnType' || name === 'typeParameters' || name === 'typeArguments')
        continue;
      if (Array.isArray(child)) for (const one of child) visit(one, node);
      else if (child && typeof child === 'object') visit(child, node);
    }
  };
  visit(parseAst(text, { lang: 'ts' }), undefined);
  return mutants;
}

function isProgram({ start, end, to }, text) {
  try {
    parseAst(text.slice(0, start) + to + text.slice(end), { lang: 'ts' });
    return true;
  } catch {
    return false;
  }
}

/** A name of a member or a module is no text for people. */
function isName(node, parent) {
  return parent?.type === 'Property' && parent.key === node && !parent.computed;
}

function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/**
 * Draws lines, each as likely as any other, and on each one of its mutants. No line is drawn twice. A line is drawn by a
 * hash of its file and text, so that a change elsewhere in the source leaves the other draws as they are.
 * @param {string} root of the project
 * @param {readonly { readonly folder: string, readonly files?: RegExp }[]} parts
 * @returns {Mutant[]}
 */
export function drawMutants(root, parts, { count, seed }) {
  const files = parts.flatMap(({ folder, files: wanted = /./ }) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.ts') && !NOT_DRAWN.test(name) && wanted.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const places = [];
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const lines = text.split('\n');
    const sameText = new Map();
    for (const [line, mutants] of byLine(mutantsOf(file, text))) {
      const own = lines[line - 1].trim();
      const nth = sameText.get(own) ?? 0;
      sameText.set(own, nth + 1);
      places.push({ text, mutants, draw: hash([seed, file, own, nth]) });
    }
  }
  const drawn = [];
  for (const { text, mutants, draw } of places.toSorted((a, b) => (a.draw < b.draw ? -1 : 1))) {
    if (drawn.length === count) break;
    const byHash = mutants.toSorted((a, b) => (hash([draw, a.from, a.to]) < hash([draw, b.from, b.to]) ? -1 : 1));
    // A mutant that does not parse proves nothing.
    const mutant = byHash.find((one) => isProgram(one, text));
    if (mutant) drawn.push({ ...mutant, id: draw.slice(0, 12) });
  }
  return drawn;
}

/** `Map.groupBy` is not in Node 20. */
function byLine(mutants) {
  const lines = new Map();
  for (const mutant of mutants) lines.set(mutant.line, [...(lines.get(mutant.line) ?? []), mutant]);
  return lines;
}

function hash(parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
