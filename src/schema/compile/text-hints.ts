import type { NormalizedSchema } from './normalized-schema.js';

/** Characters up to which a text has a field of one line. A field for longer texts has several lines. */
const ONE_LINE_LENGTH = 1_000;
/** Characters of a server’s description that are searched for hints. The rest is not searched. */
const MAX_HINT_TEXT_LENGTH = 2_000;

const LONG_NAMES =
  /(?:^|_)(?:body|contents?|text|message|prompt|description|code|sql|markdown|md|html|script|instructions?|comments?|notes?|snippet|template|patch|diff|json|xml|yaml|css|expression|query_?text|summary)$/;

/** Formats that servers write for text of several lines. None of them is in JSON Schema. */
const MULTILINE_FORMATS = /^(?:multi-?line|textarea|text-?area|markdown|html|xml|yaml|sql|code)$/i;

/** A description of a text with several lines. */
const MULTILINE_WORDS =
  /\bmulti-?line (?:text|string|input|content)\b|\b(?:several|multiple) lines\b|\bone (?:\w+ )?per line\b/i;

/** Names of values that are one short word, such as codes and expressions. */
const SHORT_NAMES =
  /(?:^|_)(?:postal|zip|country|currency|language|status|error|area|exit|promo|cron)_(?:code|expression)$/;

/**
 * True if a text probably has several lines. JSON Schema has no keyword for that; the names of properties are the best
 * hint.
 */
export function looksMultiline(name: string, { texts, words }: Pick<NormalizedSchema, 'texts' | 'words'>): boolean {
  if (texts.formats.some((format) => MULTILINE_FORMATS.test(format))) return true;
  if (texts.formats.length > 0 || texts.patterns.length > 0) return false;
  if (/^(?:text\/|application\/(?:json|xml|javascript|sql))/.test(texts.contentMediaType ?? '')) return true;
  if ((texts.maxLength ?? 0) >= ONE_LINE_LENGTH) return true;
  if (MULTILINE_WORDS.test((words.description ?? '').slice(0, MAX_HINT_TEXT_LENGTH))) return true;
  const ownName = separateWords(name, '_');
  return LONG_NAMES.test(ownName) && !SHORT_NAMES.test(ownName);
}

/** True if a text is probably base64, which users do not type. */
export function looksBase64({ texts, words }: Pick<NormalizedSchema, 'texts' | 'words'>): boolean {
  if (texts.contentEncoding !== undefined) return /^base64(?:url)?$/i.test(texts.contentEncoding);
  if (texts.formats.includes('byte') || texts.formats.includes('base64')) return true;
  const description = (words.description ?? '').slice(0, MAX_HINT_TEXT_LENGTH);
  if (!description.includes('64')) return false;
  return (
    /\bbase-?64(?:[- ]?encoded|[- ]?(?:string|data|content|representation|contents))\b|\b(?:encoded|as|in) base-?64\b/i.test(
      description,
    ) && !/\b(?:path|url|or a|whether|if true)\b/i.test(description)
  );
}

/** Splits `apiKey`, `api_key` and `api-key` into two words. */
function separateWords(name: string, between: string): string {
  return name
    .slice(-100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\s_\-.]+/g, between)
    .toLowerCase();
}
