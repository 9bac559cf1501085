import type { ReactiveControllerHost } from 'lit';
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
  visibleText,
} from '../../src/content/index.js';
import { COPY_TOLD_MS } from '../internal/copy-button.js';
import { languageName } from '../internal/language-name.js';
import { placePicture } from './inline-picture.js';
import type { LinkGuard } from './links.js';
import { t as common } from '../internal/common-words.js';
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
      readonly notes: readonly string[];
      readonly unseen: readonly string[];
    }
  /** The source is shown, with the reason. */
  | { readonly phase: 'refused'; readonly note: string };

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

/**
 * The numbers of images, links and code blocks of a fragment that {@link annotate} has handled: a long text grows while it is shown.
 */
const annotatedSoFar = new WeakMap<SafeFragment, { images: number; offered: number; codes: number }>();

/**
 * Adds elements to formatted text: an element that can load an image in place of its text, and a button behind a link
 * whose scheme the browser does not open, which offers the link to the page. The sanitizer removes both, so they are
 * added here.
 */
export function annotate(fragment: SafeFragment, guard: LinkGuard, policy: ContentPolicy | undefined): void {
  const done = annotatedSoFar.get(fragment) ?? { images: 0, offered: 0, codes: 0 };
  const { images, offered, codes } = fragment;
  annotatedSoFar.set(fragment, { images: images.size, offered: offered.size, codes: codes.length });
  for (const code of codes.slice(done.codes, MAX_CODE_HEADS)) placeCodeHead(code);
  for (const pre of fragment.root.querySelectorAll('pre:not([tabindex])')) placeInTabOrder(pre);
  if (done.images < Math.min(fragment.images.size, MAX_IMAGE_PLACES))
    for (const [words, image] of [...fragment.images].slice(done.images, MAX_IMAGE_PLACES))
      placeImage(words, image, policy);
  if (done.offered < Math.min(fragment.offered.size, MAX_IMAGE_PLACES))
    for (const [link, uri] of [...fragment.offered].slice(done.offered, MAX_IMAGE_PLACES))
      placeOfferButton(link, uri, guard);
  if (policy) for (const media of fragment.root.querySelectorAll('mcp-remote-media')) media.policy = policy;
}

function placeImage(words: HTMLElement, image: RemovedImage, policy: ContentPolicy | undefined): void {
  const { address, alt } = image;
  if (image.data !== undefined) placePicture(words, image.data, alt, policy);
  if (!address) return;
  const media = document.createElement('mcp-remote-media');
  media.src = address.href;
  media.alt = alt;
  words.replaceWith(media);
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
  button.textContent = visibleText(common('common.copy'));
  button.setAttribute(
    'aria-label',
    language ? t('content.copyCode', { textContent: name.textContent }) : t('content.copyCode3'),
  );
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

/** A box of long lines scrolls sideways, which a keyboard does where the focus is. */
function placeInTabOrder(pre: Element): void {
  pre.setAttribute('tabindex', '0');
  pre.setAttribute('role', 'group');
  const language = pre.closest('.code-block')?.querySelector('.code-head > span')?.textContent;
  pre.setAttribute('aria-label', language || t('content.source'));
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
  button.textContent = visibleText(t('content.openScheme', { scheme: `${offeredScheme(uri) ?? ''}:` }));
  button.addEventListener('click', () => guard.offer(uri));
  link.after(' ', button);
}
