import { safeFileName } from './file-name.js';
import type { ContentLimits } from './limits.js';
import { essenceOf, isSvg } from './mime.js';
import { prettyJson } from './pretty-json.js';
import type { RenderPlan } from './render-plan.js';

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

/** Text from a server, by its declared type. Without one it is JSON where it parses as such, otherwise text. */
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
  const fileName = safeFileName(options.source, essence || 'text/plain');
  if (essence === 'text/markdown' || essence === 'text/x-markdown') return { kind: 'markdown', text, fileName, notes };
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return { kind: 'html', text, fileName, notes };
  if (essence === 'image/svg+xml' && isSvg(text)) {
    const size = new Blob([text]).size;
    if (size <= limits.mediaBytes)
      return {
        kind: 'image',
        mimeType: 'image/svg+xml',
        formatName: 'SVG',
        data: { text },
        size,
        fileName,
        onRequest: false,
        notes,
      };
  }
  const json =
    mayBeJson(essence) && text.length <= limits.jsonCharacters ? prettyJson(text, limits.textCharacters) : undefined;
  if (json !== undefined) return { kind: 'json', text: json, source: text, fileName, notes };
  return { kind: 'text', text, fileName, notes, mayBeMarkdown: essence === '' && looksLikeMarkdown(text) };
}

/** True when a text without a type reads like Markdown. A guess, only good for offering the view. */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return MARKDOWN_SIGNS.some((sign) => sign.test(sample));
}

function mayBeJson(essence: string): boolean {
  return essence === '' || essence === 'text/plain' || /[/+]json$/.test(essence);
}
