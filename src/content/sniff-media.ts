import { asCharacters, bytesAre, findSignature, type Signature } from './signatures.js';

/** What bytes are, by their first ones. Only what a browser can show or play without running anything. */
export interface MediaType {
  readonly family: 'image' | 'audio' | 'video';
  readonly mimeType: string;
  /** For people: `PNG`. */
  readonly name: string;
}

/** How many first bytes {@link sniffMedia} wants to see: an SVG may begin with a long comment. */
export const SNIFF_BYTES = 1024;

const media = (mimeType: string, name: string): MediaType => ({
  family: mimeType.split('/', 1)[0] as MediaType['family'],
  mimeType,
  name,
});

const SVG = media('image/svg+xml', 'SVG');
const MP3 = media('audio/mpeg', 'MP3');
const MP4 = media('video/mp4', 'MP4');

const SIGNATURES: readonly Signature<MediaType>[] = [
  [media('image/png', 'PNG'), [0, '\x89PNG\r\n\x1a\n']],
  [media('image/jpeg', 'JPEG'), [0, '\xff\xd8\xff']],
  [media('image/gif', 'GIF'), [0, 'GIF87a']],
  [media('image/gif', 'GIF'), [0, 'GIF89a']],
  [media('image/webp', 'WebP'), [0, 'RIFF'], [8, 'WEBP']],
  // Two letters are little: the four bytes that are always zero make it certain.
  [media('image/bmp', 'BMP'), [0, 'BM'], [6, '\0\0\0\0']],
  [media('audio/wav', 'WAV'), [0, 'RIFF'], [8, 'WAVE']],
  [media('video/ogg', 'Ogg video'), [0, 'OggS'], [28, '\x80theora']],
  [media('audio/ogg', 'Ogg'), [0, 'OggS']],
  [MP3, [0, 'ID3\x03']],
  [MP3, [0, 'ID3\x04']],
  [MP3, [0, 'ID3\x02']],
  [media('audio/flac', 'FLAC'), [0, 'fLaC']],
];

/** What the first brand of an ISO base media file says it holds. Others are files that no browser is sure to play. */
const BRANDS: readonly (readonly [RegExp, MediaType])[] = [
  [/^avi[fs]/, media('image/avif', 'AVIF')],
  [/^M4[AB] /, media('audio/mp4', 'M4A')],
  [/^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV)/, MP4],
];

/** What the bytes are, whatever anybody says they are; undefined for everything not on the list. */
export function sniffMedia(bytes: Uint8Array): MediaType | undefined {
  const found = findSignature(bytes, SIGNATURES) ?? (isMp3Frame(bytes) ? MP3 : undefined);
  if (found) return found;
  if (bytesAre(bytes, 4, 'ftyp')) {
    const brand = asCharacters(bytes, 8, 12);
    return BRANDS.find(([pattern]) => pattern.test(brand))?.[1];
  }
  if (bytesAre(bytes, 0, '\x1aE\xdf\xa3') && asCharacters(bytes, 4, 64).includes('webm'))
    return media('video/webm', 'WebM');
  return isSvg(new TextDecoder().decode(bytes.subarray(0, SNIFF_BYTES))) ? SVG : undefined;
}

/** True for the beginning of an SVG document: prolog, comments and doctype may come before its root. */
export function isSvg(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,1000}-->\s*|<!doctype svg[^>]{0,300}>\s*){0,8}<svg[\s>/]/i.test(
    text,
  );
}

/** An MPEG layer III frame header: eleven sync bits, then a version and a layer that exist. */
function isMp3Frame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const isLayer3 = (second & 0b0000_0110) === 0b0000_0010;
  const isVersion = (second & 0b0001_1000) !== 0b0000_1000;
  return first === 0xff && (second & 0xe0) === 0xe0 && isLayer3 && isVersion && (third & 0xf0) !== 0xf0;
}
