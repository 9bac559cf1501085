import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { mcpJsonOf, type WrittenServer } from '../../src/config/write-config.js';
import { html } from '../internal/html.js';
import { giveFile } from '../internal/give-file.js';
import type { MenuItem } from '../internal/menu.js';
import { t } from './messages.js';

/** Saves the list of servers as an `mcp.json`, without secrets, and says which variables it wants. */
export class ListExport {
  readonly #host: ReactiveControllerHost;
  readonly #servers: () => readonly WrittenServer[];
  #outcome = '';

  /** @param servers those that have an address */
  constructor(host: ReactiveControllerHost, servers: () => readonly WrittenServer[]) {
    this.#host = host;
    this.#servers = servers;
  }

  get menuItem(): MenuItem {
    return { label: t('workspace.export'), name: 'export-button', press: this.#save };
  }

  /** The outcome. */
  render(): TemplateResult {
    return html`<p class="small quiet outcome" role="status">${this.#outcome}</p>`;
  }

  readonly #save = (): void => {
    const servers = this.#servers();
    const { text, variables } = mcpJsonOf(servers);
    giveFile('mcp.json', [text]);
    const saved = t('workspace.exported', { count: servers.length });
    this.#outcome =
      variables.length === 0
        ? saved
        : `${saved} ${t('workspace.exportedVariables', { count: variables.length, names: variables.join(', ') })}`;
    this.#host.requestUpdate();
  };
}
