/** A right that an authorization server gives, in words. */
export interface ScopeWords {
  /** What it lets happen, as the end of “It may …”; undefined where only its maker knows. */
  readonly words: string | undefined;
  /** As it travels. */
  readonly scope: string;
}

/** Those of OpenID Connect, the same everywhere. https://openid.net/specs/openid-connect-core-1_0.html */
const KNOWN: Readonly<Record<string, string>> = {
  openid: 'know which account is yours',
  profile: 'see your name and your public details',
  email: 'see your e-mail address',
  phone: 'see your phone number',
  address: 'see your postal address',
  offline_access: 'keep the access while you are away, until you sign out',
};

/** Parts of a scope’s name that say what may be done. Others are names of things. */
const ACTS: Readonly<Record<string, string>> = {
  read: 'read',
  readonly: 'read',
  view: 'see',
  list: 'list',
  search: 'search',
  write: 'read and change',
  readwrite: 'read and change',
  edit: 'change',
  update: 'change',
  modify: 'change',
  create: 'create',
  delete: 'delete',
  remove: 'delete',
  send: 'send',
  manage: 'manage',
  admin: 'administer',
  execute: 'run',
  run: 'run',
  call: 'call',
  use: 'use',
};

/** Words of a name that say nothing to a person. */
const FILLER = /^(api|auth|oauth2?|scope|scopes|https?|www|com|mcp|v\d+)$/;

/**
 * What a scope seems to mean, from its name: `files:read` reads files. It is a guess from a stranger's word, so what was
 * said stands beside it. Nothing is guessed from a name that says no act, or two.
 */
export function scopeWords(scope: string): ScopeWords {
  const known = Object.hasOwn(KNOWN, scope) ? KNOWN[scope] : undefined;
  if (known) return { words: known, scope };
  // Addresses, as some authorization servers have them, end in what they are about.
  const name = scope.includes('://') ? (scope.split('/').at(-1) ?? '') : scope;
  const parts = name
    .toLowerCase()
    .split(/[:./]+/)
    .filter((part) => part !== '' && !FILLER.test(part));
  const acts = parts.filter((part) => Object.hasOwn(ACTS, part));
  const things = parts.filter((part) => !Object.hasOwn(ACTS, part)).map((part) => part.replaceAll(/[-_]+/g, ' '));
  if (acts.length !== 1 || things.length > 2) return { words: undefined, scope };
  return { words: `${ACTS[acts[0]!]} ${things.join(' ') || 'what is there'}`, scope };
}
