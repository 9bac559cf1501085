/**
 * Bytes as text, by their byte order mark, the declared `charset`, or as UTF-8.
 * @returns undefined when they are not text of that kind.
 */
export function decodeText(bytes: Uint8Array, mimeType: string | undefined): string | undefined {
  const declared = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(mimeType ?? '')?.[1];
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
