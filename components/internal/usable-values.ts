/** The expected value of a property, for a warning, and its test. The test may throw: a page can set any object. */
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

/** True if every value of the property is tested. */
export function isCompared(name: PropertyKey): boolean {
  return EXPECTED.has(name);
}

/**
 * Describes the expected value, if this one cannot be used. An absent value can always be used.
 * @returns undefined if the value can be used
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
