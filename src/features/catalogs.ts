import { readPrompt } from '../protocol/check/prompt.js';
import { readResource, readResourceTemplate } from '../protocol/check/resource.js';
import { readTool } from '../protocol/check/tool.js';
import type { Prompt, Resource, ResourceTemplate, Tool } from '../protocol/model.js';
import type { CatalogKind } from './catalog.js';

export const toolsKind: CatalogKind<Tool> = {
  kind: 'tools',
  method: 'tools/list',
  read: async (sent, requester) => {
    const faultOf = await requester.toolCheck();
    // Each by itself: what is odd in one tool must not change what another is read to be, and consents are bound to that.
    return sent.map((raw) => {
      const tool = readTool(raw);
      return typeof tool === 'string' ? tool : (faultOf(tool) ?? tool);
    });
  },
};

export const resourcesKind: CatalogKind<Resource> = {
  kind: 'resources',
  method: 'resources/list',
  read: async (sent) => sent.map(readResource),
};

export const resourceTemplatesKind: CatalogKind<ResourceTemplate> = {
  kind: 'resourceTemplates',
  method: 'resources/templates/list',
  read: async (sent) => sent.map(readResourceTemplate),
};

export const promptsKind: CatalogKind<Prompt> = {
  kind: 'prompts',
  method: 'prompts/list',
  read: async (sent) => sent.map(readPrompt),
};
