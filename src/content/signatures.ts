/** A way to tell a format by its first bytes: texts of single bytes, each at an offset. All have to be there. */
export type Signature<T> = readonly [kind: T, ...parts: readonly (readonly [offset: number, bytes: string])[]];

/** The first kind of a table whose signature the bytes bear. */
export function findSignature<T>(bytes: Uint8Array, table: readonly Signature<T>[]): T | undefined {
  return table.find(([, ...parts]) => parts.every(([offset, expected]) => bytesAre(bytes, offset, expected)))?.[0];
}

/** True when these bytes, one for each character, stand at the offset. */
export function bytesAre(bytes: Uint8Array, offset: number, expected: string): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[offset + index] !== expected.charCodeAt(index)) return false;
  return true;
}

/** Bytes as characters of the same number: for looking, not for reading. */
export function asCharacters(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
