import { nothing, type TemplateResult } from 'lit';
import { displayName, type ServerProfile } from '../../src/index.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import type { Section } from './sections.js';
import { t } from './messages.js';

/** Characters of what a server says about itself that are shown. */
const SHOWN_WORDS = 600;

interface Overview {
  readonly section: Section;
  readonly server: ServerProfile;
  /** True if there is nothing to choose. */
  readonly isEmpty: boolean;
  /** The button that shows all keys. */
  readonly keyboard: TemplateResult;
}

/** Stands in the place of an item while none is chosen: the server, and what can be done. */
export function overview({ section, server, isEmpty, keyboard }: Overview): TemplateResult {
  const words = server.description;
  // Only sections of items have a detail.
  const name = section.name as 'tools' | 'resources' | 'prompts';
  const icon = server.icons?.length
    ? html`<mcp-icon .icons=${server.icons} .name=${displayName(server)}></mcp-icon>`
    : section.icon;
  return html`<div class="hint" part="empty">
    <span class="sign">${icon}</span>
    <h2 dir="auto">${displayName(server)}</h2>
    ${
      words
        ? html`<p class="small quiet saying">
            ${t.rich('client.serverSays', {
              words: `${cut(words, SHOWN_WORDS)}${words.length > SHOWN_WORDS ? '…' : ''}`,
            })}
          </p>`
        : nothing
    }
    ${
      isEmpty
        ? html`<p class="quiet">${t(`client.none.${name}`)}</p>`
        : html`<p>${t(`client.hint.${name}`)}</p>
            <p class="small quiet keys">
              ${t.rich('client.keys', {
                slash: html`<kbd>/</kbd>`,
                up: html`<kbd>↑</kbd>`,
                down: html`<kbd>↓</kbd>`,
                enter: html`<kbd>Enter</kbd>`,
              })}
              ${keyboard}
            </p>`
    }
  </div>`;
}
