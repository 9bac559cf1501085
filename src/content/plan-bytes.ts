import { base64Size, bytesFromBase64, firstBytes, formatBytes } from '../util/bytes.js';
import { decodeText } from './decode-text.js';
import { safeFileName } from './file-name.js';
import type { ContentLimits } from './limits.js';
import { essenceOf, isSameType } from './mime.js';
import { planMedia } from './plan-media.js';
import { planText } from './plan-text.js';
import type { BlockedPlan, DownloadPlan, RemotePlan, RenderPlan, Savable } from './render-plan.js';
import { FILE_SNIFF_BYTES, readsAsText, sniffFile, sniffMarkup, type FileType } from './sniff-file.js';
import { SNIFF_BYTES, sniffMedia } from './sniff-media.js';
import { isTextual } from './text-type.js';
import { readAddress } from './uri-policy.js';

const SVG = 'image/svg+xml';

/** What is known of data from a server before it is looked at. */
export interface DataSource {
  /** The word for it in messages: `image`, `audio`, `resource`. */
  readonly what: string;
  readonly mimeType?: string | undefined;
  /** Where a download takes its name from. */
  readonly source?: string | undefined;
}

/**
 * Base64 data from a server. The bytes decide what is shown, the declared type only what is said about it: where the
 * two differ, a reader is told.
 */
export function planBytes(data: string, limits: ContentLimits, about: DataSource): RenderPlan {
  const notes: string[] = [];
  const { base64, problem } = readData(data, about, notes);
  if (problem) return problem;
  const declared = essenceOf(about.mimeType);
  const head = firstBytes(base64, Math.max(SNIFF_BYTES, FILE_SNIFF_BYTES));
  const isText = isTextual(declared) || (isUntold(declared) && readsAsText(head));
  const sniffed = sniffMedia(head);
  // A drawing that was called text is text: its source.
  const media = sniffed?.mimeType === SVG && isText && declared !== '' && declared !== SVG ? undefined : sniffed;
  const file = media ? undefined : sniffFile(head, declared);
  const size = base64Size(base64);
  const savable = (mimeType: string): Savable => ({
    data: { base64 },
    size,
    fileName: safeFileName(about.source ?? about.what, mimeType),
  });
  if (size > limits.decodedBytes)
    return blocked(
      'too-large',
      `The ${about.what} has ${formatBytes(size)}. At most ${formatBytes(limits.decodedBytes)} are opened here.`,
      { file: savable(media?.mimeType ?? file?.mimeType ?? declared) },
    );

  if (media && isShownAs(declared, media.mimeType)) {
    if (!isUntold(declared) && !isSameType(declared, media.mimeType)) notes.push(lie(declared, media.mimeType));
    return planMedia(media, savable(media.mimeType), limits, notes);
  }
  if (isText && !media && !file && size <= Math.min(limits.encodedTextBytes, limits.textCharacters)) {
    const bytes = bytesFromBase64(base64);
    const text = bytes && decodeText(bytes, about.mimeType);
    if (text !== undefined) return planText(text, limits, { mimeType: about.mimeType, source: about.source, notes });
  }
  return planFile({ declared, head, isText, found: media ?? file, isMedia: media !== undefined, savable, notes });
}

function planFile(about: {
  readonly declared: string;
  readonly head: Uint8Array;
  readonly isText: boolean;
  readonly found: Pick<FileType, 'mimeType' | 'name' | 'isProgram'> | undefined;
  readonly isMedia: boolean;
  readonly savable: (mimeType: string) => Savable;
  readonly notes: readonly string[];
}): DownloadPlan {
  const { declared, head, isText, isMedia } = about;
  const notes = [...about.notes];
  const found = about.found ?? (isText ? undefined : sniffMarkup(head));
  if (found) {
    if (isMedia || contradicts(declared, found)) notes.push(lie(declared, found.mimeType));
    if (found.isProgram) notes.push('It is a program. Run it only if you know who made it.');
  } else if (/^(?:image|audio|video)\//.test(declared))
    notes.push(`The server says ${declared}, but the data is nothing that is shown here.`);
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

/** Media are shown as what they are when they were called media, or nothing in particular. */
function isShownAs(declared: string, found: string): boolean {
  return isUntold(declared) || /^(?:image|audio|video)\//.test(declared) || isSameType(declared, found);
}

/** A type that says nothing. */
function isUntold(declared: string): boolean {
  return declared === '' || declared === 'application/octet-stream';
}

/** Many formats are archives inside, with types of their own: that is no lie. Another family is, and so is a hidden program. */
function contradicts(declared: string, found: Pick<FileType, 'mimeType' | 'isProgram'>): boolean {
  if (isUntold(declared) || isSameType(declared, found.mimeType)) return false;
  return (
    found.isProgram === true ||
    declared === 'application/pdf' ||
    found.mimeType === 'application/pdf' ||
    declared.split('/', 1)[0] !== found.mimeType.split('/', 1)[0]
  );
}

function lie(declared: string, found: string): string {
  return `The server says ${declared}, but the data is ${found}.`;
}

/** The base64 in what a server put where base64 belongs, which is sometimes an address. */
function readData(
  data: string,
  { what, mimeType }: DataSource,
  notes: string[],
): { readonly base64: string; readonly problem?: BlockedPlan | RemotePlan } {
  const head = data.slice(0, 200).trimStart();
  if (/^https?:/i.test(head)) {
    const address = readAddress(data.trim());
    const family = what === 'resource' ? essenceOf(mimeType).split('/', 1)[0] : what;
    if (address.kind === 'web' && (family === 'image' || family === 'audio' || family === 'video'))
      return { base64: '', problem: { kind: 'remote', what: family, address, notes } };
    const host = address.kind === 'web' ? address.host : 'another site';
    const message = `The ${what} from ${host} was not loaded.`;
    return { base64: '', problem: blocked('remote', message, { raw: data.slice(0, 2000) }) };
  }
  const prefix = /^data:[^,]{0,150};base64,/i.exec(head)?.[0];
  if (prefix) notes.push('The server sent an address (data:) where only the data belongs.');
  const base64 = prefix ? data.trimStart().slice(prefix.length) : data;
  if (base64 === '') return { base64, problem: blocked('unreadable', `The ${what} is empty.`) };
  if (firstBytes(base64, 12).length === 0)
    return {
      base64,
      problem: blocked('unreadable', `The ${what} is not valid base64.`, { raw: data.slice(0, 2000) }),
    };
  return { base64 };
}

function blocked(
  reason: BlockedPlan['reason'],
  message: string,
  more: { readonly raw?: string; readonly file?: Savable } = {},
): BlockedPlan {
  return { kind: 'blocked', reason, message, raw: more.raw, file: more.file };
}
