/**
 * The JSON Pointer of a part of the value at `pointer`.
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export function childPointer(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
