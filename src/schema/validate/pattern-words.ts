import type { ErrorText } from '../../errors.js';
import { errorText } from '../error-texts.js';

/** Characters of a pattern that is put into words. A longer one has no words. */
const MAX_WORDED_PATTERN_LENGTH = 200;
/** Choices of a pattern that are named. A pattern with more has no words. */
const MAX_WORDED_CHOICES = 8;

const WEB_ADDRESS = errorText('schema.form.webAddress', { beginnings: ['http://', 'https://'] });
const WHOLE_NUMBER = errorText('schema.form.wholeNumber');
const NUMBER = errorText('schema.form.number', { examples: ['5', '1.5'] });
const COLOR = errorText('schema.form.color', { example: '#1a2b3c' });
const NOT_ONLY_SPACES = errorText('schema.form.notOnlySpaces');
const EMAIL = errorText('schema.form.email');
const MINUTES = errorText('schema.form.time', { example: '14:30' });

/** Patterns that many servers use. `\d` also stands for `[0-9]`. */
const COMMON: ReadonlyMap<string, ErrorText> = new Map([
  ['^\\d{4}-\\d{2}-\\d{2}$', errorText('schema.form.date', { example: '2026-11-20' })],
  ['^\\d{4}-\\d{2}$', errorText('schema.form.month', { example: '2026-11' })],
  [
    '^\\d{4}-\\d{2}-\\d{2}to\\d{4}-\\d{2}-\\d{2}$',
    errorText('schema.form.dates', { example: '2026-11-01to2026-11-20' }),
  ],
  ['^\\d{2}:\\d{2}$', MINUTES],
  ['^\\d{2}:\\d{2}:\\d{2}$', errorText('schema.form.time', { example: '14:30:00' })],
  ['^([01]\\d|2[0-3]):[0-5]\\d$', MINUTES],
  ['^-?\\d+$', WHOLE_NUMBER],
  ['^[+-]?\\d+$', WHOLE_NUMBER],
  ['^\\d+\\.\\d+$', errorText('schema.form.decimal', { example: '1.5' })],
  ['^-?\\d+(\\.\\d+)?$', NUMBER],
  ['^\\d+(\\.\\d+)?$', NUMBER],
  ['^\\d+\\.\\d+\\.\\d+$', errorText('schema.form.version', { examples: ['1.2.3'] })],
  ['^v?\\d+\\.\\d+\\.\\d+$', errorText('schema.form.version', { examples: ['1.2.3', 'v1.2.3'] })],
  ['^#[\\da-fA-F]{6}$', COLOR],
  ['^#[\\dA-Fa-f]{6}$', COLOR],
  ['^https?://', WEB_ADDRESS],
  ['^https?://.+', WEB_ADDRESS],
  ['^https?://.+$', WEB_ADDRESS],
  ['^https?://.*$', WEB_ADDRESS],
  ['^\\S+$', errorText('schema.form.withoutSpaces')],
  ['\\S', NOT_ONLY_SPACES],
  ['^.*\\S.*$', NOT_ONLY_SPACES],
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', EMAIL],
  ['^\\S+@\\S+$', EMAIL],
  ['^\\S+@\\S+\\.\\S+$', EMAIL],
]);

/** Groups of hexadecimal digits, of which the first has 8 and the last 12. Each `-` belongs to one place: matching is linear. */
const UUID = /^\^\[[\da-f-]+\]\{8\}(?:-[\da-f]?\[[^\]]+\]\{\d+\})*-\[[\da-f-]+\]\{12\}\$$/i;

const ONE = String.raw`\\[dw]|\[(?:\\[^dDsSwWpPbBuxck]|\\[dw]|[^\^\\\]])(?:\\[^DsSWpPbBuxck]|[^\\\]])*\]`;
/** One kind of characters, perhaps another kind for the first one, how many, and perhaps the ending of a file. */
const KIND_OF_CHARACTERS = new RegExp(
  String.raw`^\^(?:(${ONE})(?=${ONE}))?(${ONE})(\+|\*|\{\d+(?:,\d*)?\})(?:\\\.\((?:\?:)?(\w+(?:\|\w+)*)\))?\$$`,
);
const IN_BRACKETS = new RegExp(String.raw`^\^\((?:\?:)?(${ONE})(\+?)\)([+*]?)\$$`);
const CHOICES = /^\^\((?:\?:)?([\w -]+(?:\|[\w -]+)*)\)\$$/;
const BEGINNING = /^\^((?:[\w:/@ -]|\\[.\-/])+)(?:\.[*+]\$?)?$/;

/**
 * The expected text as a phrase: `digits only`; undefined for a pattern that is not common. Only patterns that are fully
 * described by the words have some.
 */
