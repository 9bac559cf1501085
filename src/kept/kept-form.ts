import type { Json } from '../protocol/model.js';
import type { Displaced, FieldSnapshot } from '../schema/state/field-snapshot.js';
import { MAX_FORM_CHARACTERS } from './limits.js';

/** What a form is for. */
export interface FormOf {
  readonly kind: 'tool' | 'prompt';
  /** As the server lists it. */
  readonly name: string;
}

/** Something that was filled in and is not kept. */
export interface NotKept {
  /** Of the field. */
  readonly label: string;
  /** It is a secret, it may be one, or it is the content of a file. */
  readonly why: 'secret' | 'maybe' | 'file';
}

/** What was filled into a form, without what must not be kept. */
export interface KeptForm {
  /** As it was typed; undefined where everything is left out. */
  readonly form?: FieldSnapshot | undefined;
  /** The text, while it is edited as JSON. Then it counts, and the fields are as they were before. */
  readonly json?: string | undefined;
  /** What was filled in and is not kept. */
  readonly notKept?: readonly NotKept[] | undefined;
  /** What was filled in before the form changed, and has no field any more. Nobody loses it without being told. */
  readonly displaced?: readonly Displaced[] | undefined;
}

/** What it is called in the store. Kinds have no space in them, so no two are the same. */
export function keyOf({ kind, name }: FormOf): string {
  return `${kind} ${name}`;
}

/** @returns undefined for what is too large to be kept */
export function toValues({ form, json, notKept, displaced }: KeptForm): Json | undefined {
  const values = {
    ...(form && { form }),
    ...(json !== undefined && { json }),
    ...(notKept && notKept.length > 0 && { notKept }),
    ...(displaced && displaced.length > 0 && { displaced }),
  } as unknown as Json;
  return JSON.stringify(values).length <= MAX_FORM_CHARACTERS ? values : undefined;
}

/** It was made by this library, and nobody but this origin can write there. */
export function fromValues(values: Json): KeptForm {
  return typeof values === 'object' && values !== null ? (values as KeptForm) : {};
}
