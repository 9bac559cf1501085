import { type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { LIST_CHANGE } from '../internal/client-around.js';
import { html } from '../internal/html.js';
import { formatCount } from '../internal/text.js';
import { LISTS, listOf } from './lists.js';
import { t } from './messages.js';
import type { SectionName } from './sections.js';

/** Milliseconds without another letter after which the other sections are searched: once, not with each letter. */
const ELSEWHERE_PAUSE_MS = 200;

interface Found {
  readonly section: SectionName;
  readonly count: number;
}

/** Shows below a list the number of matches in the other sections, and leads there. */
export class SearchElsewhere implements ReactiveController {
  readonly #host: LitElement;
  readonly #current: () => SectionName | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The query and the section that {@link #found} is about. */
  #of = '';
  #found: readonly Found[] = [];

  /** @param current the section that is shown */
  constructor(host: LitElement, current: () => SectionName | undefined) {
    this.#host = host;
    this.#current = current;
    host.addController(this);
    // Not keyboard events: most keys are pressed in forms, which have no search.
    host.addEventListener(LIST_CHANGE, this.#onListChange);
  }

  hostUpdated(): void {
    this.#later();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  readonly #onListChange = (): void => {
    // Matches for another query are out of date.
    if (this.#found.length > 0 && this.#key() !== this.#of) this.#host.requestUpdate();
    this.#later();
  };

  #later(): void {
    if (this.#key() === this.#of) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#search, ELSEWHERE_PAUSE_MS);
  }

  get #query(): string {
    const [, tag] = LISTS.find(([section]) => section === this.#current()) ?? [];
    return (tag !== undefined && listOf(this.#host, tag)?.sought.trim()) || '';
  }

  #key(): string {
    const query = this.#query;
    return query === '' ? '' : `${this.#current()} ${query}`;
  }

  readonly #search = (): void => {
    const query = this.#query;
    this.#of = this.#key();
    const before = this.#found;
    this.#found = query === '' ? [] : LISTS.flatMap((list) => this.#matches(list, query));
    // Most searches find nothing elsewhere: the whole client need not be rendered to say nothing again.
    if (this.#found.length > 0 || before.length > 0) this.#host.requestUpdate();
  };

  #matches([section, tag]: (typeof LISTS)[number], query: string): readonly Found[] {
    if (section === this.#current()) return [];
    const count = listOf(this.#host, tag)?.countMatches?.(query) ?? 0;
    return count > 0 ? [{ section, count }] : [];
  }

  /** @param open shows another section */
  render(open: (section: SectionName) => void): TemplateResult {
    const query = this.#query;
    return html`<div class="elsewhere small" role="status" data-name="elsewhere">
      ${
        this.#found.length === 0 || this.#key() !== this.#of
          ? nothing
          : html`<span class="quiet">${t('client.alsoFound')}</span> ${this.#found.map(
                ({ section, count }) =>
                  html`<button
                    class="plain small"
                    part="button"
                    data-name="elsewhere-button"
                    type="button"
                    @click=${() => this.#go(section, query, open)}
                  >
                    ${t('client.countInSection', { count: formatCount(count), section: t(`client.section.${section}`) })}
                  </button>`,
              )}`
      }
    </div>`;
  }

  #go(section: SectionName, query: string, open: (section: SectionName) => void): void {
    const [, tag] = LISTS.find(([name]) => name === section)!;
    const list = listOf(this.#host, tag);
    if (!list) return;
    list.sought = query;
    open(section);
    void Promise.all([this.#host.updateComplete, list.updateComplete]).then(() => list.focusSearch?.());
  }
}
