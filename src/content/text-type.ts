import { base64Size, bytesFromBase64 } from '../util/bytes.js';

/**
 * Decodes bytes by their byte order mark, the declared `charset`, or as UTF-8.
 * @returns undefined when they are not valid text
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

/**
 * The type without parameters, in lower case: `text/html` for `Text/HTML; charset=utf-8`. An incomplete type, such as
 * `png`, counts as none: the data determines the type.
 */
export function essenceOf(mimeType: string | undefined): string {
  const essence = (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^(?:png|jpe?g|gif|webp|avif|bmp|svg|mp3|wav|ogg|mp4|pdf)$/.test(essence) ? '' : essence;
}

/** True if two names mean the same type, in the variants that servers use. */
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

/** The kind of a text, from its type, its name and its first lines. */
export type TextType =
  | { readonly kind: 'text' | 'markdown' | 'html' | 'svg' | 'json' | 'diff' | 'table' }
  | { readonly kind: 'code'; readonly language: string }
  /** No type or name: it may be JSON, and may read like Markdown. */
  | { readonly kind: 'unknown' };

/** By type. A type that is missing here is read by its suffix (`+json`, `+xml`), or is text. */
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

/** By file extension, if the type gives no information. */
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

/** Types that do not determine the kind of text. */
const UNTOLD = new Set(['', 'text/plain', 'application/octet-stream', 'text/*']);

/** Decides by the declared type; else by the name; else by the first lines. */
export function textTypeOf(text: string, essence: string, source: string | undefined): TextType {
  const told = Object.hasOwn(BY_TYPE, essence) ? BY_TYPE[essence] : bySuffix(essence);
  if (told) return typeFrom(told);
  if (!UNTOLD.has(essence)) {
    // `text/x-erlang` names a language that a highlighter may know.
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

/** True if data of this type is text, so that a blob of it can be read as text. */
export function isTextual(essence: string): boolean {
  return essence.startsWith('text/') || Object.hasOwn(BY_TYPE, essence) || bySuffix(essence) !== undefined;
}

/** True if a text begins as `git diff` or `diff -u` output does. */
function isDiff(text: string): boolean {
  return /^(?:diff --git |Index: [^\n]{1,500}\n=+\n|--- [^\n]{1,1000}\n\+\+\+ [^\n]{1,1000}\n@@ )/.test(
    text.slice(0, 4000),
  );
}

/** The separator of a table: the one that is most frequent in its first line, outside of quotes. */
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

/** The file extension in a URL or name, in lower case; the whole name for `Dockerfile` and `Makefile`. */
function extensionOf(source: string | undefined): string {
  const name = (source ?? '').slice(0, 8192).split(/[?#]/, 1)[0]!.split(/[\\/]/).at(-1)!.toLowerCase();
  return /(?:^|\.)([a-z0-9]{1,12})$/.exec(name)?.[1] ?? '';
}

/** Bytes of base64 that are compared with a text, which takes about 10 ms. More count as other data. */
const MAX_COMPARED_BYTES = 1_000_000;

/** True if the base64 data is this text, in UTF-8. */
export function saysInBytes(base64: string, text: string): boolean {
  if (base64Size(base64) > Math.min(MAX_COMPARED_BYTES, 3 * text.length + 3)) return false;
  const bytes = bytesFromBase64(base64);
  return bytes !== undefined && new TextDecoder().decode(bytes) === text;
}
