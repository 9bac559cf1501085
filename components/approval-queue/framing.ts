import { css, type CSSResult, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, directive, type DirectiveResult, PartType, type PartInfo } from 'lit/directive.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** The attribute by which a page lets its visitors allow something while it is in a frame of another site. */
const OPT_IN = 'allow-framed-approval';

/** Milliseconds between two visibility reports of the browser. Chromium refuses a shorter time. */
const VISIBILITY_REPORT_MS = 100;

/**
 * Follows whether a person can see all of an element, also from outside of the frame: nothing lies over it, nothing
 * makes it transparent. Only Chromium can tell; elsewhere it counts as seen.
 * @see https://w3c.github.io/IntersectionObserver/v2/
 */
export class VisibilityTracker {
  #isSeen = true;
  readonly #observer: IntersectionObserver;

  constructor(element: Element, changed: () => void) {
    const options = { threshold: [0, 0.5, 1], trackVisibility: true, delay: VISIBILITY_REPORT_MS };
    this.#observer = new IntersectionObserver((entries) => {
      const last: (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined = entries.at(-1);
      this.#isSeen = last?.isVisible ?? true;
      changed();
    }, options);
    // Until the first report nothing is known.
    if ('isVisible' in IntersectionObserverEntry.prototype) this.#isSeen = false;
    this.#observer.observe(element);
  }

  get isSeen(): boolean {
    return this.#isSeen;
  }

  end(): void {
    this.#observer.disconnect();
  }
}

/**
 * True if a page of another origin shows this one in a frame, at any distance. Such a page can cover this one, make it
 * transparent and move it, so that a press at something else lands on a button here.
 * @see https://developer.mozilla.org/en-US/docs/Web/Security/Attacks/Clickjacking
 */
function isFramedElsewhere(view: Window): boolean {
  if (view.parent === view) return false;
  const { origin } = view;
  // An opaque origin is the same as no other.
  if (origin === 'null') return true;
  const { ancestorOrigins } = view.location;
  if (ancestorOrigins) return [...ancestorOrigins].some((ancestor) => ancestor !== origin);
  // Firefox has no `ancestorOrigins`.
  for (let at = view.parent; ; at = at.parent) {
    try {
      if (at.origin !== origin) return true;
    } catch {
      return true;
    }
    if (at === at.parent) return false;
  }
}

/** True if the element or an ancestor has the attribute, also outside of its shadow root. */
function hasOptIn(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null)
    if (node instanceof Element && node.hasAttribute(OPT_IN) && node.getAttribute(OPT_IN) !== 'false') return true;
  return false;
}

/**
 * The effect of the frame around this page on a button that allows an action: `barred`, it must not be pressed here;
 * `watched`, the page opted in, and the button must be seen; `free`, no page of another origin is around this one.
 */
export function framingOf(element: Element): 'free' | 'barred' | 'watched' {
  if (!isFramedElsewhere(element.ownerDocument.defaultView ?? window)) return 'free';
  return hasOptIn(element) ? 'watched' : 'barred';
}

/** The address of this page, if it can be opened in a tab of its own. */
function ownAddress({ location }: Window): string | undefined {
  return /^https?:$/.test(location.protocol) ? location.href : undefined;
}

const noteOfFrame = (): TemplateResult =>
  html`<div class="note warning framed" part="warning" data-name="framed" role="note">
    <strong>${t('approvalQueue.nothingCanBeAllowed')}</strong>
    <span> ${t('approvalQueue.theOtherSiteCould')} </span>
  </div>`;

/** Styles of {@link framedNote} and {@link ownTabLink}. */
export const framingStyles: CSSResult = css`
  .own-tab {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    padding: var(--_space-xs) var(--_space-m);
    border: 1px solid transparent;
    border-radius: var(--_radius);
    color: var(--_on-accent);
    background: var(--_accent);
    font-weight: 600;
    text-decoration: none;
    min-block-size: var(--_target, 2.25em);
  }
  @media (forced-colors: active) {
    .own-tab {
      border-color: LinkText;
    }
  }
`;

/** Renders something only if nothing can be allowed here. */
class WhereBarred extends AsyncDirective {
  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.CHILD) throw new TypeError('This stands between tags.');
  }

  override render(_what: (view: Window) => TemplateResult | typeof nothing): typeof noChange {
    return noChange;
  }

  override update(
    { options }: ChildPart,
    [what]: [(view: Window) => TemplateResult | typeof nothing],
  ): TemplateResult | typeof nothing {
    // While a template is rendered for the first time, only the host is in the document already.
    const host = options?.host;
    if (!(host instanceof Element) || framingOf(host) !== 'barred') return nothing;
    return what(host.ownerDocument.defaultView ?? window);
  }
}

const whereBarred = directive(WhereBarred);

/** Says why nothing can be allowed here. Otherwise empty. */
export function framedNote(): DirectiveResult {
  return whereBarred(noteOfFrame);
}

/** Replaces the button that allows something, if that cannot be pressed. Otherwise empty. */
export function ownTabLink(): DirectiveResult {
  return whereBarred((view) => {
    const href = ownAddress(view);
    return href === undefined
      ? nothing
      : html`<a class="own-tab" part="link" data-name="own-tab-link" href=${href} target="_blank" rel="noopener"
          >${t('approvalQueue.openInItsOwn')}</a
        >`;
  });
}
