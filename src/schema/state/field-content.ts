import type { Json, JsonObject } from '../../protocol/model.js';
import { nodeFor } from '../conditions.js';
import type { FormNode, ListNode, ObjectNode, TupleNode, UnionNode } from '../form-node.js';
import { isJsonObject, MAX_FORM_ROWS, ownValue, setOwn } from '../json-value.js';
import { readJson, readNumber } from '../json.js';
import { fits, type Steps } from '../validate/value.js';
import { ABSENT, blankInput, type Input, inputOf } from './field-input.js';

/** The role of a field in its parent. */
export type FieldRole = 'whole' | 'property' | 'row' | 'entry' | 'alternative';

/** A value for a field; `value: undefined` means absent. */
interface GivenValue {
  readonly value: Json | undefined;
  /** The value is part of a default of the server that no user has seen. */
  readonly isOfServer?: boolean | undefined;
}

/** A default, of which the inner fields take their parts. */
interface GivenParts {
  readonly isOfServer: boolean;
  /** Properties that the value does not contain are absent; otherwise they start with their defaults. */
  readonly isWhole: boolean;
}

/** The known facts about a field before it is created. */
export interface NewField {
  readonly role: FieldRole;
  /** The name of a property or entry. */
  readonly name?: string | undefined;
  readonly required: boolean;
  /** The exact initial value. Without it the schema's default is used. */
  readonly given?: GivenValue | undefined;
}

/** The interface of inner fields that the content needs. */
interface InnerField {
  readonly name: string | undefined;
  readonly value: Json | undefined;
  setValue(value: Json): void;
  /** Uses another node for the same value. */
  adopt(node: FormNode, required: boolean): void;
}

/** The form of a field. */
export interface ChoosingForm {
  /** The steps that finding alternatives may still take, for the values of one change. */
  readonly choosing: Steps;
}

/** Creates a field inside the field that has the content. */
type MakeField<F extends InnerField> = (node: FormNode, place: NewField) => F;

/**
 * Rounds in which conditions may change the values that conditions depend on. After the last, the field stays as it is.
 */
const MAX_SETTLE_ROUNDS = 8;

const OF_A_PERSON: GivenParts = { isOfServer: false, isWhole: true };

/** The content of a field: its node, its input and its inner fields. It does not know the field's position. */
export class Content<F extends InnerField> {
  /** The node before conditions are applied; {@link node} is the node for the current value. */
  #declared: FormNode;
  #node: FormNode;
  #input: Input = ABSENT;
  /** The input before it was absent or null, to restore it. */
  #previous: Input | undefined;
  #inside: ObjectContent<F> | ItemsContent<F> | UnionContent<F> | undefined;
  /** The initial value of the inner fields, until they are created. */
  #given: Json | undefined;
  #givenParts: GivenParts = OF_A_PERSON;
  #isOfServer = false;
  readonly #form: ChoosingForm;
  readonly #make: MakeField<F>;

