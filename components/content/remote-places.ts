import {
  offeredScheme,
  visibleText,
  type ContentPolicy,
  type HeldImage,
  type SafeFragment,
} from '../../src/content/index.js';
import type { LinkGuard } from './link-guard.js';

/** Images of one text that can be loaded in their places; those beyond stay words. Each place is an element with a life of its own. */
const MAX_PLACES = 200;

/** How much of a fragment has been through {@link furnish}. A long text grows while it is shown. */
const furnished = new WeakMap<SafeFragment, { images: number; offered: number }>();

/**
 * Puts into formatted text what a person can press: instead of the words for an image one that can be loaded, and behind a link
 * that only an application could open a button that offers it to the page. The sanitizer lets neither through, so both are ours.
 */
export function furnish(fragment: SafeFragment, guard: LinkGuard, policy: ContentPolicy | undefined): void {
  const done = furnished.get(fragment) ?? { images: 0, offered: 0 };
  furnished.set(fragment, { images: fragment.images.size, offered: fragment.offered.size });
  if (done.images < Math.min(fragment.images.size, MAX_PLACES))
    for (const [words, image] of [...fragment.images].slice(done.images, MAX_PLACES)) placeImage(words, image);
  if (done.offered < Math.min(fragment.offered.size, MAX_PLACES))
    for (const [link, uri] of [...fragment.offered].slice(done.offered, MAX_PLACES)) placeOffer(link, uri, guard);
  if (policy) for (const media of fragment.root.querySelectorAll('mcp-remote-media')) media.policy = policy;
}

function placeImage(words: HTMLElement, { address, alt }: HeldImage): void {
  if (!address) return;
  const media = document.createElement('mcp-remote-media');
  media.src = address.href;
  media.alt = alt;
  words.replaceWith(media);
}

function placeOffer(link: HTMLElement, uri: string, guard: LinkGuard): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'offer small';
  button.setAttribute('part', 'offer-button');
  button.title = visibleText(uri);
  button.textContent = visibleText(`Open ${offeredScheme(uri) ?? ''}:`);
  button.addEventListener('click', () => guard.offer(uri));
  link.after(' ', button);
}
