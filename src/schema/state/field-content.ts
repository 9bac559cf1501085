import type { Json, JsonObject } from '../../protocol/model.js';
import { nodeFor } from '../conditions.js';
import type { FormNode, ListNode, ObjectNode, TupleNode, UnionNode } from '../form-node.js';
import { isJsonObject, MAX_FORM_ROWS, ownValue, setOwn } from '../json-value.js';
import { readJson, readNumber } from '../json.js';
import { fits } from '../validate/value.js';
import { ABSENT, blankInput, type Input, inputOf } from './field-input.js';

/** What a field is to the field it is in. */
export type FieldRole = 'whole' | 'property' | 'row' | 'entry' | 'alternative';

/** What is known of a field before it is made. */
export interface NewField {
  readonly role: FieldRole;
  /** The name of a property or entry. */
  readonly name?: string | undefined;
  readonly required: boolean;
  /** The exact value to start with, where `value: undefined` means left out. Without it the schema's default counts. */
  readonly given?: { readonly value: Json | undefined } | undefined;
}

/** What a content asks of the fields inside it. */
interface InnerField {
  readonly name: string | undefined;
  readonly value: Json | undefined;
  setValue(value: Json): void;
  /** The same value is from now on described in another way. */
  adopt(node: FormNode, required: boolean): void;
}

/** Makes a field inside the one that holds the content. */
type MakeField<F extends InnerField> = (node: FormNode, place: NewField) => F;

/** The rows of a list or tuple. Rows keep their identity while others come and go. */
class ItemsContent<F extends InnerField> {
  readonly #make: MakeField<F>;
  #node: ListNode | TupleNode;
  #rows: readonly F[];

  constructor(node: ListNode | TupleNode, given: readonly Json[] | undefined, make: MakeField<F>) {
    this.#node = node;
    this.#make = make;
    this.#rows = (given ?? []).flatMap((value, index) => this.#newRow(index, value) ?? []);
    // The places of a tuple are there to be filled in, as many as have to be.
    if (!given && node.kind === 'tuple')
      this.#rows = node.prefix.slice(0, node.minItems).flatMap((_, index) => this.#newRow(index) ?? []);
  }

  get parts(): readonly F[] {
    return this.#rows;
  }

  get value(): Json {
    return this.#rows.map((row) => row.value ?? null);
  }

  /** Puts a row before the one at `index`; undefined where there can be none. */
  insert(index: number, value?: Json): F | undefined {
    if (this.#rows.length >= MAX_FORM_ROWS || index < this.#fixed(index)) return undefined;
    const row = this.#newRow(index, value);
    if (row) this.#rows = [...this.#rows.slice(0, index), row, ...this.#rows.slice(index)];
    return row;
  }

  canRemove(row: F): boolean {
    const index = this.#rows.indexOf(row);
    return index >= 0 && (index >= this.#fixed(index) || index === this.#rows.length - 1);
  }

  remove(row: F): boolean {
    if (!this.canRemove(row)) return false;
    this.#rows = this.#rows.filter((each) => each !== row);
    return true;
  }

  move(row: F, to: number): boolean {
    const from = this.#rows.indexOf(row);
    const target = Math.min(Math.max(to, 0), this.#rows.length - 1);
    if (from < 0 || from === target || Math.min(from, target) < this.#fixed(target)) return false;
    const others = this.#rows.filter((each) => each !== row);
    this.#rows = [...others.slice(0, target), row, ...others.slice(target)];
    return true;
  }

  /** Places whose kind depends on where they are, among those that are there: they neither move nor go. */
  #fixed(index: number): number {
    return this.#node.kind === 'tuple' ? Math.min(this.#node.prefix.length, Math.max(index, this.#rows.length)) : 0;
  }

  #newRow(index: number, value?: Json): F | undefined {
    const node = this.#nodeAt(index);
    const given = value === undefined ? undefined : { value };
    return node && this.#make(node, { role: 'row', required: true, given });
  }

  #nodeAt(index: number): FormNode | undefined {
    return this.#node.kind === 'list' ? this.#node.item : (this.#node.prefix[index] ?? this.#node.rest);
  }
}

/** The properties of an object, as its node has them at the moment, and the names beyond them. */
class ObjectContent<F extends InnerField> {
  readonly #make: MakeField<F>;
  #node: ObjectNode;
  /** Every property that was ever shown: one that goes and comes back is still filled in. */
  readonly #fields = new Map<string, F>();
  #properties: readonly F[];
  #entries: readonly F[] = [];

