import { css, nothing, render, type CSSResult, type TemplateResult } from 'lit';
import { html } from '../words/html.js';

/** Why a press does not count. */
export type Hint =
  /** It began before the question had stood still for long enough. */
  | 'early'
  | 'double'
  /** The key was held down. */
  | 'held'
  /** The button is out of the screen, or something lies over it. */
  | 'unseen'
  /** The page is hidden, or another window or frame has the focus. */
  | 'away';

const WORDS: Readonly<Record<Hint, string>> = {
  early: 'That press came too soon to count. Read the question, then press again.',
  double: 'A double click does not count here. Press once.',
  held: 'A key that is held down does not count. Let go, then press again.',
  unseen: 'A press counts only while all of the button is in sight. Bring it there, then press again.',
  away: 'This page was not in front when you pressed. Press again.',
};

/** Milliseconds for which it stands there: more than enough to read it. */
const STANDS_MS = 6000;

/** Where a question says why a press did not count. The guard writes into it, whatever is rendered around it. */
export const pressHint: TemplateResult = html`<p class="press-hint" part="press-hint" role="status"></p>`;

/** Says beside that button why a press of it did not count. */
export function hint(button: Element, why: Hint): void {
  const place = (button.getRootNode() as ParentNode).querySelector<HTMLElement>('.press-hint');
  if (!place) return;
  const words = WORDS[why];
  render(html`${words}`, place);
  setTimeout(() => {
    if (place.textContent === words) render(nothing, place);
  }, STANDS_MS);
}

/** What is not ready looks like it without its colours, and nothing moves when it is. */
export const pressStyles: CSSResult = css`
  :is(button, a)[aria-disabled='true'] {
    border-style: dashed;
    border-color: var(--_line-2);
    background: var(--_surface-3);
    color: var(--_text-2);
    cursor: progress;
  }
  :is(button, a)[aria-disabled='true']:hover {
    background: var(--_surface-3);
    filter: none;
  }
  .press-hint {
    position: absolute;
    inset: auto var(--_space-l) calc(100% + var(--_space-s));
    margin: 0;
    border-radius: var(--_radius);
    color: var(--_surface);
    background: var(--_text);
    box-shadow: var(--_shadow);
    pointer-events: none;
  }
  .press-hint:not(:empty) {
    padding: var(--_space-s) var(--_space-m);
  }
  @media (prefers-reduced-motion: no-preference) {
    button.primary,
    button.danger {
      transition:
        background-color 120ms,
        color 120ms;
    }
  }
  @media (forced-colors: active) {
    :is(button, a)[aria-disabled='true'] {
      background: Canvas;
      color: GrayText;
      border-color: GrayText;
    }
    .press-hint:not(:empty) {
      border: 1px solid;
    }
  }
`;
