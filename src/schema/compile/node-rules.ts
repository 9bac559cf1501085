import type { Json } from '../../protocol/model.js';
import type { FormNode, Rule } from '../form-node.js';
import { MAX_LABEL_LENGTH, jsonTypeInWords } from '../json-value.js';
import { isSchemaObject, listOf } from '../json.js';
import { constraintsInWords, counted, fits, isMultiple } from '../validate/value.js';
import { patternInWords } from '../validate/pattern-words.js';
import { flatten } from './flatten.js';
import type { Condition, Contains } from './normalized-schema.js';
import type { Compiler } from './schema-context.js';

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
    return names.length === 1 ? `${names[0]} must not be sent.` : `${listed(names, 'and')} must not be sent together.`;
  const [pattern] = flat.texts.patterns;
  if (pattern !== undefined)
    return `This must not be ${patternInWords(pattern) ?? 'text of the form that the server excludes'}.`;
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
  const words = constraintsInWords(node).join(', ') || 'text of the form that the server asks for';
  return {
    message: `This must be ${words}.`,
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
  // Made when it is first needed: the schema may refer to the list that it is in.
  let node: FormNode | undefined;
  return {
    get message() {
      const words = inWords((node ??= compiler.node(schema)));
      const atLeast = `At least ${counted(least, 'item')} must be ${words}.`;
      const atMost = `At most ${counted(most, 'item')} may be ${words}.`;
      return most === Infinity ? atLeast : least === 0 ? atMost : `${atLeast} ${atMost}`;
    },
    accepts: (value) => {
      if (!Array.isArray(value)) return true;
      const found = (value as readonly Json[]).filter((item) => fits((node ??= compiler.node(schema)), item)).length;
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
    node.kind === 'string' && node.pattern !== undefined && patternInWords(node.pattern) === undefined
      ? [node.pattern]
      : [],
  );
  const expected = [...new Set([...words, ...patterns.map((pattern) => `text that matches the pattern ${pattern}`)])];
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
