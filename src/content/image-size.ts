import { imageDimensionsFromData } from 'image-dimensions';
import { bytesFromBase64 } from '../util/bytes.js';

/** Characters at the front that are looked at where line breaks stand in the data, and places cannot be computed. */
const BASE64_HEAD_LENGTH = 1 << 20;

/** Bytes that are decoded at a time: what looks here looks a little further next. */
const DECODED_WINDOW_BYTES = 3 * 1024;

/** Bytes of base64 text by their place, of which only what is asked for is decoded. */
export function encodedSource(base64: string): ByteSource {
  const text = /\s/.test(base64.slice(0, 200)) ? base64.slice(0, BASE64_HEAD_LENGTH).replace(/\s+/g, '') : base64;
  let start = 0;
  let window = new Uint8Array();
  return (offset, count) => {
    if (offset < start || offset + count > start + window.length) {
      start = offset - (offset % 3);
      const from = (start / 3) * 4;
      const length = Math.ceil((offset - start + Math.max(count, DECODED_WINDOW_BYTES)) / 3) * 4;
      const part = text.slice(from, from + length);
      // Whole groups of four, or nothing of it could be decoded.
      const whole = from + length >= text.length ? part : part.slice(0, part.length - (part.length % 4));
      window = bytesFromBase64(whole) ?? new Uint8Array();
    }
    return window.subarray(offset - start, offset - start + count);
  };
}

/** In pixels, as the file says: nothing is decoded. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Gives some bytes of a file; fewer than asked for at its end. */
type ByteSource = (offset: number, count: number) => Uint8Array;

/**
 * Bytes of a file that are searched for its size: few at first, then more, because a photograph can say much else before; the
 * largest colour profiles in use have 560 kB. One that says it later has no size here, so that the person is asked. Searching
 * all of it takes about 5 ms.
 */
const HEADS = [4 * 1024, 64 * 1024, 640 * 1024] as const;

/**
 * Blocks and pieces of a GIF that are looked at before its first frame. With more its size is not known, and it waits
 * for a press.
 */
const MAX_GIF_PARTS = 200;

/**
 * How large an image becomes when it is decoded, from the head of its file. A file of 50 KB can unfold to gigabytes, so it is
 * asked before the browser is.
 * @returns undefined where the file does not say it, or not where it should.
 */
export function imageSize(mimeType: string, read: ByteSource): ImageSize | undefined {
  const size = SIZE_READERS[mimeType]?.(read);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const SIZE_READERS: Readonly<Record<string, (read: ByteSource) => ImageSize | undefined>> = {
  'image/png': (read) => sizeInHead('png', read),
  'image/jpeg': (read) => sizeInHead('jpeg', read),
  'image/webp': (read) => sizeInHead('webp', read),
  'image/avif': (read) => sizeInHead('avif', read),
  // The library gives the screen of a GIF, and browsers decode its frames. BMP it does not know.
  'image/gif': gifSize,
  'image/bmp': bmpSize,
};

function sizeInHead(type: string, read: ByteSource): ImageSize | undefined {
  for (const count of HEADS) {
    const head = read(0, count);
    const found = imageDimensionsFromData(head);
    if (found) return found.type === type ? sizeOf(found.width, found.height) : undefined;
    if (head.length < count) return undefined;
  }
  return undefined;
}

function bmpSize(read: ByteSource): ImageSize | undefined {
  const head = read(14, 12);
  const view = viewOf(head);
  if (!view || head.length < 12) return undefined;
  // The oldest of its headers has 12 bytes. A height below zero means rows from the top.
  return view.getUint32(0, true) === 12
    ? sizeOf(view.getUint16(4, true), view.getUint16(6, true))
    : sizeOf(Math.abs(view.getInt32(4, true)), Math.abs(view.getInt32(8, true)));
}

/** The screen that it says it has, or its first frame where that is larger: browsers take the larger one. */
function gifSize(read: ByteSource): ImageSize | undefined {
  const head = read(6, 5);
  const view = viewOf(head);
  if (!view || head.length < 5) return undefined;
  const screen = sizeOf(view.getUint16(0, true), view.getUint16(2, true));
  const flags = head[4] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let part = 0; part < MAX_GIF_PARTS; part++) {
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
    for (let length = read(at, 1)[0] ?? 0; length > 0 && part < MAX_GIF_PARTS; part++) {
      at += length + 1;
      length = read(at, 1)[0] ?? 0;
    }
    at += 1;
  }
  return screen;
}

function viewOf(bytes: Uint8Array): DataView | undefined {
  return bytes.length === 0 ? undefined : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function sizeOf(width: number, height: number): ImageSize {
  return { width, height };
}
