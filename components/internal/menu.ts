import { css, type CSSResult, type TemplateResult } from 'lit';
import { t as common } from '../words/common-words.js';
import { Floating } from './floating.js';
import { html } from './html.js';
import { moreIcon } from './icons.js';

/** One entry of a menu. */
export interface MenuItem {
  readonly label: unknown;
  /** The `data-name`, by which a page or a test finds it. */
  readonly name: string;
  readonly press: () => void;
}

/** The browser shows one menu of a page at a time. */
const floating = new Floating(false);

/**
 * A button “⋯” with the acts that are seldom used. The browser closes the menu on Escape and on a press beside it, and
 * gives the focus back to its button.
 * @param content buttons, such as those of {@link menuItems}
 */
export function menu(content: unknown, label: string = common('common.more')): TemplateResult {
  return html`<button
      class="plain menu-button"
      part="button"
      data-name="menu-button"
      type="button"
      title=${label}
      aria-label=${label}
      popovertarget="menu"
    >
      ${moreIcon}
    </button>
    <div
      class="menu appears"
      id="menu"
      part="list"
      data-name="menu"
      popover="auto"
      role="group"
      aria-label=${label}
      @toggle=${followToggle}
      @keydown=${moveFocus}
    >
      ${content}
    </div>`;
}

/** Entries that close the menu. */
export function menuItems(items: readonly MenuItem[]): readonly TemplateResult[] {
  return items.map(
    ({ label, name, press }) =>
      html`<button
        class="plain"
        part="button"
        data-name=${name}
        type="button"
        @click=${({ currentTarget }: Event) => {
          const list = (currentTarget as HTMLElement).closest<HTMLElement>('[popover]')!;
          list.hidePopover();
          // WebKit gives no focus to a button that is pressed, and would give none back.
          (list.previousElementSibling as HTMLElement).focus();
          press();
        }}
      >
        ${label}
      </button>`,
  );
}

/** It is seen once it has its place, and only then it can have the focus. */
function followToggle({ currentTarget, newState }: ToggleEvent): void {
  const list = currentTarget as HTMLElement;
  if (newState !== 'open') return floating.show(undefined, null);
  floating.show(list, list.previousElementSibling as HTMLElement);
  list.querySelector<HTMLElement>('button, input, select')?.focus();
}

function moveFocus(event: KeyboardEvent): void {
  // The arrow keys of a select or a field are its own.
  if (!(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}

export const menuStyles: CSSResult = css`
  .menu-button {
    flex: none;
    inline-size: var(--_hit);
    padding: 0;
  }
  .menu[popover] {
    visibility: hidden;
    position: fixed;
    inset: auto;
    margin: 0;
    padding: var(--_space-xs);
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
  .menu:popover-open {
    display: grid;
  }
  .menu button.plain {
    color: inherit;
    font-size: inherit;
    text-align: start;
  }
`;
