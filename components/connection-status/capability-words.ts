import type { ServerCapabilities } from '../../src/index.js';

/** What a server can do, in the person's words. */
export function capabilityWords(capabilities: ServerCapabilities): readonly string[] {
  const { tools, resources, prompts, completions, logging, extensions } = capabilities;
  return [
    tools && `tools${tools.listChanged ? ', and says when they change' : ''}`,
    resources && `resources${resources.subscribe ? ', and says when one changes' : ''}`,
    prompts && `prompts${prompts.listChanged ? ', and says when they change' : ''}`,
    completions && 'suggestions while you type',
    logging && 'log messages',
    ...Object.keys(extensions ?? {})
      .slice(0, SHOWN_EXTENSIONS)
      .map((name) => `extension ${name}`),
  ].filter((words) => words !== undefined);
}

/** Extensions that are named; a server may send thousands. */
const SHOWN_EXTENSIONS = 10;
