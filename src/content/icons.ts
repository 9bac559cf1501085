import type { Icon } from '../protocol/model.js';
import { bytesFromBase64 } from '../util/bytes.js';
import { mediaOf, type RemoteLimits } from './remote.js';
import { essenceOf } from './text-type.js';
import { type AddressReading, readAddress } from './uri.js';

/** Where an icon's data is. */
export type IconSource =
  | { readonly kind: 'inline'; readonly src: string }
  | { readonly kind: 'remote'; readonly address: Extract<AddressReading, { kind: 'web' }> };

/** Icons of one thing that are looked at. The others are ignored. */
const MAX_ICONS = 20;

/** What an icon may be: an image of one of the four types of the specification, or GIF; small, since lists show many. */
export const ICON_LIMITS: RemoteLimits = {
  families: ['image'],
  mimeTypes: ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp', 'image/gif'],
  // A picture of 512 pixels by 512, well packed, is half of it.
  bytes: 256_000,
  // Decoded, 4 MB each: some dozen of them are in view at a time.
  pixels: 1024 * 1024,
  shapes: 1000,
};

/**
 * The icons that may be shown, the most fitting first: for this scheme before the other, then the smallest that is large enough.
 * Only `https:` and `data:` are icons at all, and only the image types that the specification names.
 * @param pixels wanted, device pixels
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons
 */
export function iconCandidates(icons: readonly Icon[], theme: 'light' | 'dark', pixels: number): readonly IconSource[] {
  return icons
    .slice(0, MAX_ICONS)
    .flatMap((icon) => {
      const source = sourceOf(icon);
      return source ? [{ source, badness: badnessOf(icon, theme, pixels) }] : [];
    })
    .sort((one, other) => one.badness - other.badness)
    .map(({ source }) => source);
}

/** An inline icon as a blob. @returns undefined for what is not, or is too large to be, an icon */
export function iconOf(src: string): Blob | undefined {
  // In base64, three bytes are four characters; percent-encoding takes up to three for one.
  if (src.length > ICON_LIMITS.bytes * 3) return undefined;
  const [, parameters = '', data = ''] = /^data:([^,]{0,200}),([\s\S]*)$/i.exec(src) ?? [];
  const bytes = /;\s*base64\s*$/i.test(parameters)
    ? bytesFromBase64(unescaped(data))
    : new TextEncoder().encode(unescaped(data));
  if (!bytes || bytes.length === 0 || bytes.length > ICON_LIMITS.bytes) return undefined;
  const reading = mediaOf(bytes, ICON_LIMITS);
  return reading.kind === 'media' ? reading.blob : undefined;
}

function sourceOf({ src, mimeType }: Icon): IconSource | undefined {
  const declared = essenceOf(mimeType);
  if (declared && !ICON_LIMITS.mimeTypes?.includes(declared === 'image/jpg' ? 'image/jpeg' : declared))
    return undefined;
  if (/^data:image\//i.test(src)) return { kind: 'inline', src };
  const address = readAddress(src);
  return address.kind === 'web' && address.href.startsWith('https:') && !address.warnings.includes('user-info')
    ? { kind: 'remote', address }
    : undefined;
}

/** Lower fits better. */
function badnessOf({ sizes, theme: madeFor, mimeType }: Icon, theme: string, pixels: number): number {
  const themed = madeFor === undefined ? 1 : madeFor === theme ? 0 : 2;
  const edges = (sizes ?? [])
    .slice(0, MAX_ICONS)
    .map((size) => Number(/^(\d{1,5})x\d{1,5}$/.exec(size)?.[1] ?? Infinity));
  // A drawing fits any size; where nothing is said, anything may come.
  const isAny = sizes?.includes('any') || (edges.length === 0 && essenceOf(mimeType) === 'image/svg+xml');
  const unknown = 5000;
  const sized = isAny ? 0 : edges.length === 0 ? unknown : Math.min(...edges.map((edge) => distance(edge, pixels)));
  return themed * 100_000 + sized;
}

/** Larger than wanted costs a little, smaller is worse, and what is no size is worst. */
function distance(edge: number, pixels: number): number {
  if (!Number.isFinite(edge)) return 9000;
  return edge >= pixels ? Math.min(edge - pixels, 4000) : 4000 + pixels - edge;
}

function unescaped(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
