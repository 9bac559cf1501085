import type { Resource, ResourceTemplate } from '../../src/index.js';

/** The person chose a resource, or a template for resources, in a list. Exactly one of the two is there. */
export class McpResourceSelectEvent extends Event {
  readonly resource: Resource | undefined;
  readonly template: ResourceTemplate | undefined;

  constructor(chosen: { resource: Resource } | { template: ResourceTemplate }) {
    super('mcp-resource-select', { bubbles: true, composed: true });
    this.resource = 'resource' in chosen ? chosen.resource : undefined;
    this.template = 'template' in chosen ? chosen.template : undefined;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-resource-select': McpResourceSelectEvent;
  }
}