  constructor(node: ObjectNode, given: JsonObject | undefined, make: MakeField<F>) {
    this.#node = node;
    this.#make = make;
    this.#properties = node.properties.map((property) => {
      const start = given && { value: ownValue(given, property.name) };
      const field = make(property.node, {
        role: 'property',
        name: property.name,
        required: property.required,
        given: start,
      });
      this.#fields.set(property.name, field);
      return field;
    });
    const others = Object.entries(given ?? {}).filter(([name]) => !this.#fields.has(name));
    this.#entries = others.map(([name, value]) => this.#newEntry(name, value));
  }

  get properties(): readonly F[] {
    return this.#properties;
  }

  get entries(): readonly F[] {
    return this.#entries;
  }

  get parts(): readonly F[] {
    return this.#entries.length > 0 ? [...this.#properties, ...this.#entries] : this.#properties;
  }

  get value(): JsonObject {
    const object: JsonObject = {};
    for (const part of this.parts) {
      const { value } = part;
      if (value !== undefined) setOwn(object, part.name ?? '', value);
    }
    return object;
  }

  /** Takes over another node for the same object: fields stay as they are as far as they are in both. */
  follow(node: ObjectNode): void {
    this.#node = node;
    this.#properties = node.properties.map((property) => {
      const known = this.#fields.get(property.name);
      if (known) {
        known.adopt(property.node, property.required);
        return known;
      }
      const entry = this.#entries.find(({ name }) => name === property.name);
      this.#entries = this.#entries.filter((each) => each !== entry);
      const given = entry && { value: entry.value };
      const field = this.#make(property.node, {
        role: 'property',
        name: property.name,
        required: property.required,
        given,
      });
      this.#fields.set(property.name, field);
      return field;
    });
    for (const entry of this.#entries)
      if (entry.name !== undefined) entry.adopt(node.additional.nodeOf(entry.name), true);
  }

  /** Undefined where there are as many as can be shown. */
  addEntry(name: string | undefined, value: Json | undefined): F | undefined {
    if (this.#entries.length >= MAX_FORM_ROWS) return undefined;
    const entry = this.#newEntry(name, value);
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  removeEntry(entry: F): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
  }

  /** The names of all fields but this one. */
  namesBeside(field: F): ReadonlySet<string | undefined> {
    return new Set(this.parts.filter((part) => part !== field).map(({ name }) => name));
  }

  #newEntry(name: string | undefined, value: Json | undefined): F {
    const given = value === undefined ? undefined : { value };
    return this.#make(this.#node.additional.nodeOf(name ?? ''), { role: 'entry', name, required: true, given });
  }
}

/** The alternatives of a union that have been looked at. What was typed in one stays while another is chosen. */
class UnionContent<F extends InnerField> {
  readonly #node: UnionNode;
  readonly #make: MakeField<F>;
  readonly #fields = new Map<number, F>();
  #chosen: F | undefined;

  constructor(node: UnionNode, make: MakeField<F>) {
    this.#node = node;
    this.#make = make;
  }

  get parts(): readonly F[] {
    return this.#chosen ? [this.#chosen] : [];
  }

  get value(): Json | undefined {
    return this.#chosen?.value;
  }

  /** Turns to an alternative; false where there is none. */
  choose(index: number, given?: Json): boolean {
    const node = this.#node.alternatives[index]?.node;
    if (!node) return false;
    const known = this.#fields.get(index);
    if (known && given !== undefined) known.setValue(given);
    this.#chosen = known ?? this.#open(node, given);
    this.#fields.set(index, this.#chosen);
    return true;
  }

