import { displayName, type Tool } from '../../src/index.js';
import { CatalogListElement } from '../catalog-list/catalog-list.js';
import type { ListKind } from '../catalog-list/list-kind.js';
import { McpToolSelectEvent } from '../events.js';
import { runningTools } from '../list/list-marks.js';
import { toolHints } from './tool-hints.js';

const tools: ListKind<Tool> = {
  noun: 'tool',
  catalog: (session) => session.tools,
  key: (tool) => tool.name,
  label: (tool) => displayName(tool),
  raw: (tool) => tool.name,
  description: (tool) => tool.description,
  running: runningTools,
  hints: toolHints,
  chosen: (tool) => new McpToolSelectEvent(tool),
};

/**
 * @summary Lists the tools of a server, with search, and lets the person choose one.
 *
 * @fires {McpToolSelectEvent} mcp-tool-select - The person selected a tool.
 * @fires {McpErrorEvent} mcp-error - The list could not be loaded. The element shows the error.
 * @csspart search - The search field.
 * @csspart count - The number of tools match the search.
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
 * @csspart skeleton - The placeholder of the tools while they load.
 * @csspart hidden-character - A sign in place of hidden characters.
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
