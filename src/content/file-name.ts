import { essenceOf, isTextual } from './text-type.js';

/** Characters of a suggested file name before its extension. The rest is cut. */
const MAX_FILE_STEM_LENGTH = 60;

/** The extension for each type. It replaces the extension that the server chose. */
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

/** An extension of the server's own: `tar`, `GGUF`, `safetensors`. */
const EXTENSION = /^[a-z0-9]{1,16}$/i;

/** Extensions that a double click would run. A download never has one of them. */
const RUNNABLE =
  /^(?:action|app|appimage|appinstaller|application|appref-ms|appx|appxbundle|apk|bat|bin|chm|cmd|com|command|cpl|deb|deskthemepack|desktop|diagcab|diagcfg|diagpkg|dll|dmg|exe|fileloc|flatpak|flatpakref|gadget|hta|inetloc|inf|ins|iso|jar|jnlp|jse?|lnk|mjs|mpkg|msc|msh|msi|msix|msixbundle|msp|mst|pif|pkg|ps1|psm1|py|pyw|rb|reg|rpm|run|scf|scr|sct|sh|snap|terminal|theme|themepack|url|vb|vbe|vbs|webloc|website|workflow|wsc|wsf|wsh|xbap|xll)$/;

/** Characters at the end of a name that are read. What is before them is left out. */
const MAX_FILE_NAME_READ = 1000;

/**
 * A safe file name for a download, from a URL or name that a server chose: its last part, without characters that a
 * file system or a reader could misread.
 */
export function safeFileName(source: string | undefined, mimeType: string | undefined): string {
  const essence = essenceOf(mimeType);
  const known = Object.hasOwn(EXTENSIONS, essence) ? EXTENSIONS[essence] : undefined;
  const given = lastPart(source ?? '')
    .slice(-MAX_FILE_NAME_READ)
    // Control, direction and invisible characters can make "txt.exe" look like "exe.txt".
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|%]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = given.lastIndexOf('.');
  const own = EXTENSION.exec(given.slice(dot + 1))?.[0];
  const stem = ((dot > 0 && own ? given.slice(0, dot) : given).slice(0, MAX_FILE_STEM_LENGTH) || 'download').replace(
    /^(con|prn|aux|nul|com\d|lpt\d)$/i,
    '$1_',
  );
  const extension =
    known ?? (dot > 0 && own && !RUNNABLE.test(own.toLowerCase()) ? own : isTextual(essence) ? 'txt' : 'data');
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
