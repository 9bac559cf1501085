import type { ErrorText } from '../../errors.js';
import type { Json } from '../../protocol/model.js';
import type { Option } from '../form-node.js';
import type { JsonType } from '../json-value.js';

/**
 * All that a schema says about one value, with references followed and `allOf` combined: each keyword once, as strict
 * as all its occurrences. Unions and conditions, which need a decision, are listed. Schemas of inner values are not
 * read yet.
 */
export interface NormalizedSchema {
  readonly words: Words;
  /** Undefined if no type is named. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** The accepted values; undefined if they are not listed. */
  readonly values: readonly Option[] | undefined;
  readonly numbers: NumberRules;
  readonly texts: StringRules;
  readonly list: ListRules;
  readonly object: ObjectRules;
  /** The value must match each of them. */
  readonly unions: readonly Union[];
  readonly nots: readonly unknown[];
  readonly conditions: readonly Condition[];
  /** The schemas that are already included: including one twice changes nothing. */
  readonly parts: ReadonlySet<object>;
  /** The last name in the path of a reference, such as `Address` in `#/$defs/Address`. */
  readonly referred: string | undefined;
  /** Why the form cannot express the schema, as a sentence. */
  readonly fault: ErrorText | undefined;
  /** True if no value is accepted. */
  readonly isImpossible: boolean;
}

/** Keywords that describe a value and never reject one. The outermost schema wins. */
export interface Words {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly default: { readonly value: unknown } | undefined;
  readonly examples: readonly Json[];
  readonly deprecated: boolean;
  readonly readOnly: boolean;
}

export interface NumberRules {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly steps: readonly number[];
}

export interface StringRules {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly contentEncoding: string | undefined;
  readonly contentMediaType: string | undefined;
}

export interface ListRules {
  readonly prefix: readonly unknown[];
  /** Schema of the items after the prefix; undefined if there is none. */
  readonly items: unknown;
  readonly unevaluated: unknown;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly contains: readonly Contains[];
}

export interface Contains {
  readonly schema: unknown;
  readonly least: number;
  readonly most: number;
}

export interface ObjectRules {
  readonly layers: readonly ObjectRulesLayer[];
  readonly required: ReadonlySet<string>;
  readonly names: readonly unknown[];
  readonly unevaluated: unknown;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
}

/**
 * The rules of one schema for the properties of an object. `additionalProperties` applies only to its own schema's
 * properties.
 */
export interface ObjectRulesLayer {
  readonly properties: { readonly [name: string]: unknown };
  readonly patterns: readonly (readonly [pattern: string, schema: unknown])[];
  readonly additional: unknown;
}

export interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly unknown[];
  /** The schemas around the union: a branch that refers to one of them can never end. */
  readonly inside: ReadonlySet<object>;
}

export interface Condition {
  /** True if the condition concerns the content of an object. */
  readonly isOfObject: boolean;
  /** True if the condition only tests whether a property exists. */
  readonly isOfName: boolean;
  readonly test: unknown;
  /** Also applies if the test is met. */
  readonly met: unknown;
  /** Also applies if the test is not met. */
  readonly unmet: unknown;
}

export const EMPTY: NormalizedSchema = {
  words: {
    title: undefined,
    description: undefined,
    default: undefined,
    examples: [],
    deprecated: false,
    readOnly: false,
  },
  types: undefined,
  values: undefined,
  numbers: {
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    steps: [],
  },
  texts: {
    minLength: undefined,
    maxLength: undefined,
    patterns: [],
    formats: [],
    contentEncoding: undefined,
    contentMediaType: undefined,
  },
  list: {
    prefix: [],
    items: undefined,
    unevaluated: undefined,
    minItems: undefined,
    maxItems: undefined,
    uniqueItems: false,
    contains: [],
  },
  object: {
    layers: [],
    required: new Set(),
    names: [],
    unevaluated: undefined,
    minProperties: undefined,
    maxProperties: undefined,
  },
  unions: [],
  nots: [],
  conditions: [],
  parts: new Set(),
  referred: undefined,
  fault: undefined,
  isImpossible: false,
};
