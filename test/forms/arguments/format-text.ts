import type { Random } from '../../support/random.js';

/** Texts of each format, as plain as people write them and as odd as they may be. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'date-time': [
    '2026-03-01T10:20:30Z',
    '2024-02-29T23:59:59.123Z',
    '2026-11-20T08:00:00+02:00',
    '1999-12-31T00:00:00Z',
  ],
  date: ['2026-03-01', '2024-02-29', '1999-12-31'],
  time: ['10:20:30Z', '23:59:59+01:00', '08:00:00.5Z'],
  duration: ['P3D', 'PT1H30M', 'P1Y2M'],
  email: ['ada@example.org', 'first.last+tag@mail.example.com'],
  'idn-email': ['ada@example.org'],
  hostname: ['example.org', 'a-b.example.com'],
  'idn-hostname': ['example.org'],
  ipv4: ['192.0.2.1', '10.0.0.255'],
  ipv6: ['2001:db8::1', '::1'],
  cidrv4: ['192.0.2.0/24'],
  cidrv6: ['2001:db8::/32'],
  uri: ['https://example.org/', 'https://example.org/a?b=c&d=%20#e', 'urn:isbn:0451450523'],
  url: ['https://example.org/', 'https://example.org/a?b=c'],
  iri: ['https://example.org/'],
  'uri-reference': ['/a/b?c=d', '../e', 'https://example.org/'],
  'iri-reference': ['/a/b'],
  'uri-template': ['https://example.org/{id}{?page,size}'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000', '550e8400-e29b-41d4-a716-446655440000'],
  guid: ['123e4567-e89b-42d3-a456-426614174000'],
  regex: ['^a+$', '[0-9]{3}'],
  'json-pointer': ['/a/0/b', ''],
  'relative-json-pointer': ['0', '1/a'],
  byte: ['aGVsbG8=', 'AAEC'],
  base64: ['aGVsbG8=', 'AAEC'],
  base64url: ['aGVsbG8'],
  binary: ['plain'],
  json: ['{"a":1}', '[]'],
  password: ['correct horse'],
  jwt: ['eyJhbGciOiJub25lIn0.e30.'],
};

/** Undefined for a format nobody here knows, which therefore asks for nothing. */
export function formatTexts(format: string, random: Random): readonly string[] | undefined {
  const texts = Object.hasOwn(TEXTS, format) ? TEXTS[format] : undefined;
  return texts && random.shuffled(texts);
}
