import type { ResourceContents } from '../protocol/model.js';

/** Characters of a resource: addresses, text and base64. */
export function sizeOf(contents: readonly ResourceContents[]): number {
  return contents.reduce((size, { uri, text, blob }) => size + uri.length + (text ?? blob ?? '').length, 0);
}
