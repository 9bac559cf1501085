// What the tests of this folder know of the code: its files, and what each says, read from the syntax tree and not from
// the text, so that a word in a comment is only a word.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files under `folder` (relative to the repository) with one of these endings, as paths with `/`, sorted. */
export function filesIn(folder, ...endings) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) =>
      path
        .relative(root, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .filter((file) => !file.includes('node_modules/'))
    .sort();
}

/** `approval-queue` → `approvalQueue`: the first word of its keys. */
export const camelCase = (folder) => folder.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

export const textOf = (file) => readFileSync(path.join(root, file), 'utf8');

const programs = new Map();

/** The syntax tree of a file in TypeScript. Nearly every test looks at all files, and parsing them takes seconds. */
export function parse(file) {
  if (!programs.has(file)) programs.set(file, parseSync(file, textOf(file), { lang: 'ts' }).program);
  return programs.get(file);
}

const read = new Map();

/**
 * @returns {{ file: string, imports: { from: string, file?: string, typeOnly: boolean, isLate?: boolean, line: number }[],
 *   strings: { value: string, isType: boolean, line: number }[], names: { name: string, line: number }[],
 *   classes: { name: string, extends?: string, line: number }[], templates: { tag: string, text: string, line: number }[],
 *   created: { name: string, first?: string, line: number }[], calls: { name: string, line: number }[],
 *   reads: { path: string, line: number }[], tables: { kind: string, key?: string, name: string, line: number }[],
 *   numbers: { name: string, doc?: string, value: object, line: number }[],
 *   late: { row?: string, from?: string, file?: string, line: number }[], statements: object[] }} `imports[].file` is the module inside the repository;
 *   `names` are identifiers that stand for themselves (no property names); in a template's `text` each `${…}` is HOLE;
 *   `created` are the `new X(…)`, `calls` the `x(…)`, `reads` the longest `a.b.c` with their dots; `tables` are maps and sets, weak or not, by the type of their keys and by
 *   what holds them; `numbers` are constants at the top of the module whose value is a number, with the docstring and the syntax tree of the value; `late` are the `import(…)`, each with the row that `loadOnce` is given around it;
 *   `statements` are those at the top of the module, each with the same lists, what it declares and what it takes.
 */
export function sourceOf(file) {
  if (!read.has(file)) read.set(file, readSource(file));
  return read.get(file);
}

/** Stands for an expression in a template. */
export const HOLE = '\u0001';

/** @returns a function from a node to its line. Counting from the beginning for each node takes a minute for a bundle. */
function lineIn(text) {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return ({ start }) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The same of a text that is no file. */
export function readSource(file, text = textOf(file)) {
  const { program, comments, errors } = parseSync(file, text, { lang: file.endsWith('.ts') ? 'ts' : 'js' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const nothing = () => ({
    imports: [],
    strings: [],
    names: [],
    classes: [],
    templates: [],
    created: [],
    calls: [],
    reads: [],
    tables: [],
    numbers: [],
    late: [],
  });
  const all = { file, ...nothing(), statements: [] };
  let found = nothing();
  const rows = new Map();
  const lineOf = lineIn(text);

  const addImport = (node, source, typeOnly) => {
    const from = source.value;
    const target = from.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), from).replace(/\.js$/, '.ts')
      : undefined;
    found.imports.push({ from, ...(target ? { file: target } : {}), typeOnly, line: lineOf(node) });
  };

  /** Name of what the node belongs to that is looked at. */
  let holder = '';
  const addTable = (node, kind) => {
    const [key] = node.typeArguments?.params ?? [];
    if (/^(Readonly|Weak)?(Map|Set)$/.test(kind) && (key || kind.startsWith('Weak')))
      found.tables.push({ kind, key: key && text.slice(key.start, key.end), name: holder, line: lineOf(node) });
  };

  const visit = (node, parent, key) => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, parent, key));
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return undefined;
    switch (node.type) {
      case 'ImportDeclaration':
        return addImport(node, node.source, isTypeOnly(node.importKind, node.specifiers, 'importKind'));
      case 'ExportAllDeclaration':
        return addImport(node, node.source, node.exportKind === 'type');
      case 'ExportNamedDeclaration':
        if (node.source)
          return addImport(node, node.source, isTypeOnly(node.exportKind, node.specifiers, 'exportKind'));
        break;
      case 'CallExpression': {
        const [row, loader] = node.arguments;
        if (node.callee.name === 'loadOnce' && row?.type === 'Literal' && loader?.body?.type === 'ImportExpression')
          rows.set(loader.body, row.value);
        if (node.callee.type === 'Identifier') found.calls.push({ name: node.callee.name, line: lineOf(node) });
        break;
      }
      case 'MemberExpression':
        if (parent?.type !== 'MemberExpression' || key !== 'object')
          found.reads.push({ path: pathOf(node), line: lineOf(node) });
        break;
      case 'ImportExpression': {
        const source = literalOf(node.source);
        if (source) addImport(node, source, false);
        if (source) found.imports.at(-1).isLate = true;
        found.late.push({ ...(source && found.imports.at(-1)), row: rows.get(node), line: lineOf(node) });
        return undefined;
      }
      case 'TSImportType':
        return addImport(node, node.source, true);
      case 'Literal':
        if (typeof node.value === 'string')
          found.strings.push({ value: node.value, isType: parent?.type === 'TSLiteralType', line: lineOf(node) });
        return undefined;
      case 'TemplateElement':
        found.strings.push({ value: node.value.cooked ?? node.value.raw, isType: false, line: lineOf(node) });
        return undefined;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier')
          found.templates.push({
            tag: node.tag.name,
            text: node.quasi.quasis.map((part) => part.value.cooked ?? part.value.raw).join(HOLE),
            line: lineOf(node),
          });
        break;
      case 'ClassDeclaration':
        found.classes.push({ name: node.id?.name ?? '', extends: node.superClass?.name, line: lineOf(node) });
        break;
      case 'NewExpression':
        if (node.callee.type === 'Identifier')
          found.created.push({ name: node.callee.name, first: node.arguments[0]?.value, line: lineOf(node) });
        addTable(node, node.callee.name);
        break;
      case 'TSTypeReference':
        addTable(node, node.typeName.name);
        break;
      case 'VariableDeclarator':
      case 'PropertyDefinition':
      case 'TSPropertySignature':
        holder = nameOf(node.id ?? node.key);
        break;
      case 'Identifier':
        if (!isPropertyName(parent, key)) found.names.push({ name: node.name, line: lineOf(node) });
        break;
    }
    for (const [name, value] of Object.entries(node)) if (value && typeof value === 'object') visit(value, node, name);
    return undefined;
  };
  /** The docstring that stands right above the statement, as one line; undefined where there is none. */
  const docBefore = ({ start }) => {
    const above = comments.findLast(({ end }) => end <= start);
    if (above?.type !== 'Block' || !above.value.startsWith('*') || text.slice(above.end, start).trim() !== '')
      return undefined;
    return above.value
      .split('\n')
      .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
      .filter(Boolean)
      .join(' ');
  };
  for (const statement of program.body) {
    found = nothing();
    found.numbers.push(...numbersOf(statement, lineOf, docBefore(statement)));
    visit(statement, program, 'body');
    for (const [list, items] of Object.entries(found)) all[list].push(...items);
    all.statements.push({ ...found, ...bindingsOf(statement), text: text.slice(statement.start, statement.end) });
  }
  return all;
}

