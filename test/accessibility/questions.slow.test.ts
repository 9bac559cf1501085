import { aTimeout } from '@open-wc/testing';
import { setPressGuard } from '../../components/approval-queue/press-guard.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import { Roots } from '../../src/approvals/index.js';
import { McpError, verbatim } from '../../src/errors.js';
import type { ToolResult } from '../../src/index.js';
import { rootsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { PNG } from '../content/samples.js';
import type { Reader } from '../support/harness/reader.js';
import { answer } from '../support/harness/sampling-approval.js';
import {
  askAwaitedPage,
  askCall,
  askForm,
  askPage,
  askRoots,
  askSampling,
  askUnexpected,
  deleteFile,
  requestingServer,
} from '../support/questions.js';
import { checks, type Draw, draw } from './check.js';

const MESSAGES = 30;
const BUDGET = 10;
const model = Object.assign(async () => answer, { models: [{ id: 'small' }, { id: 'large' }] });
const TOOLS = [
  { name: 'get_tide', inputSchema: { type: 'object', properties: { port: { type: 'string', title: 'Port' } } } },
  { name: 'get_wind', description: 'Where it blows from.', inputSchema: { type: 'object' } },
] as const;
/** What a request may have beside its messages. */
const MORE = {
  tools: TOOLS,
  toolChoice: { mode: 'auto' },
  includeContext: 'allServers',
  modelPreferences: { hints: [{ name: 'small' }], costPriority: 0.5 },
  metadata: { trace: 1 },
  temperature: 0.7,
  stopSequences: ['END'],
} as const;
const SECRET = { type: 'object', properties: { password: { type: 'string', title: 'Your password' } } };

/** A question that a queue shows, in its dialog, and what is done then. */
const asked =
  (ask: (queue: ApprovalQueue) => unknown, then: (reader: Reader) => Promise<unknown> = async () => {}): Draw =>
  async (main) => {
    // What is looked at comes after a press, not when it counts.
    setPressGuard({ waitMs: 0 });
    const queue = new ApprovalQueue();
    const reader = draw(main, 'mcp-approval-queue', { approvals: queue });
    await ask(queue);
    const dialog = (): HTMLElement | undefined => reader.all('dialog[open]')[0];
    await aTimeout(0);
    if (!dialog()) (await reader.until(() => reader.button('Review') ?? dialog(), 'a question')).click();
    await reader.until(dialog, 'an open question');
    await then(reader);
    reader.unfold();
    return reader;
  };
const withModel =
  (ask: (queue: ApprovalQueue) => unknown, sampler: NonNullable<ApprovalQueue['sampler']> = model) =>
  (queue: ApprovalQueue): unknown => {
    queue.sampler = sampler;
    return ask(queue);
  };

checks('questions', {
  'a destructive tool that the person runs': asked((queue) => askCall(queue)),
  'a destructive tool that a model wants to run': asked((queue) => askCall(queue, 'model')),
  'a tool that has changed since it was allowed': asked((queue) => askCall(queue, 'model', { why: 'changed' })),
  'arguments being edited as JSON': asked(
    (queue) => askCall(queue),
    (reader) => reader.press('Edit as JSON'),
  ),
  'a request for the model of the page': asked(withModel((queue) => askSampling(queue, { systemPrompt: 'Be brief.' }))),
  'a request for the model of the page, being edited': asked(
    withModel((queue) => askSampling(queue, { systemPrompt: 'Be brief.', ...MORE })),
    async (reader) => {
      for (const what of [
        'System prompt',
        'Message 1',
        'limits',
        'Tools offered',
        'Extra context',
        'Preferred model',
        'Metadata',
      ])
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await reader.press(`Edit ${what}`);
    },
  ),
  'the model is answering': asked(
    withModel(
      (queue) => askSampling(queue),
      (_, { onPartial }) => {
        onPartial?.('One\n'.repeat(500));
        return new Promise(() => {});
      },
    ),
    async (reader) => {
      await reader.press('Ask the model');
      await reader.reads('Your model is answering');
      await reader.until(() => reader.all('.stream')[0], 'what came of it');
    },
  ),
  'the answer of the model': asked(
    withModel((queue) => askSampling(queue)),
    async (reader) => {
      await reader.press('Ask the model');
      await reader.reads('Two sentences.');
    },
  ),
  'the model did not answer': asked(
    withModel(
      (queue) => askSampling(queue),
      () => Promise.reject(new McpError('http', verbatim('The model service answered 429.'))),
    ),
    async (reader) => {
      await reader.press('Ask the model');
      await reader.reads('answered 429');
    },
  ),
  'a request for a model where there is none': asked((queue) => askSampling(queue, { tools: TOOLS })),
  'a reply by hand that uses a tool': asked(
    (queue) => askSampling(queue, { tools: TOOLS }),
    async (reader) => {
      reader.all<HTMLSelectElement>('#by-hand-tool')[0]!.value = 'get_tide';
      await reader.press('Add tool');
      await reader.reads('Port');
    },
  ),
  'a request beyond the budget of its server': asked(
    withModel((queue) => {
      for (let count = 0; count < BUDGET; count++) queue.budget.begin(requestingServer.server.url);
      askSampling(queue);
    }),
    async (reader) => {
      await reader.press('Ask the model');
      await reader.reads('Tick the box first.');
    },
  ),
  'a request for a model with tools, pictures and many messages': asked(
    withModel((queue) =>
      askSampling(queue, {
        ...MORE,
        messages: [
          { role: 'user', content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] },
          ...Array.from({ length: MESSAGES }, (_, at) => ({
            role: at % 2 === 0 ? ('assistant' as const) : ('user' as const),
            content: [{ type: 'text' as const, text: `Message ${at}. `.repeat(20) }],
          })),
          { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'get_wind', input: { at: 'noon' } }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'West' }], isError: false },
            ],
          },
        ],
      }),
    ),
  ),
  'a form': asked((queue) => askForm(queue)),
  'a form with mistakes': asked(
    (queue) => askForm(queue),
    async (reader) => {
      await reader.press(/^Send to/);
      await reader.reads('attention');
    },
  ),
  'a form that asks for a secret': asked((queue) => askForm(queue, SECRET, 'Sign in here.')),
  'a page to open': asked((queue) => askPage(queue, 'https://pay.example/confirm?id=1')),
  'a page with a suspicious address': asked((queue) => askPage(queue, 'http://bank.example@xn--80ak6aa92e.example/')),
  'a page that was opened': asked(askAwaitedPage, async (reader) => {
    const { open } = globalThis;
    globalThis.open = () => null;
    try {
      await reader.press(/^Open pay/);
    } finally {
      globalThis.open = open;
    }
  }),
  'folders to share': asked(async (queue) => {
    const kept = new Roots('a', rootsIn(new MemoryStorage()));
    await kept.add('file:///home/me', 'Home');
    await kept.add('file:///srv', 'Server');
    queue.addRoots({ kept, fromPage: [] }, requestingServer, undefined, new AbortController().signal).catch(() => {});
  }),
  'folders to share, where there are none': asked((queue) => askRoots(queue)),
  'the result of a tool': asked((queue) => {
    const result = { content: [{ type: 'text', text: 'Done.' }], isError: false } as unknown as ToolResult;
    const what = { tool: 'search', initiator: 'model', result } as const;
    queue.addCall({ kind: 'tool-result', asked: what }, requestingServer, new AbortController().signal).catch(() => {});
  }),
  'several at once': asked((queue) => {
    askSampling(queue);
    askForm(queue);
    askCall(queue);
  }),
  'one that nobody here started': async (main) => {
    const queue = new ApprovalQueue();
    const reader = draw(main, 'mcp-approval-queue', { approvals: queue });
    askUnexpected(queue);
    await reader.reads('has a question');
    return reader;
  },
  'one that was withdrawn': async (main) => {
    const queue = new ApprovalQueue();
    const reader = draw(main, 'mcp-approval-queue', { approvals: queue });
    const { withdraw, answer: taken } = askForm(queue);
    taken.catch(() => {});
    await reader.reads('asks for information');
    withdraw();
    await reader.until(() => reader.all('[data-name~=dismiss-button]')[0], 'that it was withdrawn');
    return reader;
  },
  'one in its place in the page': async (main) => {
    const queue = new ApprovalQueue();
    const reader = draw(main, 'mcp-approval-queue', { approvals: queue, inline: true });
    askForm(queue);
    await reader.reads('Newsletter');
    return reader;
  },
  'a permission that was used without a question': async (main) => {
    const queue = new ApprovalQueue();
    const reader = draw(main, 'mcp-approval-queue', { approvals: queue });
    for (const tool of ['search', deleteFile.name])
      queue.noteUnasked({
        id: tool,
        tool,
        initiator: 'model',
        requestingServer,
        allowedAt: Date.now(),
        takeBack: async () => {},
      });
    await reader.reads('ran without a question');
    return reader;
  },
});
