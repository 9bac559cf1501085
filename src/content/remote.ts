import { type MediaType, sniffMedia } from './sniff.js';
import { imageSize } from './image-size.js';

/** Tags of an SVG that are read. One with more counts as too complex to be drawn. */
const MAX_SVG_TAGS = 100_000;
/** Elements of an SVG that show each other in a row. One with more counts as too complex to be drawn. */
const MAX_SVG_REFERENCES = 500;

/** An element with an id, and how often the elements inside it are drawn through `<use>`. */
interface Group {
  readonly name: string;
  /** Elements directly in it or in unnamed ones. */
  own: number;
  /** Names that it shows, with those inside it. */
  readonly shows: string[];
}

/**
 * About how many elements a browser draws for an SVG, each copy that `<use>`, a pattern or an entity makes counted. Not more
 * than `limit` + 1 are counted.
 */
export function svgShapes(svg: string, limit: number): number {
  // Entities of its own can repeat anything without end, and no drawing needs them.
  if (/<!ENTITY/i.test(svg)) return limit + 1;
  const groups = new Map<string, Group>();
  const root: Group = { name: '', own: 0, shows: [] };
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
    const group = id === undefined ? inside : { name: id, own: 0, shows: [] };
    if (id !== undefined) {
      groups.set(id, group);
      inside.shows.push(id);
    }
    group.own++;
    for (const [, shown] of tag.matchAll(/(?:href\s*=\s*["']|url\(\s*["']?)#([^"')\s]+)/gi)) group.shows.push(shown!);
    if (!empty) open.push(group);
  }
  return drawn(root, groups, limit);
}

/** Elements of a group and of all it shows. Each is counted once, so that rings and copies of copies take no time. */
function drawn(root: Group, groups: ReadonlyMap<string, Group>, limit: number): number {
  const counts = new Map<Group, number>();
  const count = (group: Group, level: number): number => {
    if (level > MAX_SVG_REFERENCES) return limit + 1;
    const known = counts.get(group);
    if (known !== undefined) return known;
    // A ring is not drawn by browsers, and is nothing a drawing needs: counted as nothing while it is open.
    counts.set(group, 0);
    let sum = group.own;
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

/** What may come from another site. */
export interface RemoteLimits {
  readonly families: readonly MediaType['family'][];
  /** Types of these families that are taken; all that a browser shows where it is left out. */
  readonly mimeTypes?: readonly string[] | undefined;
  readonly bytes: number;
  /** Of an image, once it is decoded. */
  readonly pixels: number;
  /** Of an SVG. */
  readonly shapes: number;
}

export type RemoteReading =
  | { readonly kind: 'media'; readonly media: MediaType; readonly blob: Blob }
  /** The browser was not allowed to read it, or it did not come: the two cannot be told apart. */
  | { readonly kind: 'unreadable' }
  /** It came, and is not shown. `note` says why, in a sentence. */
  | { readonly kind: 'refused'; readonly note: string };

/** Milliseconds that another site may take to answer. Then loading fails with `timeout`. */
const REMOTE_MEDIA_TIMEOUT_MS = 30_000;

/**
 * Loads something from another site as far as that site lets this page read it: without cookies or a word of where it is shown,
 * not from a third site to which it is sent on, and only what its own first bytes say it is. Never throws.
 */
export async function loadRemote(href: string, limits: RemoteLimits, signal: AbortSignal): Promise<RemoteReading> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(REMOTE_MEDIA_TIMEOUT_MS)]);
  try {
    const response = await fetch(href, {
      credentials: 'omit',
      mode: 'cors',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: ends,
    });
    if (!response.ok) return { kind: 'refused', note: `The site answered with an error (${response.status}) instead.` };
    const bytes = await readUpTo(response, limits.bytes);
    return bytes ? mediaOf(bytes, limits) : { kind: 'refused', note: TOO_LARGE };
  } catch {
    return { kind: 'unreadable' };
  }
}

const TOO_LARGE = 'It is larger than what is shown here.';

/** What bytes from a stranger are, where they may be shown. */
export function mediaOf(bytes: Uint8Array<ArrayBuffer>, limits: RemoteLimits): RemoteReading {
  const media = sniffMedia(bytes);
  if (!media || !limits.families.includes(media.family) || limits.mimeTypes?.includes(media.mimeType) === false)
    return { kind: 'refused', note: `What came is no ${limits.families.join(' or ')} that is shown here.` };
  if (media.mimeType === 'image/svg+xml') {
    if (svgShapes(new TextDecoder().decode(bytes), limits.shapes) > limits.shapes)
      return { kind: 'refused', note: 'It is a drawing with more shapes than are drawn here.' };
  } else if (media.family === 'image') {
    const size = imageSize(media.mimeType, (offset, count) => bytes.subarray(offset, offset + count));
    if (size && size.width * size.height > limits.pixels) return { kind: 'refused', note: TOO_LARGE };
  }
  return { kind: 'media', media, blob: new Blob([bytes], { type: media.mimeType }) };
}

/** @returns undefined when there is more, which is then not loaded */
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
