import type { NormalizedSchema } from './normalized-schema.js';

/** Characters up to which a text fits one line of a form. A field for longer ones has several lines. */
const ONE_LINE_LENGTH = 1_000;
/** Characters of a server’s words that are searched for hints. What follows is not. */
const MAX_HINT_TEXT_LENGTH = 2_000;

const LONG_NAMES =
  /(?:^|_)(?:body|contents?|text|message|prompt|description|code|sql|markdown|md|html|script|instructions?|comments?|notes?|snippet|template|patch|diff|json|xml|yaml|css|expression|query_?text|summary)$/;

/** Codes and expressions that are one short word. */
const SHORT_NAMES =
  /(?:^|_)(?:postal|zip|country|currency|language|status|error|area|exit|promo|cron)_(?:code|expression)$/;

/** Schemas have no keyword for "several lines"; names are what servers really tell it by. */
export function looksMultiline(name: string, { texts }: Pick<NormalizedSchema, 'texts'>): boolean {
  if (texts.formats.length > 0 || texts.patterns.length > 0) return false;
  if (/^(?:text\/|application\/(?:json|xml|javascript|sql))/.test(texts.contentMediaType ?? '')) return true;
  if ((texts.maxLength ?? 0) >= ONE_LINE_LENGTH) return true;
  const words = wordsOf(name, '_');
  return LONG_NAMES.test(words) && !SHORT_NAMES.test(words);
}

/** Bytes as text, which nobody types. */
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

/** `apiKey`, `api_key` and `api-key` are all two words. */
function wordsOf(name: string, between: string): string {
  return name
    .slice(-100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\s_\-.]+/g, between)
    .toLowerCase();
}
