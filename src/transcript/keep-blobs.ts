import { BLOB_SIGN, type Body, type TranscriptBlob } from './entry.js';
import { MAX_BLOB } from './limits.js';
import type { WrittenBody } from './write-body.js';

/** Puts hashes where blobs were found. What is too long, or where the browser gives no hash, is not kept, and said so. */
export async function keepBlobs(written: WrittenBody): Promise<{ body: Body; blobs: readonly TranscriptBlob[] }> {
  const { found, ...body } = written;
  if (found.length === 0) return { body, blobs: [] };
  const blobs: TranscriptBlob[] = [];
  let { json } = body;
  for (const { place, text } of found) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be megabytes
    const hash = text.length <= MAX_BLOB ? await hashOf(text) : undefined;
    if (hash) blobs.push({ hash, text });
    const sign = hash ? BLOB_SIGN + hash : `(${text.length} characters of base64, not recorded)`;
    json = json.replace(place, sign);
  }
  const hashes = [...new Set(blobs.map(({ hash }) => hash))];
  return { body: { ...body, json, ...(hashes.length > 0 && { blobs: hashes }) }, blobs };
}

/** Undefined in a page without a secure connection: there the browser makes none. */
async function hashOf(text: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
