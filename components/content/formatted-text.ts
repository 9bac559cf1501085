import { type ReactiveControllerHost, render } from 'lit';
import {
  type CodeBlock,
  type ContentPolicy,
  formatHtml,
  formatMarkdown,
  type FormatOptions,
  type Formatted,
  offeredScheme,
  type RemovedImage,
  type SafeFragment,
  type UnseenText,
  visibleText,
} from '../../src/content/index.js';
import type { ErrorText } from '../../src/errors.js';
import { COPY_TOLD_MS } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { languageName } from '../words/language-name.js';
import { languageInUse } from '../words/messages.js';
import { t as media } from '../remote-media/messages.js';
import { placePicture } from './inline-picture.js';
import type { LinkGuard } from './links.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

type FormatState =
  /** The source is shown. */
  | { readonly phase: 'off' }
  /** The source is shown until the formatted text is ready. */
  | { readonly phase: 'loading' }
  | {
      readonly phase: 'shown';
      readonly fragment: SafeFragment;
      /** Empty while a long text grows. */
      readonly notes: readonly ErrorText[];
      readonly unseen: readonly UnseenText[];
    }
  /** The source is shown, with the reason. */
  | { readonly phase: 'refused'; readonly note: ErrorText };

const FORMATTERS: Readonly<
  Record<'markdown' | 'html', (text: string, policy?: ContentPolicy, options?: FormatOptions) => Promise<Formatted>>
> = { markdown: formatMarkdown, html: formatHtml };

/** Switches a text between its source and the formatted text. The formatter is loaded on first use. */
export class FormatController {
  readonly #host: ReactiveControllerHost;
  #state: FormatState = { phase: 'off' };
  #current: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get state(): FormatState {
    return this.#state;
  }

  hide(): void {
    this.#current?.abort();
    this.#set({ phase: 'off' });
  }

  async show(language: 'markdown' | 'html', text: string, policy: ContentPolicy | undefined): Promise<void> {
    this.#current?.abort();
    const { signal } = (this.#current = new AbortController());
    this.#set({ phase: 'loading' });
    const onBeginning = (fragment: SafeFragment): void => {
      if (!signal.aborted) this.#set({ phase: 'shown', fragment, notes: [], unseen: [] });
    };
    const formatted = await FORMATTERS[language](text, policy, { signal, onBeginning });
    // The text was hidden or replaced meanwhile.
    if (signal.aborted) return;
    this.#set(
      formatted.kind === 'formatted'
        ? { phase: 'shown', fragment: formatted.fragment, notes: formatted.notes, unseen: formatted.unseen }
        : { phase: 'refused', note: formatted.note },
    );
  }

  #set(state: FormatState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** Images of one text that can be loaded. Each is an element; further ones stay text. */
const MAX_IMAGE_PLACES = 200;

/** Blocks of code of one text that get a head with their language and a button; further ones have none. */
const MAX_CODE_HEADS = 500;

/** The progress of {@link annotate} in a fragment: a long text grows while it is shown. */
interface Annotated {
  readonly images: number;
  readonly offered: number;
  readonly codes: number;
  /** The language of the words in it. */
  readonly language: string;
}
const annotatedSoFar = new WeakMap<SafeFragment, Annotated>();

/**
 * Adds elements to formatted text: an element that can load an image in place of its text, and a button behind a link
 * whose scheme the browser does not open, which offers the link to the page. The sanitizer removes both, so they are
 * added here. The words in it are said in the language in use, and again in another one.
 */
export function annotate(fragment: SafeFragment, guard: LinkGuard, policy: ContentPolicy | undefined): void {
  const done = annotatedSoFar.get(fragment) ?? { images: 0, offered: 0, codes: 0, language: '' };
  const { images, offered, codes } = fragment;
  const language = languageInUse();
  // The language and the direction of a server's text are unknown.
  fragment.root.lang = '';
  fragment.root.dir = 'auto';
  annotatedSoFar.set(fragment, { images: images.size, offered: offered.size, codes: codes.length, language });
  for (const code of codes.slice(done.codes, MAX_CODE_HEADS)) placeCodeHead(code);
  for (const pre of fragment.root.querySelectorAll('pre:not([tabindex])')) placeInTabOrder(pre);
  if (done.images < Math.min(fragment.images.size, MAX_IMAGE_PLACES))
    for (const [words, image] of [...fragment.images].slice(done.images, MAX_IMAGE_PLACES))
      placeImage(words, image, policy);
  if (done.offered < Math.min(fragment.offered.size, MAX_IMAGE_PLACES))
    for (const [link, uri] of [...fragment.offered].slice(done.offered, MAX_IMAGE_PLACES))
      placeOfferButton(link, uri, guard);
  if (policy) for (const element of fragment.root.querySelectorAll('mcp-remote-media')) element.policy = policy;
  const hasGrown = done.images < images.size || done.offered < offered.size || done.codes < codes.length;
  if (hasGrown || done.language !== language) sayWords(fragment, language);
}

