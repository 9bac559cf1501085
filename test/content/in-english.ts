import type { ErrorText } from '../../src/errors.js';

const isText = (value: unknown): value is ErrorText => typeof value === 'object' && value !== null && 'params' in value;
const said = (value: unknown): unknown => (isText(value) ? value.text : value);

/** A plan or a reading with the English words in place of its sentences. */
export function inEnglish(plan: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.map(said) : said(value),
    ]),
  );
}
