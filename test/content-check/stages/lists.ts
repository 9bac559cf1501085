import { connect, create, until, type Stage } from '../stage.js';

const ICON = 'image/png';

/** The three lists: what each row says. */
export const lists: Stage = {
  name: 'lists',
  fields: [
    'tool name',
    'tool title',
    'tool description',
    'tool annotations title',
    'resource name',
    'resource title',
    'resource description',
    'resource URI',
    'resource MIME type',
    'template URI',
    'template name',
    'template title',
    'prompt name',
    'prompt title',
    'prompt description',
    'icon src',
    'icon MIME type',
  ],
  async show(given) {
    const { payloads, put } = given;
    // Names must differ, or only the first is listed.
    const own = (field: string, payload: string, index: number): string => `${put(field, payload)}${' '.repeat(index)}`;
    const icons = (payload: string): object => ({
      icons: [{ src: put('icon src', payload), mimeType: put('icon MIME type', payload) || ICON, sizes: ['any'] }],
    });
    const tools = payloads.map((payload, index) => ({
      name: own('tool name', payload, index),
      title: put('tool title', payload),
      description: put('tool description', payload),
      annotations: { title: put('tool annotations title', payload), readOnlyHint: true },
      inputSchema: { type: 'object' },
      ...icons(payload),
    }));
    const resources = payloads.map((payload, index) => ({
      uri: own('resource URI', payload, index),
      name: put('resource name', payload),
      title: put('resource title', payload),
      description: put('resource description', payload),
      mimeType: put('resource MIME type', payload),
      ...icons(payload),
    }));
    const resourceTemplates = payloads.map((payload, index) => ({
      uriTemplate: own('template URI', payload, index),
      name: put('template name', payload),
      title: put('template title', payload),
    }));
    const prompts = payloads.map((payload, index) => ({
      name: own('prompt name', payload, index),
      title: put('prompt title', payload),
      description: put('prompt description', payload),
      ...icons(payload),
    }));
    const { element, session } = await connect(
      given,
      {
        'tools/list': { result: { tools } },
        'resources/list': { result: { resources } },
        'resources/templates/list': { result: { resourceTemplates } },
        'prompts/list': { result: { prompts } },
      },
      given.box(),
    );
    element.append(create('mcp-tool-list', {}), create('mcp-resource-list', {}), create('mcp-prompt-list', {}));
    await until(
      () =>
        [session.tools, session.resources, session.resourceTemplates, session.prompts].every((list) => {
          const { phase } = list.state.get();
          return phase === 'ready' || phase === 'failed';
        }),
      'all lists',
    );
    return () => element.remove();
  },
};
