import { formatBytes } from '../util/bytes.js';
import { safeFileName } from './file-name.js';
import type { ContentLimits } from './limits.js';
import { essenceOf } from './mime.js';
import { planJson } from './plan-json.js';
import type { MediaPlan, RenderPlan } from './render-plan.js';
import { isSvg } from './sniff-media.js';
import { svgShapes } from './svg-shapes.js';
import { separatorOf, textTypeOf, type TextType } from './text-type.js';

/** Characters looked at to tell whether a text is Markdown. */
const SAMPLE = 10_000;

/** Things that are common in Markdown and rare in anything else. */
const MARKDOWN_SIGNS: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}[-*] \S[^\n]*\n {0,3}[-*] \S/m,
  /^\|[^\n]{1,500}\|[ \t]*\n\|[ \t:|-]{3,500}\|/m,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /\*\*[^*\n]{1,200}\*\*/,
];

/** What a text is called where nobody said what it is. */
const TYPE_OF: Readonly<Partial<Record<TextType['kind'], string>>> = {
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  table: 'text/csv',
};

/**
 * Text from a server, by its declared type; where that says nothing by the name of its file; where that does not either, it is
 * JSON if it parses as such, otherwise text.
 */
export function planText(
  text: string,
  limits: ContentLimits,
  options: {
    readonly mimeType?: string | undefined;
    /** Where a download takes its name from. */
    readonly source?: string | undefined;
    readonly notes?: readonly string[] | undefined;
  } = {},
): RenderPlan {
  const essence = essenceOf(options.mimeType);
  const notes = options.notes ?? [];
  const type = textTypeOf(text, essence, options.source);
  const fileName = safeFileName(options.source, essence || (TYPE_OF[type.kind] ?? 'text/plain'));
  const plain = (...more: string[]): RenderPlan => ({
    kind: 'text',
    text,
    fileName,
    notes: [...notes, ...more],
    mayBeMarkdown: type.kind === 'unknown' && looksLikeMarkdown(text),
  });
  switch (type.kind) {
    case 'markdown':
    case 'html':
      return { kind: type.kind, text, fileName, notes };
    case 'table':
      if (text.trim() === '') return plain();
      if (text.length > limits.tableCharacters) return plain(tooLong('a table', limits.tableCharacters));
      return { kind: 'table', text, separator: separatorOf(text, essence, options.source), fileName, notes };
    case 'diff':
      if (text.length > limits.codeCharacters) return plain(tooLong('changes', limits.codeCharacters));
      return { kind: 'diff', text, fileName, notes };
    case 'code':
      if (text.length > limits.codeCharacters) return plain(tooLong('source', limits.codeCharacters));
      return { kind: 'code', text, language: type.language, fileName, notes };
    case 'svg':
      return (isSvg(text) && planSvg(text, limits, fileName, notes)) || plain();
    case 'json':
      return (
        planJson(text, limits, { fileName, notes }) ??
        plain(
          ...(text.length > limits.jsonCharacters
            ? [tooLong('JSON', limits.jsonCharacters)]
            : /^\s*(?:[{[]|$)/.test(text)
              ? ['It cannot be read as JSON.']
              : []),
        )
      );
    default:
      return planJson(text, limits, { fileName, notes }) ?? plain();
  }
}

/** An SVG as an image, in which nothing runs and nothing is loaded. @returns undefined where it is far too large. */
function planSvg(
  text: string,
  limits: ContentLimits,
  fileName: string,
  notes: readonly string[],
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

/** Why an SVG waits for the person, as a sentence. */
export function svgReason(text: string, size: number, limits: ContentLimits): string | undefined {
  if (size > limits.svgBytes)
    return `This drawing has ${formatBytes(size)}. Drawing more than ${formatBytes(limits.svgBytes)} can stop the page for a while.`;
  return svgShapes(text, limits.svgShapes) > limits.svgShapes
    ? 'This drawing repeats its shapes so often that it can stop the page.'
    : undefined;
}

/** True when a text without a type reads like Markdown. A guess, only good for offering the view. */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return MARKDOWN_SIGNS.some((sign) => sign.test(sample));
}

function tooLong(what: string, limit: number): string {
  return `Shown as plain text: as ${what}, at most ${new Intl.NumberFormat('en').format(limit)} characters are shown.`;
}
