import { connect, create, opening, until, type Stage } from '../stage.js';

/** A browser keeps no more than six connections to a server open. */
const AT_ONCE = 4;
const tool = { name: 'any', inputSchema: { type: 'object' } } as const;
const call = (element: Element): void =>
  element.shadowRoot!.querySelector<HTMLElement>('[part~="submit-button"]')!.click();

/** A call that tells how far it is. The server never comes to an end. */
export const progress: Stage = {
  name: 'calls under way',
  fields: ['progress message'],
  async show(given) {
    const { payloads, put } = given;
    // Several payloads one after the other in each call: a progress message stays until the next one.
    const sse = payloads.slice(0, AT_ONCE).map((_, first) => ({
      sse: payloads
        .filter((_payload, index) => index % AT_ONCE === first)
        .flatMap((payload, index) => [
          {
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: {
              progressToken: '$progressToken',
              progress: index + 1,
              message: put('progress message', payload),
            },
          },
          { wait: 20 },
        ]),
      end: false,
    }));
    const { element, session } = await connect(given, { 'tools/call': sse }, given.box(), opening({}, { tools: {} }));
    const forms = sse.map(() => create('mcp-tool-form', { definition: tool, session }));
    for (const form of forms) given.box().append(form);
    await Promise.all(forms.map((form) => form.updateComplete));
    forms.forEach(call);
    given.goOn();
    await until(() => forms.every((form) => form.shadowRoot!.querySelector('[part~="progress"]')), 'progress');
    // The last of them comes after all the pauses before it.
    await new Promise((resolve) => setTimeout(resolve, 250 + 25 * Math.ceil(payloads.length / AT_ONCE)));
    return () => {
      for (const form of forms) form.remove();
      element.remove();
    };
  },
};

/** What is said about calls, reads and prompts that failed. */
export const failures: Stage = {
  name: 'failed calls',
  fields: ['error message', 'error data', 'error message of a connection'],
  async show(given) {
    const { payloads, put } = given;
    const errors = payloads.map((payload) => ({
      error: { code: -32000, message: put('error message', payload), data: { reason: put('error data', payload) } },
    }));
    const replies = { 'tools/call': errors, 'resources/read': errors, 'prompts/get': errors };
    const { element, session } = await connect(given, replies, given.box(), opening({}, { tools: {}, resources: {} }));
    for (let index = 0; index < payloads.length; index++) {
      const form = create('mcp-tool-form', { definition: tool, session });
      given.box(index).append(form, create('mcp-resource-view', { uri: `a:${index}`, session }));
      await form.updateComplete;
      call(form);
    }
    given.goOn();
    const refused = create('mcp-session', { storage: 'none' });
    const message = payloads.map((payload) => put('error message of a connection', payload)).join('\n');
    refused.url = await given.serve({ replies: { '*': { status: 400, error: { code: -32600, message } } } });
    refused.append(document.createElement('mcp-connection-status'));
    given.box().append(refused);
    await until(() => refused.status === 'failed', 'a refusal');
    return () => {
      element.remove();
      refused.remove();
    };
  },
};
