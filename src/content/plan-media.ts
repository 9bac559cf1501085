import { bytesFromBase64, formatBytes } from '../util/bytes.js';
import { encodedSource } from './encoded-source.js';
import { imageSize } from './image-size.js';
import type { ContentLimits } from './limits.js';
import { svgReason } from './plan-text.js';
import type { BlockedPlan, MediaPlan, Savable } from './render-plan.js';
import type { MediaType } from './sniff-media.js';

/** Formats in which the browser finds the picture at the front or not at all: one that cannot be measured is broken, not large. */
const MEASURED_OR_BROKEN = new Set(['image/png', 'image/gif', 'image/bmp']);

/** An image, a sound or a video: shown at once, on request, or only saved, by what it would take to show it. */
export function planMedia(
  media: MediaType,
  savable: Savable,
  limits: ContentLimits,
  notes: readonly string[],
): MediaPlan | BlockedPlan {
  const { family, mimeType, name } = media;
  const base64 = 'base64' in savable.data ? savable.data.base64 : '';
  const size = family === 'image' ? imageSize(mimeType, encodedSource(base64)) : undefined;
  const pixels = size ? size.width * size.height : 0;
  if (size && pixels > limits.decodedPixels)
    return {
      kind: 'blocked',
      reason: 'too-large',
      message: `The image has ${extent(size)} pixels. At most ${counted(limits.decodedPixels)} are shown here.`,
      raw: undefined,
      file: savable,
    };
  const requestReason =
    savable.size > limits.mediaBytes
      ? `It has ${formatBytes(savable.size)}. At most ${formatBytes(limits.mediaBytes)} are shown without asking.`
      : size && pixels > limits.imagePixels
        ? `It has ${extent(size)} pixels, which take ${formatBytes(pixels * 4)} of memory when they are shown.`
        : mimeType === 'image/svg+xml'
          ? svgReason(decoded(base64), savable.size, limits)
          : family === 'image' && !size && !MEASURED_OR_BROKEN.has(mimeType)
            ? 'It does not say how large it is, so it could take very much memory.'
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

function extent({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${counted(width)} × ${counted(height)}`;
}

function counted(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}
