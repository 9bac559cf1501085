import type { Approval } from '../../../src/index.js';
import { setPressGuard } from '../../../components/approval-queue/press-guard.js';
import { DEFAULT_RATE_LIMITS } from '../../../src/approvals/rate-limit.js';
import { connect, create, opening, until, type Given, type Stage } from '../stage.js';

/** As many as a server may have waiting, less {@link LAST}. */
const AT_ONCE = DEFAULT_RATE_LIMITS.waiting - 1;
/** A question that nobody refuses, after the others of its server: when it waits, each of them waits or was refused. */
const LAST = {
  jsonrpc: '2.0',
  id: 'last',
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Is that all?', requestedSchema: { type: 'object', properties: {} } },
};

/** The questions of servers, each in the element that asks the person. */
async function ask(given: Given, method: string, params: readonly object[]): Promise<() => void> {
  // When a press counts is tested elsewhere. To find out, every press looks at the place of every button in the page.
  setPressGuard({ waitMs: 0 });
  const ends: (() => void)[] = [];
  for (let start = 0; start < params.length; start += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- the boxes stand in order
    ends.push(await askSome(given, method, params.slice(start, start + AT_ONCE)));
  return () => {
    for (const end of ends) end();
    setPressGuard();
  };
}

/** On the stream of a call. */
async function askSome(given: Given, method: string, params: readonly object[]): Promise<() => void> {
  const questions = params.map((one, index) => ({ jsonrpc: '2.0', id: `ask-${index}`, method, params: one }));
  const { element, session } = await connect(
    given,
    { 'tools/call': { sse: [...questions, LAST], end: false } },
    given.box(),
    opening({}, { tools: {} }),
  );
  const calling = new AbortController();
  session.tools.call('any', {}, { signal: calling.signal }).catch(() => {});
  const approvals = session.approvals!;
  const isLast = (one: Approval): boolean => one.kind === 'elicitation' && one.asked.message === LAST.params.message;
  await until(() => approvals.pending.get().some(isLast), 'the last question');
  for (const approval of approvals.pending.get())
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
