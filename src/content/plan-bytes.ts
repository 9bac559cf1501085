import { base64Size, bytesFromBase64, firstBytes, formatBytes } from '../util/bytes.js';
import { safeFileName } from './file-name.js';
import type { ContentLimits } from './limits.js';
import { SNIFF_BYTES, essenceOf, isSameType, isTextual, sniffMedia } from './mime.js';
import { planText } from './plan-text.js';
import type { BlockedPlan, DownloadPlan, RenderPlan } from './render-plan.js';
import { readAddress } from './uri-policy.js';

/**
 * Base64 data from a server. The bytes decide what is shown, the declared type only what is said about it: where the
 * two differ, a reader is told.
 */
export function planBytes(
  data: string,
  limits: ContentLimits,
  options: {
    /** The word for it in messages: `image`, `audio`, `resource`. */
    readonly what: string;
    readonly mimeType?: string | undefined;
    /** Where a download takes its name from. */
    readonly source?: string | undefined;
  },
): RenderPlan {
  const notes: string[] = [];
  const { base64, problem } = readData(data, options.what, notes);
  if (problem) return problem;
  const size = base64Size(base64);
  if (size > limits.decodedBytes)
    return blocked(
      'too-large',
      `The ${options.what} has ${formatBytes(size)}. At most ${formatBytes(limits.decodedBytes)} are opened here.`,
    );

  const declared = essenceOf(options.mimeType);
  const media = sniffMedia(firstBytes(base64, SNIFF_BYTES));
  const unspecific = declared === '' || declared === 'application/octet-stream';
  if (
    media &&
    (unspecific ||
      declared.startsWith('image/') ||
      declared.startsWith('audio/') ||
      isSameType(declared, media.mimeType))
  ) {
    if (!unspecific && !isSameType(declared, media.mimeType))
      notes.push(`The server says ${declared}, but the data is ${media.mimeType}.`);
    return {
      kind: media.family,
      mimeType: media.mimeType,
      formatName: media.name,
      data: { base64 },
      size,
      fileName: safeFileName(options.source ?? options.what, media.mimeType),
      onRequest: size > limits.mediaBytes,
      notes,
    };
  }
  const text = isTextual(declared) && size <= limits.textCharacters ? decodeText(base64) : undefined;
  if (text !== undefined) return planText(text, limits, { mimeType: options.mimeType, source: options.source, notes });
  if (media) notes.push(`The server says ${declared}, but the data is ${media.mimeType}.`);
  else if (/^(?:image|audio)\//.test(declared))
    notes.push(`The server says ${declared}, but the data is nothing that is shown here.`);
  const download: DownloadPlan = {
    kind: 'download',
    mimeType: declared,
    data: { base64 },
    size,
    fileName: safeFileName(options.source ?? options.what, media?.mimeType ?? declared),
    notes,
  };
  return download;
}

/** The base64 in what a server put where base64 belongs, which is sometimes an address. */
function readData(
  data: string,
  what: string,
  notes: string[],
): { readonly base64: string; readonly problem?: BlockedPlan } {
  const head = data.slice(0, 200).trimStart();
  if (/^https?:/i.test(head)) {
    const address = readAddress(data.trim());
    const host = address.kind === 'web' ? address.host : 'another site';
    return { base64: '', problem: blocked('remote', `The ${what} from ${host} was not loaded.`, data.slice(0, 2000)) };
  }
  const prefix = /^data:[^,]{0,150};base64,/i.exec(head)?.[0];
  if (prefix) notes.push('The server sent an address (data:) where only the data belongs.');
  const base64 = prefix ? data.trimStart().slice(prefix.length) : data;
  if (base64 === '') return { base64, problem: blocked('unreadable', `The ${what} is empty.`) };
  if (firstBytes(base64, 12).length === 0)
    return { base64, problem: blocked('unreadable', `The ${what} is not valid base64.`, data.slice(0, 2000)) };
  return { base64 };
}

/** @returns undefined when the bytes are not UTF-8. */
function decodeText(base64: string): string | undefined {
  const bytes = bytesFromBase64(base64);
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function blocked(reason: BlockedPlan['reason'], message: string, raw?: string): BlockedPlan {
  return { kind: 'blocked', reason, message, raw };
}
