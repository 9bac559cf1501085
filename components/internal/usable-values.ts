/** What a property must be, for a warning, and whether a value is that. The test may throw: a page can set any object. */
interface Expected {
  readonly what: string;
  readonly fits: (value: Readonly<Record<string, unknown>>) => boolean;
}

/** State that can be followed. */
function isReadable(value: unknown): boolean {
  const { get, subscribe } = (value ?? {}) as { get?: unknown; subscribe?: unknown };
  return typeof get === 'function' && typeof subscribe === 'function';
}

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * Properties that have the same meaning in every element that has them. Not `instanceof`: the object may come from
 * another copy of this library.
 */
const EXPECTED: ReadonlyMap<PropertyKey, Expected> = new Map<PropertyKey, Expected>([
  [
    'session',
    {
      what: 'a Session, as `connect()` returns it',
      fits: ({ state, own }) => isReadable(state) && typeof (own as { get?: unknown }).get === 'function',
    },
  ],
  ['approvals', { what: 'an ApprovalQueue', fits: ({ pending }) => isReadable(pending) }],
  ['grants', { what: 'Grants, as `openGrants()` returns them', fits: ({ all }) => isReadable(all) }],
  ['auditLog', { what: 'an AuditLog', fits: ({ all }) => isReadable(all) }],
  ['roots', { what: 'Roots', fits: ({ state }) => isReadable(state) }],
  ['authorization', { what: 'an InteractiveAuthorization', fits: ({ state }) => isReadable(state) }],
  ['approval', { what: 'a question of an ApprovalQueue', fits: ({ id, kind }) => isText(id) && isText(kind) }],
  [
    'policy',
    {
      what: 'a ContentPolicy',
      fits: (value) =>
        typeof value === 'object' && (value['remote'] === undefined || 'allows' in (value['remote'] as object)),
    },
  ],
  [
    'markdownChoice',
    {
      what: 'the MarkdownChoice of a session',
      fits: ({ isPlain, choose }) => isReadable(isPlain) && typeof choose === 'function',
    },
  ],
  // They are sent to a server, or read letter by letter.
  ...['text', 'source', 'uri', 'tool', 'prompt', 'selected', 'sought'].map((name): [string, Expected] => [
    name,
    { what: 'a text', fits: isText },
  ]),
]);

/** Whether every value of the property was compared with what it must be. */
export function isCompared(name: PropertyKey): boolean {
  return EXPECTED.has(name);
}

/**
 * What the property must be, where the value is something else. Absent values are usable everywhere.
 * @returns undefined where the value can be used
 */
export function expectedInstead(name: PropertyKey, value: unknown): string | undefined {
  const expected = EXPECTED.get(name);
  if (!expected || value === undefined || value === null) return undefined;
  try {
    return expected.fits(value as Readonly<Record<string, unknown>>) ? undefined : expected.what;
  } catch {
    return expected.what;
  }
}
