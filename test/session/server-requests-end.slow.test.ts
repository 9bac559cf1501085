import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { McpError, Session, ToolResult } from '../../src/index.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

type Body = { id?: unknown; method?: string; params?: any; result?: any; error?: { code: number; message: string } };

const QUESTIONS = {
  'a question to a model': {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hm?' } }], maxTokens: 5 },
  },
  'a form': {
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  },
} as const;

/** Nobody said no: what became of the question is none of the server's business. */
const COULD_NOT = { code: -32603, message: 'The client could not answer.' };

/** What happens to a question, and what a server of each era hears of it. */
for (const era of ['legacy', 'modern'] as const)
  for (const [what, question] of Object.entries(QUESTIONS))
    describe(`${what} ends, ${era}`, () => {
      const { open } = sessions();
      const isForm = question.method === 'elicitation/create';
      let url: string;
      let queue: ApprovalQueue;
      let session: Session;
      let outcome: Promise<ToolResult | McpError>;

      const replies = (then: readonly unknown[] = [{ wait: 20_000 }]): Record<string, Reply | readonly Reply[]> =>
        era === 'legacy'
          ? { 'tools/call': { sse: [{ jsonrpc: '2.0', id: 'q', ...question }, ...then], end: false } as Reply }
          : {
              'tools/call': [
                { result: { resultType: 'input_required', inputRequests: { q: question }, requestState: 's' } },
                { result: { resultType: 'complete', content: [] } },
              ],
            };

      async function ask(then?: readonly unknown[], options: { maxTimeoutMs?: number; signal?: AbortSignal } = {}) {
        url = await script({ revision: era === 'legacy' ? '2025-11-25' : '2026-07-28', replies: replies(then) });
        queue = new ApprovalQueue();
        queue.pending.subscribe(() => {});
        session = await open(url, { approvals: queue, capabilities: ['sampling', 'elicitation'] });
        outcome = session.tools.call('x', {}, options).catch((error: McpError) => error);
        await eventually(() => queue.pending.get().length === 1);
        return queue.pending.get()[0]!.id;
      }
      const heard = async (): Promise<Body[]> =>
        (await scriptedLog(url)).flatMap(({ body }) => (body ? [body as Body] : []));
      const calls = async (): Promise<Body[]> => (await heard()).filter(({ method }) => method === 'tools/call');
      const answers = async (): Promise<Body[]> => (await heard()).filter(({ id, method }) => id === 'q' && !method);
      const codeOf = async (): Promise<string> => ((await outcome) as McpError).code;
      const gone = async (reason: string): Promise<void> => {
        expect(queue.pending.get()).to.be.empty;
        expect(queue.ended.get()).to.include({ how: 'withdrawn' });
        expect(queue.ended.get()!.reason!.code).to.equal(reason);
      };

      for (const how of ['decline', 'cancel'] as const)
        it(`by the person, who would ${how}`, async () => {
          const id = await ask();
          queue[how](id);
          if (era === 'legacy') {
            const [answer] = await eventually(answers, ({ length }) => length);
            if (isForm) expect(answer!.result).to.deep.equal({ action: how });
            else expect(answer!.error).to.deep.equal({ code: -1, message: 'User rejected sampling request' });
            return;
          }
          const ended = await outcome;
          if (isForm) {
            expect((await calls())[1]!.params.inputResponses).to.deep.equal({ q: { action: how } });
            expect((await calls())[1]!.params.requestState).to.equal('s');
          } else {
            // There is no answer that says no: the call is not taken further.
            expect((ended as McpError).code).to.equal('declined');
            expect(await calls()).to.have.length(1);
          }
        });

      describe('where the call may take some time in all', () => {
        const clock = new ManualClock();

        it(
          era === 'legacy'
            ? 'because the call takes too long in all'
            : 'not because the person takes long: no request is on its way meanwhile',
          async () => {
            const id = await ask(undefined, { maxTimeoutMs: 400 });
            if (era === 'modern') {
              await clock.advance(700);
              expect(queue.pending.get()).to.have.length(1);
              return queue.decline(id);
            }
            await clock.advance(400);
            expect(await codeOf()).to.equal('timeout');
            await gone('cancelled');
            const [answer] = await eventually(answers, ({ length }) => length);
            expect(answer!.error, 'a server that asked is not left waiting').to.deep.equal(COULD_NOT);
            expect((await heard()).map(({ method }) => method)).to.include('notifications/cancelled');
          },
        );
      });

      it('because the person cancels the call', async () => {
        const ending = new AbortController();
        await ask(undefined, { signal: ending.signal });
        ending.abort();
        expect(await codeOf()).to.equal('cancelled');
        await eventually(() => queue.pending.get().length === 0);
        await gone('cancelled');
        if (era === 'modern') return expect(await calls()).to.have.length(1);
        const [answer] = await eventually(answers, ({ length }) => length);
        expect(answer!.error, 'a server that asked is not left waiting').to.deep.equal(COULD_NOT);
      });

      it('because the session is closed', async () => {
        await ask();
        await session.close();
        expect(await codeOf()).to.equal('closed');
        await eventually(() => queue.pending.get().length === 0);
        await gone('closed');
        expect(await answers()).to.be.empty;
      });

      if (era === 'legacy') {
        it('because the server takes it back', async () => {
          const back = { method: 'notifications/cancelled', params: { requestId: 'q', reason: 'Never mind' } };
          await ask([{ wait: 300 }, { jsonrpc: '2.0', ...back }, { response: { content: [] } }]);
          await eventually(() => queue.pending.get().length === 0);
          await gone('cancelled');
          await outcome;
          await pause(50);
          expect(await answers(), 'who takes a question back wants no answer').to.be.empty;
        });

        it('because the server answers the call without it', async () => {
          await ask([{ wait: 300 }, { response: { content: [] } }]);
          expect(await outcome).to.deep.include({ content: [] });
          await eventually(() => queue.pending.get().length === 0);
          await gone('cancelled');
        });

        it('because the connection breaks', async () => {
          url = '';
          const broken = { sse: [{ jsonrpc: '2.0', id: 'q', ...question }, { wait: 300 }], reset: true } as Reply;
          url = await script({ session: false, replies: { 'tools/call': broken } });
          queue = new ApprovalQueue();
          queue.pending.subscribe(() => {});
          session = await open(url, { approvals: queue, capabilities: ['sampling', 'elicitation'] });
          outcome = session.tools.call('x').catch((error: McpError) => error);
          await eventually(() => queue.pending.get().length === 1);
          expect(await codeOf()).to.equal('stream-ended');
          await eventually(() => queue.pending.get().length === 0);
          await gone('cancelled');
        });
      }
    });
