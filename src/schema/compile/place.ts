import type { Json } from '../../protocol/model.js';
import type { FormNode, NodeFacts, Rule } from '../form-node.js';
import { isModestJson, jsonTypeInWords, MAX_LABEL_LENGTH } from '../json-value.js';
import { isSchemaObject, listOf } from '../json.js';
import { constraintsInWords, counted, fits, isMultiple } from '../validate/value.js';
import type { SchemaDocument } from './document.js';
import { flatten } from './flatten.js';
import type { Condition, Contains, NormalizedSchema } from './normalized-schema.js';

type Computed = { readonly [key: string]: () => unknown };

/**
 * An object with properties that are computed when they are first read. Forms use it for children, because a schema may
 * describe more than a user ever opens.
 */
export function lazily<Known extends object, Rest extends object>(
  known: Known,
  computed: { readonly [Key in keyof Rest]: () => Rest[Key] },
): Known & Rest {
  const keys = Object.keys(computed).join();
  const shape = shapes.get(keys) ?? shapeOf(Object.keys(computed));
  shapes.set(keys, shape);
  return new shape(known, computed) as Known & Rest;
}

/** One class for all objects with the same computed properties: defining getters for each object is much slower. */
const shapes = new Map<string, new (known: object, late: Computed) => object>();

function shapeOf(keys: readonly string[]): new (known: object, computed: Computed) => object {
  class Lazy {
    readonly #computed: Computed;
    readonly #made = new Map<string, unknown>();

    constructor(known: object, computed: Computed) {
      this.#computed = computed;
      const own = this as unknown as Record<string, unknown>;
      const given = known as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(given)) if (!Object.hasOwn(computed, key)) own[key] = given[key];
    }

    static {
      for (const key of keys)
        Object.defineProperty(this.prototype, key, {
          get(this: Lazy) {
            if (!this.#made.has(key)) this.#made.set(key, this.#computed[key]?.());
            return this.#made.get(key);
          },
        });
    }
  }
  return Lazy;
}

/** Rules for `not`. */
export function notRules(nots: readonly unknown[], compiler: Compiler): readonly Rule[] {
  return nots.map((not) => {
    let node: FormNode | undefined;
    return {
      message: notInWords(not, compiler),
      accepts: (value) => !fits((node ??= compiler.node(not)), value),
    };
  });
}

function notInWords(not: unknown, compiler: Compiler): string {
  const flat = flatten(not, compiler.source);
  if (flat.values) {
    const named = flat.values.map(({ label }) => `“${label}”`);
    return `This must not be ${listed(named, 'or')}.`;
  }
  const names = [...flat.object.required].map((name) => `“${name}”`);
  if (names.length > 0 && isOnlyRequired(not))
    return names.length === 1
      ? `${names[0]} must not be given.`
      : `${listed(names, 'and')} must not be given together.`;
  const [pattern] = flat.texts.patterns;
  if (pattern !== undefined) return `This must not fit the server’s pattern ${pattern}`;
  const types = flat.types && [...flat.types];
  if (types?.length === 1 && types[0] && Object.keys(Object(not) as object).length === 1)
    return `This must not be ${jsonTypeInWords(types[0])}.`;
  return flat.words.description
    ? `The server does not accept: ${flat.words.description}`
    : 'The server does not accept this value.';
}

/** True for a schema that only has `required`. */
export function isOnlyRequired(schema: unknown): boolean {
  if (!isSchemaObject(schema) || !listOf(schema, 'required')) return false;
  return Object.entries(schema).every(
    ([keyword, value]) =>
      ['required', 'title', 'description', '$comment'].includes(keyword) ||
      (keyword === 'type' && value === 'object') ||
      (keyword === 'not' && isOnlyRequired(value)),
  );
}

