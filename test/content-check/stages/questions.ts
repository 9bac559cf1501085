import type { Approval } from '../../../src/index.js';
import { connect, create, opening, until, type Given, type Stage } from '../stage.js';

/** The questions of a server, on the stream of a call, each in the element that asks the person. */
async function ask(given: Given, method: string, params: readonly object[]): Promise<() => void> {
  const sse = params.map((one, index) => ({ jsonrpc: '2.0', id: `ask-${index}`, method, params: one }));
  const { element, session } = await connect(
    given,
    { 'tools/call': { sse, end: false } },
    given.box(),
    opening({}, { tools: {} }),
  );
  const calling = new AbortController();
  session.tools.call('any', {}, { signal: calling.signal }).catch(() => {});
  const approvals = session.approvals!;
  const refused = (): number => session.problems.get().length;
  const waiting = (): readonly Approval[] => approvals.pending.get();
  // A question that breaks the rules is refused before anybody sees it.
  await until(() => waiting().length + refused() >= params.length || waiting().length > 0, 'a question', 2000).catch(
    () => {},
  );
  for (let before = -1; before < waiting().length;) {
    before = waiting().length;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  for (const approval of waiting())
    given
      .box()
      .append(
        approval.kind === 'sampling'
          ? create('mcp-sampling-approval', { approval, approvals })
          : create('mcp-elicitation-approval', { approval: approval as never, approvals }),
      );
  return () => {
    calling.abort();
    element.remove();
  };
}

export const elicitation: Stage = {
  name: 'elicitation',
  fields: [
    'elicitation message',
    'elicitation property',
    'elicitation title',
    'elicitation description',
    'elicitation enum',
    'elicitation enum names',
    'elicitation default',
    'elicitation URL',
    'elicitation URL path',
  ],
  show(given) {
    const { put } = given;
    return ask(
      given,
      'elicitation/create',
      given.payloads.flatMap((payload) => [
        {
          mode: 'form',
          message: put('elicitation message', payload),
          requestedSchema: {
            type: 'object',
            required: ['text'],
            properties: {
              text: {
                type: 'string',
                title: put('elicitation title', payload),
                description: put('elicitation description', payload),
                default: put('elicitation default', payload),
              },
              choice: {
                type: 'string',
                enum: [put('elicitation enum', payload), 'other'],
                enumNames: [put('elicitation enum names', payload), 'Other'],
              },
              [put('elicitation property', payload) || 'empty']: { type: 'boolean' },
            },
          },
        },
        { mode: 'url', message: 'Go', elicitationId: '1', url: put('elicitation URL', payload) },
        {
          mode: 'url',
          message: put('elicitation message', payload),
          elicitationId: '2',
          url: `https://a.example/${put('elicitation URL path', payload)}`,
        },
      ]),
    );
  },
};

export const sampling: Stage = {
  name: 'sampling',
  fields: [
    'sampling message',
    'sampling HTML',
    'sampling system prompt',
    'sampling model hint',
    'sampling stop sequence',
    'sampling metadata',
    'sampling tool name',
    'sampling tool description',
    'sampling tool use',
    'sampling tool result',
  ],
  show(given) {
    const { put } = given;
    return ask(
      given,
      'sampling/createMessage',
      given.payloads.map((payload) => ({
        messages: [
          { role: 'user', content: { type: 'text', text: put('sampling message', payload) } },
          {
            role: 'user',
            content: {
              type: 'resource',
              resource: { uri: 'a:1', mimeType: 'text/html', text: put('sampling HTML', payload) },
            },
          },
          {
            role: 'assistant',
            content: [
              {
                type: 'tool_use',
                id: 'use',
                name: put('sampling tool use', payload),
                input: { [put('sampling tool use', payload)]: put('sampling tool use', payload) },
              },
            ],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                toolUseId: 'use',
                content: [{ type: 'text', text: put('sampling tool result', payload) }],
                structuredContent: { value: put('sampling tool result', payload) },
              },
            ],
          },
        ],
        maxTokens: 10,
        systemPrompt: put('sampling system prompt', payload),
        modelPreferences: { hints: [{ name: put('sampling model hint', payload) }] },
        stopSequences: [put('sampling stop sequence', payload)],
        metadata: { [put('sampling metadata', payload)]: put('sampling metadata', payload) },
        tools: [
          {
            name: put('sampling tool name', payload),
            description: put('sampling tool description', payload),
            inputSchema: { type: 'object' },
          },
        ],
      })),
    );
  },
};
