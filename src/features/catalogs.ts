import { isPlainTool } from '../protocol/check/plain-tool.js';
import type { Prompt, Resource, ResourceTemplate, Tool } from '../protocol/model.js';
import type { CatalogKind } from './catalog.js';

/** What reads everything but tools. On demand: many pages list and call tools and nothing else. */
export const beyondTools = (): Promise<typeof import('./beyond-tools.js')> => import('./beyond-tools.js');

export const toolsKind: CatalogKind<Tool> = {
  kind: 'tools',
  method: 'tools/list',
  read: async (sent, requester) => {
    const faultOf = await requester.toolCheck();
    const tools = sent.every(isPlainTool) ? sent : sent.map((await import('../protocol/check/tool.js')).readTool);
    return tools.map((tool) => (typeof tool === 'string' ? tool : (faultOf(tool) ?? tool)));
  },
};

export const resourcesKind: CatalogKind<Resource> = {
  kind: 'resources',
  method: 'resources/list',
  read: async (sent) => sent.map((await beyondTools()).readResource),
};

export const resourceTemplatesKind: CatalogKind<ResourceTemplate> = {
  kind: 'resourceTemplates',
  method: 'resources/templates/list',
  read: async (sent) => sent.map((await beyondTools()).readResourceTemplate),
};

export const promptsKind: CatalogKind<Prompt> = {
  kind: 'prompts',
  method: 'prompts/list',
  read: async (sent) => sent.map((await beyondTools()).readPrompt),
};
