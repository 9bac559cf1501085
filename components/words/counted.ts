/** What things are called, one and several of them. */
export interface Noun {
  readonly one: string;
  readonly other: string;
}

const numbers = new Intl.NumberFormat('en');
const plurals = new Intl.PluralRules('en');

/** `1 tool`, `5,000 tools`. */
export function counted(count: number, noun: Noun): string {
  return `${numbers.format(count)} ${plurals.select(count) === 'one' ? noun.one : noun.other}`;
}

/** `5,000`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}
