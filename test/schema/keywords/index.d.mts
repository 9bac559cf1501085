import type { Json, JsonObject } from '../../../src/index.js';
import type { FormNodeKind } from '../../../src/schema/index.js';

export interface KeywordCase {
  /** As Markdown. */
  readonly keyword: string;
  readonly schema: Json;
  /** The schema is that of the whole arguments. */
  readonly root?: boolean;
  readonly optional?: boolean;
  readonly dialect?: string;
  /** The kind of node that is made of it, if one is. */
  readonly kind: FormNodeKind | 'none';
  /** What the node knows besides. */
  readonly facts?: { readonly [name: string]: Json };
  /** Whatever is put there is a secret. */
  readonly isDeclaredSecret?: boolean;
  /** What a person sees of it, for the document. */
  readonly ours: string;
  /** Values that are sent as they are. */
  readonly good: readonly Json[];
  /** Values that are refused, at the place. */
  readonly bad: readonly Json[];
  readonly inspector: string;
}

export interface KeywordGroup {
  readonly title: string;
  readonly cases: readonly KeywordCase[];
}

export const groups: readonly KeywordGroup[];
export function toolSchema(given: KeywordCase): JsonObject;
export function argumentsFor(given: KeywordCase, value: Json): JsonObject;
