import type { Json } from '../../protocol/model.js';
import type { MakeField } from './field-place.js';
import type { FormNode } from '../form-node.js';
import { ABSENT, blankInput, inputOf, type Input } from './input.js';
import { isJsonObject } from '../json-value.js';
import { ItemsInside } from './items-inside.js';
import { nodeFor } from '../node-for.js';
import { ObjectInside } from './object-inside.js';
import { readJson } from '../read-json.js';
import { readNumber } from '../read-number.js';
import { UnionInside } from './union-inside.js';

/** Conditions that change what the conditions look at. */
const MAX_ROUNDS = 8;

const isTypedInto = ({ kind }: FormNode): boolean => kind === 'string' || kind === 'number';

/** What a field holds: by which node, as which input, and the fields inside. Knows nothing of where the field stands. */
export class Content {
  /** As the schema has it; what it is for the value at hand is {@link node}. */
  #declared: FormNode;
  #node: FormNode;
  #input: Input = ABSENT;
  /** What was there before it was left out or set to null, to bring back. */
  #kept: Input | undefined;
  #inside: ObjectInside | ItemsInside | UnionInside | undefined;
  /** What the inside begins with, as long as nobody has looked at it. */
  #given: Json | undefined;
  readonly #make: MakeField;

  constructor(node: FormNode, make: MakeField) {
    this.#declared = node;
    this.#node = node;
    this.#make = make;
  }

  get node(): FormNode {
    return this.#node;
  }

  get input(): Input {
    return this.#input;
  }

  get object(): ObjectInside | undefined {
    const inside = this.#opened;
    return inside instanceof ObjectInside ? inside : undefined;
  }

  get items(): ItemsInside | undefined {
    const inside = this.#opened;
    return inside instanceof ItemsInside ? inside : undefined;
  }

  get union(): UnionInside | undefined {
    const inside = this.#opened;
    return inside instanceof UnionInside ? inside : undefined;
  }

  get parts(): ObjectInside['parts'] {
    const { kind } = this.#input;
    return kind === 'present' || kind === 'alternative' ? (this.#opened?.parts ?? []) : [];
  }

  /** The value as far as it can be said: undefined when left out, text where it cannot be read. */
  get value(): Json | undefined {
    const node = this.#node;
    const input = this.#input;
    switch (input.kind) {
      case 'absent':
        return undefined;
      case 'null':
        return null;
      case 'held':
        return input.value;
      case 'flag':
        return input.on;
      case 'option':
        return node.kind === 'choice' ? node.options[input.index]?.value : undefined;
      case 'text': {
        if (node.kind === 'string' || node.kind === 'choice') return input.text;
        const reading = node.kind === 'number' ? readNumber(input.text) : readJson(input.text);
        return reading.ok ? reading.value : input.text;
      }
      case 'alternative':
      case 'present':
        return node.kind === 'constant' ? node.value : this.#opened?.value;
    }
  }

  /** Takes over a value as a whole; undefined leaves it out. */
  take(value: Json | undefined): void {
    this.#node = nodeFor(this.#declared, value);
    this.#fill(value === undefined ? ABSENT : inputOf(this.#node, value), value);
    this.settle();
  }

  /** Begins anew, with what the server says to begin with. */
  start(input: Input): void {
    this.#node = this.#declared;
    if (this.#node.default !== undefined) return this.take(this.#node.default);
    this.#fill(input, undefined);
    this.settle();
  }

  set(input: Input): void {
    const { kind } = this.#input;
    if (kind !== 'absent' && kind !== 'null' && kind !== 'held') this.#kept = this.#input;
    this.#input = input;
  }

  /** What to go back to after the value was left out or null. */
  get last(): Input {
    return this.#kept ?? blankInput(this.#node);
  }

  /**
   * Takes over another node for the same value. What was typed stays where both are typed in the same way.
   * @returns whether that changes anything
   */
  adopt(node: FormNode): boolean {
    if (node === this.#declared) return false;
    const { value } = this;
    const isTyped =
      this.#input.kind === 'text' && (node.kind === this.#node.kind || [node, this.#node].every(isTypedInto));
    this.#declared = node;
    if (isTyped) this.#node = node;
    else this.take(value);
    return true;
  }

  /** Follows what depends on the value. True when something else is to be shown than before. */
  settle(): boolean {
    let isChanged = false;
    if (this.#declared.kind !== 'object' || !this.#declared.conditional) return false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { value } = this;
      const next = nodeFor(this.#declared, value);
      if (next === this.#node || value === undefined) break;
      isChanged = true;
      this.#become(next, value);
    }
    return isChanged;
  }

  #become(next: FormNode, value: Json): void {
    const inside = this.#opened;
    this.#node = next;
    if (next.kind === 'object' && inside instanceof ObjectInside) inside.follow(next);
    else this.#fill(inputOf(next, value), value);
  }

  #fill(input: Input, given: Json | undefined): void {
    this.#input = input;
    this.#kept = undefined;
    this.#inside = undefined;
    this.#given = input.kind === 'present' || input.kind === 'alternative' ? given : undefined;
  }

  get #opened(): ObjectInside | ItemsInside | UnionInside | undefined {
    this.#inside ??= this.#open();
    return this.#inside;
  }

  #open(): ObjectInside | ItemsInside | UnionInside | undefined {
    const node = this.#node;
    const given = this.#given;
    this.#given = undefined;
    switch (node.kind) {
      case 'object':
        return new ObjectInside(node, isJsonObject(given) ? given : undefined, this.#make);
      case 'list':
      case 'tuple':
        return new ItemsInside(node, Array.isArray(given) ? (given as readonly Json[]) : undefined, this.#make);
      case 'union': {
        const inside = new UnionInside(node, this.#make);
        if (this.#input.kind === 'alternative') inside.choose(this.#input.index, given);
        return inside;
      }
      default:
        return undefined;
    }
  }
}