const nameOf = (node) => (node?.type === 'PrivateIdentifier' ? `#${node.name}` : (node?.name ?? ''));

/** `this.#a.b?.c`, as far as it is made of names. */
function pathOf(node) {
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return pathOf(node.expression);
  if (node.type === 'MemberExpression')
    return `${pathOf(node.object)}.${node.computed ? (node.property.value ?? '[]') : nameOf(node.property)}`;
  return node.type === 'ThisExpression' ? 'this' : nameOf(node);
}

function numbersOf(statement, lineOf, doc) {
  const { declarations = [], kind } = statement.declaration ?? statement;
  return declarations
    .filter(({ init }) => kind === 'const' && isNumber(init))
    .map((one) => ({ name: one.id.name, doc, value: one.init, line: lineOf(one) }));
}

/** A number, or what is made of numbers and other constants. */
function isNumber(node) {
  if (node?.type === 'Literal') return typeof node.value === 'number';
  if (node?.type === 'Identifier') return node.name === node.name.toUpperCase();
  if (node?.type === 'UnaryExpression') return isNumber(node.argument);
  return node?.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right);
}

/** What an `import()` is given, if that is a text: minified, it may be a template without expressions. */
function literalOf(source) {
  if (source.type === 'Literal') return source;
  return source.type === 'TemplateLiteral' && source.expressions.length === 0
    ? { value: source.quasis[0].value.cooked }
    : undefined;
}

/** What a statement at the top of a module declares, and what it takes from elsewhere: local name → name there. */
function bindingsOf(statement) {
  const declaration = statement.declaration ?? statement;
  const patterns = declaration.declarations?.map(({ id }) => id) ?? [];
  const namesOf = (id) =>
    id.type === 'Identifier'
      ? [id.name]
      : (id.properties ?? id.elements ?? []).filter(Boolean).flatMap((one) => namesOf(one.value ?? one));
  const taken = (statement.specifiers ?? []).map(({ local, imported, exported }) => [
    (statement.type === 'ImportDeclaration' ? local : (exported ?? local)).name,
    (statement.type === 'ImportDeclaration' ? (imported ?? local) : local).name,
  ]);
  return {
    declares: declaration.id ? [declaration.id.name] : patterns.flatMap(namesOf),
    takes: statement.source || statement.specifiers ? new Map(taken) : new Map(),
  };
}

const isTypeOnly = (kind, specifiers, each) =>
  kind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one[each] === 'type'));

function isPropertyName(parent, key) {
  if (!parent) return false;
  if (parent.type === 'MemberExpression') return key === 'property' && !parent.computed;
  if (/^(Property|MethodDefinition|PropertyDefinition|TSPropertySignature|TSMethodSignature)$/.test(parent.type))
    return key === 'key' && !parent.computed;
  // Parameters of function types carry names that mean nothing.
  return parent.type === 'TSFunctionType' && key === 'params';
}
