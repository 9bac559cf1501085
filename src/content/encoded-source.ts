import { bytesFromBase64 } from '../util/bytes.js';
import type { ByteSource } from './image-size.js';

/** Characters at the front that are looked at where line breaks stand in the data, and places cannot be computed. */
const HEAD = 1 << 20;
/** Bytes decoded at a time: what looks here looks a little further next. */
const WINDOW = 3 * 1024;

/** Bytes of base64 text by their place, of which only what is asked for is decoded. */
export function encodedSource(base64: string): ByteSource {
  const text = /\s/.test(base64.slice(0, 200)) ? base64.slice(0, HEAD).replace(/\s+/g, '') : base64;
  let start = 0;
  let window = new Uint8Array();
  return (offset, count) => {
    if (offset < start || offset + count > start + window.length) {
      start = offset - (offset % 3);
      const from = (start / 3) * 4;
      const length = Math.ceil((offset - start + Math.max(count, WINDOW)) / 3) * 4;
      const part = text.slice(from, from + length);
      // Whole groups of four, or nothing of it could be decoded.
      const whole = from + length >= text.length ? part : part.slice(0, part.length - (part.length % 4));
      window = bytesFromBase64(whole) ?? new Uint8Array();
    }
    return window.subarray(offset - start, offset - start + count);
  };
}
