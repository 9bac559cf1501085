import type { Json, JsonObject } from '../../protocol/model.js';
import { fits } from '../check/check-value.js';
import type { MakeField } from './field-place.js';
import type { FieldState } from './field-state.js';
import type { FormNode, UnionNode } from '../form-node.js';
import { isJsonObject, ownValue, setOwn } from '../json-value.js';

/** The alternatives of a union that have been looked at. What was typed in one stays while another is chosen. */
export class UnionInside {
  readonly #node: UnionNode;
  readonly #make: MakeField;
  readonly #fields = new Map<number, FieldState>();
  #chosen: FieldState | undefined;

  constructor(node: UnionNode, make: MakeField) {
    this.#node = node;
    this.#make = make;
  }

  get parts(): readonly FieldState[] {
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

  #open(node: FormNode, given: Json | undefined): FieldState {
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
