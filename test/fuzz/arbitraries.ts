import fc from 'fast-check';

/** Pieces of text that have broken something somewhere: controls, directions, halves of letters, markup, addresses. */
const ODD_PIECES = [
  '',
  ' ',
  '\0',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\u001b[31m',
  '\u001b]8;;',
  '\u001b\\',
  '\u009b',
  '\u200b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\ud83d',
  '\ude00',
  '\u{e0041}',
  '👩‍👩‍👧',
  'e\u0301\u0301',
  'ﬃ',
  'İ',
  '"',
  "'",
  '\\',
  '/',
  '//',
  '..',
  '%',
  '%00',
  '%2e%2e',
  '%c0',
  '#',
  '?',
  '&',
  '=',
  '@',
  ':',
  ';',
  ',',
  '[',
  ']',
  '{',
  '}',
  '{{',
  '${',
  '(',
  ')',
  '<',
  '>',
  '<!--',
  '-->',
  '<![CDATA[',
  '</script>',
  '`',
  '*',
  '_',
  '|',
  '$&',
  '$1',
  '__proto__',
  'constructor',
  'toString',
  'javascript:',
  'data:text/html,',
  'https://a.example/',
  'https:',
  'file:///',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'xn--',
  'ａ',
  'text',
  'a',
  '0',
  '-1',
  '1e309',
  'null',
  'true',
  '2025-11-25',
  'password',
  'Bearer abcdefgh12345678',
] as const;

/** One of many, the first most often: it is what shrinking ends at. */
export const oddPiece: fc.Arbitrary<string> = fc.constantFrom(...ODD_PIECES);

/** Short texts, odd and ordinary. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: oddPiece, weight: 3 },
  { arbitrary: fc.array(oddPiece, { maxLength: 12 }).map((pieces) => pieces.join('')), weight: 3 },
  { arbitrary: fc.string({ maxLength: 20 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 12 }), weight: 2 },
);

/**
 * Texts around a limit: mostly short, now and then one character less than it, as many, one more, or twice as many.
 * @param often one of so many is that long
 */
export function around(limit: number, often: number = 50, piece: fc.Arbitrary<string> = oddText): fc.Arbitrary<string> {
  const long = fc
    .tuple(piece, fc.constantFrom(limit - 1, limit, limit + 1, 2 * limit))
    .map(([text, length]) => (text || 'x').repeat(Math.ceil(length / (text.length || 1))).slice(0, length));
  return fc.oneof({ arbitrary: piece, weight: often - 1 }, { arbitrary: long, weight: 1 });
}

/** Lists around a limit of entries, like {@link around}. */
export function listAround<T>(limit: number, item: fc.Arbitrary<T>, often: number = 100): fc.Arbitrary<readonly T[]> {
  const long = fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 3 }), fc.constantFrom(limit - 1, limit, limit + 1, 2 * limit))
    .map(([items, length]) => Array.from({ length }, (_, index) => items[index % items.length]!));
  return fc.oneof({ arbitrary: fc.array(item, { maxLength: 5 }), weight: often - 1 }, { arbitrary: long, weight: 1 });
}

const oddNumber = fc.constantFrom(0, 1, -1, 0.5, -0, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300, 5e-324, 8.64e15, 8.64e15 + 1);
const oddName = fc.constantFrom(
  ...['', '__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then', 'length', 'hasOwnProperty'],
  ...['type', 'text', 'name', 'uri', 'id', 'method', 'params', 'result', 'error', '_meta', 'code', 'message', 'data'],
);

/** An object of members that JSON can have, `__proto__` too: as `JSON.parse` makes it. */
function objectOf(members: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of members)
    Object.defineProperty(made, name, { value, writable: true, enumerable: true, configurable: true });
  return made;
}

/** Any JSON, small, with the names that scripts stumble over. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(fc.constant(null), fc.boolean(), oddNumber, oddText),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: tie('leaf'), weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 2 },
    {
      arbitrary: fc.array(fc.tuple(fc.oneof(oddName, oddText), tie('value')), { maxLength: 4 }).map(objectOf),
      weight: 3,
    },
  ),
})).value;

/** Deeply nested JSON, built without recursion. */
export const deepJson: fc.Arbitrary<unknown> = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.boolean(), anyJson)
  .map(([depth, isArray, inside]) => {
    let value = inside;
    for (let level = 0; level < depth; level++) value = isArray ? [value] : { a: value };
    return value;
  });

/** One change to a document: where, what, and with what. */
interface Change {
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap' | 'rename';
  readonly name: string;
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat({ max: 10_000 }),
  how: fc.constantFrom('replace', 'remove', 'add', 'repeat', 'wrap', 'rename'),
  name: oddName,
  value: anyJson,
});

type Slot = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number };

function slotsOf(root: Record<string, unknown>): Slot[] {
  const slots: Slot[] = [];
  const open: (Record<string, unknown> | unknown[])[] = [root];
  for (let holder = open.pop(); holder; holder = open.pop())
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      slots.push({ holder, key });
      const inside: unknown = (holder as Record<string | number, unknown>)[key];
      if (typeof inside === 'object' && inside !== null) open.push(inside as Record<string, unknown>);
    }
  return slots;
}

function changed(sample: unknown, changes: readonly Change[]): unknown {
  const root = { document: structuredClone(sample) };
  for (const { at, how, name, value: drawn } of changes) {
    // The drawn value is used again when a failure is shrunk: later changes must not be made inside it.
    const value = structuredClone(drawn);
    const slots = slotsOf(root);
    const { holder, key } = slots[at % slots.length]!;
    const here = holder as Record<string | number, unknown>;
    const inside = here[key];
    if (how === 'replace') here[key] = value;
    else if (how === 'wrap') here[key] = [inside];
    else if (how === 'remove') {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else if (holder !== root) delete here[key];
    } else if (how === 'rename') {
      if (!Array.isArray(holder) && holder !== root) {
        delete here[key];
        Object.defineProperty(here, name, { value: inside, writable: true, enumerable: true, configurable: true });
      }
    } else if (how === 'repeat') {
      if (Array.isArray(inside)) inside.push(...inside.slice(0, 1000), value);
    } else if (typeof inside === 'object' && inside !== null && !Array.isArray(inside))
      Object.defineProperty(inside, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return root.document;
}

/** Valid documents with up to six changes anywhere in them; the fewer, the simpler. */
export function changedDocument(...samples: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 }))
    .map(([sample, changes]) => changed(sample, changes));
}

/** A text cut in pieces anywhere. */
export function piecesOf<T extends { readonly length: number; slice(start: number, end: number): T }>(
  whole: T,
  cuts: readonly number[],
): T[] {
  const at = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].toSorted((one, other) => one - other);
  return [...at, whole.length].map((end, index) => whole.slice(at[index - 1] ?? 0, end));
}
