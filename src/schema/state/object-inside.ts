import type { Json, JsonObject } from '../../protocol/model.js';
import type { MakeField } from './field-place.js';
import type { FieldState } from './field-state.js';
import type { ObjectNode } from '../form-node.js';
import { ownValue, setOwn } from '../json-value.js';
import { MAX_ROWS } from '../limits.js';

/** The properties of an object, as its node has them at the moment, and the names beyond them. */
export class ObjectInside {
  readonly #make: MakeField;
  #node: ObjectNode;
  /** Every property that was ever shown: one that goes and comes back is still filled in. */
  readonly #fields = new Map<string, FieldState>();
  #properties: readonly FieldState[];
  #entries: readonly FieldState[] = [];

  constructor(node: ObjectNode, given: JsonObject | undefined, make: MakeField) {
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

  get properties(): readonly FieldState[] {
    return this.#properties;
  }

  get entries(): readonly FieldState[] {
    return this.#entries;
  }

  get parts(): readonly FieldState[] {
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
    for (const entry of this.#entries) if (entry.name !== undefined) entry.adopt(node.others.nodeOf(entry.name), true);
  }

  /** Undefined where there are as many as can be shown. */
  addEntry(name: string | undefined, value: Json | undefined): FieldState | undefined {
    if (this.#entries.length >= MAX_ROWS) return undefined;
    const entry = this.#newEntry(name, value);
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  removeEntry(entry: FieldState): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
  }

  /** The names of all fields but this one. */
  namesBeside(field: FieldState): ReadonlySet<string | undefined> {
    return new Set(this.parts.filter((part) => part !== field).map(({ name }) => name));
  }

  #newEntry(name: string | undefined, value: Json | undefined): FieldState {
    const given = value === undefined ? undefined : { value };
    return this.#make(this.#node.others.nodeOf(name ?? ''), { role: 'entry', name, required: true, given });
  }
}