export function patternInWords(pattern: string): ErrorText | undefined {
  if (pattern.length > MAX_WORDED_PATTERN_LENGTH) return undefined;
  const plain = pattern.replaceAll('\\/', '/').replaceAll('[0-9]', '\\d');
  const common = COMMON.get(plain);
  if (common !== undefined) return common;
  if (UUID.test(plain)) return errorText('schema.form.uuid');
  const choices = CHOICES.exec(plain)?.[1]?.split('|');
  if (choices && choices.length <= MAX_WORDED_CHOICES) return errorText('schema.form.oneOf', { choices });
  const beginning = BEGINNING.exec(plain)?.[1];
  if (beginning !== undefined)
    return errorText('schema.form.beginsWith', { beginning: beginning.replaceAll('\\', '') });
  return kindInWords(
    plain.replace(IN_BRACKETS, (_, one: string, inner: string, outer: string) => `^${one}${outer || inner || '{1}'}$`),
  );
}

function kindInWords(pattern: string): ErrorText | undefined {
  const [, first, kind = '', count = '', endings] = KIND_OF_CHARACTERS.exec(pattern) ?? [];
  const kinds = namesIn(kind);
  const firstKinds = first === undefined ? [] : namesIn(first);
  if (!kinds || !firstKinds) return undefined;
  const isAnyCount = /^[+*]$/.test(count);
  if (first !== undefined && !isAnyCount) return undefined;
  let what = isAnyCount ? errorText('schema.form.only', { kinds }) : countInWords(count, kinds);
  if (firstKinds.length > 0) what = errorText('schema.form.beginning', { what, kinds: firstKinds });
  if (endings === undefined) return what;
  return errorText('schema.form.ending', { what, endings: endings.split('|').map((ending) => `.${ending}`) });
}

function countInWords(given: string, kinds: readonly Kind[]): ErrorText {
  const [, low = '', comma, high] = /^\{(\d+)(,?)(\d*)\}$/.exec(given) ?? [];
  const least = Number(low);
  const [kind, more] = kinds;
  // “1 digits” is wrong.
  const isOne = kind !== undefined && more === undefined && (comma !== '' || least !== 1);
  if (!comma)
    return isOne
      ? errorText('schema.form.exactly', { count: least, kind })
      : errorText('schema.form.exactlyOf', { count: least, kinds });
  if (!high)
    return isOne
      ? errorText('schema.form.atLeast', { count: least, kind })
      : errorText('schema.form.atLeastOf', { count: least, kinds });
  const count = Number(high);
  return isOne
    ? errorText('schema.form.between', { least, count, kind })
    : errorText('schema.form.betweenOf', { least, count, kinds });
}

/** The name of some characters, or a character that is its own name. */
type Kind = string | ErrorText;

const NAMES: readonly (readonly [name: Kind, needs: readonly string[]])[] = [
  [errorText('schema.kind.letters'), ['a-z', 'A-Z']],
  [errorText('schema.kind.smallLetters'), ['a-z']],
  [errorText('schema.kind.capitalLetters'), ['A-Z']],
  [errorText('schema.kind.hexDigits'), ['0-9', 'a-f', 'A-F']],
  [errorText('schema.kind.hexDigits'), ['0-9', 'a-f']],
  [errorText('schema.kind.digits'), ['0-9']],
  [errorText('schema.kind.underscores'), ['_']],
  [errorText('schema.kind.hyphens'), ['-']],
  [errorText('schema.kind.points'), ['.']],
  [errorText('schema.kind.slashes'), ['/']],
  [errorText('schema.kind.colons'), [':']],
  [errorText('schema.kind.commas'), [',']],
  [errorText('schema.kind.spaces'), [' ']],
  ['@', ['@']],
  ['+', ['+']],
  ['=', ['=']],
  ['#', ['#']],
  ['!', ['!']],
  ['(', ['(']],
  [')', [')']],
];

/** The names of the characters in a class; undefined if there is no name for one of them. */
function namesIn(set: string): readonly Kind[] | undefined {
  const inside = set.startsWith('[') ? set.slice(1, -1) : set;
  const left = new Set<string>();
  for (const [token] of inside.matchAll(/\\.|[^\\]-[^\\]|[^\\]/gsu)) {
    if (token === '\\d') left.add('0-9');
    else if (token === '\\w') for (const each of ['a-z', 'A-Z', '0-9', '_']) left.add(each);
    else left.add(token.length === 2 ? token.slice(1) : token);
  }
  const names: Kind[] = [];
  for (const [name, needs] of NAMES) {
    if (!needs.every((each) => left.has(each))) continue;
    names.push(name);
    for (const each of needs) left.delete(each);
  }
  return left.size === 0 && names.length > 0 ? names : undefined;
}
