import type { Json } from '../../protocol/model.js';
import type { Option } from '../form-node.js';
import type { JsonType } from '../json-value.js';

/**
 * All that a schema says of one value, with references followed and `allOf` put together: each keyword once, as strict
 * as all its occurrences, and what needs a decision (unions, conditions) side by side. Nothing of what is inside the
 * value is looked at yet.
 */
export interface NormalizedSchema {
  readonly words: Words;
  /** Undefined where no type is named. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** The only values there are; undefined where they are not named one by one. */
  readonly values: readonly Option[] | undefined;
  readonly numbers: NumberRules;
  readonly texts: StringRules;
  readonly list: ListRules;
  readonly object: ObjectRules;
  /** Each of them has to be met. */
  readonly unions: readonly Union[];
  readonly nots: readonly unknown[];
  readonly conditions: readonly Condition[];
  /** The schemas that are in it: to be in it twice changes nothing. */
  readonly parts: ReadonlySet<object>;
  /** The last name a reference went through, such as `Address` of `#/$defs/Address`. */
  readonly referred: string | undefined;
  /** Why nothing can be made of it, as a sentence. */
  readonly fault: string | undefined;
  /** No value is accepted. */
  readonly isImpossible: boolean;
}

/** What describes a value and never refuses one. The outermost schema that says something is the one that counts. */
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
  /** What every item after the prefix must be; undefined where that is not said. */
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

/** What one schema says of the properties of an object: `additionalProperties` counts beside its own neighbours only. */
export interface ObjectRulesLayer {
  readonly properties: { readonly [name: string]: unknown };
  readonly patterns: readonly (readonly [pattern: string, schema: unknown])[];
  readonly additional: unknown;
}

export interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly unknown[];
  /** The schemas it stands in: a branch that leads back to one of them leads nowhere. */
  readonly inside: ReadonlySet<object>;
}

export interface Condition {
  /** It is about what is in an object. */
  readonly isOfObject: boolean;
  /** Whether a property is there is all it asks. */
  readonly isOfName: boolean;
  readonly test: unknown;
  /** What counts besides where the test is met. */
  readonly met: unknown;
  /** What counts besides where it is not. */
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
