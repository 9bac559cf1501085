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
