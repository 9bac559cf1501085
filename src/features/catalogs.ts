import { readTool } from '../protocol/check/tool.js';
import type { Prompt, Resource, ResourceTemplate, Tool } from '../protocol/model.js';
import type { CatalogKind } from './catalog.js';

export const toolsKind: CatalogKind<Tool> = {
  kind: 'tools',
  method: 'tools/list',
  capability: 'tools',
  read: async (requester) => {
    const faultOf = await requester.toolCheck();
    return (raw) => {
      const reading = readTool(raw);
      const fault = 'item' in reading ? faultOf(reading.item) : undefined;
      return fault === undefined ? reading : { fault };
    };
  },
};

export const resourcesKind: CatalogKind<Resource> = {
  kind: 'resources',
  method: 'resources/list',
  capability: 'resources',
  read: async () => (await import('../protocol/check/resource.js')).readResource,
};

export const resourceTemplatesKind: CatalogKind<ResourceTemplate> = {
  kind: 'resourceTemplates',
  method: 'resources/templates/list',
  capability: 'resources',
  read: async () => (await import('../protocol/check/resource.js')).readResourceTemplate,
};

export const promptsKind: CatalogKind<Prompt> = {
  kind: 'prompts',
  method: 'prompts/list',
  capability: 'prompts',
  read: async () => (await import('../protocol/check/prompt.js')).readPrompt,
};
