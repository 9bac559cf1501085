import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { displayName, itemsOf, type Session } from '../../src/index.js';
import type { ClientLocation } from '../client/client.js';
import { html } from '../internal/html.js';
import { searchIcon } from '../internal/icons.js';
import { hasCommandKey } from '../internal/keys.js';
import { shortened } from '../internal/text.js';
import { itemIn } from '../words/common-words.js';
import { t } from './messages.js';

/** Entries that are shown of those that were found. */
const MAX_FOUND = 50;
/** Characters of a description that are shown. */
const SHOWN_DESCRIPTION = 120;

/** A server of the workspace. */
interface SearchedServer {
  readonly id: string;
  /** Its name; with its place if that differs. */
  readonly name: string;
  /** Undefined while it is not connected: what it offers is not known. */
  readonly session: Session | undefined;
}

/** Something that the person can do, apart from choosing an item or a server. */
export interface Command {
  readonly label: string;
  readonly run: () => void;
}

interface PaletteHost extends ReactiveControllerHost, HTMLElement {
  readonly searchedServers: readonly SearchedServer[];
  readonly commands: readonly Command[];
  /** Shows a server, and an item of it if one is given. */
  showServer(id: string, location?: ClientLocation): void;
}

interface Entry {
  readonly label: string;
  /** The kind, in a word. */
  readonly kind: string;
  /** The server and a description. */
  readonly more: string;
  readonly run: () => void;
}

/** Finds servers, what they offer, and commands, by words; Ctrl/⌘ K leads here. */
export class CommandPalette implements ReactiveController {
  readonly #host: PaletteHost;
  #query = '';
  #isOpen = false;
  #active = 0;
  /** What had the focus before. */
  #opener: HTMLElement | undefined;

  constructor(host: PaletteHost) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('keydown', (event) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isKey || event.altKey || event.composedPath().some(isDialog)) return;
      event.preventDefault();
      this.focus();
    });
  }

  hostConnected(): void {}

  get #input(): HTMLInputElement | null | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLInputElement>('.palette input');
  }

  focus(): void {
    const active = this.#host.shadowRoot?.activeElement;
    if (active !== this.#input) this.#opener = (active as HTMLElement | null) ?? undefined;
    this.#isOpen = true;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#input?.focus());
  }

  /** It is there before anything is connected: nothing moves when a server is. */
  render(): TemplateResult {
    const found = this.#isOpen ? this.#find() : [];
    const shown = found.slice(0, MAX_FOUND);
    return html`<div
      class="palette ${this.#isOpen ? 'open' : ''}"
      role="search"
      @focusout=${({ relatedTarget, currentTarget }: FocusEvent) => {
        if (!(currentTarget as HTMLElement).contains(relatedTarget as Node | null)) this.#close();
      }}
    >
      <label class="search">
        ${searchIcon}<span class="visually-hidden">${t('workspace.search')}</span>
        <input
          part="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          role="combobox"
          aria-expanded=${shown.length > 0 ? 'true' : 'false'}
          aria-controls="palette-list"
          aria-activedescendant=${shown.length > 0 ? `palette-${this.#active}` : nothing}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder=${t('workspace.search')}
          .value=${this.#query}
          @focus=${() => this.#seek(this.#query)}
          @input=${({ target }: Event) => this.#seek((target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => this.#onKeydown(event, shown)}
        />
        <kbd class="small" aria-hidden="true">${hasCommandKey() ? '⌘K' : t('workspace.ctrlK')}</kbd>
      </label>
      <div class="results appears" ?hidden=${!this.#isOpen}>
        <div role="status" class="small quiet">
          ${this.#isOpen ? t(found.length > MAX_FOUND ? 'workspace.foundFirst' : 'workspace.found', { count: found.length, shown: MAX_FOUND }) : nothing}
        </div>
        <div
          class="found"
          id="palette-list"
          part="list"
          role="listbox"
          tabindex="-1"
          aria-label=${t('workspace.search')}
        >
          ${shown.map((entry, index) => this.#renderEntry(entry, index))}
        </div>
      </div>
    </div>`;
  }

  #renderEntry(entry: Entry, index: number): TemplateResult {
    const { label, kind, more } = entry;
    return html`<div
      class="entry-found ${index === this.#active ? 'active' : ''}"
      id="palette-${index}"
      part="item"
      data-name="found"
      role="option"
      aria-selected=${index === this.#active ? 'true' : 'false'}
      @mousedown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#run(entry)}
    >
      <span class="found-name"><bdi>${label}</bdi></span>
      <span class="small quiet">${kind}${more ? html` · <bdi>${more}</bdi>` : nothing}</span>
    </div>`;
  }

  #onKeydown(event: KeyboardEvent, shown: readonly Entry[]): void {
    const { key } = event;
    if (key === 'Escape') this.#leave();
    else if (key === 'Enter' && !event.isComposing && shown[this.#active]) this.#run(shown[this.#active]!);
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.#move(key === 'ArrowDown' ? 1 : -1, shown.length);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #move(by: number, count: number): void {
    if (count === 0) return;
    this.#active = (this.#active + by + count) % count;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() =>
      this.#host.shadowRoot?.querySelector(`#palette-${this.#active}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  #run({ run }: Entry): void {
    this.#query = '';
    this.#close();
    run();
  }

  #leave(): void {
    this.#query = '';
    this.#close();
    if (this.#opener?.isConnected) this.#opener.focus();
    else this.#input?.blur();
  }

  #close(): void {
    this.#isOpen = false;
    this.#active = 0;
    this.#host.requestUpdate();
  }

  #seek(text: string): void {
    this.#query = text;
    this.#active = 0;
    this.#isOpen = true;
    this.#host.requestUpdate();
  }

  #find(): readonly Entry[] {
    const { searchedServers, commands } = this.#host;
    const words = this.#query.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [
      ...commands.map((command) => ({ kind: t('workspace.kindCommand'), more: '', ...command })),
      ...searchedServers.map(({ id, name }) => ({
        label: name,
        kind: t('workspace.kindServer'),
        more: '',
        run: () => this.#host.showServer(id),
      })),
      // Without a word, all tools of all servers would hide the rest.
      ...(words.length > 0 ? searchedServers.flatMap((server) => this.#itemsOf(server)) : []),
    ];
    return all.filter(({ label, more }) => {
      const text = `${label} ${more}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  #itemsOf({ id, name: server, session }: SearchedServer): readonly Entry[] {
    if (!session) return [];
    const entry = (
      location: ClientLocation,
      kind: string,
      item: { readonly name: string; readonly title?: string | undefined; readonly description?: string | undefined },
    ): Entry => ({
      label: displayName(item),
      kind,
      more: [
        server,
        item.name === displayName(item) ? '' : item.name,
        shortened(item.description ?? '', SHOWN_DESCRIPTION),
      ]
        .filter(Boolean)
        .join(' · '),
      run: () => this.#host.showServer(id, location),
    });
    return [
      ...itemsOf(session.tools.state.get()).map((tool) =>
        entry({ section: 'tools', item: tool.name }, itemIn('tool'), tool),
      ),
      ...itemsOf(session.prompts.state.get()).map((prompt) =>
        entry({ section: 'prompts', item: prompt.name }, itemIn('prompt'), prompt),
      ),
      ...itemsOf(session.resources.state.get()).map((resource) =>
        entry({ section: 'resources', item: resource.uri }, itemIn('resource'), resource),
      ),
    ];
  }
}

/** A question or a panel is open over the screen: it has the keyboard. */
const isDialog = (target: EventTarget): boolean => target instanceof Element && target.matches('dialog');
