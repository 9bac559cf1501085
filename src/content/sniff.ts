import { type ErrorText, verbatim } from '../errors.js';
import { errorText } from './error-texts.js';

/** The signature of a format: texts of single bytes, each at an offset in the first bytes. All must match. */
type Signature<T> = readonly [kind: T, ...parts: readonly (readonly [offset: number, bytes: string])[]];

/** The first kind of a table whose signature the bytes bear. */
function findSignature<T>(bytes: Uint8Array, table: readonly Signature<T>[]): T | undefined {
  return table.find(([, ...parts]) => parts.every(([offset, expected]) => bytesAre(bytes, offset, expected)))?.[0];
}

/** True if these bytes, one for each character, are at the offset. */
function bytesAre(bytes: Uint8Array, offset: number, expected: string): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[offset + index] !== expected.charCodeAt(index)) return false;
  return true;
}

/** Bytes as characters of the same number: for looking, not for reading. */
function asCharacters(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** A format that is not shown here, by its first bytes. */
export interface FileType {
  readonly mimeType: string;
  /** For people: `ZIP archive`. */
  readonly name: ErrorText;
  /** It could run on a user's computer. */
  readonly isProgram?: boolean;
}

const file = (mimeType: string, name: ErrorText): FileType => ({ mimeType, name });

const program = (mimeType: string, name: ErrorText): FileType => ({ mimeType, name, isProgram: true });

const WORD = file(
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  errorText('content.file.word'),
);

const EXCEL = file(
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errorText('content.file.excel'),
);

const POWERPOINT = file(
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  errorText('content.file.powerpoint'),
);

/** Bytes at the start of a file that determine its type; the signature of a tar archive is at 257. */
export const FILE_SNIFF_BYTES = 1024;

const SIGNATURES: readonly Signature<FileType>[] = [
  [file('application/pdf', errorText('content.file.pdf')), [0, '%PDF-']],
  [file('application/gzip', errorText('content.file.gzip')), [0, '\x1f\x8b']],
  [file('application/x-7z-compressed', errorText('content.file.sevenZip')), [0, "7z\xbc\xaf'\x1c"]],
  [file('application/vnd.rar', errorText('content.file.rar')), [0, 'Rar!\x1a\x07']],
  [file('application/x-bzip2', errorText('content.file.bzip2')), [0, 'BZh'], [4, '1AY&SY']],
  [file('application/x-xz', errorText('content.file.xz')), [0, '\xfd7zXZ\0']],
  [file('application/zstd', errorText('content.file.zstandard')), [0, '\x28\xb5\x2f\xfd']],
  [file('application/x-tar', errorText('content.file.tar')), [257, 'ustar']],
  [file('application/vnd.ms-office', errorText('content.file.oldOffice')), [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']],
  [file('application/rtf', errorText('content.file.rtf')), [0, '{\\rtf']],
  [file('application/vnd.sqlite3', errorText('content.file.sqlite')), [0, 'SQLite format 3\0']],
  [file('application/vnd.apache.parquet', errorText('content.file.parquet')), [0, 'PAR1']],
  [file('image/tiff', errorText('content.file.tiff')), [0, 'II*\0']],
  [file('image/tiff', errorText('content.file.tiff')), [0, 'MM\0*']],
  [file('image/heic', errorText('content.file.heic')), [4, 'ftyphei']],
  [file('image/heic', errorText('content.file.heic')), [4, 'ftypmif1']],
  [file('video/quicktime', errorText('content.file.quicktime')), [4, 'ftypqt  ']],
  [file('video/x-matroska', errorText('content.file.matroska')), [0, '\x1aE\xdf\xa3']],
  [file('video/x-msvideo', errorText('content.file.avi')), [0, 'RIFF'], [8, 'AVI ']],
  [file('image/vnd.microsoft.icon', errorText('content.file.icon')), [0, '\0\0\x01\0'], [5, '\0']],
  [file('image/vnd.adobe.photoshop', errorText('content.file.photoshop')), [0, '8BPS']],
  [file('font/woff2', errorText('content.file.font')), [0, 'wOF2']],
  [file('font/woff', errorText('content.file.font')), [0, 'wOFF']],
  [file('font/otf', errorText('content.file.font')), [0, 'OTTO\0']],
  [file('font/ttf', errorText('content.file.font')), [0, '\0\x01\0\0\0']],
  [program('application/x-elf', errorText('content.file.linuxProgram')), [0, '\x7fELF']],
  [program('application/wasm', errorText('content.file.wasm')), [0, '\0asm']],
  [program('application/x-mach-binary', errorText('content.file.macProgram')), [0, '\xcf\xfa\xed\xfe']],
  [program('application/x-mach-binary', errorText('content.file.macProgram')), [0, '\xca\xfe\xba\xbe']],
  [
    program('application/vnd.microsoft.portable-executable', errorText('content.file.windowsProgram')),
    [0, 'MZ'],
    [3, '\0'],
  ],
];

/** Formats in a ZIP archive, by the names of its first entries. */
const IN_ZIP: readonly (readonly [RegExp, FileType])[] = [
  [/mimetypeapplication\/epub\+zip/, file('application/epub+zip', errorText('content.file.epub'))],
  [
    /mimetypeapplication\/vnd\.oasis\.opendocument/,
    file('application/vnd.oasis.opendocument', errorText('content.file.openDocument')),
  ],
  [/\[Content_Types\][^]*word\//, WORD],
  [/\[Content_Types\][^]*xl\//, EXCEL],
  [/\[Content_Types\][^]*ppt\//, POWERPOINT],
  [/^[^]{26,40}META-INF\//, program('application/java-archive', errorText('content.file.java'))],
];

const ZIP = file('application/zip', errorText('content.file.zip'));

/** Office formats are ZIP archives. If the entries do not show which format it is, the declared type decides. */
const OFFICE: readonly FileType[] = [WORD, EXCEL, POWERPOINT];

/** The type of a file that is not shown, by its first bytes; undefined if they have no known signature. */
export function sniffFile(bytes: Uint8Array, declared: string): FileType | undefined {
  const found = findSignature(bytes, SIGNATURES);
  if (found) return found;
  if (bytesAre(bytes, 0, 'PK\x03\x04') || bytesAre(bytes, 0, 'PK\x05\x06')) {
    const names = asCharacters(bytes, 0, FILE_SNIFF_BYTES);
    return (
      IN_ZIP.find(([pattern]) => pattern.test(names))?.[1] ??
      OFFICE.find(({ mimeType }) => mimeType === declared) ??
      ZIP
    );
  }
  return undefined;
}

/** Types of files that are known by their first bytes: a file of another kind is none of them. */
const SIGNED: ReadonlySet<string> = new Set(
  [...SIGNATURES.map(([kind]) => kind), ...IN_ZIP.map(([, kind]) => kind), ...OFFICE, ZIP].map(
    ({ mimeType }) => mimeType,
  ),
);

/** True if {@link sniffFile} finds every file of this type. */
export function hasSignature(declared: string): boolean {
  return SIGNED.has(declared);
}

/** Finds HTML in a text that was declared as another type. */
export function sniffMarkup(bytes: Uint8Array): FileType | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, FILE_SNIFF_BYTES)).trimStart();
  if (
    /^(?:<!--[^]{0,400}?-->\s*)?<(?:!doctype html|html|head|body|script|iframe|style|title|h1|div|table|a|br|p)[\s>]/i.test(
      text,
    )
  )
    return file('text/html', verbatim('HTML'));
  return /^<\?xml\s/.test(text) ? file('application/xml', verbatim('XML')) : undefined;
}

/** True when the bytes read like text in UTF-8: no control characters but those of lines and terminals, no broken letters. */
export function readsAsText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))) return false;
  const text = new TextDecoder().decode(bytes);
  // The last letter may be cut.
  return !text.slice(0, text.length > 1 ? -1 : 1).includes('\ufffd');
}

