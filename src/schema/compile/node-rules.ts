import type { ErrorText } from '../../errors.js';
import type { Json } from '../../protocol/model.js';
import { errorText, listed, quoted } from '../error-texts.js';
import type { FormNode, Rule } from '../form-node.js';
import { MAX_LABEL_LENGTH } from '../json-value.js';
import { jsonTypeInWords } from '../json-type-words.js';
import { isSchemaObject, listOf } from '../json.js';
import { constraintsInWords, fits, isMultiple } from '../validate/value.js';
import { patternInWords } from '../validate/pattern-words.js';
import { flatten } from './flatten.js';
import type { Condition, Contains } from './normalized-schema.js';
import type { Compiler } from './schema-context.js';

/** Rules for `not`. */
export function notRules(nots: readonly unknown[], compiler: Compiler): readonly Rule[] {
  return nots.map((not) => {
    let node: FormNode | undefined;
    return {
      problem: notInWords(not, compiler),
      accepts: (value) => !fits((node ??= compiler.node(not)), value),
    };
  });
}

function notInWords(not: unknown, compiler: Compiler): ErrorText {
  const flat = flatten(not, compiler.source);
  if (flat.values)
    return errorText('schema.mustNotBe', { what: listed(flat.values.map(({ label }) => quoted(label))) });
  const names = [...flat.object.required];
  const [name] = names;
  if (name !== undefined && isOnlyRequired(not))
    return names.length === 1
      ? errorText('schema.mustNotBeSent', { name })
      : errorText('schema.mustNotBeSentTogether', { names: listed(names.map(quoted)) });
  const [pattern] = flat.texts.patterns;
  if (pattern !== undefined) {
    const what = patternInWords(pattern);
    return what === undefined ? errorText('schema.mustNotHaveForm') : errorText('schema.mustNotBe', { what });
  }
  const [type, more] = flat.types ?? [];
  if (type !== undefined && more === undefined && Object.keys(Object(not) as object).length === 1)
    return errorText('schema.mustNotBe', { what: jsonTypeInWords(type) });
  const { description } = flat.words;
  return description ? errorText('schema.refusedAs', { description }) : errorText('schema.refused');
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

/** Rules for conditions on a value that is not an object. */
export function conditionRules(conditions: readonly Condition[], compiler: Compiler): readonly Rule[] {
  return conditions.map((condition) => ({
    problem: errorText('schema.refused'),
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
  const what = constraintsInWords(node);
  return {
    problem: what.length > 0 ? errorText('schema.mustBe', { what }) : errorText('schema.mustHaveForm'),
    accepts: (value) => fits(node, value),
  };
}

export function multipleRule(step: number): Rule {
  return {
    problem: errorText('schema.notMultiple', { step }),
    accepts: (value) => typeof value !== 'number' || isMultiple(value, step),
  };
}

export function containsRule({ schema, least, most }: Contains, compiler: Compiler): Rule {
  // Made when it is first needed: the schema may refer to the list that it is in.
  let node: FormNode | undefined;
  return {
    get problem() {
      const what = inWords((node ??= compiler.node(schema)));
      const atLeast = errorText('schema.containsAtLeast', { count: least, what });
      const atMost = errorText('schema.containsAtMost', { count: most, what });
      return most === Infinity ? atLeast : least === 0 ? atMost : errorText('schema.contains', { atLeast, atMost });
    },
    accepts: (value) => {
      if (!Array.isArray(value)) return true;
      const found = (value as readonly Json[]).filter((item) => fits((node ??= compiler.node(schema)), item)).length;
      return found >= least && found <= most;
    },
  };
}

/** The expected value as a phrase. */
function inWords(node: FormNode): string | ErrorText {
  if (node.title) return quoted(node.title);
  if (node.kind === 'constant') return JSON.stringify(node.value).slice(0, MAX_LABEL_LENGTH);
  if (node.kind === 'choice')
    return errorText('schema.what.either', { choices: listed(node.options.map(({ label }) => quoted(label))) });
  const limits = constraintsInWords(node);
  const kind = KIND_WORDS[node.kind];
  return limits.length > 0 ? errorText('schema.what.limited', { kind, limits }) : kind;
}

const KIND_WORDS: { readonly [Kind in Exclude<FormNode['kind'], 'constant' | 'choice'>]: ErrorText } = {
  string: jsonTypeInWords('string'),
  number: jsonTypeInWords('number'),
  boolean: jsonTypeInWords('boolean'),
  list: jsonTypeInWords('array'),
  tuple: jsonTypeInWords('array'),
  object: errorText('schema.what.object'),
  union: errorText('schema.what.described'),
  json: errorText('schema.what.described'),
};

/** Groups that a sentence names; it counts the others. */
const MAX_NAMED_GROUPS = 20;

/** “a, b; c; d”: for phrases that have commas themselves. */
function withSemicolons(groups: readonly ErrorText[]): ErrorText {
  const more = groups.length - MAX_NAMED_GROUPS;
  const named = more > 0 ? [...groups.slice(0, MAX_NAMED_GROUPS), errorText('schema.more', { count: more })] : groups;
  return named.reduce((before, next) => errorText('schema.semicolon', { before, next }));
}

/** The rule for alternatives that only differ in which properties they require. */
export function requirementRule(branches: readonly unknown[], exclusive: boolean, compiler: Compiler): Rule {
  const demands = branches.map((branch) => [...flatten(branch, compiler.source).object.required]);
  const groups = demands
    .filter((names) => names.length > 0)
    .map((names) => errorText('schema.together', { names: listed(names.map(quoted)) }));
  return {
    problem:
      groups.length === 0
        ? errorText('schema.refused')
        : errorText(exclusive ? 'schema.fillInOne' : 'schema.fillInSome', { groups: withSemicolons(groups) }),
    accepts: (value) => {
      const met = branches.filter((branch) => fits(compiler.node(branch), value)).length;
      return exclusive ? met === 1 : met > 0;
    },
  };
}

/** The rule for several descriptions that share one field. */
export function eitherRule(nodes: readonly FormNode[], exclusive: boolean): Rule {
  const words = nodes.map(constraintsInWords).filter((limits) => limits.length > 0);
  const patterns = nodes.flatMap((node) =>
    node.kind === 'string' && node.pattern !== undefined && patternInWords(node.pattern) === undefined
      ? [errorText('schema.form.pattern', { pattern: node.pattern })]
      : [],
  );
  const all = [...words.map((limits) => errorText('schema.limit.all', { limits })), ...patterns];
  const expected = [...new Map(all.map((each) => [each.text, each])).values()];
  return {
    problem:
      expected.length > 0
        ? errorText('schema.mustBeOneOf', { choices: withSemicolons(expected) })
        : errorText('schema.refused'),
    accepts: (value) => {
      const met = nodes.filter((node) => fits(node, value)).length;
      return exclusive ? met === 1 : met > 0;
    },
  };
}
