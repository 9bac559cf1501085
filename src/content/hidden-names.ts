/** Names that follow one another in Unicode, from the code point on. */
const NAMES: readonly (readonly [first: number, names: string])[] = [
  [0x200b, 'ZERO WIDTH SPACE|ZERO WIDTH NON-JOINER|ZERO WIDTH JOINER|LEFT-TO-RIGHT MARK|RIGHT-TO-LEFT MARK'],
  [
    0x2028,
    'LINE SEPARATOR|PARAGRAPH SEPARATOR|LEFT-TO-RIGHT EMBEDDING|RIGHT-TO-LEFT EMBEDDING|POP DIRECTIONAL FORMATTING|LEFT-TO-RIGHT OVERRIDE|RIGHT-TO-LEFT OVERRIDE',
  ],
  [0x2060, 'WORD JOINER|FUNCTION APPLICATION|INVISIBLE TIMES|INVISIBLE SEPARATOR|INVISIBLE PLUS'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE|RIGHT-TO-LEFT ISOLATE|FIRST STRONG ISOLATE|POP DIRECTIONAL ISOLATE'],
  [0, 'NULL'],
  [0xd, 'CARRIAGE RETURN'],
  [0x1b, 'ESCAPE'],
  [0xad, 'SOFT HYPHEN'],
  [0x61c, 'ARABIC LETTER MARK'],
];

/** What the others are called, up to a code point. */
const KINDS: readonly (readonly [last: number, name: string])[] = [
  [0x9f, 'CONTROL CHARACTER'],
  [0xd7ff, 'INVISIBLE CHARACTER'],
  [0xdfff, 'HALF OF A CHARACTER'],
  [0xfe0f, 'VARIATION SELECTOR'],
  [0xdffff, 'INVISIBLE CHARACTER'],
  [0xe007f, 'TAG CHARACTER'],
  [0xe01ef, 'VARIATION SELECTOR'],
];

/** Short name of a hidden character: its own in Unicode, or of what kind it is. */
export function hiddenName(codePoint: number): string {
  for (const [first, names] of NAMES) {
    const name = names.split('|')[codePoint - first];
    if (name) return name;
  }
  return KINDS.find(([last]) => codePoint <= last)?.[1] ?? 'INVISIBLE CHARACTER';
}

/** `U+202E`. */
export function codeOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
