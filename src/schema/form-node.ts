import type { Json } from '../protocol/model.js';
import type { JsonType } from './json-value.js';

/**
 * What a form is made of: one node for each part of the value. Nodes are plain data and know neither what was typed
 * nor whether they are required: the place where a node is used says that, so one node can serve several places.
 */
export type FormNode =
  StringNode | NumberNode | BooleanNode | ChoiceNode | ConstantNode | ListNode | ObjectNode | JsonNode;

export type FormNodeKind = FormNode['kind'];

interface NodeFacts {
  /** The server's own label. Where it gives none, the property's name serves. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** `null` is a value here, besides what the kind says. */
  readonly nullable: boolean;
  /** What the server says to start with; absent when it says nothing or nothing usable. */
  readonly default: Json | undefined;
}

/** Text. */
export interface StringNode extends NodeFacts {
  readonly kind: 'string';
  /** Wants more than one line. */
  readonly multiline: boolean;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** A regular expression, as the server wrote it. */
  readonly pattern: string | undefined;
  /** As the server wrote it: `email`, `uri`, `date` and others. */
  readonly format: string | undefined;
}

/** A number, whole or not. */
export interface NumberNode extends NodeFacts {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
}

/** Yes or no. */
export interface BooleanNode extends NodeFacts {
  readonly kind: 'boolean';
}

export interface Option {
  readonly value: Json;
  readonly label: string;
  readonly description: string | undefined;
}

/** One of several given values. */
export interface ChoiceNode extends NodeFacts {
  readonly kind: 'choice';
  readonly options: readonly Option[];
}

/** One given value. */
export interface ConstantNode extends NodeFacts {
  readonly kind: 'constant';
  readonly value: Json;
}

/** Any number of values of one kind. */
export interface ListNode extends NodeFacts {
  readonly kind: 'list';
  readonly item: FormNode;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
}

export interface Property {
  readonly name: string;
  readonly node: FormNode;
  readonly required: boolean;
}

/** Named values. */
export interface ObjectNode extends NodeFacts {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  /** Whether names that are not described may be given as well. */
  readonly others: 'allowed' | 'refused';
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
}

/** Anything that no faithful field exists for: typed as JSON. */
export interface JsonNode extends NodeFacts {
  readonly kind: 'json';
  /** Why, as a sentence for the person. */
  readonly reason: string;
  /** The types that are accepted; empty when all are, or when nothing is known. */
  readonly types: readonly JsonType[];
  /** The part of the schema, as the server sent it. */
  readonly schema: unknown;
}
