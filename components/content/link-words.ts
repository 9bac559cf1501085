import {
  imitatedWord,
  isLocalHost,
  looksLikeAnotherHost,
  readableHost,
  type AddressReading,
  type AddressWarning,
} from '../../src/content/index.js';
import { lookAlikes } from '../elicitation-approval/look-alike.js';

export type WebAddress = Extract<AddressReading, { kind: 'web' }>;

/** What to tell a person about an address, as sentences. */
const WARNINGS: Readonly<Record<AddressWarning, string>> = {
  punycode: 'The address uses letters that can look like others.',
  'false-letters': 'The host mixes alphabets, or uses letters that pass for others.',
  'user-info': 'The address begins with a name that is not the name of the site.',
  'ip-address': 'The address is a bare number, not the name of a site.',
  'not-encrypted': 'The address is not encrypted: others can read and change what it shows.',
};

/** Warnings that make a click ask once more. The others are only shown. */
const ASKS: ReadonlySet<AddressWarning> = new Set(['punycode', 'false-letters', 'user-info', 'ip-address']);

const LOCAL = 'The address is on this computer or in the network around it. A server outside has no business there.';

/** What is odd about an address, each as a sentence. */
export function oddities(address: WebAddress): readonly string[] {
  const readable = readableHost(address.host);
  return [
    ...address.warnings.map((warning) =>
      warning === 'punycode' && readable !== address.host
        ? `The host reads “${readable}”, with letters that can look like others.`
        : WARNINGS[warning],
    ),
    ...(isOutOfPlace(address) ? [LOCAL] : []),
    ...lookAlikes(address.host, '', ''),
  ];
}

/** How the words of a link deceive about where it leads, as sentences. */
export function deceptions(address: WebAddress, text: string): readonly string[] {
  const imitated = imitatedWord(text, address.host);
  return [
    ...(looksLikeAnotherHost(text, address.host) ? [`It says “${text}”.`] : []),
    ...(imitated ? [`It says “${imitated}”, and the host only looks like that.`] : []),
  ];
}

/** True for an address that a person should look at before it is opened, whatever the words of its link. */
export function isOdd(address: WebAddress): boolean {
  return (
    address.warnings.some((warning) => ASKS.has(warning)) ||
    isOutOfPlace(address) ||
    lookAlikes(address.host, '', '').length > 0
  );
}

/** While somebody develops a server, page and server are on one machine, and its links lead there too. */
function isOutOfPlace({ isLocal }: WebAddress): boolean {
  return isLocal && !isLocalHost(location.host);
}
