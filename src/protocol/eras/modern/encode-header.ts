const PLAIN = /^[\x20-\x7e]*$/;
const SENTINEL = /^=\?base64\?.*\?=$/is;

/**
 * A header can carry visible ASCII only. Everything else travels as base64 in a wrapper, and so does what already looks
 * like that wrapper or would lose spaces at its ends.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function encodeHeaderValue(value: string): string {
  if (PLAIN.test(value) && !/^[ \t]|[ \t]$/.test(value) && !SENTINEL.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}