/** Bell, backspace, tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([7, 8, 9, 10, 12, 13, 27]);

/** The type of media, by its first bytes. Only types that a browser can show or play without running code. */
export interface MediaType {
  readonly family: 'image' | 'audio' | 'video';
  readonly mimeType: string;
  /** For people: `PNG`. */
  readonly name: string;
}

/** Bytes at the front that {@link sniffMedia} wants to see: an SVG may begin with a long comment. */
export const MEDIA_SNIFF_BYTES = 1024;

const media = (mimeType: string, name: string): MediaType => ({
  family: mimeType.split('/', 1)[0] as MediaType['family'],
  mimeType,
  name,
});

const SVG = media('image/svg+xml', 'SVG');

const MP3 = media('audio/mpeg', 'MP3');

const MP4 = media('video/mp4', 'MP4');

const MEDIA_SIGNATURES: readonly Signature<MediaType>[] = [
  [media('image/png', 'PNG'), [0, '\x89PNG\r\n\x1a\n']],
  [media('image/jpeg', 'JPEG'), [0, '\xff\xd8\xff']],
  [media('image/gif', 'GIF'), [0, 'GIF87a']],
  [media('image/gif', 'GIF'), [0, 'GIF89a']],
  [media('image/webp', 'WebP'), [0, 'RIFF'], [8, 'WEBP']],
  // Two letters are little: the four bytes that are always zero make it certain.
  [media('image/bmp', 'BMP'), [0, 'BM'], [6, '\0\0\0\0']],
  [media('audio/wav', 'WAV'), [0, 'RIFF'], [8, 'WAVE']],
  [media('video/ogg', 'Ogg Theora'), [0, 'OggS'], [28, '\x80theora']],
  [media('audio/ogg', 'Ogg'), [0, 'OggS']],
  [MP3, [0, 'ID3\x03']],
  [MP3, [0, 'ID3\x04']],
  [MP3, [0, 'ID3\x02']],
  [media('audio/flac', 'FLAC'), [0, 'fLaC']],
];

/** Types of ISO base media files, by their first brand. Not every browser can play the others. */
const BRANDS: readonly (readonly [RegExp, MediaType])[] = [
  [/^avi[fs]/, media('image/avif', 'AVIF')],
  [/^M4[AB] /, media('audio/mp4', 'M4A')],
  [/^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV)/, MP4],
];

/** The type by the first bytes, whatever the declared type; undefined if it is not on the list. */
export function sniffMedia(bytes: Uint8Array): MediaType | undefined {
  const found = findSignature(bytes, MEDIA_SIGNATURES) ?? (isMp3Frame(bytes) ? MP3 : undefined);
  if (found) return found;
  if (bytesAre(bytes, 4, 'ftyp')) {
    const brand = asCharacters(bytes, 8, 12);
    return BRANDS.find(([pattern]) => pattern.test(brand))?.[1];
  }
  if (bytesAre(bytes, 0, '\x1aE\xdf\xa3') && asCharacters(bytes, 4, 64).includes('webm'))
    return media('video/webm', 'WebM');
  return isSvg(new TextDecoder().decode(bytes.subarray(0, MEDIA_SNIFF_BYTES))) ? SVG : undefined;
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
