// The schemas of the specification, one for each revision that has one. They are read where they are: inside the official
// conformance suite, which has them as plain object literals in its single file. Nothing of that file is run.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const SUITE = new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url);

/**
 * @returns {Map<string, object>} schema by revision
 * @throws {Error} where the suite no longer has them
 */
export function officialSchemas() {
  const { program } = parseSync('suite.js', readFileSync(SUITE, 'utf8'));
  const variables = new Map(
    program.body
      .filter(({ type }) => type === 'VariableDeclaration')
      .flatMap(({ declarations }) => declarations.map(({ id, init }) => [id.name, init])),
  );
  const tables = [...variables.values()].map((init) => tableOfRevisions(init, variables));
  const schemas = tables.find((table) => table && table.size >= 4);
  if (!schemas) throw new Error('The conformance suite no longer holds the schemas of the specification.');
  return schemas;
}

/** An object whose every key is a revision and every value a schema. */
function tableOfRevisions(node, variables) {
  if (node?.type !== 'ObjectExpression' || node.properties.length === 0) return undefined;
  const table = new Map();
  for (const { type, computed, key, value } of node.properties) {
    if (type !== 'Property' || value.type !== 'Identifier') return undefined;
    const named = variables.get(key.name);
    const revision = computed ? named && literal(named) : (key.value ?? key.name);
    const schema = variables.get(value.name);
    if (!/^\d{4}-\d\d-\d\d$/.test(revision) || schema?.type !== 'ObjectExpression') return undefined;
    const read = literal(schema);
    if (!read?.$defs && !read?.definitions) return undefined;
    table.set(revision, read);
  }
  return table;
}

/** The value of a literal, whatever is inside; undefined where it holds anything else. */
function literal(node) {
  switch (node?.type) {
    case 'Literal':
      return node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
    case 'ArrayExpression':
      return node.elements.map(literal);
    case 'ObjectExpression':
      return Object.fromEntries(node.properties.map(({ key, value }) => [key.name ?? key.value, literal(value)]));
    case 'UnaryExpression':
      return node.operator === '!'
        ? !literal(node.argument)
        : node.operator === '-'
          ? -literal(node.argument)
          : undefined;
    default:
      return undefined;
  }
}
