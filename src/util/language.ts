/** The language of the words of this library, and of its numbers and dates. */
export const LANGUAGE = 'en';
/** The same where the order of a date matters: day, month, year. */
export const DATE_LOCALE = 'en-GB';
