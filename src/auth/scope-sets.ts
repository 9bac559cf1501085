import { MAX_REQUESTED_SCOPE_LENGTH } from './auth-limits.js';

/** Reads a list of scopes, separated by spaces. Invalid scopes are left out. */
export function readScopes(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(' '))].filter((scope) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope));
}

/** All scopes once, in order, up to {@link MAX_REQUESTED_SCOPE_LENGTH} characters. */
export function unionOfScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  let length = 0;
  return [...new Set(lists.flat())].filter((scope) => (length += scope.length + 1) <= MAX_REQUESTED_SCOPE_LENGTH);
}

/** The scopes of `wanted` that are not in `granted`. */
export function differenceOfScopes(granted: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((scope) => !granted.includes(scope));
}
