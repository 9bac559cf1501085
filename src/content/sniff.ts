import { imageDimensionsFromData } from 'image-dimensions';
import { bytesFromBase64 } from '../util/bytes.js';

/**
 * Bytes as text, by their byte order mark, the declared `charset`, or as UTF-8.
 * @returns undefined when they are not text of that kind.
 */
export function decodeText(bytes: Uint8Array, mimeType: string | undefined): string | undefined {
  const declared = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(mimeType ?? '')?.[1];
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Characters at the front that are looked at where line breaks stand in the data, and places cannot be computed. */
const BASE64_HEAD_LENGTH = 1 << 20;
/** Bytes that are decoded at a time: what looks here looks a little further next. */
const DECODED_WINDOW_BYTES = 3 * 1024;

/** Bytes of base64 text by their place, of which only what is asked for is decoded. */
export function encodedSource(base64: string): ByteSource {
  const text = /\s/.test(base64.slice(0, 200)) ? base64.slice(0, BASE64_HEAD_LENGTH).replace(/\s+/g, '') : base64;
  let start = 0;
  let window = new Uint8Array();
  return (offset, count) => {
    if (offset < start || offset + count > start + window.length) {
      start = offset - (offset % 3);
      const from = (start / 3) * 4;
      const length = Math.ceil((offset - start + Math.max(count, DECODED_WINDOW_BYTES)) / 3) * 4;
      const part = text.slice(from, from + length);
      // Whole groups of four, or nothing of it could be decoded.
      const whole = from + length >= text.length ? part : part.slice(0, part.length - (part.length % 4));
      window = bytesFromBase64(whole) ?? new Uint8Array();
    }
    return window.subarray(offset - start, offset - start + count);
  };
}

/** The type without parameters, in lower case: `text/html` for `Text/HTML; charset=utf-8`. */
export function essenceOf(mimeType: string | undefined): string {
  return (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
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
    'audio/x-flac': 'audio/flac',
    'audio/m4a': 'audio/mp4',
    'audio/x-m4a': 'audio/mp4',
    'audio/aac': 'audio/mp4',
    'video/x-m4v': 'video/mp4',
    'audio/webm': 'video/webm',
    'image/x-ms-bmp': 'image/bmp',
    'image/x-bmp': 'image/bmp',
    'application/x-gzip': 'application/gzip',
    'application/x-zip-compressed': 'application/zip',
    'application/x-rar-compressed': 'application/vnd.rar',
    'application/x-pdf': 'application/pdf',
    'application/x-bzip': 'application/x-bzip2',
    'application/x-sqlite3': 'application/vnd.sqlite3',
    'application/msword': 'application/vnd.ms-office',
    'application/vnd.ms-excel': 'application/vnd.ms-office',
    'application/vnd.ms-powerpoint': 'application/vnd.ms-office',
    'application/vnd.ms-outlook': 'application/vnd.ms-office',
    'image/x-icon': 'image/vnd.microsoft.icon',
    'image/heif': 'image/heic',
    'text/rtf': 'application/rtf',
  };
  return (Object.hasOwn(aliases, declared) ? aliases[declared] : declared) === found;
}

/** What a text is, as far as its type, its name and its first lines tell. */
export type TextType =
  | { readonly kind: 'text' | 'markdown' | 'html' | 'svg' | 'json' | 'diff' | 'table' }
  | { readonly kind: 'code'; readonly language: string }
  /** Nobody said anything: it may be JSON, and may read like Markdown. */
  | { readonly kind: 'unknown' };

/** By type. What is not here is read by its suffix (`+json`, `+xml`), or is text. */
const BY_TYPE: Readonly<Record<string, string>> = {
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'image/svg+xml': 'svg',
  'image/svg': 'svg',
  'text/csv': 'table',
  'application/csv': 'table',
  'text/tab-separated-values': 'table',
  'text/tsv': 'table',
  'text/json': 'json',
  'application/json': 'json',
  'text/x-diff': 'diff',
  'text/x-patch': 'diff',
  'application/x-diff': 'diff',
  'application/x-patch': 'diff',
  'application/x-ndjson': 'code json',
  'application/ndjson': 'code json',
  'application/jsonl': 'code json',
  'application/xml': 'code xml',
  'text/xml': 'code xml',
  'text/css': 'code css',
  'text/javascript': 'code javascript',
  'application/javascript': 'code javascript',
  'application/ecmascript': 'code javascript',
  'text/typescript': 'code typescript',
  'application/typescript': 'code typescript',
  'text/yaml': 'code yaml',
  'text/x-yaml': 'code yaml',
  'application/yaml': 'code yaml',
  'application/x-yaml': 'code yaml',
  'application/toml': 'code toml',
  'application/sql': 'code sql',
  'application/graphql': 'code graphql',
  'application/x-sh': 'code bash',
  'text/x-shellscript': 'code bash',
  'text/x-python': 'code python',
  'text/x-script.python': 'code python',
  'text/x-c': 'code c',
  'text/x-csrc': 'code c',
  'text/x-c++src': 'code cpp',
  'text/x-csharp': 'code csharp',
  'text/x-golang': 'code go',
  'text/x-rustsrc': 'code rust',
  'text/x-java-source': 'code java',
  'application/x-httpd-php': 'code php',
  'text/x-ini': 'code ini',
  'text/x-tex': 'code latex',
};

/** By the end of a file name, where the type says nothing. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  svg: 'svg',
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  json: 'json',
  geojson: 'json',
  ipynb: 'json',
  webmanifest: 'json',
  map: 'json',
  diff: 'diff',
  patch: 'diff',
  jsonl: 'code json',
  ndjson: 'code json',
  jsonc: 'code json',
  json5: 'code json',
  xml: 'code xml',
  xsl: 'code xml',
  xsd: 'code xml',
  rss: 'code xml',
  atom: 'code xml',
  plist: 'code xml',
  css: 'code css',
  scss: 'code scss',
  less: 'code less',
  js: 'code javascript',
  mjs: 'code javascript',
  cjs: 'code javascript',
  jsx: 'code javascript',
  ts: 'code typescript',
  mts: 'code typescript',
  tsx: 'code typescript',
  py: 'code python',
  rb: 'code ruby',
  rs: 'code rust',
  go: 'code go',
  java: 'code java',
  kt: 'code kotlin',
  swift: 'code swift',
  c: 'code c',
  h: 'code c',
  cc: 'code cpp',
  cpp: 'code cpp',
  hpp: 'code cpp',
  cs: 'code csharp',
  php: 'code php',
  lua: 'code lua',
  pl: 'code perl',
  r: 'code r',
  sh: 'code bash',
  bash: 'code bash',
  zsh: 'code bash',
  sql: 'code sql',
  graphql: 'code graphql',
  gql: 'code graphql',
  yaml: 'code yaml',
  yml: 'code yaml',
  toml: 'code ini',
  ini: 'code ini',
  conf: 'code ini',
  tex: 'code latex',
  vue: 'code xml',
  dockerfile: 'code dockerfile',
  makefile: 'code makefile',
};

/** Types that say no more than that it is text, or not even that. */
const UNTOLD = new Set(['', 'text/plain', 'application/octet-stream', 'text/*']);

/** Decides by the declared type; where that tells nothing by the name; where that does not either, by the first lines. */
export function textTypeOf(text: string, essence: string, source: string | undefined): TextType {
  const told = Object.hasOwn(BY_TYPE, essence) ? BY_TYPE[essence] : bySuffix(essence);
  if (told) return typeFrom(told);
  if (!UNTOLD.has(essence)) {
    // `text/x-erlang` names a language that highlighters may know.
    const language = /^text\/x-([a-z][a-z0-9]*)$/.exec(essence)?.[1];
    return language ? { kind: 'code', language } : { kind: 'text' };
  }
  const extension = extensionOf(source);
  const named = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  if (named) return typeFrom(named);
  if (isDiff(text)) return { kind: 'diff' };
  if (/^\uFEFF?<\?xml\s/.test(text)) return { kind: 'code', language: 'xml' };
  return { kind: essence === '' ? 'unknown' : 'text' };
}

/** Types whose bytes are characters, so that a blob of them can be read as text. */
export function isTextual(essence: string): boolean {
  return essence.startsWith('text/') || Object.hasOwn(BY_TYPE, essence) || bySuffix(essence) !== undefined;
}

/** True for a text that begins as `git diff` or `diff -u` begin. */
function isDiff(text: string): boolean {
  return /^(?:diff --git |Index: [^\n]{1,500}\n=+\n|--- [^\n]{1,1000}\n\+\+\+ [^\n]{1,1000}\n@@ )/.test(
    text.slice(0, 4000),
  );
}

/** What stands between the values of a table: what its first line has most of, outside of quotes. */
export function separatorOf(text: string, essence: string, source: string | undefined): ',' | '\t' | ';' {
  if (essence === 'text/tab-separated-values' || essence === 'text/tsv' || /^(?:tsv|tab)$/.test(extensionOf(source)))
    return '\t';
  const line = (/^\uFEFF?\s*([^\r\n]{1,10000})/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string): number => line.split(separator).length;
  const [commas, tabs, semicolons] = [count(','), count('\t'), count(';')];
  return semicolons > commas && semicolons >= tabs ? ';' : tabs > commas ? '\t' : ',';
}

function bySuffix(essence: string): string | undefined {
  if (/[/+]json$/.test(essence)) return 'json';
  if (/[+]xml$/.test(essence)) return 'code xml';
  return /[+]yaml$/.test(essence) ? 'code yaml' : undefined;
}

function typeFrom(words: string): TextType {
  const [kind, language = ''] = words.split(' ');
  return kind === 'code' ? { kind, language } : { kind: kind as Exclude<TextType['kind'], 'code'> };
}

/** The end of the last part of an address, in lower case; the whole part for `Dockerfile` and `Makefile`. */
function extensionOf(source: string | undefined): string {
  const name = (source ?? '').slice(0, 8192).split(/[?#]/, 1)[0]!.split(/[\\/]/).at(-1)!.toLowerCase();
  return /(?:^|\.)([a-z0-9]{1,12})$/.exec(name)?.[1] ?? '';
}

/** Characters of a suggested file name before its extension. The rest is cut. */
const MAX_FILE_STEM_LENGTH = 60;

/** The extension that goes with a type, whatever the server's own name ends in. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/x-7z-compressed': '7z',
  'application/vnd.rar': 'rar',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/epub+zip': 'epub',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/html': 'html',
  'text/xml': 'xml',
};

/** Extensions that a double click would run. A download never gets one of them. */
const RUNNABLE =
  /^(?:app|apk|appref-ms|bat|bin|chm|cmd|com|command|cpl|deb|desktop|dll|dmg|exe|gadget|hta|inf|ins|iso|jar|jnlp|jse?|lnk|mjs|msc|msh|msi|msp|mst|pif|pkg|ps1|psm1|py|pyw|rb|reg|rpm|scf|scr|sct|sh|url|vb|vbe|vbs|wsc|wsf|wsh|xll)$/;

/**
 * A file name for a download, from an address or a name that a server chose: its last part, without anything that a file
 * system or a reader could take for something else.
 */
export function safeFileName(source: string | undefined, mimeType: string | undefined): string {
  const essence = essenceOf(mimeType);
  const known = Object.hasOwn(EXTENSIONS, essence) ? EXTENSIONS[essence] : undefined;
  const given = lastPart(source ?? '')
    // Controls, direction marks and invisible letters can make "exe.txt" out of "txt.exe".
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|%]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = given.lastIndexOf('.');
  const own = /^[a-z0-9]{1,8}$/.exec(given.slice(dot + 1).toLowerCase())?.[0];
  const stem = ((dot > 0 && own ? given.slice(0, dot) : given).slice(0, MAX_FILE_STEM_LENGTH) || 'download').replace(
    /^(con|prn|aux|nul|com\d|lpt\d)$/i,
    '$1_',
  );
  const extension = known ?? (dot > 0 && own && !RUNNABLE.test(own) ? own : isTextual(essence) ? 'txt' : 'data');
  return `${stem}.${extension}`;
}

function lastPart(source: string): string {
  const path = source.split(/[?#]/, 1)[0] ?? '';
  const last = path.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A way to tell a format by its first bytes: texts of single bytes, each at an offset. All have to be there. */
type Signature<T> = readonly [kind: T, ...parts: readonly (readonly [offset: number, bytes: string])[]];

/** The first kind of a table whose signature the bytes bear. */
function findSignature<T>(bytes: Uint8Array, table: readonly Signature<T>[]): T | undefined {
  return table.find(([, ...parts]) => parts.every(([offset, expected]) => bytesAre(bytes, offset, expected)))?.[0];
}

/** True when these bytes, one for each character, stand at the offset. */
function bytesAre(bytes: Uint8Array, offset: number, expected: string): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[offset + index] !== expected.charCodeAt(index)) return false;
  return true;
}

/** Bytes as characters of the same number: for looking, not for reading. */
function asCharacters(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** In pixels, as the file says: nothing is decoded. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Gives some bytes of a file; fewer than asked for at its end. */
type ByteSource = (offset: number, count: number) => Uint8Array;

/**
 * Bytes of a file that are searched for its size: few at first, then more, because a photograph can say much else before; the
 * largest colour profiles in use have 560 kB. One that says it later has no size here, so that the person is asked. Searching
 * all of it takes about 5 ms.
 */
const HEADS = [4 * 1024, 64 * 1024, 640 * 1024] as const;
/**
 * Blocks and pieces of a GIF that are looked at before its first frame. With more its size is not known, and it waits
 * for a press.
 */
const MAX_GIF_PARTS = 200;

/**
 * How large an image becomes when it is decoded, from the head of its file. A file of 50 KB can unfold to gigabytes, so it is
 * asked before the browser is.
 * @returns undefined where the file does not say it, or not where it should.
 */
export function imageSize(mimeType: string, read: ByteSource): ImageSize | undefined {
  const size = SIZE_READERS[mimeType]?.(read);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const SIZE_READERS: Readonly<Record<string, (read: ByteSource) => ImageSize | undefined>> = {
  'image/png': (read) => sizeInHead('png', read),
  'image/jpeg': (read) => sizeInHead('jpeg', read),
  'image/webp': (read) => sizeInHead('webp', read),
  'image/avif': (read) => sizeInHead('avif', read),
  // The library gives the screen of a GIF, and browsers decode its frames. BMP it does not know.
  'image/gif': gifSize,
  'image/bmp': bmpSize,
};

function sizeInHead(type: string, read: ByteSource): ImageSize | undefined {
  for (const count of HEADS) {
    const head = read(0, count);
    const found = imageDimensionsFromData(head);
    if (found) return found.type === type ? sizeOf(found.width, found.height) : undefined;
    if (head.length < count) return undefined;
  }
  return undefined;
}

function bmpSize(read: ByteSource): ImageSize | undefined {
  const head = read(14, 12);
  const view = viewOf(head);
  if (!view || head.length < 12) return undefined;
  // The oldest of its headers has 12 bytes. A height below zero means rows from the top.
  return view.getUint32(0, true) === 12
    ? sizeOf(view.getUint16(4, true), view.getUint16(6, true))
    : sizeOf(Math.abs(view.getInt32(4, true)), Math.abs(view.getInt32(8, true)));
}

/** The screen that it says it has, or its first frame where that is larger: browsers take the larger one. */
function gifSize(read: ByteSource): ImageSize | undefined {
  const head = read(6, 5);
  const view = viewOf(head);
  if (!view || head.length < 5) return undefined;
  const screen = sizeOf(view.getUint16(0, true), view.getUint16(2, true));
  const flags = head[4] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let part = 0; part < MAX_GIF_PARTS; part++) {
    const block = read(at, 10);
    const frame = viewOf(block);
    if (block[0] === 0x2c && frame && block.length === 10)
      return sizeOf(
        Math.max(screen.width, frame.getUint16(1, true) + frame.getUint16(5, true)),
        Math.max(screen.height, frame.getUint16(3, true) + frame.getUint16(7, true)),
      );
    if (block[0] !== 0x21) return screen;
    at += 2;
    // An extension is a chain of pieces, the last of them empty.
    for (let length = read(at, 1)[0] ?? 0; length > 0 && part < MAX_GIF_PARTS; part++) {
      at += length + 1;
      length = read(at, 1)[0] ?? 0;
    }
    at += 1;
  }
  return screen;
}

function viewOf(bytes: Uint8Array): DataView | undefined {
  return bytes.length === 0 ? undefined : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function sizeOf(width: number, height: number): ImageSize {
  return { width, height };
}

/** A format that is not shown here, by its first bytes. */
export interface FileType {
  readonly mimeType: string;
  /** For people: `ZIP archive`. */
  readonly name: string;
  /** It could run on somebody's computer. */
  readonly isProgram?: boolean;
}

const file = (mimeType: string, name: string): FileType => ({ mimeType, name });
const program = (mimeType: string, name: string): FileType => ({ mimeType, name, isProgram: true });

const WORD = file('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word document');
const EXCEL = file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel workbook');
const POWERPOINT = file(
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'PowerPoint presentation',
);

/** Bytes at the front that are looked at to tell the type of a file; a tar archive shows what it is at 257. */
export const FILE_SNIFF_BYTES = 1024;

const SIGNATURES: readonly Signature<FileType>[] = [
  [file('application/pdf', 'PDF document'), [0, '%PDF-']],
  [file('application/gzip', 'gzip archive'), [0, '\x1f\x8b']],
  [file('application/x-7z-compressed', '7-Zip archive'), [0, "7z\xbc\xaf'\x1c"]],
  [file('application/vnd.rar', 'RAR archive'), [0, 'Rar!\x1a\x07']],
  [file('application/x-bzip2', 'bzip2 archive'), [0, 'BZh'], [4, '1AY&SY']],
  [file('application/x-xz', 'xz archive'), [0, '\xfd7zXZ\0']],
  [file('application/zstd', 'Zstandard archive'), [0, '\x28\xb5\x2f\xfd']],
  [file('application/x-tar', 'tar archive'), [257, 'ustar']],
  [file('application/vnd.ms-office', 'older Office document'), [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']],
  [file('application/rtf', 'RTF document'), [0, '{\\rtf']],
  [file('application/vnd.sqlite3', 'SQLite database'), [0, 'SQLite format 3\0']],
  [file('application/vnd.apache.parquet', 'Parquet table'), [0, 'PAR1']],
  [file('image/tiff', 'TIFF image'), [0, 'II*\0']],
  [file('image/tiff', 'TIFF image'), [0, 'MM\0*']],
  [file('image/heic', 'HEIC image'), [4, 'ftyphei']],
  [file('image/heic', 'HEIC image'), [4, 'ftypmif1']],
  [file('video/quicktime', 'QuickTime video'), [4, 'ftypqt  ']],
  [file('video/x-matroska', 'Matroska video'), [0, '\x1aE\xdf\xa3']],
  [file('video/x-msvideo', 'AVI video'), [0, 'RIFF'], [8, 'AVI ']],
  [file('image/vnd.microsoft.icon', 'icon'), [0, '\0\0\x01\0'], [5, '\0']],
  [file('image/vnd.adobe.photoshop', 'Photoshop image'), [0, '8BPS']],
  [file('font/woff2', 'font'), [0, 'wOF2']],
  [file('font/woff', 'font'), [0, 'wOFF']],
  [file('font/otf', 'font'), [0, 'OTTO\0']],
  [file('font/ttf', 'font'), [0, '\0\x01\0\0\0']],
  [program('application/x-elf', 'Linux program'), [0, '\x7fELF']],
  [program('application/wasm', 'WebAssembly program'), [0, '\0asm']],
  [program('application/x-mach-binary', 'macOS program'), [0, '\xcf\xfa\xed\xfe']],
  [program('application/x-mach-binary', 'macOS program'), [0, '\xca\xfe\xba\xbe']],
  [program('application/vnd.microsoft.portable-executable', 'Windows program'), [0, 'MZ'], [3, '\0']],
];

/** What a ZIP archive is besides, by the names of its first entries. */
const IN_ZIP: readonly (readonly [RegExp, FileType])[] = [
  [/mimetypeapplication\/epub\+zip/, file('application/epub+zip', 'EPUB book')],
  [/mimetypeapplication\/vnd\.oasis\.opendocument/, file('application/vnd.oasis.opendocument', 'OpenDocument file')],
  [/\[Content_Types\][^]*word\//, WORD],
  [/\[Content_Types\][^]*xl\//, EXCEL],
  [/\[Content_Types\][^]*ppt\//, POWERPOINT],
  [/^[^]{26,40}META-INF\//, program('application/java-archive', 'Java archive')],
];

const ZIP = file('application/zip', 'ZIP archive');
/** Office's own formats are ZIP archives: where the entries do not tell which one, what was declared may. */
const OFFICE: readonly FileType[] = [WORD, EXCEL, POWERPOINT];

/** What the bytes of a file are that is not shown here; undefined where they bear no sign. */
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

/** What a text is that was declared to be something else: `HTML` is the one that matters. */
export function sniffMarkup(bytes: Uint8Array): FileType | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, FILE_SNIFF_BYTES)).trimStart();
  if (
    /^(?:<!--[^]{0,400}?-->\s*)?<(?:!doctype html|html|head|body|script|iframe|style|title|h1|div|table|a|br|p)[\s>]/i.test(
      text,
    )
  )
    return file('text/html', 'HTML');
  return /^<\?xml\s/.test(text) ? file('application/xml', 'XML') : undefined;
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

/** What bytes are, by their first ones. Only what a browser can show or play without running anything. */
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
