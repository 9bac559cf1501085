import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { itemsOf, type Session, type Tool } from '../../src/index.js';
import { searchField } from '../internal/bar.js';
import { html } from '../internal/html.js';
import { shortened } from '../internal/text.js';
import { t } from './messages.js';

/** Tools that are shown of those that were found. */
const MAX_FOUND = 50;
/** Characters of a description that are shown. */
const SHOWN_DESCRIPTION = 120;

/** A server whose tools are searched. */
interface SearchedServer {
  readonly id: string;
  /** Its name; with its place if that differs. */
  readonly name: string;
  readonly session: Session;
}

interface SearchHost extends ReactiveControllerHost {
  /** Those that are connected. */
  readonly searchedServers: readonly SearchedServer[];
  /** Shows a tool of a server. */
  showTool(id: string, tool: string): void;
}

interface Found {
  readonly server: SearchedServer;
  readonly tool: Tool;
}

/** Searches the tools of all servers that are connected, by name, title and description. */
export class ToolSearch implements ReactiveController {
  readonly #host: SearchHost;
  #query = '';

  constructor(host: SearchHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** It is there before anything is connected: the client below it must not move when a server is. */
  render(): TemplateResult {
    const found = this.#find(this.#host.searchedServers);
    return html`<div class="tool-search" role="search">
      ${searchField({
        label: t('workspace.searchTools'),
        placeholder: t('workspace.searchAll'),
        value: this.#query,
        onInput: (text) => this.#seek(text),
        onKeydown: (event) => {
          if (event.key !== 'Escape' || this.#query === '') return;
          event.preventDefault();
          event.stopPropagation();
          this.#seek('');
        },
      })}
      <div class="results ${this.#query.trim() === '' ? 'none-sought' : ''}">
        <div role="status" class="small quiet">
          ${this.#query.trim() === '' ? nothing : t(found.length > MAX_FOUND ? 'workspace.toolsFoundFirst' : 'workspace.toolsFound', { count: found.length, shown: MAX_FOUND })}
        </div>
        ${
          found.length === 0
            ? nothing
            : html`<ul class="found" part="list">
                ${found.slice(0, MAX_FOUND).map((one) => this.#renderFound(one))}
              </ul>`
        }
      </div>
    </div>`;
  }

  #renderFound({ server, tool }: Found): TemplateResult {
    const { name, title, description = '' } = tool;
    return html`<li part="item">
      <button
        type="button"
        class="plain"
        part="button"
        data-name="found-button"
        @click=${() => {
          this.#seek('');
          this.#host.showTool(server.id, name);
        }}
      >
        <span class="found-name"><bdi>${title || name}</bdi></span>
        <span class="small quiet"
          ><bdi>${server.name}</bdi
          >${description ? html` · <bdi>${shortened(description, SHOWN_DESCRIPTION)}</bdi>` : nothing}</span
        >
      </button>
    </li>`;
  }

  #seek(text: string): void {
    this.#query = text;
    this.#host.requestUpdate();
  }

  #find(servers: readonly SearchedServer[]): readonly Found[] {
    const words = this.#query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return servers.flatMap((server) =>
      itemsOf(server.session.tools.state.get())
        .filter(({ name, title = '', description = '' }) => {
          const text = `${name} ${title} ${description}`.toLowerCase();
          return words.every((word) => text.includes(word));
        })
        .map((tool) => ({ server, tool })),
    );
  }
}
