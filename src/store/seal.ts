import { CRYPTO_ANSWER_MS, randomId, within } from '../util/coordination.js';

/** What seals what is kept. The browser uses it for this page, and gives it to nobody: it cannot be read out. */
export interface SealingKey {
  readonly id: string;
  readonly key: CryptoKey;
}

/** Something that only its key opens, and only at its own place. */
export interface Sealed {
  readonly keyId: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Bytes, as AES-GCM wants them. */
const IV_LENGTH = 12;

export async function makeSealingKey(): Promise<SealingKey> {
  const making = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const key = await within(CRYPTO_ANSWER_MS, making);
  return { id: randomId(), key };
}

/** @param place where it will lie; moved to another, it does not open */
export async function seal({ id, key }: SealingKey, place: readonly string[], text: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const sealing = crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text));
  const data = await within(CRYPTO_ANSWER_MS, sealing);
  return { keyId: id, iv, data };
}

/** @throws DOMException when it was sealed with another key, for another place, or is damaged */
export async function unseal({ key }: SealingKey, place: readonly string[], sealed: Sealed): Promise<string> {
  const bytes = await within(CRYPTO_ANSWER_MS, crypto.subtle.decrypt(algorithm(sealed.iv, place), key, sealed.data));
  return new TextDecoder().decode(bytes);
}

function algorithm(iv: Uint8Array<ArrayBuffer>, place: readonly string[]): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(JSON.stringify(place)) };
}
