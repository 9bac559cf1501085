import { asMcpError, type ErrorText, errorTextOf } from '../errors.js';
import { requireRemoteAllowed } from '../policy/site-policy.js';
import { errorText } from './error-texts.js';
import { type MediaType, sniffMedia } from './sniff.js';
import { imageSize } from './image-size.js';

/** Tags of an SVG that are counted. An SVG with more counts as too complex to be drawn. */
const MAX_SVG_TAGS = 100_000;
/** Nested references between elements of an SVG. An SVG with more counts as too complex to be drawn. */
const MAX_SVG_REFERENCES = 500;

/** An element with an id, and how often its content is drawn through `<use>`. */
interface Group {
  readonly name: string;
  /** Elements directly in it, or in children without an id. */
  direct: number;
  /** Ids that it references, including those of its content. */
  readonly shows: string[];
}

/**
 * Approximate number of elements that a browser draws for an SVG, counting each copy by `<use>`, patterns and entities.
 * Stops at `limit` + 1.
 */
export function svgShapes(svg: string, limit: number): number {
  // Entities can repeat content without limit, and no drawing needs them.
  if (/<!ENTITY/i.test(svg)) return limit + 1;
  const groups = new Map<string, Group>();
  const root: Group = { name: '', direct: 0, shows: [] };
  const open: Group[] = [root];
  let tags = 0;
  for (const [tag, close, , attributes = '', empty] of svg.matchAll(
    /<(\/?)([a-z][\w:-]*)((?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*(\/?)>/gi,
  )) {
    if (++tags > MAX_SVG_TAGS) return limit + 1;
    const inside = open.at(-1)!;
    if (close) {
      if (open.length > 1) open.pop();
      continue;
    }
    const id = /\sid\s*=\s*["']([^"']*)/i.exec(attributes)?.[1];
    const group = id === undefined ? inside : { name: id, direct: 0, shows: [] };
    if (id !== undefined) {
      groups.set(id, group);
      inside.shows.push(id);
    }
    group.direct++;
    for (const [, shown] of tag.matchAll(/(?:href\s*=\s*["']|url\(\s*["']?)#([^"')\s]+)/gi)) group.shows.push(shown!);
    if (!empty) open.push(group);
  }
  return drawn(root, groups, limit);
}

/**
 * Elements of a group and everything that it references. Each group is counted once, so that cycles and nested copies
 * take no time.
 */
function drawn(root: Group, groups: ReadonlyMap<string, Group>, limit: number): number {
  const counts = new Map<Group, number>();
  const count = (group: Group, level: number): number => {
    if (level > MAX_SVG_REFERENCES) return limit + 1;
    const known = counts.get(group);
    if (known !== undefined) return known;
    // Browsers do not draw cycles, so an open group counts as 0.
    counts.set(group, 0);
    let sum = group.direct;
    for (const name of group.shows) {
      const shown = groups.get(name);
      if (shown && shown !== group) sum += count(shown, level + 1);
      if (sum > limit) break;
    }
    counts.set(group, sum);
    return sum;
  };
  return Math.min(count(root, 0), limit + 1);
}

/** Limits for content of another site. */
export interface RemoteLimits {
  readonly families: readonly MediaType['family'][];
  /** Allowed families of types; default: all that a browser shows. */
  readonly mimeTypes?: readonly string[] | undefined;
  readonly bytes: number;
  /** Pixels of a decoded image. */
  readonly pixels: number;
  /** Shapes of an SVG. */
  readonly shapes: number;
}

export type RemoteReading =
  | { readonly kind: 'media'; readonly media: MediaType; readonly blob: Blob }
  /** CORS did not allow to read it, or loading failed: a page cannot tell these apart. */
  | { readonly kind: 'unreadable' }
  /** Loaded, but not shown. `note` says why, in a sentence. */
  | { readonly kind: 'refused'; readonly note: ErrorText };

/** Milliseconds that another site may take to answer. Then loading fails with `timeout`. */
const REMOTE_MEDIA_TIMEOUT_MS = 30_000;

/**
 * Loads content of another site as far as CORS allows: without cookies or a referrer, and without following a redirect
 * to a third site. Its type is that of its first bytes. Never throws.
 */
export async function loadRemote(href: string, limits: RemoteLimits, signal: AbortSignal): Promise<RemoteReading> {
  const note = whyRemoteRefused(href);
  if (note !== undefined) return { kind: 'refused', note };
  const ends = AbortSignal.any([signal, AbortSignal.timeout(REMOTE_MEDIA_TIMEOUT_MS)]);
  try {
    const response = await fetch(href, {
      credentials: 'omit',
      mode: 'cors',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: ends,
    });
    if (!response.ok) return { kind: 'refused', note: errorText('content.remote.status', { status: response.status }) };
    const bytes = await readUpTo(response, limits.bytes);
    return bytes ? mediaOf(bytes, limits) : { kind: 'refused', note: errorText('content.remote.tooLarge') };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** Why the site does not allow to load from this address, in a sentence; undefined where it does. */
export function whyRemoteRefused(href: string): ErrorText | undefined {
  try {
    requireRemoteAllowed(href);
    return undefined;
  } catch (error) {
    return errorTextOf(asMcpError(error));
  }
}

/** Identifies untrusted bytes, if they may be shown. */
export function mediaOf(bytes: Uint8Array<ArrayBuffer>, limits: RemoteLimits): RemoteReading {
  const media = sniffMedia(bytes);
  if (!media || !limits.families.includes(media.family) || limits.mimeTypes?.includes(media.mimeType) === false)
    return {
      kind: 'refused',
      note: errorText('content.remote.otherFamily', {
        families: limits.families.map((family) => errorText(`content.family.${family}`)),
      }),
    };
  if (media.mimeType === 'image/svg+xml') {
    if (svgShapes(new TextDecoder().decode(bytes), limits.shapes) > limits.shapes)
      return { kind: 'refused', note: errorText('content.remote.tooManyShapes') };
  } else if (media.family === 'image') {
    const size = imageSize(media.mimeType, (offset, count) => bytes.subarray(offset, offset + count));
    if (size && size.width * size.height > limits.pixels)
      return { kind: 'refused', note: errorText('content.remote.tooLarge') };
  }
  return { kind: 'media', media, blob: new Blob([bytes], { type: media.mimeType }) };
}

/** @returns undefined when there are more bytes; these are not loaded */
async function readUpTo(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); reader && next && !next.done;) {
    size += next.value.length;
    if (size > limit) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(next.value);
    // oxlint-disable-next-line no-await-in-loop -- a stream gives one piece after the other
    next = await reader.read();
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
