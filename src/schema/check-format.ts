interface Format {
  readonly fits: (text: string) => boolean;
  /** What is expected, to go after "Enter". */
  readonly words: string;
}

/** The formats that are checked. A server may use others; they describe and do not refuse. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['email', { fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text), words: 'an e-mail address' }],
  ['uri', { fits: isUri, words: 'a full address, like https://example.com' }],
  ['date', { fits: isDate, words: 'a date, like 2026-11-20' }],
  ['date-time', { fits: isDateTime, words: 'a date and time, like 2026-11-20T14:30:00Z' }],
  ['uuid', { fits: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), words: 'a UUID' }],
]);

/** What the format asks for, in words; undefined for a format that is not checked. */
export function formatInWords(format: string): string | undefined {
  return FORMATS.get(format)?.words;
}

export function fitsFormat(format: string, text: string): boolean {
  return FORMATS.get(format)?.fits(text) ?? true;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\S+$/i.test(text) && (!/^https?:/i.test(text) || URL.canParse(text));
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
}

function isDateTime(text: string): boolean {
  const parts = /^(.{10})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(text);
  if (!parts || !isDate(parts[1] ?? '')) return false;
  const [hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = parts
    .slice(2)
    .map((part) => Number(part ?? 0));
  // RFC 3339 knows leap seconds.
  return hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
}