/** Formats "a, b or c"; long lists are shortened. */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length > 6) return `${words.slice(0, 5).join(', ')} ${last} ${words.length - 5} more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Rules for conditions on a value that is not an object. */
export function conditionRules(conditions: readonly Condition[], compiler: Compiler): readonly Rule[] {
  return conditions.map((condition) => ({
    message: 'The server does not accept this value.',
    accepts: (value) => {
      const next = fits(compiler.node(condition.test), value) ? condition.met : condition.unmet;
      return next === undefined || fits(compiler.node(next), value);
    },
  }));
}

/** The rule for a further pattern or format: a text field has room for one of each. */
export function textRule(
  schema: { readonly type: 'string'; readonly [keyword: string]: string },
  compiler: Compiler,
): Rule {
  const node = compiler.node(schema);
  const words =
    schema['pattern'] === undefined
      ? constraintsInWords(node).join(', ')
      : `fit the server’s pattern ${schema['pattern']}`;
  return {
    message: `This must ${schema['pattern'] === undefined ? `be ${words}.` : words}`,
    accepts: (value) => fits(node, value),
  };
}

export function multipleRule(step: number): Rule {
  return {
    message: `Must be a multiple of ${step}.`,
    accepts: (value) => typeof value !== 'number' || isMultiple(value, step),
  };
}

export function containsRule({ schema, least, most }: Contains, compiler: Compiler): Rule {
  const node = compiler.node(schema);
  const words = inWords(node);
  const least1 = `At least ${counted(least, 'item')} must be ${words}.`;
  const most1 = `At most ${counted(most, 'item')} may be ${words}.`;
  return {
    message: most === Infinity ? least1 : least === 0 ? most1 : `${least1} ${most1}`,
    accepts: (value) => {
      if (!Array.isArray(value)) return true;
      const found = (value as readonly Json[]).filter((item) => fits(node, item)).length;
      return found >= least && found <= most;
    },
  };
}

/** The expected value in words, to follow "must be". */
function inWords(node: FormNode): string {
  if (node.title) return `“${node.title}”`;
  if (node.kind === 'constant') return JSON.stringify(node.value).slice(0, MAX_LABEL_LENGTH);
  if (node.kind === 'choice')
    return listed(
      node.options.map(({ label }) => `“${label}”`),
      'or',
    );
  const words = constraintsInWords(node);
  const kind = KIND_WORDS[node.kind];
  return words.length > 0 ? `${kind} (${words.join(', ')})` : kind;
}

const KIND_WORDS: { readonly [Kind in FormNode['kind']]: string } = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  choice: 'one of the choices',
  constant: 'the value asked for',
  list: 'a list',
  tuple: 'a list',
  object: 'an object as the server describes it',
  union: 'as the server describes it',
  json: 'as the server describes it',
};

/** The rule for alternatives that only differ in which properties they require. */
export function requirementRule(branches: readonly unknown[], exclusive: boolean, compiler: Compiler): Rule {
  const demands = branches.map((branch) => {
    const names = flatten(branch, compiler.source).object.required;
    return listed(
      [...names].map((name) => `“${name}”`),
      'and',
    );
  });
  const named = demands.filter((demand) => demand !== '');
  return {
    message: `Fill in ${exclusive ? 'exactly one of these' : 'at least one of these'}: ${named.join('; ')}.`,
    accepts: (value) => {
      const met = branches.filter((branch) => fits(compiler.node(branch), value)).length;
      return exclusive ? met === 1 : met > 0;
    },
  };
}

/** The rule for several descriptions that share one field. */
export function eitherRule(nodes: readonly FormNode[], exclusive: boolean): Rule {
  const words = nodes.map((node) => constraintsInWords(node).join(', ')).filter((each) => each !== '');
  const patterns = nodes.flatMap((node) =>
    node.kind === 'string' && node.pattern !== undefined ? [node.pattern] : [],
  );
  const expected = [...new Set([...words, ...patterns.map((pattern) => `pattern ${pattern}`)])];
  return {
    message:
      expected.length > 0
        ? `This must be one of these: ${expected.join('; ')}`
        : 'The server does not accept this value.',
    accepts: (value) => {
      const met = nodes.filter((node) => fits(node, value)).length;
      return exclusive ? met === 1 : met > 0;
    },
  };
}

/** The compiler's position in a form, and what it knows there. */
export interface Place {
  /** The property's name; empty if there is none. */
  readonly name: string;
  /** This part of the schema as the server sent it. */
  readonly schema: unknown;
  /** True for the whole form. */
  readonly isRoot: boolean;
  /** A union around this value also accepts `null`. */
  readonly nullable: boolean;
  readonly rules: readonly Rule[];
}

/** What the functions that build nodes use of each other. */
export interface Compiler {
  readonly source: SchemaDocument;
  /** The node for a part of the schema; the same node each time. */
  node(schema: unknown, name?: string): FormNode;
  /** The node for a combination of schemas. */
  interpret(flat: NormalizedSchema, place: Place): FormNode;
}

export function placeOf(schema: unknown, name = ''): Place {
  return { name, schema, isRoot: false, nullable: false, rules: [] };
}

export function factsOf(flat: NormalizedSchema, place: Place): NodeFacts {
  const { title, description, examples, deprecated, readOnly } = flat.words;
  const nullable = place.nullable || (flat.types?.has('null') ?? false);
  const { rules, schema } = place;
  const loose = flat.types === undefined;
  return { title, description, examples, deprecated, readOnly, nullable, rules, schema, loose, default: undefined };
}

/** Adds the server's default to the node, unless the schema itself rejects the default. */
export function withDefault<Kind extends FormNode>(flat: NormalizedSchema, node: Kind): Kind {
  return flat.words.default === undefined ? node : { ...node, default: usableDefault(flat, node) };
}

/** The same for nodes with computed children: the default is also checked later. */
export function computedDefault(
  flat: NormalizedSchema,
  node: () => FormNode,
): { readonly default: () => NodeFacts['default'] } {
  return { default: () => (flat.words.default === undefined ? undefined : usableDefault(flat, node())) };
}

function usableDefault(flat: NormalizedSchema, node: FormNode): NodeFacts['default'] {
  const value = flat.words.default?.value;
  return isModestJson(value) && fits(node, value) ? value : undefined;
}
