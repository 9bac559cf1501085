import { asCharacters, bytesAre, findSignature, type Signature } from './signatures.js';

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

/** Bytes beyond which nothing is looked at; a tar archive shows what it is at 257. */
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
