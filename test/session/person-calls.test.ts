import { expect } from '@esm-bundle/chai';
import { script, type Reply } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { Approval } from '../../src/approvals/index.js';
import type { Session } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import type { Initiator, Tool } from '../../src/protocol/model.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

const question = (id: string): object => ({
  jsonrpc: '2.0',
  id,
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
});

describe('a call of the person with arguments for a definition that the server changed', () => {
  const { open } = sessions();
  const described = (type: string): Tool => ({
    name: 'x',
    inputSchema: { type: 'object', properties: { a: { type } } },
  });

  it('is not made, and says so; with the new definition it is', async () => {
    const lists = ['string', 'integer'].map((type) => ({ result: { tools: [described(type)] } }));
    const url = await script({
      revision: '2025-11-25',
      replies: { 'tools/list': lists, 'tools/call': { result: { content: [] } } },
    });
    const session = await open(url, { policy: { calls: () => 'allow' } });
    const [old] = await session.tools.list();
    await session.tools.refresh();
    const [now] = await session.tools.list();
    expect(now!.inputSchema).not.to.deep.equal(old!.inputSchema);
    const call = (definition: Tool): Promise<unknown> =>
      session.tools.call('x', { a: 'b' }, { initiator: 'person', definition });
    const error = await failureOf(call(old!));
    expect(error).to.include({
      code: 'declined',
      message: 'x was not called: the server changed its definition after the arguments were made.',
    });
    await call(now!);
  });
});

describe('whether a question belongs to a call that the person started', () => {
  const { open } = sessions();
  let queue: ApprovalQueue;
  let session: Session;

  async function serving(revision: string, replies: Record<string, Reply | readonly Reply[]>): Promise<void> {
    const listed = { result: { tools: [{ name: 'x', inputSchema: { type: 'object' } }] } };
    const url = await script({ revision, replies: { 'tools/list': listed, ...replies } });
    queue = new ApprovalQueue();
    queue.pending.subscribe(() => {});
    session = await open(url, { approvals: queue, capabilities: ['elicitation'] });
  }

  /** What the server asks, not whether its tool may be called. */
  const asked = (): Promise<readonly Approval[]> =>
    eventually(
      () => queue.pending.get().filter(({ kind }) => kind === 'elicitation'),
      ({ length }) => length > 0,
    );

  const call = (initiator?: Initiator): void => void session.tools.call('x', {}, { initiator }).catch(() => {});

  for (const [initiator, isOwn] of [
    ['person', true],
    ['page', false],
    [undefined, false],
  ] as const) {
    it(`on the stream of a call started by ${initiator ?? 'code that does not say'}: ${isOwn}`, async () => {
      await serving('2025-11-25', { 'tools/call': { sse: [question('q'), { wait: 20_000 }], end: false } as Reply });
      call(initiator);
      expect((await asked())[0]!.isOwn!()).to.equal(isOwn);
    });

    it(`in the result of a call started by ${initiator ?? 'code that does not say'}, 2026-07-28: ${isOwn}`, async () => {
      const { method, params } = question('q') as { method: string; params: object };
      await serving('2026-07-28', {
        'tools/call': { result: { resultType: 'input_required', inputRequests: { q: { method, params } } } },
      });
      call(initiator);
      expect((await asked())[0]!.isOwn!()).to.equal(isOwn);
    });
  }

  describe('on the standing stream, where no revision says which call it belongs to', () => {
    /** The question comes a moment after connecting; each call waits. */
    const standing = (ms: number): Promise<void> =>
      serving('2025-11-25', {
        GET: { sse: [{ wait: ms }, question('q'), { wait: 20_000 }], end: false } as Reply,
        'tools/call': { sse: [{ wait: 20_000 }], end: false } as Reply,
      });

    it('never, while nothing runs', async () => {
      await standing(0);
      expect((await asked())[0]!.isOwn!()).to.equal(false);
    });

    it('never, where the call of the person began only after it', async () => {
      await standing(0);
      const [one] = await asked();
      call('person');
      await pause(100);
      expect(one!.isOwn!()).to.equal(false);
    });

    it('while exactly one of the person runs', async () => {
      await standing(300);
      call('person');
      expect((await asked())[0]!.isOwn!()).to.equal(true);
    });

    it('no longer, when that call is over or has company', async () => {
      await standing(300);
      const life = new AbortController();
      session.tools.call('x', {}, { initiator: 'person', signal: life.signal }).catch(() => {});
      const [one] = await asked();
      call('person');
      await eventually(() => !one!.isOwn!());
      life.abort();
      await eventually(() => one!.isOwn!());
    });

    it('never, while two of the person run, or one of page code', async () => {
      await standing(300);
      call('person');
      call('person');
      expect((await asked())[0]!.isOwn!(), 'two').to.equal(false);
      await standing(300);
      call('page');
      expect((await asked())[0]!.isOwn!(), 'page code').to.equal(false);
    });
  });
});
