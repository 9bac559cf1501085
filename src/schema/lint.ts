import type { ErrorText } from '../errors.js';
import type { Tool } from '../protocol/model.js';
import { isUsableValue, SHAPES } from '../json-schema/keywords.js';
import { isPlainObject, jsonLine } from '../util/json.js';
import { errorText } from './error-texts.js';

/**
 * `error`: clients or models cannot use it as it is meant. `warning`: it will mislead or fail somewhere. `hint`: it would be better
 * otherwise.
 */
export type LintSeverity = 'error' | 'warning' | 'hint';

/** Something that the author of a server may want to change in a tool. */
export interface LintFinding {
  /** Name of the tool. */
  readonly tool: string;
  readonly severity: LintSeverity;
  /** The place: `input` or `output` and a JSON pointer within that schema; empty for the tool itself. */
  readonly place: string;
  /** The problem, and what to do about it. `text.key` is the rule: `schema.lint.descriptionMissing`. */
  readonly text: ErrorText;
}

/** Findings of one tool that are listed; with more, the others are left out. */
export const MAX_TOOL_FINDINGS = 40;
/** Subschemas of one tool that are read. */
export const MAX_LINT_SUBSCHEMAS = 5000;
/** Levels of a schema that are read. */
const MAX_LINT_DEPTH = 40;
/** Names in one finding. Of more, the others are left out. */
const MAX_LINT_NAMES = 6;
/** Characters of a value in a finding. */
const MAX_VALUE_LENGTH = 60;
/** Characters of a description from which on APIs of models cut or refuse it. */
const MODEL_DESCRIPTION_LENGTH = 1024;

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names */
const SPECIFIED_NAME = /^[A-Za-z\d_.-]{1,128}$/;
const MODEL_NAME = /^[A-Za-z\d_-]{1,64}$/;

type Json = Readonly<Record<string, unknown>>;
type Add = (severity: LintSeverity, place: string, text: ErrorText) => void;

