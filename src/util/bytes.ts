/** Characters of base64 that are decoded at a time: 1 MiB, a multiple of four, a few milliseconds of work. */
const BASE64_CHARACTERS_PER_STEP = 1 << 20;

/**
 * Bytes of space beyond the expected size: when the array is full, the native decoder stops before it detects invalid
 * text after it.
 */
const DECODER_SLACK_BYTES = 4;

/** `Uint8Array.prototype.setFromBase64`, if the engine has it. */
type NativeDecoder = (this: Uint8Array, base64: string) => { readonly written: number };

const nativeDecoder = (Uint8Array.prototype as { setFromBase64?: NativeDecoder }).setFromBase64;

/**
 * The number of bytes that base64 text decodes to, from its length alone: exact without line breaks, otherwise
 * slightly too large. For checking a limit before decoding.
 */
export function base64Size(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

/**
 * Decodes base64 in one go. For small data; use {@link decodeBase64} otherwise.
 * @returns undefined when the text is not base64
 */
export function bytesFromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  const text = withoutBreaks(base64);
  const bytes = new Uint8Array(base64Size(text) + DECODER_SLACK_BYTES);
  try {
    return bytes.subarray(0, decodeInto(bytes, 0, text));
  } catch {
    return undefined;
  }
}

/** Decodes the first bytes, to look at a file’s signature. Empty when the text is not base64. */
export function firstBytes(base64: string, count: number): Uint8Array<ArrayBuffer> {
  // The text may contain line breaks, so twice as much as necessary is read, cut to whole groups of four characters.
  const length = Math.ceil(count / 3) * 8;
  const head = withoutBreaks(base64.slice(0, length));
  const whole = base64.length > length ? head.slice(0, head.length - (head.length % 4)) : head;
  return bytesFromBase64(whole)?.subarray(0, count) ?? new Uint8Array();
}

/**
 * Decodes base64 in pieces and yields to the page after each.
 * @returns undefined when the text is not base64
 * @throws the signal’s reason when it aborts
 */
export async function decodeBase64(
  base64: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (base64.length <= BASE64_CHARACTERS_PER_STEP) return bytesFromBase64(base64);
  const text = withoutBreaks(base64);
  const bytes = new Uint8Array(base64Size(text) + DECODER_SLACK_BYTES);
  let written = 0;
  try {
    for (let at = 0; at < text.length; at += BASE64_CHARACTERS_PER_STEP) {
      written += decodeInto(bytes, written, text.slice(at, at + BASE64_CHARACTERS_PER_STEP));
      // oxlint-disable-next-line no-await-in-loop -- the page needs a turn after each piece
      await new Promise((resolve) => setTimeout(resolve));
      options.signal?.throwIfAborted();
    }
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return undefined;
  }
  return bytes.subarray(0, written);
}

/** Removes line breaks, which are common in base64 and would shift the groups of four characters. */
function withoutBreaks(base64: string): string {
  return /[\s]/.test(base64) ? base64.replace(/\s+/g, '') : base64;
}

/**
 * Decodes into `bytes`.
 * @returns the number of bytes written
 * @throws when the text is not base64
 */
function decodeInto(bytes: Uint8Array<ArrayBuffer>, offset: number, base64: string): number {
  if (nativeDecoder) return nativeDecoder.call(bytes.subarray(offset), base64).written;
  const binary = atob(base64);
  for (let index = 0; index < binary.length; index++) bytes[offset + index] = binary.charCodeAt(index);
  return binary.length;
}
