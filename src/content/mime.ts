/** What bytes are, by their first ones. Only what a browser can show or play without running anything. */
export type MediaType =
  | { readonly family: 'image'; readonly mimeType: string; readonly name: string }
  | { readonly family: 'audio'; readonly mimeType: string; readonly name: string };

/** How many first bytes {@link sniffMedia} wants to see: an SVG may begin with a long comment. */
export const SNIFF_BYTES = 1024;

interface Signature {
  readonly media: MediaType;
  /** Bytes at an offset; a space in the text stands for any byte. */
  readonly parts: readonly (readonly [offset: number, bytes: string])[];
}

const image = (subtype: string, name: string): MediaType => ({ family: 'image', mimeType: `image/${subtype}`, name });
const audio = (subtype: string, name: string): MediaType => ({ family: 'audio', mimeType: `audio/${subtype}`, name });

const SIGNATURES: readonly Signature[] = [
  { media: image('png', 'PNG'), parts: [[0, '\x89PNG\r\n\x1a\n']] },
  { media: image('jpeg', 'JPEG'), parts: [[0, '\xff\xd8\xff']] },
  { media: image('gif', 'GIF'), parts: [[0, 'GIF87a']] },
  { media: image('gif', 'GIF'), parts: [[0, 'GIF89a']] },
  {
    media: image('webp', 'WebP'),
    parts: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  {
    media: audio('wav', 'WAV'),
    parts: [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  },
  { media: audio('ogg', 'Ogg'), parts: [[0, 'OggS']] },
  { media: audio('mpeg', 'MP3'), parts: [[0, 'ID3']] },
];

const SVG = image('svg+xml', 'SVG');
const MP3 = audio('mpeg', 'MP3');

/** What the bytes are, whatever anybody says they are; undefined for everything not on the list. */
export function sniffMedia(bytes: Uint8Array): MediaType | undefined {
  for (const { media, parts } of SIGNATURES)
    if (parts.every(([offset, expected]) => matches(bytes, offset, expected))) return media;
  if (isMp3Frame(bytes)) return MP3;
  if (isSvg(new TextDecoder().decode(bytes.subarray(0, SNIFF_BYTES)))) return SVG;
  return undefined;
}

/** True for the beginning of an SVG document: prolog, comments and doctype may come before its root. */
export function isSvg(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,1000}-->\s*|<!doctype svg[^>]{0,300}>\s*){0,8}<svg[\s>/]/i.test(
    text,
  );
}

/** The type without parameters, in lower case: `text/html` for `Text/HTML; charset=utf-8`. */
export function essenceOf(mimeType: string | undefined): string {
  return (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Types whose bytes are characters, so that a blob of them can be read as text. */
export function isTextual(essence: string): boolean {
  return (
    essence.startsWith('text/') ||
    /^application\/(?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|sql|x-sh|graphql)$/.test(essence) ||
    /\+(?:json|xml|yaml)$/.test(essence)
  );
}

/** Two names for one type, as servers write them. */
export function isSameType(declared: string, found: string): boolean {
  const aliases: Readonly<Record<string, string>> = {
    'image/jpg': 'image/jpeg',
    'image/pjpeg': 'image/jpeg',
    'image/svg': 'image/svg+xml',
    'audio/mp3': 'audio/mpeg',
    'audio/x-mp3': 'audio/mpeg',
    'audio/wave': 'audio/wav',
    'audio/x-wav': 'audio/wav',
    'audio/vnd.wave': 'audio/wav',
    'audio/opus': 'audio/ogg',
    'audio/vorbis': 'audio/ogg',
    'application/ogg': 'audio/ogg',
  };
  return (Object.hasOwn(aliases, declared) ? aliases[declared] : declared) === found;
}

function matches(bytes: Uint8Array, offset: number, expected: string): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[offset + index] !== expected.charCodeAt(index)) return false;
  return true;
}

/** An MPEG layer III frame header: eleven sync bits, then a version and a layer that exist. */
function isMp3Frame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const isLayer3 = (second & 0b0000_0110) === 0b0000_0010;
  const isVersion = (second & 0b0001_1000) !== 0b0000_1000;
  return first === 0xff && (second & 0xe0) === 0xe0 && isLayer3 && isVersion && (third & 0xf0) !== 0xf0;
}
