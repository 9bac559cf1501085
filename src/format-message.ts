// Formats a sentence of a catalogue with its params, in any language.

/** The names in the `{…}` of a template. */
export type NamesIn<Template extends string> = Template extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}, ${string}` ? Name : Inside) | NamesIn<Rest>
  : never;

/**
 * A sentence in one language. `{name}` is the place of a param, `{name, number}` of a number that is written as the
 * language writes it, `{name, bytes}` of a size. An object has a sentence for each plural category of the number `count`, as CLDR names them:
 * English needs `one` and `other`, Arabic all six.
 * @see https://unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules
 */
export type Message = string | PluralMessage;
export type PluralMessage = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };
/** Sentences by key, `roots.addFolder` for one. A page may register some of them, or all. */
export type Messages = Readonly<Record<string, Message>>;

type NamesOf<M extends Message> = M extends string ? NamesIn<M> : M extends PluralMessage ? NamesIn<M['other']> : never;
type Given<M extends Message, Value> = Readonly<
  Record<Exclude<NamesOf<M>, 'count'>, Value> &
    (M extends string ? Record<NamesOf<M> & 'count', Value> : { count: number })
>;
/** The params that a caller passes for a sentence: none if it has no `{…}`. */
export type ParamsOf<M extends Message, Value> = M extends string
  ? [NamesIn<M>] extends [never]
    ? []
    : [params: Given<M, Value>]
  : [params: Given<M, Value>];

/** The sentence for a number: that of its plural category in the language, or the only one. */
export function templateFor(message: Message, count: unknown, language: string): string {
  if (typeof message === 'string') return message;
  const category = typeof count === 'number' ? intl('PluralRules', language).select(count) : 'other';
  return message[category] ?? message.other;
}

/** A piece of a template: text, or the place of a param. */
export type MessagePart = string | { readonly name: string; readonly format: string | undefined };

/** Templates that are cached in parsed form. There are about two thousand; a site may register more. */
const MAX_READ_TEMPLATES = 5000;
const read = new Map<string, readonly MessagePart[]>();

/**
 * Reads a template: `{name}` is the place of a param, `{name, number}` of a number in the format of the language.
 * @example messageParts('Kept for {days, number} days') // ['Kept for ', { name: 'days', format: 'number' }, ' days']
 */
export function messageParts(template: string): readonly MessagePart[] {
  const known = read.get(template);
  if (known) return known;
  const parts: MessagePart[] = [];
  let end = 0;
  for (const match of template.matchAll(/\{(\w+)(?:, (\w+))?\}/g)) {
    if (match.index > end) parts.push(template.slice(end, match.index));
    parts.push({ name: match[1]!, format: match[2] });
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push(template.slice(end));
  if (read.size < MAX_READ_TEMPLATES) read.set(template, parts);
  return parts;
}

/** Fills the params into a template. @param write returns the text for a param */
export function fillTemplate(template: string, write: (name: string, format: string | undefined) => string): string {
  return messageParts(template)
    .map((part) => (typeof part === 'string' ? part : write(part.name, part.format)))
    .join('');
}

/** Our English has no comma before “and” and the day before the month, but `$5` and not `US$5`. */
function localeOf(language: string, name: keyof Formats): string {
  return language === 'en' && (name === 'DateTimeFormat' || name === 'ListFormat') ? 'en-GB' : language;
}

/** The formatters that are used here. */
export type Formats = Pick<
  typeof Intl,
  'Collator' | 'NumberFormat' | 'DateTimeFormat' | 'PluralRules' | 'ListFormat' | 'RelativeTimeFormat'
>;
export type FormatOptions<Name extends keyof Formats> = NonNullable<ConstructorParameters<Formats[Name]>[1]>;

const made = new Map<string, unknown>();

/**
 * A formatter of `Intl` in a language. They are expensive to make, so each is made once.
 * @param language a BCP 47 tag; one that is none is read as English
 * @example intl('NumberFormat', 'de', { maximumFractionDigits: 1 }).format(2.5) // 2,5
 */
export function intl<Name extends keyof Formats>(
  name: Name,
  language: string,
  options?: FormatOptions<Name>,
): InstanceType<Formats[Name]> {
  const key = `${name} ${language} ${options ? JSON.stringify(options) : ''}`;
  let formatter = made.get(key) as InstanceType<Formats[Name]> | undefined;
  if (!formatter) {
    const Format = Intl[name] as unknown as new (locale: string, options?: object) => InstanceType<Formats[Name]>;
    try {
      formatter = new Format(localeOf(language, name), options);
    } catch {
      formatter = new Format(localeOf('en', name), options);
    }
    made.set(key, formatter);
  }
  return formatter;
}

/** A list in a sentence: “a, b and c”; with the format `unit` “a, b, c”, with `disjunction` “a, b or c”. */
export function formatList(words: readonly string[], language: string, format?: string): string {
  return listFormat(language, format).format(words);
}

/** The parts of {@link formatList}, in order: each word, and the text between two words. */
export function listParts(
  words: readonly string[],
  language: string,
  format?: string,
): readonly { readonly type: 'element' | 'literal'; readonly value: string }[] {
  return listFormat(language, format).formatToParts(words);
}

function listFormat(language: string, format?: string): Intl.ListFormat {
  if (format === 'unit') return intl('ListFormat', language, { type: 'unit', style: 'short' });
  return format === 'disjunction'
    ? intl('ListFormat', language, { type: 'disjunction' })
    : intl('ListFormat', language);
}

/**
 * Formats a size in decimal units.
 * @param language a BCP 47 tag
 * @example formatBytes(12_000) // 12 kB
 */
export function formatBytes(bytes: number, language: string = 'en'): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return intl('NumberFormat', language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 || value >= 10 ? 0 : 1,
  }).format(value);
}

/** A number in a sentence: `number` groups its digits, `bytes` is a size with its unit; otherwise the bare digits. */
export function formatNumber(value: number, format: string | undefined, language: string): string {
  if (format === 'bytes') return formatBytes(value, language);
  return format === 'number' ? intl('NumberFormat', language).format(value) : String(value);
}
