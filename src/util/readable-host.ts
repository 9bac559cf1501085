import punycode from 'punycode.js';

const PREFIX = 'xn--';

/**
 * Letters of one label of a host name that are decoded; DNS allows no longer labels (RFC 1035, section 2.3.4). A longer
 * one is shown undecoded.
 */
const MAX_HOST_LABEL_LENGTH = 63;

/** Decodes the Punycode labels of a host name. A label that cannot be decoded is returned unchanged. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? decodeLabel(label.slice(PREFIX.length)) || label : label))
    .join('.');
}

/** @returns undefined for a label that is not Punycode, or too long */
function decodeLabel(encoded: string): string | undefined {
  if (encoded.length > MAX_HOST_LABEL_LENGTH) return undefined;
  try {
    return punycode.decode(encoded);
  } catch {
    return undefined;
  }
}
