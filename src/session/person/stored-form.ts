import type { Json } from '../../protocol/model.js';
import type { FieldSnapshot, OrphanedValue } from '../../schema/state/snapshot.js';
import { toJson } from '../../util/json.js';

/**
 * Characters of one form, as JSON, that are stored. Typed input is far below it, and pasted input of this size is
 * written in a few milliseconds. A larger form is not stored, and the form says so.
 */
export const MAX_DRAFT_CHARACTERS = 250_000;

/** The tool or prompt that a form is for. */
export interface FormOf {
  readonly kind: 'tool' | 'prompt';
  /** Its name in the server’s list. */
  readonly name: string;
}

/** A field that was filled in and is not stored. */
export interface NotStored {
  /** The field’s label. */
  readonly label: string;
  /** The field is a secret, may be one, or holds the content of a file. */
  readonly why: 'secret' | 'maybe' | 'file';
}

/** The content of a form, without what must not be stored. */
export interface StoredForm {
  /** The fields as typed; undefined where everything is left out. */
  readonly form?: FieldSnapshot | undefined;
  /**
   * The text, while the form is edited as JSON. It takes precedence over `form`, which holds the fields from before.
   */
  readonly json?: string | undefined;
  /** Fields that were filled in and are not stored. */
  readonly notStored?: readonly NotStored[] | undefined;
  /** Values of fields that a changed form no longer has. They are kept, so that the person can be told. */
  readonly orphaned?: readonly OrphanedValue[] | undefined;
}

/** The key in the storage. A kind contains no space, so two forms never share a key. */
export function formKey({ kind, name }: FormOf): string {
  return `${kind} ${name}`;
}

/** @returns undefined for a form that is too large to be stored */
export function toValues({ form, json, notStored, orphaned }: StoredForm): Json | undefined {
  const values = {
    ...(form && { form }),
    ...(json !== undefined && { json }),
    ...(notStored && notStored.length > 0 && { notStored }),
    ...(orphaned && orphaned.length > 0 && { orphaned }),
  } as unknown as Json;
  return toJson(values).length <= MAX_DRAFT_CHARACTERS ? values : undefined;
}

/** The storage has checked them: see `readRecord`. */
export function fromValues(values: Json): StoredForm {
  return typeof values === 'object' && values !== null ? (values as StoredForm) : {};
}
