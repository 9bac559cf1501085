import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { type ApprovalPolicy, ApprovalQueue, type AuditEntry } from '../../src/approvals/index.js';
import { openGrants, openAuditLog } from '../../src/session/person/index.js';
import type { Session, SessionOptions } from '../../src/index.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

/** Somebody who looks at the queue. */
function watched(): ApprovalQueue {
  const queue = new ApprovalQueue();
  queue.pending.subscribe(() => {});
  return queue;
}

for (const { era, url, ask, form } of [
  { era: 'legacy', url: everythingUrl, ask: 'trigger-sampling-request', form: 'trigger-elicitation-request' },
  { era: 'modern', url: modernUrl, ask: 'ask-model', form: 'register-visitor' },
])
  describe(`what is recorded, ${era}`, () => {
    const { open, create } = sessions();
    let queue: ApprovalQueue;
    let session: Session;
    let options: SessionOptions;
    let number = 0;

    const visit = async (some: SessionOptions = {}): Promise<void> => {
      queue = watched();
      options = { storage: 'local', namespace: `record-${era}-${number}`, approvals: queue, ...some };
      session = await open(url, options);
    };
    beforeEach(async () => {
      number++;
      await visit();
    });
    afterEach(async () => {
      await openAuditLog(options).eraseAll();
      await openGrants(options).revokeAll();
    });
    const entries = (): readonly AuditEntry[] => openAuditLog(options).all.get();
    const newest = (isRight: (entry: AuditEntry) => unknown = () => true): Promise<AuditEntry> =>
      eventually(
        () => entries()[0],
        (entry) => entry && isRight(entry),
      ) as Promise<AuditEntry>;
    const echo = (message: string, initiator: 'person' | 'page' | 'model' = 'model'): Promise<unknown> =>
      session.tools.call('echo', { message }, { initiator });
    const asked = async () => (await eventually(() => queue.pending.get()[0]))!;

    it('a call that the person allowed: who wanted it, what with, on whose word, and how it ended', async () => {
      verifies('tool-use-is-recorded');
      const answer = echo('hello');
      const { id } = await asked();
      expect(entries(), 'nothing before it is decided').to.be.empty;
      queue.approveCall(id, { message: 'hello' });
      await answer;
      const entry = await newest(({ outcome }) => outcome);
      expect(entry).to.deep.include({
        server: url,
        host: new URL(url).host,
        kind: 'tool-call',
        about: 'echo',
        initiator: 'model',
        shown: [{ name: 'message', value: 'hello' }],
        answer: 'allowed',
        authorizedBy: 'person',
        outcome: 'done',
      });
      expect(entry.given).to.equal(undefined);
      expect(entry.at).to.be.within(Date.now() - 10_000, Date.now());
      expect(entry.serverName).to.equal(session.server.title ?? session.server.name);
    });

    it('what the person changed before it went', async () => {
      const answer = echo('hello');
      queue.approveCall((await asked()).id, { message: 'good bye' });
      await answer;
      expect((await newest()).shown[0]!.value).to.equal('hello');
      expect((await newest()).given![0]!.value).to.equal('good bye');
    });

    it('a call that was refused, and one that ended before anybody decided', async () => {
      const refused = failureOf(echo('hello'));
      queue.refuseCall((await asked()).id);
      await refused;
      expect(await newest()).to.include({ answer: 'refused', authorizedBy: 'person' });
      const ending = new AbortController();
      const ended = failureOf(session.tools.call('echo', {}, { initiator: 'model', signal: ending.signal }));
      await asked();
      ending.abort();
      await ended;
      expect(await newest()).to.include({ answer: 'withdrawn' });
    });

    it('a call on a remembered word, with which', async () => {
      const first = echo('hello');
      queue.approveCall((await asked()).id, { message: 'hello' }, { scope: 'tool', duration: 'always' });
      await first;
      await echo('again');
      const [grant] = await openGrants(options).refresh();
      expect(await newest()).to.include({ answer: 'allowed', authorizedBy: 'remembered', grant: grant!.id });
    });

    for (const [what, initiator, policy, consent, answer] of [
      ['a button', 'person', undefined, 'button', 'allowed'],
      ['page code, where the page has a policy for calls', 'page', { review: [] }, 'page', 'allowed'],
      ['a policy of the page', 'model', { calls: () => 'allow' }, 'policy', 'allowed'],
      ['a rule of the page', 'model', { tools: { deny: ['echo'] } }, 'policy', 'refused'],
      ['an event of the page', 'model', { onCall: () => false }, 'policy', 'refused'],
      ['a page that keeps back what would be sent', 'page', { beforeSend: () => 'No.' }, 'policy', 'refused'],
    ] as const)
      it(`a call on the word of ${what}`, async () => {
        await visit(policy ? { policy: policy as ApprovalPolicy } : {});
        await session.tools.list();
        await echo('hello', initiator).catch(() => {});
        expect(await newest()).to.include({ authorizedBy: consent, answer, initiator });
      });

    it('a call that nobody was there to decide', async () => {
      await visit({ approvals: new ApprovalQueue() });
      await failureOf(echo('hello'));
      expect(await newest()).to.include({ authorizedBy: 'nobody', answer: 'refused' });
    });

    it('a result that was kept back', async () => {
      await visit({ policy: { calls: () => 'allow', review: ['model'] } });
      const kept = failureOf(echo('hello'));
      queue.refuseCall((await asked()).id);
      await kept;
      expect(await newest()).to.include({ kind: 'tool-result', answer: 'refused', about: 'echo' });
    });

    it('nothing secret, of arguments or answers', async () => {
      const answer = session.tools.call('echo', { message: `sk-${'a'.repeat(40)}`, password: 'hunter2' } as never, {
        initiator: 'model',
      });
      const { id } = await asked();
      queue.approveCall(id, { message: 'x', apiKey: 'hunter2' });
      await answer.catch(() => {});
      const text = JSON.stringify(await newest());
      expect(text).not.to.contain('hunter2');
      expect(text).not.to.contain('sk-aaa');
    });

    it('what a server asked a model, and what was answered', async () => {
      await visit({
        capabilities: ['sampling'],
        sampler: async () => 'Forty-two.',
        policy: { serverRequests: () => 'ask' },
      });
      const call = session.tools.call(ask, { prompt: 'What is it?', question: 'What is it?' });
      const { id } = await asked();
      queue.respond(id, { role: 'assistant', content: [{ type: 'text', text: 'Forty-two.' }], model: 'human' });
      await call.catch(() => {});
      const entry = (await eventually(() => entries().find(({ kind }) => kind === 'sampling')))!;
      expect(entry).to.include({ answer: 'allowed', authorizedBy: 'person', initiator: 'server' });
      expect(entry.during).to.contain(ask);
      expect(JSON.stringify(entry.shown)).to.contain('What is it?');
      expect(entry.given).to.deep.include({ name: 'answer', value: 'Forty-two.' });
    });

    it('what a server asked the person, and that they declined', async () => {
      await visit({ capabilities: ['elicitation'] });
      const call = session.tools.call(form, {});
      queue.decline((await asked()).id);
      await call.catch(() => {});
      const entry = (await eventually(() => entries().find(({ kind }) => kind === 'elicitation')))!;
      expect(entry).to.include({ answer: 'refused', authorizedBy: 'person' });
      expect(entry.given).to.deep.equal([{ name: 'answer', value: 'decline' }]);
      expect(entry.shown.map(({ name, value }) => [name, value.length > 0])).to.deep.equal([
        ['message', true],
        ['fields asked for', true],
      ]);
    });

    it('over a reload, for the same person; of an owner nobody named, until the page goes', async () => {
      await echo('hello', 'person');
      await newest(({ outcome }) => outcome);
      const again = openAuditLog({ ...options });
      expect(await again.refresh()).to.have.length(1);
      const named = { ...options, headers: { 'X-Who': 'ann' }, identity: 'ann' };
      const unnamed = { ...options, headers: { 'X-Who': 'ann' } };
      expect(openAuditLog(named)).to.equal(again);
      expect(openAuditLog(unnamed)).not.to.equal(again);
      expect(openAuditLog(unnamed)).to.equal(openAuditLog({ storage: 'none', namespace: options.namespace }));
    });

    it('decisions and record are found for a session that was never opened', async () => {
      const found = create(url, { ...options, identity: 'ann' }).permissions;
      expect(found!.server).to.equal(`${url} ann`);
      expect(found!.grants).to.equal(openGrants(options));
      expect(found!.auditLog).to.equal(openAuditLog(options));
    });
  });
