import { offeredScheme, readAddress, type AddressReading } from './uri-policy.js';

/** What an image said of itself before its address was taken away. */
export interface HeldImage {
  /** Host it would have been loaded from; undefined where the data was inside the text or the address led nowhere. */
  readonly host: string | undefined;
  /** The address itself, where there is a host: for those who ask the person first. */
  readonly address: Extract<AddressReading, { kind: 'web' }> | undefined;
  readonly alt: string;
}

/** Characters of an alternative text that are repeated. */
const MAX_ALT = 200;

export function describeImage(image: Element): HeldImage {
  const source = image.getAttribute('src') ?? image.getAttribute('srcset')?.trim().split(/[\s,]/, 1)[0] ?? '';
  const address = readAddress(source.startsWith('//') ? `https:${source}` : source.trim());
  const web = address.kind === 'web' ? address : undefined;
  return {
    host: web?.host,
    address: web,
    alt: (image.getAttribute('alt') ?? '').trim().slice(0, MAX_ALT),
  };
}

/** Puts words where images stood. @returns each of these words with the image that they stand for. */
export function replaceImages(
  fragment: DocumentFragment,
  held: ReadonlyMap<Element, HeldImage>,
): ReadonlyMap<HTMLElement, HeldImage> {
  const places = new Map<HTMLElement, HeldImage>();
  for (const image of fragment.querySelectorAll('img')) {
    const found = held.get(image) ?? { host: undefined, address: undefined, alt: '' };
    const { host, alt } = found;
    const words = document.createElement('span');
    words.className = 'not-loaded';
    if (host) {
      const name = document.createElement('strong');
      name.textContent = host;
      words.append('Image from ', name, ' was not loaded');
    } else {
      words.append('Image was not loaded');
    }
    words.append(alt ? `: “${alt}”` : '.');
    image.replaceWith(words);
    places.set(words, found);
  }
  return places;
}

/** Writes behind each link where it leads, unless its own words begin with that. */
export function nameLinkHosts(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll('a[href]')) {
    const address = readAddress(link.getAttribute('href') ?? '');
    const target = address.kind === 'web' ? address.host : address.kind === 'mail' ? address.address : undefined;
    if (target === undefined) {
      link.removeAttribute('href');
      continue;
    }
    const words = (link.textContent ?? '').trim().replace(/^(?:https?:\/\/|mailto:)/i, '');
    const rest = words.startsWith(target) ? words.slice(target.length) : undefined;
    // A tooltip is where people look for the address, so it must not be the server's own words.
    link.setAttribute('title', address.kind === 'text' ? '' : address.href);
    if (rest === '' || (rest !== undefined && /^[/?#]/.test(rest))) continue;
    const host = document.createElement('small');
    host.className = 'link-host';
    host.textContent = ` (${target})`;
    link.after(host);
  }
}

/** Links whose address only an application could open, each with that address. They are plain words until somebody asks the page. */
export function offeredLinks(
  fragment: DocumentFragment,
  addresses: ReadonlyMap<Element, string>,
): ReadonlyMap<HTMLElement, string> {
  const offered = new Map<HTMLElement, string>();
  for (const link of fragment.querySelectorAll('a')) {
    const address = addresses.get(link);
    if (address !== undefined && !link.hasAttribute('href') && offeredScheme(address)) offered.set(link, address);
  }
  return offered;
}
