import { MAX_EVIDENCE_LENGTH } from './diagnosis-limits.js';
import { errorText } from './error-texts.js';
import type { Words } from './finding.js';

/** True for a wildcard address (0.0.0.0, ::). Servers listen on it, but clients cannot call it. */
export function isWildcard(hostname: string): boolean {
  return hostname === '0.0.0.0' || hostname === '[::]';
}

/** @see https://fetch.spec.whatwg.org/#port-blocking */
const BLOCKED_PORTS: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 ' +
    '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

interface Address {
  readonly url: string;
  /** Why the address cannot be called, and what to write instead; undefined for a valid address. */
  readonly trouble?: Words;
}

/**
 * Parses and checks an address.
 * @param base the page's own address, for relative addresses
 */
export function readAddress(given: string, base?: string): Address {
  let url: URL;
  try {
    if (!given.trim()) throw new TypeError('empty');
    url = new URL(given, base);
  } catch {
    return {
      url: given,
      trouble: [
        errorText('diagnosis.noAddress', { address: given.slice(0, MAX_EVIDENCE_LENGTH) }),
        errorText('diagnosis.noAddress.remedy'),
      ],
    };
  }
  const { protocol, username, password, port } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return {
      url: given,
      trouble: [
        errorText('diagnosis.noHttpAddress', { address: given.slice(0, MAX_EVIDENCE_LENGTH), scheme: protocol }),
        errorText('diagnosis.noHttpAddress.remedy'),
      ],
    };
  url.hash = '';
  if (username || password) {
    url.username = url.password = '';
    return {
      url: url.href,
      trouble: [errorText('diagnosis.nameInAddress', { host: url.host }), errorText('diagnosis.nameInAddress.remedy')],
    };
  }
  if (BLOCKED_PORTS.has(port))
    return {
      url: url.href,
      trouble: [errorText('diagnosis.blockedPort', { port }), errorText('diagnosis.blockedPort.remedy')],
    };
  return { url: url.href };
}