  constructor(node: FormNode, form: ChoosingForm, make: MakeField<F>) {
    this.#declared = node;
    this.#node = node;
    this.#form = form;
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

  /** The value; undefined if absent, and text if it cannot be read. */
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

  /** True while the content is from a default of the server, and no user has changed it. */
  get isOfServer(): boolean {
    return this.#isOfServer;
  }

  /** Sets the whole value; undefined makes it absent. */
  take(value: Json | undefined, parts: GivenParts = OF_A_PERSON): void {
    this.#node = nodeFor(this.#declared, value);
    this.#fill(
      value === undefined ? ABSENT : inputOf(this.#node, value, this.#form.choosing, parts.isOfServer),
      value,
      parts,
    );
    this.settle();
  }

  /** Starts again, with the schema's default if there is one. */
  start(input: Input, usesDefault: boolean): void {
    this.#node = this.#declared;
    const { default: value } = this.#node;
    // A default without a required property is incomplete: missing properties start with their own defaults.
    if (value !== undefined && usesDefault)
      return this.take(value, { isOfServer: true, isWhole: fits(this.#node, value) });
    this.#fill(input, undefined, OF_A_PERSON);
    this.settle();
  }

  set(input: Input): void {
    this.#isOfServer = false;
    const { kind } = this.#input;
    if (kind !== 'absent' && kind !== 'null' && kind !== 'held') this.#previous = this.#input;
    this.#input = input;
  }

  /** The input to restore after the value was absent or null. */
  get last(): Input {
    return this.#previous ?? blankInput(this.#node);
  }

  /**
   * Uses another node for the same value. The input stays if both nodes take the same kind of input.
   * @returns whether this changes anything
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

  /** Applies conditions that depend on the value. Returns true if something else must be shown. */
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
    else this.#fill(inputOf(next, value, this.#form.choosing, this.isOfServer), value, this.#givenParts);
  }

  #fill(input: Input, given: Json | undefined, parts: GivenParts): void {
    this.#givenParts = parts;
    this.#isOfServer = parts.isOfServer;
    this.#input = input;
    this.#previous = undefined;
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
    const parts = this.#givenParts;
    this.#given = undefined;
    switch (node.kind) {
      case 'object':
        return new ObjectContent(node, isJsonObject(given) ? given : undefined, this.#make, parts);
      case 'list':
      case 'tuple':
        return new ItemsContent(node, Array.isArray(given) ? (given as readonly Json[]) : undefined, this.#make, parts);
      case 'union': {
        const inside = new UnionContent(node, this.#make);
        if (this.#input.kind === 'alternative') inside.choose(this.#input.index, given, parts.isOfServer);
        return inside;
      }
      default:
        return undefined;
    }
  }
}

/** The items of a list or tuple. The field of an item stays the same when others are added or removed. */
class ItemsContent<F extends InnerField> {
  readonly #make: MakeField<F>;
  #node: ListNode | TupleNode;
  #rows: readonly F[];

  constructor(
    node: ListNode | TupleNode,
    given: readonly Json[] | undefined,
    make: MakeField<F>,
    { isOfServer }: GivenParts,
  ) {
    this.#node = node;
    this.#make = make;
    this.#rows = (given ?? []).flatMap((value, index) => this.#newRow(index, value, isOfServer) ?? []);
    // A tuple starts with its required places.
    if (!given && node.kind === 'tuple')
      this.#rows = node.prefix.slice(0, node.minItems).flatMap((_, index) => this.#newRow(index) ?? []);
  }

  get parts(): readonly F[] {
    return this.#rows;
  }

  get value(): Json {
    return this.#rows.map((row) => row.value ?? null);
  }

  /** Inserts an item at `index`; returns undefined if that is not possible. */
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

  /** Number of leading places that cannot be moved or removed, because their kind depends on the index. */
  #fixed(index: number): number {
    return this.#node.kind === 'tuple' ? Math.min(this.#node.prefix.length, Math.max(index, this.#rows.length)) : 0;
  }

  #newRow(index: number, value?: Json, isOfServer = false): F | undefined {
    const node = this.#nodeAt(index);
    const given = value === undefined ? undefined : { value, isOfServer };
    return node && this.#make(node, { role: 'row', required: true, given });
  }

  #nodeAt(index: number): FormNode | undefined {
    return this.#node.kind === 'list' ? this.#node.item : (this.#node.prefix[index] ?? this.#node.rest);
  }
}

/** The current properties of an object, and its further names. */
class ObjectContent<F extends InnerField> {
  readonly #make: MakeField<F>;
  #node: ObjectNode;
  /** Every property shown so far: one that disappears and returns is still filled in. */
  readonly #fields = new Map<string, F>();
  #properties: readonly F[];
  #entries: readonly F[] = [];

  constructor(
    node: ObjectNode,
    given: JsonObject | undefined,
    make: MakeField<F>,
    { isOfServer, isWhole }: GivenParts,
  ) {
    this.#node = node;
    this.#make = make;
    this.#properties = node.properties.map((property) => {
      const value = given && ownValue(given, property.name);
      const start = given && (isWhole || value !== undefined) ? { value, isOfServer } : undefined;
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
    this.#entries = others.map(([name, value]) => this.#newEntry(name, value, isOfServer));
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

  /** Uses another node for the same object. Fields that exist in both stay. */
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

  /** Returns undefined if the object has as many entries as can be shown. */
  addEntry(name: string | undefined, value: Json | undefined): F | undefined {
    if (this.#entries.length >= MAX_FORM_ROWS) return undefined;
    const entry = this.#newEntry(name, value);
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  removeEntry(entry: F): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
  }

  /** The names of all other fields. */
  namesBeside(field: F): ReadonlySet<string | undefined> {
    return new Set(this.parts.filter((part) => part !== field).map(({ name }) => name));
  }

  #newEntry(name: string | undefined, value: Json | undefined, isOfServer = false): F {
    const given = value === undefined ? undefined : { value, isOfServer };
    return this.#make(this.#node.additional.nodeOf(name ?? ''), { role: 'entry', name, required: true, given });
  }
}

/** The alternatives of a union that were chosen so far. The input of each stays while another is chosen. */
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

  /** Chooses an alternative; returns false if it does not exist. */
  choose(index: number, given?: Json, isOfServer = false): boolean {
    const node = this.#node.alternatives[index]?.node;
    if (!node) return false;
    const known = this.#fields.get(index);
    if (known && given !== undefined) known.setValue(given);
    this.#chosen = known ?? this.#open(node, given, isOfServer);
    this.#fields.set(index, this.#chosen);
    return true;
  }

  #open(node: FormNode, given: Json | undefined, isOfServer: boolean): F {
    const value = given === undefined ? carriedOver(this.#chosen?.value, node) : given;
    return this.#make(node, {
      role: 'alternative',
      required: true,
      given: value === undefined ? undefined : { value, isOfServer },
    });
  }
}

/** The part of the previous value that the new alternative also accepts. */
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

const isTypedInto = ({ kind }: FormNode): boolean => kind === 'string' || kind === 'number';
