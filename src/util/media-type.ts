/**
 * The media type that a `Content-Type` header names, without its parameters, in lower case; empty where it names none. Of a
 * header that was sent twice, the last type counts, as for the browser.
 * @see https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 */
export function mediaTypeOf(header: string | null | undefined): string {
  const types = (header ?? '').split(',').map((one) => one.split(';', 1)[0]!.trim());
  return (types.findLast((one) => /^[^/\s]+\/[^/\s]+$/.test(one) && one !== '*/*') ?? types[0]!).toLowerCase();
}
