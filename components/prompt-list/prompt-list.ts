import { displayName, type Prompt } from '../../src/index.js';
import { CatalogListElement, type ListKind } from '../catalog-list/catalog-list.js';
import { McpPromptSelectEvent } from '../events.js';

const prompts: ListKind<Prompt> = {
  noun: { one: 'prompt', other: 'prompts' },
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
 * @fires mcp-prompt-select {McpPromptSelectEvent} - The person chose a prompt.
 * @fires mcp-error {McpErrorEvent} - The list could not be loaded. The element shows it already.
 * @csspart search - The search field.
 * @csspart count - How many prompts match what is sought.
 * @csspart age - How old the list is, when it is not fresh.
 * @csspart note - A line that says more.
 * @csspart button - Any button.
 * @csspart error - What went wrong, and what to do.
 * @csspart retry-button - Loads the list again.
 * @csspart list - A list.
 * @csspart item - One of a list.
 * @csspart empty - What is said when there is nothing to list.
 * @csspart skeleton - Stands where the prompts will be while they load.
 * @csspart hidden-character - Stands for characters that nobody would see.
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