/** The kinds of alerts of GitHub's Markdown, as their classes. */
const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** Names the marks that the Markdown engine, the sanitizer and this file have written. */
function sayWords({ root, images, offered, codes }: SafeFragment, language: string): void {
  for (const [place, image] of images)
    if (place.parentNode && image.data === undefined) {
      sayNotLoaded(place, image);
      place.lang = language;
    }
  for (const kind of ALERTS)
    for (const title of root.querySelectorAll<HTMLElement>(`.alert.${kind} > .alert-title`)) {
      title.textContent = visibleText(t(`content.alert.${kind}`));
      title.lang = language;
    }
  for (const box of root.querySelectorAll<HTMLInputElement>('li.task > input, li.task > p > input'))
    box.setAttribute('aria-label', t(box.checked ? 'content.done' : 'content.notDone'));
  for (const link of root.querySelectorAll('a.note-link')) {
    const number = Number(/\d{1,9}$/.exec(link.getAttribute('href') ?? '')?.[0]);
    const isMention = link.parentElement?.localName === 'sup';
    link.setAttribute('aria-label', t(isMention ? 'content.footnote' : 'content.backToFootnote', { number }));
  }
  for (const [link, uri] of offered) {
    const button = link.nextElementSibling as HTMLElement | null;
    if (!button?.classList.contains('offer')) continue;
    button.textContent = visibleText(openWords(uri));
    button.lang = language;
  }
  for (const { element, language: ofCode } of codes) {
    const head = element.closest('.code-block')?.querySelector<HTMLElement>('.code-head');
    const button = head?.querySelector('button');
    if (!button) continue;
    head!.lang = language;
    sayCopy(button, ofCode);
  }
  for (const pre of root.querySelectorAll('pre[tabindex]')) sayName(pre);
}

/** The words for an image that nothing can load: it has no address, or is one of too many. */
function sayNotLoaded(place: HTMLElement, { host, alt }: RemovedImage): void {
  const named = host && html`<strong><bdi>${host}</bdi></strong>`;
  const words = document.createElement('span');
  render(
    named
      ? alt
        ? media.rich('remoteMedia.namedNotLoadedFrom.image', { host: named, alt })
        : media.rich('remoteMedia.notLoadedFrom.image', { host: named })
      : alt
        ? media.rich('remoteMedia.namedNotLoaded.image', { alt })
        : media('remoteMedia.notLoaded.image'),
    words,
  );
  place.replaceChildren(words);
}

function placeImage(words: HTMLElement, image: RemovedImage, policy: ContentPolicy | undefined): void {
  const { address, alt } = image;
  if (image.data !== undefined) placePicture(words, image.data, alt, policy);
  if (!address) return;
  const element = document.createElement('mcp-remote-media');
  element.src = address.href;
  element.alt = alt;
  words.replaceWith(element);
}

/** Names the language of a code block and adds a button that copies it. */
function placeCodeHead({ element, language, text }: CodeBlock): void {
  const pre = element.closest('pre');
  if (!pre || text.trim() === '') return;
  const [box, head, name, status] = [div('code-block'), div('code-head'), span('small quiet'), span('visually-hidden')];
  name.textContent = visibleText(languageName(language));
  status.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain small';
  button.setAttribute('part', 'button');
  button.dataset.name = 'copy-code-button';
  sayCopy(button, language);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (label: string, spoken: string): void => {
    button.replaceChildren(label);
    status.replaceChildren(spoken);
    clearTimeout(timer);
    if (spoken !== '') timer = setTimeout(() => tell(common('common.copy'), ''), COPY_TOLD_MS);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(
      () => tell(common('common.copied'), common('common.copiedSentence')),
      () => tell(common('common.notCopied'), common('common.theBrowserRefusedToCopy')),
    );
  });
  head.append(name, button, status);
  pre.replaceWith(box);
  box.append(head, pre);
}

function sayCopy(button: HTMLElement, language: string): void {
  button.textContent = visibleText(common('common.copy'));
  button.setAttribute(
    'aria-label',
    visibleText(language ? t('content.copyCode', { textContent: languageName(language) }) : t('content.copyCode3')),
  );
}

/** A box of long lines scrolls sideways; by keyboard only with the focus in it. */
function placeInTabOrder(pre: Element): void {
  pre.setAttribute('tabindex', '0');
  pre.setAttribute('role', 'group');
  sayName(pre);
}

function sayName(pre: Element): void {
  const language = pre.closest('.code-block')?.querySelector('.code-head > span')?.textContent;
  pre.setAttribute('aria-label', language || t('content.source'));
}

function openWords(uri: string): string {
  return t('content.openScheme', { scheme: `${offeredScheme(uri) ?? ''}:` });
}

function div(className: string): HTMLElement {
  return Object.assign(document.createElement('div'), { className });
}

function span(className: string): HTMLElement {
  return Object.assign(document.createElement('span'), { className });
}

function placeOfferButton(link: HTMLElement, uri: string, guard: LinkGuard): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'offer small';
  button.setAttribute('part', 'button');
  button.dataset.name = 'offer-button';
  button.title = visibleText(uri);
  button.textContent = visibleText(openWords(uri));
  button.addEventListener('click', () => guard.offer(uri));
  link.after(' ', button);
}
