import type { ErrorParams, ErrorText } from '../errors.js';
import type { Json } from '../protocol/model.js';
import type { JsonType } from './json-value.js';

/** A problem that prevents a form from being sent. */
export interface FormIssue {
  /** JSON Pointer to the value; empty for the whole value. */
  readonly pointer: string;
  /** Label of the field. Text from the server, or in English. */
  readonly label: string;
  /** The instruction for the user, as a sentence in English. */
  readonly message: string;
  /** Which sentence `message` is, for its words in another language; `docs/errors.md` lists them. */
  readonly key: string;
  /** The values in the sentence. May contain text from the server: show them as text. */
  readonly params: ErrorParams;
  /** `name` if the problem is the name of a map entry instead of its value. */
  readonly part?: 'name' | undefined;
}

/** An issue before it is assigned to a field. Without a `key`, `message` is not translated. */
export type LooseIssue = Pick<FormIssue, 'pointer' | 'message'> & Partial<Pick<FormIssue, 'key' | 'params'>>;

/** The issue with that sentence. */
export function issueOf(
  { pointer, label }: Pick<FormIssue, 'pointer' | 'label'>,
  problem: ErrorText,
  part?: FormIssue['part'],
): FormIssue {
  const issue: { -readonly [Name in keyof FormIssue]: FormIssue[Name] } = {
    pointer,
    label,
    // Most issues are counted and not read.
    get message() {
      return problem.text;
    },
    key: problem.key,
    params: problem.params,
  };
  if (part) issue.part = part;
  return issue;
}

/** Nodes of a form that {@link nodesOf} visits: a recursive schema has no end. Further nodes are not visited. */
const MAX_WALKED_NODES = 5_000;

/**
 * Every node of a form, each once, including recursive ones. Nodes that depend on values appear without their
 * conditions.
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
 * A node of a form, one for each part of the value. A node contains neither the input nor whether it is required; the
 * field that uses it does, so several fields can share a node. Its children are made when they are first read, and a
 * recursive schema gives a node that contains itself: code that walks a tree of nodes must remember the visited ones.
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

/** Properties that every node has. */
export interface NodeFacts {
  /** The server's label. Without one, the property name is shown. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** `null` is also accepted, in addition to values of the node's kind. */
  readonly nullable: boolean;
  /** The server's default, also one that the schema does not accept; absent if there is none, or it is too large. */
  readonly default: Json | undefined;
  /** The server's examples. */
  readonly examples: readonly Json[];
  /** The server marks this value as deprecated. */
  readonly deprecated: boolean;
  /** The server sets this value itself. */
  readonly readOnly: boolean;
  /** The schema names no type: other types are also accepted, although the form offers only this one. */
  readonly loose: boolean;
  /** Further rules for the value, beyond those of its kind. */
  readonly rules: readonly Rule[];
  /** This part of the schema as the server sent it, including keywords that the form does not support. */
  readonly schema: unknown;
}

/** A rule about a whole value for which there is no input element: `not`, `contains`, one of several patterns. */
export interface Rule {
  /** The error for a value that breaks the rule, as a sentence. */
  readonly problem: ErrorText;
  readonly accepts: (value: Json) => boolean;
}

export interface StringNode extends NodeFacts {
  readonly kind: 'string';
  /** The text may have more than one line. */
  readonly multiline: boolean;
  /**
   * True for base64, most likely from a file: declared with `contentEncoding`, or guessed from the server's
   * description.
   */
  readonly base64: boolean;
  readonly contentMediaType: string | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** A regular expression as the server wrote it. */
  readonly pattern: string | undefined;
  /** The format as the server wrote it: `email`, `uri`, `date` and others. */
  readonly format: string | undefined;
  /** Texts that the server suggests; others are accepted too. */
  readonly suggestions: readonly Option[];
}

export interface NumberNode extends NodeFacts {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
}

export interface BooleanNode extends NodeFacts {
  readonly kind: 'boolean';
}

/** One of the values that a server lists. */
export interface Option {
  readonly value: Json;
  readonly label: string;
  readonly description: string | undefined;
}

/** One of several listed values. It has no options if the schema accepts no value at all. */
export interface ChoiceNode extends NodeFacts {
  readonly kind: 'choice';
  readonly options: readonly Option[];
}

/** Exactly one value. */
export interface ConstantNode extends NodeFacts {
  readonly kind: 'constant';
  readonly value: Json;
}

/** A list of values of one kind. */
export interface ListNode extends NodeFacts {
  readonly kind: 'list';
  readonly item: FormNode;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
}

/** A list in which each place has its own kind, and perhaps more items after them. */
export interface TupleNode extends NodeFacts {
  readonly kind: 'tuple';
  readonly prefix: readonly FormNode[];
  /** The kind of items after the fixed places; undefined if none are accepted. */
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

/** An object with known properties, a map with free names, or both. */
export interface ObjectNode extends NodeFacts {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  /** Rules for names that are not among the properties. */
  readonly additional: OtherNames;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  /** True if the form changes with the value: `if`, `dependentRequired` and similar keywords. See {@link nodeFor}. */
  readonly conditional: boolean;
}

/** Rules for names that are not among an object's properties. */
export interface OtherNames {
  /**
   * `refused`: none are accepted. `allowed`: the schema has no rule for them, which is the usual case. `described`: the
   * schema describes their values, so the object is at least partly a map.
   */
  readonly kind: 'refused' | 'allowed' | 'described';
  /** Rule for the names; undefined if every name is accepted. */
  readonly name: FormNode | undefined;
  /** Names that the schema knows but that get a field only when the user adds them. */
  readonly suggestions: readonly string[];
  /** True if a value of that name is accepted. The rule in {@link name} applies as well. */
  readonly accepts: (name: string) => boolean;
  /** The node for the value of that name. A refused name also gets a node, so that its value can be shown. */
  readonly nodeOf: (name: string) => FormNode;
}

export interface Alternative {
  /** Text from the server, or the kind of value in English. Labels within a union are unique. */
  readonly label: string;
  /** `label` by key and params, where it is not the server’s. */
  readonly labelText: ErrorText | undefined;
  readonly description: string | undefined;
  readonly node: FormNode;
}

/** A value of one of several kinds. */
export interface UnionNode extends NodeFacts {
  readonly kind: 'union';
  readonly alternatives: readonly Alternative[];
  /** The value must match exactly one alternative. */
  readonly exclusive: boolean;
  /** The property whose value identifies the alternative, if there is one. */
  readonly discriminator: string | undefined;
}

/** A value that is edited as JSON. */
export interface JsonNode extends NodeFacts {
  readonly kind: 'json';
  /** True if the schema accepts anything; false if the form cannot express the schema. */
  readonly anything: boolean;
  /** Why JSON is needed, as a sentence for the user. */
  readonly reason: ErrorText;
  /** The accepted types; empty if all are accepted, or unknown. */
  readonly types: readonly JsonType[];
}
