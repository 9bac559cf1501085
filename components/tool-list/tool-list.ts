import { displayName, type Tool } from '../../src/index.js';
import { CatalogListElement, type ListKind } from '../catalog-list/catalog-list.js';
import { McpToolSelectEvent } from '../events.js';

const tools: ListKind<Tool> = {
  noun: { one: 'tool', other: 'tools' },
  catalog: (session) => session.tools,
  key: (tool) => tool.name,
  label: (tool) => displayName(tool),
  raw: (tool) => tool.name,
  description: (tool) => tool.description,
  chosen: (tool) => new McpToolSelectEvent(tool),
};

/**
 * @summary Lists the tools of a server, with search, and lets the person choose one.
 *
 * @fires mcp-tool-select {McpToolSelectEvent} - The person chose a tool.
 * @fires mcp-error {McpErrorEvent} - The list could not be loaded. The element shows it already.
 * @csspart search - The search field.
 * @csspart count - How many tools match what is sought.
 * @csspart age - How old the list is, when it is not fresh.
 * @csspart changed - That the list has changed while somebody was at it.
 * @csspart show-changes-button - Shows the list as it is now.
 * @csspart problems - Tools that could not be shown, and why.
 * @csspart error - What went wrong.
 * @csspart retry-button - Loads the list again.
 * @csspart list - The list itself, which scrolls.
 * @csspart item - One tool.
 * @csspart empty - What is said when there is nothing to list.
 * @csspart skeleton - Stands where the tools will be while they load.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpToolListElement extends CatalogListElement<Tool> {
  constructor() {
    super([tools]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-list': McpToolListElement;
  }
}
