import { imageDimensionsFromData } from 'image-dimensions';
import { bytesFromBase64 } from '../util/bytes.js';

/** Characters at the front that are read where base64 contains line breaks, so that positions cannot be computed. */
const BASE64_HEAD_LENGTH = 1 << 20;

/** Bytes that are decoded at a time: a reader usually continues a little further on. */
const DECODED_WINDOW_BYTES = 3 * 1024;

/** Random access to base64 data. Decodes only the requested bytes. */
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
      // Whole groups of four; otherwise nothing could be decoded.
      const whole = from + length >= text.length ? part : part.slice(0, part.length - (part.length % 4));
      window = bytesFromBase64(whole) ?? new Uint8Array();
    }
    return window.subarray(offset - start, offset - start + count);
  };
}

/** Size in pixels, as the file’s header says. Nothing is decoded. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Gives bytes of a file; fewer than requested at its end. */
type ByteSource = (offset: number, count: number) => Uint8Array;

/**
 * Bytes of a file that are searched for its size: few at first, then more, because a photograph can have much other
 * data before it (the largest colour profiles have 560 kB). Where the size comes later, it counts as unknown, and the
 * person is asked. Searching all of it takes about 5 ms.
 */
const HEADS = [4 * 1024, 64 * 1024, 640 * 1024] as const;

/**
 * Blocks of a GIF that are read before its first frame. With more its size counts as unknown, and it is shown on
 * request only.
 */
const MAX_GIF_PARTS = 200;

/**
 * The decoded size of an image, from the file’s header. A file of 50 KB can decode to gigabytes, so this is checked
 * before the browser gets it.
 * @returns undefined where the header does not contain it, or not in the expected place
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
  // Browsers decode the frames of a GIF, but the library gives only its screen size. It does not know BMP.
  'image/gif': gifSize,
  'image/bmp': bmpSize,
};

function sizeInHead(type: string, read: ByteSource): ImageSize | undefined {
  for (const count of HEADS) {
    const head = read(0, count);
    const found = imageDimensionsFromData(head);
    if (found) return found.type === type ? makeImageSize(found.width, found.height) : undefined;
    if (head.length < count) return undefined;
  }
  return undefined;
}

function bmpSize(read: ByteSource): ImageSize | undefined {
  const head = read(14, 12);
  const view = viewOf(head);
  if (!view || head.length < 12) return undefined;
  // The oldest kind of header has 12 bytes. A negative height means that rows start at the top.
  return view.getUint32(0, true) === 12
    ? makeImageSize(view.getUint16(4, true), view.getUint16(6, true))
    : makeImageSize(Math.abs(view.getInt32(4, true)), Math.abs(view.getInt32(8, true)));
}

/** The GIF’s screen size, or the size of its first frame where that is larger: browsers use the larger one. */
function gifSize(read: ByteSource): ImageSize | undefined {
  const head = read(6, 5);
  const view = viewOf(head);
  if (!view || head.length < 5) return undefined;
  const screen = makeImageSize(view.getUint16(0, true), view.getUint16(2, true));
  const flags = head[4] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let part = 0; part < MAX_GIF_PARTS; part++) {
    const block = read(at, 10);
    const frame = viewOf(block);
    if (block[0] === 0x2c && frame && block.length === 10)
      return makeImageSize(
        Math.max(screen.width, frame.getUint16(1, true) + frame.getUint16(5, true)),
        Math.max(screen.height, frame.getUint16(3, true) + frame.getUint16(7, true)),
      );
    if (block[0] !== 0x21) return screen;
    at += 2;
    // An extension is a chain of blocks; the last one is empty.
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

function makeImageSize(width: number, height: number): ImageSize {
  return { width, height };
}
