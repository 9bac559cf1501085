/** Characters of a pattern that is put into words. A longer one has no words. */
const MAX_WORDED_PATTERN_LENGTH = 200;
/** Choices of a pattern that are named. A pattern with more has no words. */
const MAX_WORDED_CHOICES = 8;

/** Patterns that many servers use. `\d` also stands for `[0-9]`. */
const COMMON: ReadonlyMap<string, string> = new Map([
  ['^\\d{4}-\\d{2}-\\d{2}$', 'a date, like 2026-11-20'],
  ['^\\d{4}-\\d{2}$', 'a month, like 2026-11'],
  ['^\\d{4}-\\d{2}-\\d{2}to\\d{4}-\\d{2}-\\d{2}$', 'two dates, like 2026-11-01to2026-11-20'],
  ['^\\d{2}:\\d{2}$', 'a time, like 14:30'],
  ['^\\d{2}:\\d{2}:\\d{2}$', 'a time, like 14:30:00'],
  ['^([01]\\d|2[0-3]):[0-5]\\d$', 'a time, like 14:30'],
  ['^-?\\d+$', 'a whole number'],
  ['^[+-]?\\d+$', 'a whole number'],
  ['^\\d+\\.\\d+$', 'a number with a point, like 1.5'],
  ['^-?\\d+(\\.\\d+)?$', 'a number, like 5 or 1.5'],
  ['^\\d+(\\.\\d+)?$', 'a number, like 5 or 1.5'],
  ['^\\d+\\.\\d+\\.\\d+$', 'a version, like 1.2.3'],
  ['^v?\\d+\\.\\d+\\.\\d+$', 'a version, like 1.2.3 or v1.2.3'],
  ['^#[\\da-fA-F]{6}$', 'a colour, like #1a2b3c'],
  ['^#[\\dA-Fa-f]{6}$', 'a colour, like #1a2b3c'],
  ['^https?://', 'an address that begins with http:// or https://'],
  ['^https?://.+', 'an address that begins with http:// or https://'],
  ['^https?://.+$', 'an address that begins with http:// or https://'],
  ['^https?://.*$', 'an address that begins with http:// or https://'],
  ['^\\S+$', 'text without spaces'],
  ['\\S', 'more than spaces'],
  ['^.*\\S.*$', 'more than spaces'],
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'an e-mail address'],
  ['^\\S+@\\S+$', 'an e-mail address'],
  ['^\\S+@\\S+\\.\\S+$', 'an e-mail address'],
]);

const UUID = /^\^\[[\da-fA-F-]+\]\{8\}-.*-\[[\da-fA-F-]+\]\{12\}\$$/;

const ONE = String.raw`\\[dw]|\[(?:\\[^dDsSwWpPbBuxck]|\\[dw]|[^\^\\\]])(?:\\[^DsSWpPbBuxck]|[^\\\]])*\]`;
/** One kind of characters, perhaps another kind for the first one, how many, and perhaps the ending of a file. */
const KIND_OF_CHARACTERS = new RegExp(
  String.raw`^\^(?:(${ONE})(?=${ONE}))?(${ONE})(\+|\*|\{\d+(?:,\d*)?\})(?:\\\.\((?:\?:)?(\w+(?:\|\w+)*)\))?\$$`,
);
const IN_BRACKETS = new RegExp(String.raw`^\^\((?:\?:)?(${ONE})(\+?)\)([+*]?)\$$`);
const CHOICES = /^\^\((?:\?:)?([\w -]+(?:\|[\w -]+)*)\)\$$/;
const BEGINNING = /^\^((?:[\w:/@ -]|\\[.\-/])+)(?:\.[*+]\$?)?$/;

/**
 * The expected text in words, to follow "Enter": `digits only`; undefined for a pattern that is not common. Only patterns
 * that are fully described by the words have some.
 */
