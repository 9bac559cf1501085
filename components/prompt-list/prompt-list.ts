import { displayName, type Prompt } from '../../src/index.js';
import { CatalogListElement } from '../catalog-list/catalog-list.js';
import type { ListKind } from '../catalog-list/list-kind.js';
import { McpPromptSelectEvent } from '../events.js';

const prompts: ListKind<Prompt> = {
  noun: 'prompt',
  catalog: (session) => session.prompts,
  key: (prompt) => prompt.name,
  label: (prompt) => displayName(prompt),
  raw: (prompt) => prompt.name,
  description: (prompt) => prompt.description,
  chosen: (prompt) => new McpPromptSelectEvent(prompt),
};

/**
 * @summary Lists the prompts of a server, with search, and lets the person choose one.
 *
 * @fires {McpPromptSelectEvent} mcp-prompt-select - The person selected a prompt.
 * @fires {McpErrorEvent} mcp-error - The list could not be loaded. The element shows the error.
 * @csspart search - The search field.
 * @csspart count - The number of prompts match the search.
 * @csspart age - When the list was read, with a button that reads it again.
 * @csspart note - A notice or a hint.
 * @csspart button - Every button.
 * @csspart select - A select of the view: sort and group.
 * @csspart checkbox - A choice of the filter.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that loads the list again.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart empty - The text without items.
 * @csspart skeleton - The placeholder of the prompts while they load.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpPromptListElement extends CatalogListElement<Prompt> {
  constructor() {
    super([prompts]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-prompt-list': McpPromptListElement;
  }
}
