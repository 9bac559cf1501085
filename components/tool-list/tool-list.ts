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
 * @csspart note - A line that says more.
 * @csspart button - Any button.
 * @csspart error - What went wrong, and what to do.
 * @csspart retry-button - Loads the list again.
 * @csspart list - A list.
 * @csspart item - One of a list.
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
