import type { Json } from '../../protocol/model.js';
import type { FieldState } from './field-state.js';
import type { FormNode } from '../form-node.js';

/** What a field is to the field it is in. */
export type FieldRole = 'whole' | 'property' | 'row' | 'entry' | 'alternative';

/** Where a field stands: what it is part of, and what is known to start with. */
export interface FieldPlace {
  readonly parent: FieldState | undefined;
  readonly role: FieldRole;
  /** The name of a property or entry. */
  readonly name?: string | undefined;
  readonly required: boolean;
  /** The exact value to start with, where `value: undefined` means left out. Without it the schema's default counts. */
  readonly given?: { readonly value: Json | undefined } | undefined;
  readonly form: FormOfFields;
}

/** What the fields of a form share. */
export interface FormOfFields {
  /** Called after each change of a value. */
  readonly changed: () => void;
  /** Fields that may still be opened by themselves. */
  left: number;
}

/** Makes a field inside another one. */
export type MakeField = (node: FormNode, place: Omit<FieldPlace, 'parent' | 'form'>) => FieldState;
