import type { Json } from '../protocol/model.js';
import type { JsonType } from './json-value.js';

/** One thing that keeps a form from being sent. */
export interface FormIssue {
  /** JSON Pointer to the value it is about; empty for the whole. */
  readonly pointer: string;
  /** What the person knows that value as. Text from the server. */
  readonly label: string;
  /** What to do about it, as a sentence. */
  readonly message: string;
  /** What it is about, where that is not the value: the name that a value has in a map. */
  readonly part?: 'name' | undefined;
}

/** An issue that knows its place in the value but not in the form. */
export type LooseIssue = Pick<FormIssue, 'pointer' | 'message'>;

/** Nodes of a form that are walked through: an open schema describes without end. The others are not visited. */
const MAX_WALKED_NODES = 5_000;

/**
 * Every node of a form, each once: what contains itself is not gone round again. What depends on values is there as it
 * is without them.
 */
export function* nodesOf(node: FormNode): Generator<FormNode> {
  const seen = new Set<FormNode>([node]);
  for (const each of seen) {
    yield each;
    if (seen.size > MAX_WALKED_NODES) continue;
    for (const inner of childrenOf(each)) seen.add(inner);
  }
}

function childrenOf(node: FormNode): readonly FormNode[] {
  switch (node.kind) {
    case 'list':
      return [node.item];
    case 'tuple':
      return node.rest ? [...node.prefix, node.rest] : node.prefix;
    case 'object': {
      const described = node.additional.kind === 'described' ? [node.additional.nodeOf('')] : [];
      return [...node.properties.map((property) => property.node), ...described];
    }
    case 'union':
      return node.alternatives.map((alternative) => alternative.node);
    default:
      return [];
  }
}

/**
 * What a form is made of: one node for each part of the value. Nodes know neither what was typed nor whether they are
 * required: the place where a node is used says that, so one node can serve several places. What is inside a node is
 * made when it is first asked for, and a schema that contains itself gives a node that contains itself: whoever walks
 * a tree of nodes must remember where it has been.
 */
export type FormNode =
  | StringNode
  | NumberNode
  | BooleanNode
  | ChoiceNode
  | ConstantNode
  | ListNode
  | TupleNode
  | ObjectNode
  | UnionNode
  | JsonNode;

export type FormNodeKind = FormNode['kind'];

/** What every node knows. */
export interface NodeFacts {
  /** The server's own label. Where it gives none, the property's name serves. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** `null` is a value here, besides what the kind says. */
  readonly nullable: boolean;
  /** What the server says to start with; absent when it says nothing or nothing usable. */
  readonly default: Json | undefined;
  /** Values the server gives as examples. */
  readonly examples: readonly Json[];
  /** The server says that this should no longer be used. */
  readonly deprecated: boolean;
  /** The server says that it decides this value itself. */
  readonly readOnly: boolean;
  /** The schema names no type: values of other kinds are accepted as well, though the form offers only this one. */
  readonly loose: boolean;
  /** What else must be true of a value, beyond what the kind says. */
  readonly rules: readonly Rule[];
  /** The part of the schema, as the server sent it: also what the form does not understand. */
  readonly schema: unknown;
}

/** A condition on a whole value that no single control shows: `not`, `contains`, one of several patterns. */
export interface Rule {
  /** What to tell the person where it is not met, as a sentence. */
  readonly message: string;
  readonly accepts: (value: Json) => boolean;
}

/** Text. */
export interface StringNode extends NodeFacts {
  readonly kind: 'string';
  /** Wants more than one line. */
  readonly multiline: boolean;
  /** Bytes in base64, from a file most likely: said by `contentEncoding`, or guessed from the words the server uses. */
  readonly base64: boolean;
  readonly contentMediaType: string | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** A regular expression, as the server wrote it. */
  readonly pattern: string | undefined;
  /** As the server wrote it: `email`, `uri`, `date` and others. */
  readonly format: string | undefined;
  /** Texts the server names without insisting on them. */
  readonly suggestions: readonly Option[];
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

/** One of the values a server names. */
export interface Option {
  readonly value: Json;
  readonly label: string;
  readonly description: string | undefined;
}

/** One of several given values; of none where the server accepts no value at all. */
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

/** Values in fixed places, each of a kind of its own, and perhaps more after them. */
export interface TupleNode extends NodeFacts {
  readonly kind: 'tuple';
  readonly prefix: readonly FormNode[];
  /** What comes after the fixed places; undefined where nothing may. */
  readonly rest: FormNode | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
}

export interface Property {
  readonly name: string;
  readonly node: FormNode;
  readonly required: boolean;
}

/** Named values: an object, a map, or both in one. */
export interface ObjectNode extends NodeFacts {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  /** What the server says of names that are not among the properties. */
  readonly additional: OtherNames;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  /** The form changes with what is in it: `if`, `dependentRequired` and the like. See {@link nodeFor}. */
  readonly conditional: boolean;
}

/** Names beyond the properties of an object. */
export interface OtherNames {
  /**
   * `refused`: there may be none. `allowed`: the server says nothing of them, as is usual. `described`: it says what
   * their values are, so the object is a map, at least in part.
   */
  readonly kind: 'refused' | 'allowed' | 'described';
  /** What a name must be; undefined where any will do. */
  readonly name: FormNode | undefined;
  /** Names the server knows and that have no field of their own until they are added. */
  readonly suggestions: readonly string[];
  /** Whether there may be a value of that name; {@link name} is a rule besides. */
  readonly accepts: (name: string) => boolean;
  /** What the value of that name is. A name that is refused gets a node as well, so that its value can be seen. */
  readonly nodeOf: (name: string) => FormNode;
}

export interface Alternative {
  /** Text from the server, or what kind of value it is; no two of a union are the same. */
  readonly label: string;
  readonly description: string | undefined;
  readonly node: FormNode;
}

/** A value of one of several kinds. */
export interface UnionNode extends NodeFacts {
  readonly kind: 'union';
  readonly alternatives: readonly Alternative[];
  /** A value must fit exactly one of them. */
  readonly exclusive: boolean;
  /** The property whose value tells which one it is, where there is one. */
  readonly discriminator: string | undefined;
}

/** Typed as JSON. */
export interface JsonNode extends NodeFacts {
  readonly kind: 'json';
  /** True where the schema itself says "anything"; false where no field could be made of what it says. */
  readonly anything: boolean;
  /** Why, as a sentence for the person. */
  readonly reason: string;
  /** The types that are accepted; empty when all are, or when nothing is known. */
  readonly types: readonly JsonType[];
}
