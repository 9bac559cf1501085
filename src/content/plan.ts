import { judgeMarkdown } from './markdown-judge.js';
import type { ContentBlock, ResourceContents } from '../protocol/model.js';
import { base64Size, bytesFromBase64, firstBytes } from '../util/bytes.js';
import { type ErrorText, said, verbatim } from '../errors.js';
import { reasonOf } from '../util/wrong-value.js';
import { checkedBlock, checkedContents } from './checked.js';
import { errorText } from './error-texts.js';
import { jsonShape, jsonText, prettyJson } from './json-tree.js';
import { type ContentLimits } from './limits.js';
import { type ContentPolicy, limitsOf } from './policy.js';
import { svgShapes } from './remote.js';
import type {
  BlockedPlan,
  CodePlan,
  DownloadPlan,
  JsonPlan,
  MediaPlan,
  RemotePlan,
  RenderPlan,
  Savable,
  TextPlan,
} from './render-plan.js';
import {
  FILE_SNIFF_BYTES,
  type FileType,
  hasSignature,
  isSvg,
  type MediaType,
  readsAsText,
  MEDIA_SNIFF_BYTES,
  sniffFile,
  sniffMarkup,
  sniffMedia,
} from './sniff.js';
import { decodeText, essenceOf, isSameType, isTextual, separatorOf, type TextType, textTypeOf } from './text-type.js';
import { encodedSource, imageSize } from './image-size.js';
import { safeFileName } from './file-name.js';
import { readAddress } from './uri.js';

/** Elements without content, or whose end tag may be left out. */
const SHALLOW: ReadonlySet<string> = new Set(
  'area base br col dd dt embed hr img input li link meta option p param rp rt source td th tr track wbr'.split(' '),
);

/**
 * True if HTML may nest deeper than `limit`. Estimated from the tags in one pass: parsing would give the exact depth,
 * but takes more time the deeper the nesting is.
 */
export function nestsDeeper(html: string, limit: number): boolean {
  let [depth, drawings] = [0, 0];
  for (const [, slash, written = '', rest = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,30})([^<>]{0,5000})/gi)) {
    const name = written.toLowerCase();
    if (name === 'svg') drawings = Math.max(0, drawings + (slash ? -1 : 1));
    // A slash ends an element only inside an SVG; elsewhere the parser ignores it.
    if (SHALLOW.has(name) || (rest.endsWith('/') && drawings > 0 && name !== 'svg')) continue;
    depth = Math.max(0, depth + (slash ? -1 : 1));
    if (depth > limit) return true;
  }
  return false;
}

/**
 * Characters of JSON that are parsed and indented at once, which takes a few milliseconds. Longer JSON is shown
 * unchanged.
 */
const MAX_INDENTED_LENGTH = 100_000;
/** Characters of indented JSON. Where it would have more, the JSON is shown unchanged. */
const MAX_INDENTED_RESULT_LENGTH = 1_000_000;

/** @returns undefined when the text is no JSON object or array, or is longer than the limit */
function planJson(
  text: string,
  limits: ContentLimits,
  { fileName, notes }: { readonly fileName: string; readonly notes: readonly ErrorText[] },
): JsonPlan | CodePlan | undefined {
  if (text.length > limits.jsonCharacters) return undefined;
  const shape = jsonShape(text, limits.jsonDepth);
  if (!shape) return undefined;
  const pretty = text.length <= MAX_INDENTED_LENGTH ? prettyJson(text, MAX_INDENTED_RESULT_LENGTH) : text;
  if (pretty === undefined) return undefined;
  if (shape.depth > limits.jsonDepth)
    return {
      kind: 'code',
      language: 'json',
      text,
      fileName,
      notes: [...notes, errorText('content.asText.deepJson', { limit: limits.jsonDepth })],
    };
  return { kind: 'json', text: pretty, source: text, fileName, notes };
}

/** The media type of a text without a declared type. */
const TYPE_OF: Readonly<Partial<Record<TextType['kind'], string>>> = {
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  table: 'text/csv',
};

