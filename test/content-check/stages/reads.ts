import { connect, create, opening, until, type Stage } from '../stage.js';

/** A resource that is read, and the messages of a prompt. */
export const reads: Stage = {
  name: 'resources and prompts read',
  fields: ['read: URI', 'read: MIME type', 'read: text', 'read: HTML', 'prompt text', 'prompt result description'],
  async show(given) {
    const { payloads, put } = given;
    const { element, session } = await connect(
      given,
      {
        'resources/read': payloads.map((payload) => ({
          result: {
            contents: [
              { uri: put('read: URI', payload), mimeType: put('read: MIME type', payload), text: 'text' },
              { uri: 'a:1', text: put('read: text', payload) },
              { uri: 'a:2', mimeType: 'text/html', text: put('read: HTML', payload) },
            ],
          },
        })),
        'prompts/get': payloads.map((payload) => ({
          result: {
            description: put('prompt result description', payload),
            messages: [
              { role: 'user', content: { type: 'text', text: put('prompt text', payload) } },
              {
                role: 'assistant',
                content: {
                  type: 'resource',
                  resource: { uri: 'a:3', mimeType: 'text/markdown', text: put('prompt text', payload) },
                },
              },
            ],
          },
        })),
      },
      given.box(),
      opening({}, { resources: {}, prompts: {} }),
    );
    const shown: Element[] = [];
    for (let index = 0; index < payloads.length; index++) {
      const form = create('mcp-prompt-form', { definition: { name: `prompt ${index}` }, session });
      const view = create('mcp-resource-view', { uri: `a:${index}`, session });
      given.box(index).append(view, form);
      shown.push(view, form);
      await form.updateComplete;
      form.shadowRoot!.querySelector<HTMLElement>('[part~="submit-button"]')?.click();
    }
    given.goOn();
    const isThere = ({ shadowRoot }: Element): unknown =>
      shadowRoot!.querySelector(
        '[part~="item"]:not([data-name]), [data-name~="message"], [part~="error"]:not([data-name])',
      );
    await until(() => shown.every(isThere), 'an answer to each');
    return () => element.remove();
  },
};
