import type { SessionOptions } from './session-options.js';

/** Whose it is what a session learns. Without an identity: anybody's, because the server was told of nobody. */
export interface Owner {
  readonly identity?: string | undefined;
  /** It is theirs in this tab only. */
  readonly inTab?: boolean | undefined;
}

/**
 * Whose it is what a session with these options learns now. Undefined: of somebody nobody can name, so it is kept nowhere
 * beyond the page; the next one with the same browser may be somebody else. It may change when a person signs in or out.
 */
export function ownerOf({
  identity,
  headers,
  auth,
}: Pick<SessionOptions, 'identity' | 'headers' | 'auth'>): Owner | undefined {
  if (identity !== undefined) return { identity };
  if (!auth) return headers ? undefined : {};
  const { holder, holderLasts } = auth;
  if (holder === undefined) return undefined;
  return holder === null ? {} : { identity: holder, ...(holderLasts === 'tab' && { inTab: true }) };
}

/** Where what that owner's sessions learn is kept, where the page chose no place of its own. */
export function kindOfStorage(
  owner: Owner | undefined,
  { storage = 'local' }: Pick<SessionOptions, 'storage'>,
): NonNullable<SessionOptions['storage']> {
  if (!owner) return 'none';
  return owner.inTab && storage === 'local' ? 'session' : storage;
}
