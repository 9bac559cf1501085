/** Characters of an address that are read. Browsers refuse far longer ones too. */
export const MAX_ADDRESS_LENGTH = 8192;

/** An address that came from outside, taken apart. @returns undefined where it is none, or far too long */
export function parseAddress(uri: string): URL | undefined {
  return uri.length <= MAX_ADDRESS_LENGTH && URL.canParse(uri) ? new URL(uri) : undefined;
}

/** The host of a web address, as the network sees it. @returns undefined for everything that is not `http:` or `https:` */
export function webHost(uri: string): string | undefined {
  const url = parseAddress(uri);
  return url && /^https?:$/.test(url.protocol) ? url.host : undefined;
}