export function patternInWords(pattern: string): string | undefined {
  if (pattern.length > MAX_WORDED_PATTERN_LENGTH) return undefined;
  const plain = pattern.replaceAll('\\/', '/').replaceAll('[0-9]', '\\d');
  const common = COMMON.get(plain);
  if (common !== undefined) return common;
  if (UUID.test(plain) && /^\^(?:\[[^\]]+\]\{\d+\}-?|-?[\da-f]?\[[^\]]+\]\{\d+\}-?)+\$$/i.test(plain)) return 'a UUID';
  const choices = CHOICES.exec(plain)?.[1]?.split('|');
  if (choices && choices.length <= MAX_WORDED_CHOICES) return `one of these: ${choices.join(', ')}`;
  const beginning = BEGINNING.exec(plain)?.[1];
  if (beginning !== undefined) return `text that begins with “${beginning.replaceAll('\\', '')}”`;
  return kindInWords(
    plain.replace(IN_BRACKETS, (_, one: string, inner: string, outer: string) => `^${one}${outer || inner || '{1}'}$`),
  );
}

function kindInWords(pattern: string): string | undefined {
  const [, first, kind = '', count = '', endings] = KIND_OF_CHARACTERS.exec(pattern) ?? [];
  const names = namesIn(kind);
  const firstNames = first === undefined ? [] : namesIn(first);
  if (!names || !firstNames) return undefined;
  const counted =
    first === undefined ? countInWords(count, names) : /^[+*]$/.test(count) && `${listed(names, 'and')} only`;
  if (!counted) return undefined;
  const ending =
    endings === undefined ? '' : `, then .${listed(endings.split('|'), 'or').replaceAll(/, | or /g, '$&.')}`;
  return `${counted}${firstNames.length > 0 ? `, beginning with ${listed(firstNames, 'or')}` : ''}${ending}`;
}

function countInWords(count: string, names: readonly string[]): string {
  const kind = listed(names, 'and');
  if (count === '+' || count === '*') return `${kind} only`;
  const [, low = '', comma, high] = /^\{(\d+)(,?)(\d*)\}$/.exec(count) ?? [];
  const amount = !comma ? low : high ? `${low} to ${high}` : `at least ${low}`;
  return names.length === 1 && amount !== '1'
    ? `${amount} ${kind}`
    : `${amount} character${amount === '1' ? '' : 's'}: ${kind}`;
}

const NAMES: readonly (readonly [name: string, needs: readonly string[]])[] = [
  ['letters (a–z)', ['a-z', 'A-Z']],
  ['small letters (a–z)', ['a-z']],
  ['capital letters (A–Z)', ['A-Z']],
  ['hexadecimal digits', ['0-9', 'a-f', 'A-F']],
  ['hexadecimal digits', ['0-9', 'a-f']],
  ['digits', ['0-9']],
  ['underscores', ['_']],
  ['hyphens', ['-']],
  ['points', ['.']],
  ['slashes', ['/']],
  ['colons', [':']],
  ['commas', [',']],
  ['spaces', [' ']],
  ['@', ['@']],
  ['+', ['+']],
  ['=', ['=']],
  ['#', ['#']],
  ['!', ['!']],
  ['(', ['(']],
  [')', [')']],
];

/** The names of the characters in a class; undefined if there is no name for one of them. */
function namesIn(set: string): readonly string[] | undefined {
  const inside = set.startsWith('[') ? set.slice(1, -1) : set;
  const left = new Set<string>();
  for (const [token] of inside.matchAll(/\\.|[^\\]-[^\\]|[^\\]/gsu)) {
    if (token === '\\d') left.add('0-9');
    else if (token === '\\w') for (const each of ['a-z', 'A-Z', '0-9', '_']) left.add(each);
    else left.add(token.length === 2 ? token.slice(1) : token);
  }
  const names: string[] = [];
  for (const [name, needs] of NAMES) {
    if (!needs.every((each) => left.has(each))) continue;
    names.push(name);
    for (const each of needs) left.delete(each);
  }
  return left.size === 0 && names.length > 0 ? names : undefined;
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
