// SHA-256, at once and everywhere: `crypto.subtle` computes it later, and not at all on plain http. It tells things apart and
// keeps no secret: keys, codes and tokens go through `crypto.subtle` only.
// https://csrc.nist.gov/pubs/fips/180-4/upd1/final

const FIRST_PRIMES = primes(64);
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const INITIAL = FIRST_PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = FIRST_PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64;

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const data = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((data.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (data.length * 8) >>> 0);
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let n = 0; n < 16; n++) words[n] = view.getInt32(at + n * 4);
    for (let n = 16; n < BLOCK; n++) {
      const [before, last] = [words[n - 15]!, words[n - 2]!];
      const small = rotated(before, 7) ^ rotated(before, 18) ^ (before >>> 3);
      const other = rotated(last, 17) ^ rotated(last, 19) ^ (last >>> 10);
      words[n] = words[n - 16]! + small + words[n - 7]! + other;
    }
    compress(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < BLOCK; n++) {
    const large = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + large + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!) | 0;
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = state[n]! + word;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