/** Plans text by its declared type; else by its file name; else as JSON if it parses as JSON, or as plain text. */
function planText(
  text: string,
  limits: ContentLimits,
  options: {
    readonly mimeType?: string | undefined;
    /** The URL or name that a download’s file name is made of. */
    readonly source?: string | undefined;
    readonly notes?: readonly ErrorText[] | undefined;
  } = {},
): RenderPlan {
  const essence = essenceOf(options.mimeType);
  const notes = options.notes ?? [];
  const type = textTypeOf(text, essence, options.source);
  const fileName = safeFileName(options.source, essence || (TYPE_OF[type.kind] ?? 'text/plain'));
  const plain = (...more: ErrorText[]): RenderPlan => ({
    kind: 'text',
    text,
    fileName,
    notes: [...notes, ...more],
    ...(type.kind === 'unknown' ? markdownSigns(text) : { mayBeMarkdown: false, isMarkdown: false }),
  });
  switch (type.kind) {
    case 'markdown':
    case 'html':
      return { kind: type.kind, text, fileName, notes };
    case 'table':
      if (text.trim() === '') return plain();
      if (text.length > limits.tableCharacters)
        return plain(errorText('content.asText.table', { limit: limits.tableCharacters }));
      return { kind: 'table', text, separator: separatorOf(text, essence, options.source), fileName, notes };
    case 'diff':
      if (text.length > limits.codeCharacters)
        return plain(errorText('content.asText.diff', { limit: limits.codeCharacters }));
      return { kind: 'diff', text, fileName, notes };
    case 'code':
      if (text.length > limits.codeCharacters)
        return plain(errorText('content.asText.code', { limit: limits.codeCharacters }));
      return { kind: 'code', text, language: type.language, fileName, notes };
    case 'svg':
      return (isSvg(text) && planSvg(text, limits, fileName, notes)) || plain();
    case 'json':
      return (
        planJson(text, limits, { fileName, notes }) ??
        plain(
          ...(text.length > limits.jsonCharacters
            ? [errorText('content.asText.json', { limit: limits.jsonCharacters })]
            : /^\s*(?:[{[]|$)/.test(text)
              ? [errorText('content.asText.notJson')]
              : []),
        )
      );
    default:
      return planJson(text, limits, { fileName, notes }) ?? plain();
  }
}

/**
 * Plans an SVG as an image, in which nothing runs and nothing is loaded. @returns undefined where it is far too large
 */
function planSvg(
  text: string,
  limits: ContentLimits,
  fileName: string,
  notes: readonly ErrorText[],
): MediaPlan<'image'> | undefined {
  const { size } = new Blob([text]);
  if (size > limits.mediaBytes) return undefined;
  const requestReason = svgReason(text, size, limits);
  return {
    kind: 'image',
    mimeType: 'image/svg+xml',
    formatName: 'SVG',
    data: { text },
    size,
    fileName,
    onRequest: requestReason !== undefined,
    requestReason,
    notes,
  };
}

/** Why an SVG is shown on request only. */
function svgReason(text: string, size: number, limits: ContentLimits): ErrorText | undefined {
  if (size > limits.svgBytes) return errorText('content.onRequest.svgSize', { size, limit: limits.svgBytes });
  return svgShapes(text, limits.svgShapes) > limits.svgShapes ? errorText('content.onRequest.svgShapes') : undefined;
}

function markdownSigns(text: string): Pick<TextPlan, 'mayBeMarkdown' | 'isMarkdown'> {
  const { verdict } = judgeMarkdown(text);
  return { mayBeMarkdown: verdict !== 'no', isMarkdown: verdict === 'clear' };
}

/**
 * Formats whose header browsers find at the front or not at all: an image that cannot be measured is broken, not large.
 */
const MEASURED_OR_BROKEN = new Set(['image/png', 'image/gif', 'image/bmp']);

/** Plans an image, sound or video: shown at once, shown on request, or only saved, depending on its size. */
function planMedia(
  media: MediaType,
  savable: Savable,
  limits: ContentLimits,
  notes: readonly ErrorText[],
): MediaPlan | BlockedPlan {
  const { family, mimeType, name } = media;
  const base64 = 'base64' in savable.data ? savable.data.base64 : '';
  const size = family === 'image' ? imageSize(mimeType, encodedSource(base64)) : undefined;
  const pixels = size ? size.width * size.height : 0;
  if (size && pixels > limits.decodedPixels)
    return blocked('too-large', errorText('content.tooManyPixels', { ...size, limit: limits.decodedPixels }), {
      file: savable,
    });
  const requestReason =
    savable.size > limits.mediaBytes
      ? errorText('content.onRequest.size', { size: savable.size, limit: limits.mediaBytes })
      : size && pixels > limits.imagePixels
        ? errorText('content.onRequest.pixels', { ...size, memory: pixels * 4 })
        : mimeType === 'image/svg+xml'
          ? svgReason(decoded(base64), savable.size, limits)
          : family === 'image' && !size && !MEASURED_OR_BROKEN.has(mimeType)
            ? errorText('content.onRequest.unknown')
            : undefined;
  return {
    ...savable,
    kind: family,
    mimeType,
    formatName: name,
    onRequest: requestReason !== undefined,
    requestReason,
    ...size,
    notes,
  };
}

function decoded(base64: string): string {
  return new TextDecoder().decode(bytesFromBase64(base64));
}

const SVG = 'image/svg+xml';

/** The known facts about a server’s data before it is read. */
interface DataSource {
  readonly what: 'image' | 'audio' | 'resource';
  readonly mimeType?: string | undefined;
  /** The URL or name that a download’s file name is made of. */
  readonly source?: string | undefined;
}

/**
 * Plans a server’s base64 data. The bytes determine the view; if the declared type differs, a note informs the reader.
 */
function planBytes(data: string, limits: ContentLimits, about: DataSource): RenderPlan {
  const notes: ErrorText[] = [];
  const { base64, problem } = readData(data, about, notes);
  if (problem) return problem;
  const declared = essenceOf(about.mimeType);
  const head = firstBytes(base64, Math.max(MEDIA_SNIFF_BYTES, FILE_SNIFF_BYTES));
  // Words that are called a PDF or an archive are words.
  const isMisnamed = hasSignature(declared) && !isPdfLater(declared, head) && !sniffFile(head, declared);
  const isWords = isMisnamed && readsAsText(head) && !sniffMarkup(head);
  const isText = isTextual(declared) || isWords || (isUntold(declared) && readsAsText(head));
  const sniffed = sniffMedia(head);
  // An SVG that is declared as text is shown as source text.
  const media = sniffed?.mimeType === SVG && isText && declared !== '' && declared !== SVG ? undefined : sniffed;
  const file = media ? undefined : sniffFile(head, declared);
  const size = base64Size(base64);
  const savable = (mimeType: string): Savable => ({
    data: { base64 },
    size,
    fileName:
      isMisnamed && mimeType === declared
        ? safeFileName((about.source ?? about.what).replace(/\.[^./\\]*$/, ''), readsAsText(head) ? 'text/plain' : '')
        : safeFileName(about.source ?? about.what, mimeType),
  });
  if (size > limits.decodedBytes)
    return blocked('too-large', errorText(`content.tooLarge.${about.what}`, { size, limit: limits.decodedBytes }), {
      file: savable(media?.mimeType ?? file?.mimeType ?? declared),
    });

  if (media && isShownAs(declared, media.mimeType)) {
    if (!isUntold(declared) && !isSameType(declared, media.mimeType)) notes.push(lie(declared, media.mimeType));
    return planMedia(media, savable(media.mimeType), limits, notes);
  }
  if (isText && !media && !file && size <= Math.min(limits.encodedTextBytes, limits.textCharacters)) {
    const bytes = bytesFromBase64(base64);
    const text = bytes && decodeText(bytes, about.mimeType);
    if (text !== undefined && isMisnamed)
      return planText(text, limits, {
        mimeType: 'text/plain',
        source: about.source,
        notes: [...notes, errorText('content.lie.text', { declared })],
      });
    if (text !== undefined) return planText(text, limits, { mimeType: about.mimeType, source: about.source, notes });
  }
  if (isMisnamed && !media && !sniffMarkup(head))
    notes.push(errorText(isText ? 'content.lie.text' : 'content.lie.unknown', { declared }));
  return planFile({
    declared,
    head,
    isText,
    found: media ? { mimeType: media.mimeType, name: verbatim(media.name) } : file,
    isMedia: media !== undefined,
    savable,
    notes,
  });
}

function planFile(about: {
  readonly declared: string;
  readonly head: Uint8Array;
  readonly isText: boolean;
  /** Media have names that are the same in every language. */
  readonly found: FileType | undefined;
  readonly isMedia: boolean;
  readonly savable: (mimeType: string) => Savable;
  readonly notes: readonly ErrorText[];
}): DownloadPlan {
  const { declared, head, isText, isMedia } = about;
  const notes = [...about.notes];
  const found = about.found ?? (isText ? undefined : sniffMarkup(head));
  if (found) {
    if (isMedia || contradicts(declared, found)) notes.push(lie(declared, found.mimeType));
    if (found.isProgram) notes.push(errorText('content.program'));
  } else if (/^(?:image|audio|video)\//.test(declared)) notes.push(errorText('content.lie.nothingShown', { declared }));
  return {
    kind: 'download',
    mimeType: declared,
    formatName: found?.name,
    opens: found?.mimeType === 'application/pdf' ? 'pdf' : undefined,
    readsAsText: !about.found && isText,
    ...about.savable(about.found?.mimeType ?? declared),
    notes,
  };
}

/** True if media may be shown: the declared type is a media type, or unspecific. */
function isShownAs(declared: string, found: string): boolean {
  return isUntold(declared) || /^(?:image|audio|video)\//.test(declared) || isSameType(declared, found);
}

/** True if a type gives no information about the content. */
function isUntold(declared: string): boolean {
  return declared === '' || declared === 'application/octet-stream';
}

/**
 * True if the bytes contradict the declared type. Many formats are archives with their own type, which is no
 * contradiction. A type of another family is one, and so is a hidden program.
 */
function contradicts(declared: string, found: Pick<FileType, 'mimeType' | 'isProgram'>): boolean {
  if (isUntold(declared) || isSameType(declared, found.mimeType)) return false;
  return (
    found.isProgram === true ||
    declared === 'application/pdf' ||
    found.mimeType === 'application/pdf' ||
    declared.split('/', 1)[0] !== found.mimeType.split('/', 1)[0]
  );
}

/** Readers of PDF accept something before its first line. */
function isPdfLater(declared: string, head: Uint8Array): boolean {
  return declared === 'application/pdf' && new TextDecoder('latin1').decode(head).includes('%PDF-');
}

function lie(declared: string, found: string): ErrorText {
  return errorText('content.lie.is', { declared, found });
}

/** Finds the base64 data. Some servers send a URL in its place. */
function readData(
  data: string,
  { what, mimeType }: DataSource,
  notes: ErrorText[],
): { readonly base64: string; readonly problem?: BlockedPlan | RemotePlan } {
  const head = data.slice(0, 200).trimStart();
  if (/^https?:/i.test(head)) {
    const address = readAddress(data.trim());
    const family = what === 'resource' ? essenceOf(mimeType).split('/', 1)[0] : what;
    if (address.kind === 'web' && (family === 'image' || family === 'audio' || family === 'video'))
      return { base64: '', problem: { kind: 'remote', what: family, address, notes } };
    const message =
      address.kind === 'web'
        ? errorText('content.elsewhere.host', { host: address.host })
        : errorText(`content.elsewhere.${what}`);
    return { base64: '', problem: blocked('remote', message, { raw: data.slice(0, 2000) }) };
  }
  const prefix = /^data:[^,]{0,150};base64,/i.exec(head)?.[0];
  if (prefix) notes.push(errorText('content.dataAddress'));
  const base64 = prefix ? data.trimStart().slice(prefix.length) : data;
  if (base64 === '') return { base64, problem: blocked('unreadable', errorText(`content.empty.${what}`)) };
  if (firstBytes(base64, 12).length === 0)
    return {
      base64,
      problem: blocked('unreadable', errorText(`content.notBase64.${what}`), { raw: data.slice(0, 2000) }),
    };
  return { base64 };
}

function blocked(
  reason: BlockedPlan['reason'],
  message: ErrorText,
  more: { readonly raw?: string; readonly file?: Savable } = {},
): BlockedPlan {
  return { kind: 'blocked', reason, ...said(message), raw: more.raw, file: more.file };
}

type BlockOf<K extends ContentBlock['type']> = Extract<ContentBlock, { type: K }>;

/** One row per kind of block; a missing row is a compile error. */
const PLANNERS: { readonly [K in ContentBlock['type']]: (block: BlockOf<K>, limits: ContentLimits) => RenderPlan } = {
  text: (block, limits) => planText(block.text, limits),
  image: (block, limits) => planBytes(block.data, limits, { what: 'image', mimeType: block.mimeType }),
  audio: (block, limits) => planBytes(block.data, limits, { what: 'audio', mimeType: block.mimeType }),
  resource_link: (block) => ({
    kind: 'link',
    uri: block.uri,
    name: block.name,
    title: block.title,
    description: block.description,
    mimeType: block.mimeType,
    size: block.size,
    address: readAddress(block.uri),
  }),
  resource: (block) => ({ kind: 'resource', contents: block.resource }),
  tool_use: (block, limits) => ({
    kind: 'tool-use',
    id: block.id,
    name: block.name,
    input: jsonText(block.input, limits.rawCharacters),
  }),
  tool_result: (block, limits) =>
    isDeeper(block, limits.nesting)
      ? blocked('too-deep', errorText('content.resultsTooDeep', { limit: limits.nesting }), {
          raw: jsonText(block, limits.rawCharacters),
        })
      : {
          kind: 'tool-result',
          toolUseId: block.toolUseId,
          isError: block.isError === true,
          blocks: block.content,
          structured:
            block.structuredContent === undefined ? undefined : jsonText(block.structuredContent, limits.rawCharacters),
        },
  unreadable: (block, limits) =>
    blocked(
      'unreadable',
      reasonOf(block),
      block.raw === undefined ? {} : { raw: jsonText(block.raw, limits.rawCharacters) },
    ),
};

/** Plans how one block of a tool result, prompt or sampling message is shown. Pure, and never throws. */
export function planBlock(given: ContentBlock, policy?: ContentPolicy): RenderPlan {
  const limits = limitsOf(policy);
  // A page may pass blocks that were never validated.
  const block = checkedBlock(given).value;
  if (!Object.hasOwn(PLANNERS, block.type))
    return unreadable(block, limits, errorText('content.unknownKind', { kind: String(block.type).slice(0, 100) }));
  try {
    return (PLANNERS[block.type] as (block: ContentBlock, limits: ContentLimits) => RenderPlan)(block, limits);
  } catch {
    return unreadable(block, limits, errorText('content.madeOtherwise', { kind: block.type }));
  }
}

function unreadable(block: unknown, limits: ContentLimits, message: ErrorText): RenderPlan {
  return blocked('unreadable', message, { raw: jsonText(block, limits.rawCharacters) });
}

/** Plans how one content of a resource is shown. Pure, and never throws. */
export function planContents(given: ResourceContents, policy?: ContentPolicy): RenderPlan {
  const limits = limitsOf(policy);
  const contents = checkedContents(given).value;
  if ('type' in contents) return planBlock(contents, policy);
  const { uri: source, mimeType, text, blob } = contents;
  const notes = blob === undefined ? [] : [errorText('content.blobToo', { count: blob.length })];
  if (text !== undefined) return planText(text, limits, { mimeType, source, notes });
  if (blob !== undefined) return planBytes(blob, limits, { what: 'resource', mimeType, source });
  return blocked('unreadable', errorText('content.noContents'));
}

/** True if tool results are nested deeper than `levels`. Never reads deeper than that. */
function isDeeper(block: ContentBlock, levels: number): boolean {
  const checked = checkedBlock(block).value;
  if (checked.type !== 'tool_result') return false;
  return levels <= 0 || checked.content.some((inner) => isDeeper(inner, levels - 1));
}