  #open(node: FormNode, given: Json | undefined): F {
    const value = given === undefined ? carriedOver(this.#chosen?.value, node) : given;
    return this.#make(node, {
      role: 'alternative',
      required: true,
      given: value === undefined ? undefined : { value },
    });
  }
}

/** What the new kind has in common with the one before, as far as it fits there. */
function carriedOver(value: Json | undefined, node: FormNode): Json | undefined {
  if (node.kind !== 'object' || !isJsonObject(value)) return undefined;
  const carried: JsonObject = {};
  for (const { name, node: inner, required } of node.properties) {
    const old = ownValue(value, name);
    if (old !== undefined && inner.kind !== 'constant' && fits(inner, old)) setOwn(carried, name, old);
    else if (inner.kind === 'constant' && required) setOwn(carried, name, inner.value);
    else if (inner.default !== undefined) setOwn(carried, name, inner.default);
  }
  const isWorthIt = node.properties.some(
    ({ name, node: inner }) => inner.kind !== 'constant' && ownValue(value, name) !== undefined,
  );
  return isWorthIt ? carried : undefined;
}

/** Rounds in which conditions may change what conditions look at. Then the field stays as it is. */
const MAX_SETTLE_ROUNDS = 8;

const isTypedInto = ({ kind }: FormNode): boolean => kind === 'string' || kind === 'number';

/** What a field holds: by which node, as which input, and the fields inside. Knows nothing of where the field stands. */
export class Content<F extends InnerField> {
  /** As the schema has it; what it is for the value at hand is {@link node}. */
  #declared: FormNode;
  #node: FormNode;
  #input: Input = ABSENT;
  /** What was there before it was left out or set to null, to bring back. */
  #kept: Input | undefined;
  #inside: ObjectContent<F> | ItemsContent<F> | UnionContent<F> | undefined;
  /** What the inside begins with, as long as nobody has looked at it. */
  #given: Json | undefined;
  readonly #make: MakeField<F>;

  constructor(node: FormNode, make: MakeField<F>) {
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

  get object(): ObjectContent<F> | undefined {
    const inside = this.#opened;
    return inside instanceof ObjectContent ? inside : undefined;
  }

  get items(): ItemsContent<F> | undefined {
    const inside = this.#opened;
    return inside instanceof ItemsContent ? inside : undefined;
  }

  get union(): UnionContent<F> | undefined {
    const inside = this.#opened;
    return inside instanceof UnionContent ? inside : undefined;
  }

  get parts(): readonly F[] {
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
    for (let round = 0; round < MAX_SETTLE_ROUNDS; round++) {
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
    if (next.kind === 'object' && inside instanceof ObjectContent) inside.follow(next);
    else this.#fill(inputOf(next, value), value);
  }

  #fill(input: Input, given: Json | undefined): void {
    this.#input = input;
    this.#kept = undefined;
    this.#inside = undefined;
    this.#given = input.kind === 'present' || input.kind === 'alternative' ? given : undefined;
  }

  get #opened(): ObjectContent<F> | ItemsContent<F> | UnionContent<F> | undefined {
    this.#inside ??= this.#open();
    return this.#inside;
  }

  #open(): ObjectContent<F> | ItemsContent<F> | UnionContent<F> | undefined {
    const node = this.#node;
    const given = this.#given;
    this.#given = undefined;
    switch (node.kind) {
      case 'object':
        return new ObjectContent(node, isJsonObject(given) ? given : undefined, this.#make);
      case 'list':
      case 'tuple':
        return new ItemsContent(node, Array.isArray(given) ? (given as readonly Json[]) : undefined, this.#make);
      case 'union': {
        const inside = new UnionContent(node, this.#make);
        if (this.#input.kind === 'alternative') inside.choose(this.#input.index, given);
        return inside;
      }
      default:
        return undefined;
    }
  }
}
