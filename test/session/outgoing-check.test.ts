import { expect } from '@esm-bundle/chai';
import { everythingUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { OutgoingData, Session, SessionOptions } from '../../src/index.js';
import { MAX_OUTGOING_REASON_LENGTH } from '../../src/session/outgoing-check.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

const CARD = '4111 1111 1111 1111';

describe('what a page keeps back before it is sent', () => {
  const { open } = sessions();
  let seen: OutgoingData[];
  let bodies: string[];
  beforeEach(() => {
    seen = [];
    bodies = [];
  });
  const refusesCards = (data: OutgoingData): string | undefined => {
    seen.push(data);
    return JSON.stringify(data.params).includes(CARD) ? 'It contains the number of a card.' : undefined;
  };
  const openWith = (
    beforeSend: NonNullable<SessionOptions['policy']>['beforeSend'] = refusesCards,
    options: SessionOptions = {},
  ): Promise<Session> =>
    open(everythingUrl, {
      storage: 'none',
      policy: { beforeSend },
      fetch: (input, init) => {
        if (typeof init?.body === 'string') bodies.push(init.body);
        return fetch(input, init);
      },
      ...options,
    });
  /** How many messages of the method went to the server. */
  const sent = (method: string): number =>
    bodies.filter((body) => (JSON.parse(body) as { readonly method?: string }).method === method).length;

  for (const initiator of [undefined, 'page', 'person', 'model', 'app'] as const)
    it(`is no call of ${initiator ?? 'page code'}: the reason is its error, and nothing is sent`, async () => {
      const queue = new ApprovalQueue();
      queue.pending.subscribe(([question]) => {
        if (question) queue.approveCall(question.id, { message: CARD });
      });
      const session = await openWith(refusesCards, { approvals: queue });
      const error = await failureOf(session.tools.call('echo', { message: CARD }, { ...(initiator && { initiator }) }));
      expect(error).to.include({
        code: 'declined',
        message: 'This page kept it back, so nothing was sent: It contains the number of a card.',
      });
      expect(sent('tools/call')).to.equal(0);
      expect(seen.at(-1)).to.deep.include({
        method: 'tools/call',
        params: { name: 'echo', arguments: { message: CARD } },
        isAnswer: false,
        initiator: initiator ?? 'page',
        host: new URL(everythingUrl).host,
      });
    });

  it('is judged as the person edited it', async () => {
    const queue = new ApprovalQueue();
    queue.pending.subscribe(([question]) => {
      if (question) queue.approveCall(question.id, { message: CARD });
    });
    const session = await openWith(refusesCards, { approvals: queue });
    const error = await failureOf(session.tools.call('echo', { message: 'hello' }, { initiator: 'model' }));
    expect(error.message).to.include('the number of a card');
    expect(sent('tools/call')).to.equal(0);
  });

  it('is no argument of a prompt, no address, no text to complete and no request of another kind', async () => {
    const session = await openWith();
    for (const act of [
      () => session.prompts.get('args-prompt', { city: CARD }),
      () => session.resources.read(`demo://resource/${CARD}`),
      () => session.resources.subscribe(`demo://resource/${CARD}`, () => {}),
      () => session.complete({ type: 'ref/prompt', name: 'completable-prompt' }, { name: 'department', value: CARD }),
      () => session.request('tools/call', { name: 'echo', arguments: { message: CARD } }),
      () => session.request('acme/search', { text: CARD }),
    ])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await failureOf(act())).message).to.include('the number of a card');
    for (const method of ['prompts/get', 'resources/read', 'resources/subscribe', 'completion/complete', 'tools/call'])
      expect(sent(method), method).to.equal(0);
  });

  it('is no answer to what the server asks, and the person is told why', async () => {
    const session = await openWith(refusesCards, {
      sampler: async () => ({ role: 'assistant', content: [{ type: 'text', text: CARD }], model: 'm' }),
      policy: { beforeSend: refusesCards, serverRequests: () => 'allow' },
    });
    const call = session.tools.call('trigger-sampling-request', { prompt: 'Hi', maxTokens: 5 });
    const answer = await call.then(textOf, (error: Error) => error.message);
    expect(answer).not.to.include(CARD);
    expect(seen.filter(({ isAnswer }) => isAnswer).map(({ method }) => method)).to.deep.equal([
      'sampling/createMessage',
    ]);
    expect(session.problems.get().map(({ message }) => message)).to.include(
      'This page kept it back, so nothing was sent: It contains the number of a card.',
    );
  });

  it('is nothing else: what the page lets pass is sent as it was, whatever the hook does to its copy', async () => {
    const session = await openWith(async (data) => {
      (data.params['arguments'] as { message: string }).message = 'changed';
      return undefined;
    });
    expect(textOf(await session.tools.call('echo', { message: 'hello' }))).to.include('hello');
  });

  it('is everything where the hook fails, and the error says whose mistake that is', async () => {
    for (const fails of [
      () => {
        throw new Error('no table');
      },
      async () => {
        throw new Error('no table');
      },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const session = await openWith(fails);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const error = await failureOf(session.tools.call('echo', { message: 'hello' }));
      expect(error.code).to.equal('declined');
      expect(error.message).to.equal('Nothing was sent, because the check of this page failed: Error: no table');
      expect(sent('tools/call')).to.equal(0);
    }
  });

  it('a reason is shown up to its limit; an answer that is no text keeps back too', async () => {
    const long = await openWith(() => 'x'.repeat(10_000));
    expect((await failureOf(long.tools.call('echo', { message: 'a' }))).message.length).to.be.below(
      MAX_OUTGOING_REASON_LENGTH + 100,
    );
    const odd = await openWith((() => false) as never);
    expect((await failureOf(odd.tools.call('echo', { message: 'a' }))).message).to.include('gives no reason');
  });

  it('a hook that never answers ends with the call', async () => {
    const session = await openWith(() => new Promise(() => {}));
    const controller = new AbortController();
    const call = failureOf(session.tools.call('echo', { message: 'a' }, { signal: controller.signal }));
    controller.abort();
    expect((await call).code).to.equal('cancelled');
    expect(sent('tools/call')).to.equal(0);
  });
});
