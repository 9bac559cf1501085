import { connect, opening, until, type Stage } from '../stage.js';

/** What a server says of itself, a session for each payload: in the line on top, and in the overview of a client. */
export const identity: Stage = {
  name: 'the server',
  fields: [
    'server name',
    'server version',
    'server title',
    'server description',
    'server website',
    'server icon',
    'instructions',
  ],
  async show(given) {
    const { payloads, put } = given;
    const about = (payload: string): object => ({
      serverInfo: {
        name: put('server name', payload),
        version: put('server version', payload),
        title: put('server title', payload),
        description: put('server description', payload),
        websiteUrl: put('server website', payload),
        icons: [{ src: put('server icon', payload), mimeType: put('server icon', payload) }],
      },
      instructions: put('instructions', payload),
    });
    const elements = await Promise.all(
      payloads.map(async (payload, index) => {
        const { element } = await connect(given, {}, given.box(index), opening(about(payload), {}));
        const status = element.appendChild(document.createElement('mcp-connection-status'));
        await status.updateComplete;
        status.shadowRoot!.querySelector<HTMLElement>('[data-name~="details-button"]')?.click();
        return element;
      }),
    );
    // The whole client once: its overview says the instructions.
    const client = document.createElement('mcp-client');
    client.storage = 'none';
    const all = (field: (payload: string) => string): string => payloads.map(field).join('\n');
    const whole = {
      serverInfo: { name: all((one) => put('server name', one)), version: '1' },
      instructions: all((one) => put('instructions', one)),
    };
    client.url = await given.serve({ session: false, replies: opening(whole) ?? {} });
    given.box().append(client);
    await until(() => client.status === 'ready', 'a client');
    return () => {
      for (const element of elements) element.remove();
      client.remove();
    };
  },
};

/** The lines of its log. */
export const log: Stage = {
  name: 'the log',
  fields: ['log line', 'log value', 'logger', 'log level'],
  async show(given) {
    const { put } = given;
    const sse = given.payloads.flatMap((payload) =>
      [put('log line', payload), { value: put('log value', payload) }].map((data) => ({
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: put('log level', payload), logger: put('logger', payload), data },
      })),
    );
    const { element, session } = await connect(
      given,
      { 'tools/call': { sse: [...sse, { response: { content: [] } }] } },
      given.box(),
    );
    if (customElements.get('mcp-log')) element.append(document.createElement('mcp-log'));
    await session.tools.call('any', {});
    await until(() => session.log.get().length >= sse.length, 'a log');
    return () => element.remove();
  },
};
