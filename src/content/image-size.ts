import { asCharacters, bytesAre } from './signatures.js';

/** In pixels, as the file says: nothing is decoded. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Gives some bytes of a file; fewer than asked for at its end. */
export type ByteSource = (offset: number, count: number) => Uint8Array;

/** Parts of a file that are looked at. Photographs bring up to some dozen before they say how large they are. */
const MAX_PARTS = 200;
/** AVIF says it in a list of properties, in the first box but one. */
const AVIF_HEAD = 8192;

/**
 * How large an image becomes when it is decoded, from the head of its file. A file of 50 KB can unfold to gigabytes, so it is
 * asked before the browser is.
 * @returns undefined where the file does not say it, or not where it should.
 */
export function imageSize(mimeType: string, read: ByteSource): ImageSize | undefined {
  const size = READERS[mimeType]?.(read);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const READERS: Readonly<Record<string, (read: ByteSource) => ImageSize | undefined>> = {
  'image/png': (read) => {
    const head = read(8, 16);
    const view = viewOf(head);
    return view && head.length === 16 && view.getUint32(4) === 0x49484452
      ? sizeOf(view.getUint32(8), view.getUint32(12))
      : undefined;
  },
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/bmp': (read) => {
    const head = read(14, 12);
    const view = viewOf(head);
    if (!view || head.length < 12) return undefined;
    // The oldest of its headers has 12 bytes. A height below zero means rows from the top.
    return view.getUint32(0, true) === 12
      ? sizeOf(view.getUint16(4, true), view.getUint16(6, true))
      : sizeOf(Math.abs(view.getInt32(4, true)), Math.abs(view.getInt32(8, true)));
  },
  'image/avif': avifSize,
};

/** From marker to marker up to the frame, which tells. */
function jpegSize(read: ByteSource): ImageSize | undefined {
  let at = 2;
  for (let part = 0; part < MAX_PARTS; part++) {
    const head = read(at, 9);
    const [mark, type = 0] = head;
    if (mark !== 0xff || head.length < 9) return undefined;
    // A marker may be preceded by any number of these.
    if (type === 0xff) {
      at += 1;
      continue;
    }
    const view = viewOf(head)!;
    const isFrame = type >= 0xc0 && type <= 0xcf && type !== 0xc4 && type !== 0xc8 && type !== 0xcc;
    if (isFrame) return sizeOf(view.getUint16(7), view.getUint16(5));
    // The picture itself, before anything said how large it is.
    if (type === 0xda || type === 0xd9) return undefined;
    at += 2 + (type >= 0xd0 && type <= 0xd8 ? 0 : view.getUint16(2));
  }
  return undefined;
}

/** The screen that it says it has, or its first frame where that is larger: browsers take the larger one. */
function gifSize(read: ByteSource): ImageSize | undefined {
  const head = read(6, 5);
  const view = viewOf(head);
  if (!view || head.length < 5) return undefined;
  const screen = sizeOf(view.getUint16(0, true), view.getUint16(2, true));
  const flags = head[4] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let part = 0; part < MAX_PARTS; part++) {
    const block = read(at, 10);
    const frame = viewOf(block);
    if (block[0] === 0x2c && frame && block.length === 10)
      return sizeOf(
        Math.max(screen.width, frame.getUint16(1, true) + frame.getUint16(5, true)),
        Math.max(screen.height, frame.getUint16(3, true) + frame.getUint16(7, true)),
      );
    if (block[0] !== 0x21) return screen;
    at += 2;
    // An extension is a chain of pieces, the last of them empty.
    for (let length = read(at, 1)[0] ?? 0; length > 0 && part < MAX_PARTS; part++) {
      at += length + 1;
      length = read(at, 1)[0] ?? 0;
    }
    at += 1;
  }
  return screen;
}

function webpSize(read: ByteSource): ImageSize | undefined {
  const head = read(12, 18);
  const view = viewOf(head);
  if (!view || head.length < 18) return undefined;
  switch (asCharacters(head, 0, 4)) {
    case 'VP8 ':
      return sizeOf(view.getUint16(14, true) & 0x3fff, view.getUint16(16, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(9, true);
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sizeOf((view.getUint32(12, true) & 0xffffff) + 1, (view.getUint32(14, true) >>> 8) + 1);
    default:
      return undefined;
  }
}

/** The largest extent that any of its properties names: tiles have smaller ones. */
function avifSize(read: ByteSource): ImageSize | undefined {
  const head = read(0, AVIF_HEAD);
  const view = viewOf(head);
  let size: ImageSize | undefined;
  for (let at = 4; view && at + 16 <= head.length; at++) {
    if (!bytesAre(head, at, 'ispe')) continue;
    const found = sizeOf(view.getUint32(at + 8), view.getUint32(at + 12));
    if (!size || found.width * found.height > size.width * size.height) size = found;
  }
  return size;
}

function viewOf(bytes: Uint8Array): DataView | undefined {
  return bytes.length === 0 ? undefined : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function sizeOf(width: number, height: number): ImageSize {
  return { width, height };
}
