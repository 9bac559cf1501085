import type { Icon } from '../protocol/model.js';
import { bytesFromBase64 } from '../util/bytes.js';
import { mediaOf, type RemoteLimits } from './remote.js';
import { essenceOf } from './text-type.js';
import { type AddressReading, readAddress } from './uri.js';

/** The source of an icon. */
export type IconSource =
  | { readonly kind: 'inline'; readonly src: string }
  | { readonly kind: 'remote'; readonly address: Extract<AddressReading, { kind: 'web' }> };

/** Icons of one item that are considered. The others are ignored. */
const MAX_ICONS = 20;

/** Limits of an icon: an image of one of the specification’s four types, or GIF; small, because lists show many. */
export const ICON_LIMITS: RemoteLimits = {
  families: ['image'],
  mimeTypes: ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp', 'image/gif'],
  // A well compressed image of 512 by 512 pixels takes half of it.
  bytes: 256_000,
  // Decoded, 4 MB each. Some dozen icons are in view at a time.
  pixels: 1024 * 1024,
  shapes: 1000,
};

/**
 * The icons that may be shown, the best first: those for this colour scheme before the others, then the smallest one
 * that is large enough. Only `https:` and `data:` URLs are icons, and only the image types that the specification
 * names.
 * @param pixels wanted size in device pixels
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

/** An inline icon as a blob. @returns undefined where it is no icon, or is too large */
export function iconOf(src: string): Blob | undefined {
  // In base64 three bytes take four characters; percent-encoding takes up to three characters for one byte.
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

/** Lower is better. */
function badnessOf({ sizes, theme: madeFor, mimeType }: Icon, theme: string, pixels: number): number {
  const themed = madeFor === undefined ? 1 : madeFor === theme ? 0 : 2;
  const edges = (sizes ?? [])
    .slice(0, MAX_ICONS)
    .map((size) => Number(/^(\d{1,5})x\d{1,5}$/.exec(size)?.[1] ?? Infinity));
  // A vector image fits any size; an icon without sizes may have any.
  const isAny = sizes?.includes('any') || (edges.length === 0 && essenceOf(mimeType) === 'image/svg+xml');
  const unknown = 5000;
  const sized = isAny ? 0 : edges.length === 0 ? unknown : Math.min(...edges.map((edge) => distance(edge, pixels)));
  return themed * 100_000 + sized;
}

/** A size that is too large costs a little, one that is too small more, and an unreadable one most. */
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
