// docs/limits.md: every limit and time-out of the source, from its docstring. `npm run reference` writes it.
import path from 'node:path';
import { filesIn, sourceOf } from '../test/repo/sources.mjs';
import { limitsOf } from '../test/repo/structure-rules.mjs';

export const DOCUMENT = 'docs/limits.md';

const INTRODUCTION = `# Limits

<!-- Written by \`npm run reference\` from the docstrings in src, components and cli; edit those. -->

Everything from a server is hostile, and every computer is small: so whatever can be large, deep, slow or many has a limit with a name. Each row says how much is let through, what is counted, why, and what happens beyond it. Values are those of the source; they are constants.

What a page can set stands with its option: \`timeoutMs\`, \`maxTimeoutMs\` and \`connectTimeoutMs\` of a session, \`rateLimits\` and \`samplingBudget\` ([approvals](approvals.md#limits)), the limits of a content policy ([content](content.md)). Where one of them has its default here, the row names it.
`;

/** One row for each limit: file, name, value with its unit, and the docstring. */
function rowsOfLimits(sources) {
  const values = new Map(sources.flatMap(({ numbers }) => numbers.map(({ name, value }) => [name, value])));
  return limitsOf(sources).map(({ file, name, doc = '', value }) => ({
    file,
    name,
    value: `${valueOf(value, values).toLocaleString('en', { maximumFractionDigits: 0 })} ${unitOf(doc)}`,
    doc: doc.replaceAll(/\{@link (\w+)\}/g, '`$1`').replaceAll('|', '\\|'),
  }));
}

function unitOf(doc) {
  const [unit] = doc.toLowerCase().split(/[ ,]/, 1);
  return unit === 'milliseconds' ? 'ms' : unit === 'seconds' ? 's' : unit;
}

/** @param node of the syntax tree; a name in it stands for another constant */
function valueOf(node, values) {
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'Identifier':
      return valueOf(values.get(node.name), values);
    case 'UnaryExpression':
      return -valueOf(node.argument, values);
    case 'BinaryExpression': {
      const [left, right] = [valueOf(node.left, values), valueOf(node.right, values)];
      return {
        '+': left + right,
        '-': left - right,
        '*': left * right,
        '/': left / right,
        '**': left ** right,
        '<<': left << right,
      }[node.operator];
    }
    default:
      throw new Error(`A limit is made of numbers and other limits, not of ${node.type}.`);
  }
}

export function documentText() {
  const sources = ['src', 'components', 'cli'].flatMap((folder) => filesIn(folder, '.ts')).map(sourceOf);
  const modules = new Map();
  for (const row of rowsOfLimits(sources)) {
    const name = path.posix.dirname(row.file).split('/').slice(0, 2).join('/');
    modules.set(name, [...(modules.get(name) ?? []), row]);
  }
  return [
    INTRODUCTION,
    ...[...modules].flatMap(([name, rows]) => [
      `## ${name}`,
      '',
      '| name | value | what is counted, why, and what is beyond | file |',
      '| --- | ---: | --- | --- |',
      ...rows.map(
        ({ file, name: limit, value, doc }) =>
          `| \`${limit}\` | ${value} | ${doc} | \`${file.slice(name.length + 1)}\` |`,
      ),
      '',
    ]),
  ].join('\n');
}