/**
 * Finds problems in the definitions of tools: names, descriptions, schemas, annotations. Pure; a step is one tool.
 * @example const findings = lintTools(await session.tools.list());
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 */
export function lintTools(tools: readonly Tool[]): readonly LintFinding[] {
  const steps = lintSteps(tools);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same in steps, for `runInSlices`: a server may have thousands of tools. */
export function* lintSteps(tools: readonly Tool[]): Generator<undefined, readonly LintFinding[], undefined> {
  const findings: LintFinding[] = [];
  const names = countsOf(tools.map(({ name }) => name));
  const titles = countsOf(tools.map(({ title }) => title ?? ''));
  for (const tool of tools) {
    let count = 0;
    const add: Add = (severity, place, text) => {
      if (count++ < MAX_TOOL_FINDINGS) findings.push({ tool: tool.name, severity, place, text });
    };
    lintNames(tool, names, titles, add);
    lintAnnotations(tool, add);
    lintSchemas(tool, add);
    yield;
  }
  return findings;
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function lintNames(
  { name, title, description = '' }: Tool,
  names: ReadonlyMap<string, number>,
  titles: ReadonlyMap<string, number>,
  add: Add,
): void {
  const same = names.get(name) ?? 1;
  if (same > 1) add('error', '', errorText('schema.lint.nameDuplicate', { count: same }));
  if (!SPECIFIED_NAME.test(name)) add('warning', '', errorText('schema.lint.nameCharacters'));
  else if (!MODEL_NAME.test(name)) add('hint', '', errorText('schema.lint.nameForModels'));
  if (title && (titles.get(title) ?? 1) > 1) add('warning', '', errorText('schema.lint.titleDuplicate', { title }));
  if (description.trim() === '') add('warning', '', errorText('schema.lint.descriptionMissing'));
  if (description.length > MODEL_DESCRIPTION_LENGTH)
    add(
      'hint',
      '',
      errorText('schema.lint.descriptionLong', { count: description.length, limit: MODEL_DESCRIPTION_LENGTH }),
    );
}

/** Words of acts that cannot be undone, as parts of names: `delete_file`, `dropTable`. */
const DESTROYS = /(?:^|[^a-z])(delete|remove|drop|erase|destroy|purge|wipe|uninstall|revoke)(?![a-z])/i;

function lintAnnotations({ name, annotations }: Tool, add: Add): void {
  if (!annotations || Object.keys(annotations).every((key) => key === 'title'))
    return add('hint', '', errorText('schema.lint.annotationsMissing'));
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint && destructiveHint)
    add('warning', '', errorText('schema.lint.annotationsContradict', { hint: 'destructiveHint: true' }));
  const word = DESTROYS.exec(name.replace(/([a-z\d])([A-Z])/g, '$1_$2'))?.[1];
  if (!word || (!readOnlyHint && destructiveHint !== false)) return;
  const claim = errorText(readOnlyHint ? 'schema.lint.claim.reads' : 'schema.lint.claim.destroysNothing');
  add('warning', '', errorText('schema.lint.annotationsAndName', { word, claim }));
}

function lintSchemas({ inputSchema, outputSchema }: Tool, add: Add): void {
  if (!isPlainObject(inputSchema)) add('error', 'input', errorText('schema.lint.noInputSchema'));
  else new SchemaLint('input', inputSchema, add).run();
  if (outputSchema === undefined) add('hint', '', errorText('schema.lint.outputSchemaMissing'));
  else if (isPlainObject(outputSchema)) new SchemaLint('output', outputSchema, add).run();
}

const TYPES: ReadonlySet<unknown> = new Set(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']);
const UNIONS = ['anyOf', 'oneOf'] as const;

/** Looks through one schema. */
class SchemaLint {
  readonly #side: 'input' | 'output';
  readonly #root: Json;
  readonly #add: Add;
  #left = MAX_LINT_SUBSCHEMAS;
  #fields = 0;
  /** Names that references may use: each `$id`, and each `$anchor` with `#` before it. */
  readonly #ids = new Set<string>();
  readonly #undescribed: string[] = [];
  readonly #unbounded: string[] = [];

  constructor(side: 'input' | 'output', root: Json, add: Add) {
    this.#side = side;
    this.#root = root;
    this.#add = add;
  }

  run(): void {
    const { type } = this.#root;
    // Output may be anything since 2026-07-28.
    const isFree = this.#side === 'output' && type !== undefined;
    if (type === undefined) this.#tell('error', '', errorText('schema.lint.noType'));
    else if (type !== 'object' && !isFree)
      this.#tell('error', '', errorText('schema.lint.notAnObject', { type: shown(type) }));
    if (this.#side === 'input')
      for (const keyword of ['anyOf', 'oneOf', 'allOf'])
        if (keyword in this.#root) this.#tell('warning', '', errorText('schema.lint.topLevelUnion', { keyword }));
    this.#collectIds(this.#root, 0);
    this.#look(this.#root, '', 0);
    if (this.#left < 0) this.#tell('warning', '', errorText('schema.lint.tooMuch'));
    if (this.#side === 'output') return;
    const list = (names: readonly string[]): { count: number; names: readonly string[] } => ({
      count: names.length,
      names: names.length > MAX_LINT_NAMES ? [...names.slice(0, MAX_LINT_NAMES), '…'] : names,
    });
    if (this.#undescribed.length > 0)
      this.#tell(
        'hint',
        '',
        errorText('schema.lint.fieldsUndescribed', { ...list(this.#undescribed), all: this.#fields }),
      );
    if (this.#unbounded.length > 0) this.#tell('hint', '', errorText('schema.lint.unbounded', list(this.#unbounded)));
  }

  #tell(severity: LintSeverity, pointer: string, text: ErrorText): void {
    this.#add(severity, `${this.#side}${pointer}`, text);
  }

  #collectIds(value: unknown, depth: number): void {
    if (depth > MAX_LINT_DEPTH || this.#ids.size > MAX_LINT_SUBSCHEMAS || typeof value !== 'object' || value === null)
      return;
    const { $id, $anchor } = value as { readonly $id?: unknown; readonly $anchor?: unknown };
    if (typeof $id === 'string') this.#ids.add($id);
    if (typeof $anchor === 'string') this.#ids.add(`#${$anchor}`);
    for (const inner of Object.values(value)) this.#collectIds(inner, depth + 1);
  }

  #look(schema: unknown, pointer: string, depth: number): void {
    if (!isPlainObject(schema) || this.#left < 0) return;
    if (depth > MAX_LINT_DEPTH) this.#left = 0;
    if (this.#left-- <= 0) return;
    this.#keywords(schema, pointer);
    this.#reference(schema, pointer);
    this.#limits(schema, pointer);
    this.#values(schema, pointer);
    for (const keyword of UNIONS) this.#union(schema[keyword], `${pointer}/${keyword}`);
    for (const [keyword, inner] of Object.entries(schema)) {
      const shape = SHAPES.get(keyword);
      const place = `${pointer}/${keyword}`;
      if (keyword === 'properties' && isPlainObject(inner)) this.#properties(inner, place, depth);
      else if (shape === 'schemas' && Array.isArray(inner))
        for (const [at, one] of inner.entries()) this.#look(one, `${place}/${at}`, depth + 1);
      else if (shape === 'map' && isPlainObject(inner))
        for (const [name, one] of Object.entries(inner)) this.#look(one, `${place}/${escaped(name)}`, depth + 1);
      else if (shape === 'schema') this.#look(inner, place, depth + 1);
    }
  }

  #properties(properties: Json, place: string, depth: number): void {
    for (const [name, property] of Object.entries(properties)) {
      const pointer = `${place}/${escaped(name)}`;
      this.#fields++;
      if (isPlainObject(property)) {
        if (typeof property['description'] !== 'string' && !('$ref' in property)) this.#undescribed.push(name);
        if (isUntyped(property)) this.#tell('warning', pointer, errorText('schema.lint.fieldUntyped'));
        if (isUnbounded(property)) this.#unbounded.push(name);
      }
      this.#look(property, pointer, depth + 1);
    }
  }

  #keywords(schema: Json, pointer: string): void {
    for (const [keyword, value] of Object.entries(schema))
      if (!isUsable(keyword, value))
        this.#tell('error', pointer, errorText('schema.lint.keywordUnusable', { keyword, value: shown(value) }));
    for (const type of typesOf(schema))
      if (!TYPES.has(type)) this.#tell('error', pointer, errorText('schema.lint.typeUnknown', { type: shown(type) }));
    const { pattern } = schema;
    if (typeof pattern === 'string' && !isRegExp(pattern))
      this.#tell('warning', pointer, errorText('schema.lint.patternInvalid', { pattern: shown(pattern) }));
  }

  #reference({ $ref }: Json, pointer: string): void {
    if (typeof $ref !== 'string') return;
    const reference = shown($ref);
    if (this.#ids.has($ref) || this.#ids.has(`#${$ref}`)) return;
    if (!$ref.startsWith('#')) this.#tell('warning', pointer, errorText('schema.lint.referenceOutside', { reference }));
    else if (this.#target($ref) === undefined)
      this.#tell('error', pointer, errorText('schema.lint.referenceBroken', { reference }));
  }

  /** The target of a reference within this schema. */
  #target(reference: string): unknown {
    if (/^#[^/]/.test(reference)) return this.#ids.has(reference) ? {} : undefined;
    let at: unknown = this.#root;
    for (const part of reference.slice(1).split('/').slice(1)) {
      const name = decode(part);
      at = Array.isArray(at) ? at[Number(name)] : isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return at;
  }

  #limits(schema: Json, pointer: string): void {
    for (const [least, most] of LIMITS) {
      const [one, other] = [schema[least], schema[most]];
      const isNothing = least === 'exclusiveMinimum' ? Number(one) >= Number(other) : Number(one) > Number(other);
      if (typeof one === 'number' && typeof other === 'number' && isNothing)
        this.#tell('error', pointer, errorText('schema.lint.limitsContradict', { least, most }));
    }
    const { required, properties, additionalProperties } = schema;
    if (!Array.isArray(required) || !isPlainObject(properties) || isPlainObject(additionalProperties)) return;
    // Another part of the schema may define it.
    if (DEFINES_ELSEWHERE.some((keyword) => keyword in schema)) return;
    for (const name of required)
      if (typeof name === 'string' && !Object.hasOwn(properties, name))
        this.#tell('warning', pointer, errorText('schema.lint.requiredUnknown', { name: shown(name) }));
  }

  #values(schema: Json, pointer: string): void {
    const { enum: listed, default: preset } = schema;
    if (Array.isArray(listed)) {
      if (listed.length === 0) this.#tell('error', pointer, errorText('schema.lint.enumEmpty'));
      const seen = new Set<string>();
      for (const value of listed.slice(0, MAX_LINT_SUBSCHEMAS)) {
        const text = exactly(value);
        if (seen.has(text))
          return this.#tell('warning', pointer, errorText('schema.lint.enumDuplicate', { value: shown(value) }));
        seen.add(text);
      }
    }
    if (preset === undefined || preset === null) return;
    const types = typesOf(schema);
    const fitsType = types.length === 0 || types.some((type) => isOfType(preset, type));
    const sought = exactly(preset);
    const fitsList = !Array.isArray(listed) || listed.some((value) => exactly(value) === sought);
    if (!fitsType || !fitsList)
      this.#tell('warning', pointer, errorText('schema.lint.defaultMisfit', { value: shown(preset) }));
  }

  /** Reports two alternatives that nothing distinguishes. */
  #union(branches: unknown, pointer: string): void {
    if (!Array.isArray(branches) || branches.length > MAX_UNION) return;
    const facts = branches.map((branch) => branchFacts(this.#resolved(branch)));
    for (let other = 1; other < facts.length; other++)
      for (let one = 0; one < other; one++)
        if (!areToldApart(facts[one], facts[other]))
          return this.#tell(
            'warning',
            pointer,
            errorText('schema.lint.unionAmbiguous', { one: one + 1, other: other + 1 }),
          );
  }

  #resolved(branch: unknown): unknown {
    const { $ref } = isPlainObject(branch) ? branch : {};
    return typeof $ref === 'string' && $ref.startsWith('#') ? (this.#target($ref) ?? branch) : branch;
  }
}

/** Keywords that may define a property beside `properties`. */
const DEFINES_ELSEWHERE = ['patternProperties', 'allOf', 'anyOf', 'oneOf', 'if', '$ref'];

/** Draft 4 has a boolean beside `minimum`; clients take it. */
function isUsable(keyword: string, value: unknown): boolean {
  if (keyword.startsWith('exclusiveM') && typeof value === 'boolean') return true;
  if (keyword === 'pattern' || keyword === 'description' || keyword === 'title') return typeof value === 'string';
  if (keyword === 'type') return !Array.isArray(value) || value.length > 0;
  const shape = SHAPES.get(keyword);
  if (shape === 'map') return isPlainObject(value);
  if (shape === 'schemas') return Array.isArray(value) && value.length > 0;
  return isUsableValue(keyword, value) !== false;
}

/** Alternatives that are compared with each other. With more, none are. */
const MAX_UNION = 60;
/** Fixed values of an alternative that are compared. With more, they count as different from those of others. */
const MAX_COMPARED_VALUES = 500;

const LIMITS = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

/** The facts that distinguish an alternative from others. */
interface BranchFacts {
  readonly types: readonly unknown[];
  readonly fixed: ReadonlySet<string> | undefined;
  /** The properties, each with its fixed values; undefined without any. */
  readonly properties: ReadonlyMap<string, ReadonlySet<string> | undefined> | undefined;
  readonly required: readonly string[];
  /** Nothing but a type and words: two such alternatives take the same values. */
  readonly isBare: boolean;
}

/** Properties of an alternative that are compared with others. With more, it counts as different. */
const MAX_COMPARED_PROPERTIES = 100;

/** Undefined if the alternative cannot be compared. */
function branchFacts(schema: unknown): BranchFacts | undefined {
  if (!isPlainObject(schema)) return undefined;
  const { properties, required } = schema;
  const own = isPlainObject(properties) ? Object.entries(properties) : undefined;
  if (own && own.length > MAX_COMPARED_PROPERTIES) return undefined;
  return {
    types: typesOf(schema),
    fixed: fixedValues(schema),
    properties: own && new Map(own.map(([name, property]) => [name, fixedValues(property)])),
    required: Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [],
    isBare: Object.keys(schema).every((keyword) => WORDS_OF_A_TYPE.test(keyword)),
  };
}

const WORDS_OF_A_TYPE = /^(?:type|title|description|default|examples?|deprecated|\$comment)$/;

function areToldApart(one: BranchFacts | undefined, other: BranchFacts | undefined): boolean {
  if (!one || !other) return true;
  const overlaps =
    one.types.length === 0 ||
    other.types.length === 0 ||
    one.types.some((type) => other.types.some((each) => isSameKind(type, each)));
  if (!overlaps) return true;
  if (one.fixed && other.fixed) return areDisjoint(one.fixed, other.fixed);
  if (one.fixed || other.fixed) return true;
  const [mine, theirs] = [one.properties, other.properties];
  if (!mine || !theirs) return mine !== theirs || !one.isBare || !other.isBare;
  // A property with different fixed values, or one that only one of them requires.
  for (const [name, values] of mine) {
    const counterpart = theirs.get(name);
    if (values && counterpart && areDisjoint(values, counterpart)) return true;
  }
  return one.required.some((name) => !theirs.has(name)) || other.required.some((name) => !mine.has(name));
}

function isSameKind(one: unknown, other: unknown): boolean {
  const isNumber = (type: unknown): boolean => type === 'number' || type === 'integer';
  return one === other || (isNumber(one) && isNumber(other));
}

function fixedValues(schema: unknown): ReadonlySet<string> | undefined {
  if (!isPlainObject(schema)) return undefined;
  if ('const' in schema) return new Set([exactly(schema['const'])]);
  const listed = schema['enum'];
  return Array.isArray(listed) ? new Set(listed.slice(0, MAX_COMPARED_VALUES).map(exactly)) : undefined;
}

function areDisjoint(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return false;
  return true;
}

/** Characters of a value that are compared with others. Longer ones with the same beginning count as the same. */
const MAX_COMPARED_LENGTH = 2000;

function exactly(value: unknown): string {
  return jsonLine(value, MAX_COMPARED_LENGTH).text;
}

function typesOf({ type }: Json): readonly unknown[] {
  return type === undefined ? [] : Array.isArray(type) ? type : [type];
}

/** Keywords that restrict the accepted values. */
const SAYS_WHAT = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'not', 'if'];

function isUntyped(schema: Json): boolean {
  return !SAYS_WHAT.some((keyword) => keyword in schema);
}

function isUnbounded(schema: Json): boolean {
  const { maxLength, maxItems, format, pattern } = schema;
  const types = typesOf(schema);
  if (fixedValues(schema)) return false;
  const isText = types.includes('string') && maxLength === undefined && format === undefined && pattern === undefined;
  return isText || (types.includes('array') && maxItems === undefined);
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isPlainObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

function isRegExp(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    try {
      // Many authors write for engines without the strict mode, which also takes `\-`.
      return Boolean(new RegExp(pattern));
    } catch {
      return false;
    }
  }
}

function shown(value: unknown): string {
  return jsonLine(value, MAX_VALUE_LENGTH).text;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
