import { MAX_SCOPE_LENGTH } from './limits.js';

/** A list of scopes as it is written: words with spaces between. What cannot be one is left out. */
export function readScopes(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(' '))].filter((scope) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope));
}

/** Each once, in order, as many as an address holds. */
export function unite(...lists: readonly (readonly string[])[]): readonly string[] {
  let length = 0;
  return [...new Set(lists.flat())].filter((scope) => (length += scope.length + 1) <= MAX_SCOPE_LENGTH);
}

/** Those of `wanted` that are not in `had`. */
export function missingFrom(had: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((scope) => !had.includes(scope));
}
