import { displayName, type Resource, type ResourceTemplate } from '../../src/index.js';
import { CatalogListElement } from '../catalog-list/catalog-list.js';
import type { ListKind } from '../catalog-list/list-kind.js';
import { McpResourceSelectEvent } from '../events.js';
import { t as common } from '../words/common-words.js';
import { updatedMarks } from '../list/list-marks.js';

const resources: ListKind<Resource> = {
  noun: 'resource',
  catalog: (session) => session.resources,
  key: (resource) => resource.uri,
  label: displayName,
  raw: (resource) => shortAddress(resource.uri),
  description: (resource) => resource.description,
  marks: updatedMarks,
  chosen: (resource) => new McpResourceSelectEvent({ resource }),
};

const templates: ListKind<ResourceTemplate> = {
  noun: 'template',
  get heading() {
    return common('common.itemsTitle.template');
  },
  catalog: (session) => session.resourceTemplates,
  key: (template) => template.uriTemplate,
  label: displayName,
  raw: (template) => shortAddress(template.uriTemplate),
  description: (template) => template.description,
  chosen: (template) => new McpResourceSelectEvent({ template }),
};

/** Characters of a URI that fit into a row. */
const ADDRESS_LENGTH = 26;

/** Shortens a URI in its middle: URIs of one server mostly differ at their end. */
function shortAddress(address: string): string {
  if (address.length <= ADDRESS_LENGTH) return address;
  const head = /^[\w+.-]{1,12}:(\/\/)?/.exec(address)?.[0] ?? '';
  return `${head}…${address.slice(head.length + 1 - ADDRESS_LENGTH)}`;
}

/**
 * @summary Lists the resources of a server and the templates for more of them, with search, and lets the person choose one.
 *
 * @fires {McpResourceSelectEvent} mcp-resource-select - The person selected a resource or a template.
 * @fires {McpErrorEvent} mcp-error - The list could not be loaded. The element shows the error.
 * @csspart search - The search field.
 * @csspart count - The number of resources match the search.
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
 * @csspart skeleton - The placeholder of the resources while they load.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpResourceListElement extends CatalogListElement<Resource | ResourceTemplate> {
  constructor() {
    super([resources, templates]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-resource-list': McpResourceListElement;
  }
}
