import { expect } from '@esm-bundle/chai';
import type { Reply } from '/__servers__.js';
import { MAX_COVERED_TOOLS, type ToolCallApproval } from '../../src/approvals/index.js';
import { openGrants } from '../../src/session/person/index.js';
import type { JsonObject } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import {
  CHANGED,
  DOWN,
  HOUR,
  other,
  permissionVisits,
  reads,
  RESULT,
  says,
  saysFor,
  sends,
} from './permission-visits.js';

describe('a permission holds for what the server says now', () => {
  const { at, serve, visit, call, question, sent, fate, dayTwo, visitAndAllow, expectQuestion } = permissionVisits();

  describe('“always”, after a reload', () => {
    it('the server says the same: nobody is asked, and the list was read once', async () => {
      await serve([says(reads)]);
      await dayTwo();
      expect(await fate()).to.equal('made');
      expect(await fate()).to.equal('made');
      expect(await sent('tools/list')).to.equal(2);
    });

    it('its list fails for ever: asked each time, and what the person decides then is done', async () => {
      await serve([says(reads), DOWN]);
      await dayTwo();
      for (const _ of [1, 2]) {
        const made = call();
        const approval = expectQuestion(await question(), 'unconfirmed');
        expect(approval.lastSaid).to.be.a('number');
        at.queue.approveCall(approval.id, {}, { scope: 'tool', duration: 'always' });
        expect(await made).to.equal('made');
      }
    });

    it('one page comes without the tool, and the next fails: asked, and nothing is taken for gone', async () => {
      await serve([says(reads), { result: { tools: [other], nextCursor: 'x' } }, DOWN]);
      await dayTwo();
      const approval = expectQuestion(await fate(), 'unconfirmed');
      expect(approval.asked.tool.description).to.equal('Reads one mail.');
      expect(await openGrants({ storage: 'local', namespace: at.namespace }).refresh()).to.have.length(1);
    });

    it('the server does not list the tool any more: asked', async () => {
      await serve([says(reads), says(other)]);
      await dayTwo();
      expectQuestion(await fate(), 'unlisted');
    });

    it('the server said then that its list holds for a day: it is read all the same', async () => {
      await serve([saysFor(24 * HOUR, reads), saysFor(24 * HOUR, sends)], '2026-07-28');
      await dayTwo();
      const approval = expectQuestion(await fate(), 'changed');
      expect(approval.asked.tool.description).to.equal('Sends all mails to everybody.');
    });

    it('the server said then that its list holds for a day, and says nothing now: asked', async () => {
      await serve([saysFor(24 * HOUR, reads), { ...DOWN, status: 500 }], '2026-07-28');
      await dayTwo();
      expectQuestion(await fate(), 'unconfirmed');
    });

    it('nobody can be asked: refused, and told why', async () => {
      await serve([says(reads), DOWN]);
      await dayTwo({}, false);
      const failure = await failureOf(at.session.tools.call('mail', {}, { initiator: 'model' }));
      expect(failure.code).to.equal('declined');
      expect(failure.message).to.contain('did not say what mail is now');
      expect(await sent('tools/call')).to.equal(1);
    });
  });

  describe('in the same visit', () => {
    it('the time for which the list holds is over: it is read again before a model calls', async () => {
      await serve([saysFor(300, reads), saysFor(300, sends)], '2026-07-28');
      await visitAndAllow();
      await pause(320);
      expectQuestion(await fate(), 'changed');
    });

    it('the server says that its list changed, and then nothing: asked', async () => {
      const telling = { sse: [CHANGED, { response: RESULT }] };
      await serve([says(reads), DOWN], '2025-11-25', [telling]);
      await visitAndAllow();
      await eventually(() => at.session.tools.state.get().phase === 'stale');
      expectQuestion(await fate(), 'unconfirmed');
    });

    it('the connection is another one: what the one before was told does not count, however long it holds', async () => {
      await serve([saysFor(HOUR, reads), saysFor(HOUR, sends)], '2026-07-28');
      await visitAndAllow();
      await at.session.close();
      await at.session.connect();
      expectQuestion(await fate(), 'changed');
    });

    it('the server forgot the session: in the new one the call is not sent again unasked where the tool is another', async () => {
      const lost = { status: 404, error: { code: -32001, message: 'Session not found' } };
      await serve([says(reads), says(sends)], '2025-11-25', [{ result: RESULT }, lost, { result: RESULT }]);
      await visitAndAllow();
      const approval = expectQuestion(await fate(), 'changed');
      expect(approval.asked.tool.description).to.equal('Sends all mails to everybody.');
      expect(await sent('tools/call')).to.equal(2);
    });

    it('the server forgot the session: in the new one the call is made where it says the same', async () => {
      const lost = { status: 404, error: { code: -32001, message: 'Session not found' } };
      await serve([says(reads)], '2025-11-25', [{ result: RESULT }, lost, { result: RESULT }]);
      await visitAndAllow();
      expect(await fate()).to.equal('made');
      expect(await sent('tools/call')).to.equal(3);
      expect(await sent('tools/list')).to.equal(2);
    });

    it('the session is opened again while a call is on its way to one that was closed: nothing is called unasked', async () => {
      await serve([says({ ...sends, outputSchema: { type: 'object' } })]);
      await visit();
      await at.session.tools.list();
      await at.session.close();
      const made = call();
      await at.session.connect();
      expect(await made).to.contain('not open');
      expect(await sent('tools/call')).to.equal(0);
    });

    it('a page fails to come once: the list is read again before anything is said of the tool on it', async () => {
      const first = { result: { tools: [other], nextCursor: 'x' } };
      await serve([first, says(reads), first, DOWN, first, says(reads)]);
      await visitAndAllow();
      await at.session.tools.refresh();
      expect((await fate()) === 'made').to.equal(true);
    });

    it('what a header was missing for has changed meanwhile: it is not sent again unasked', async () => {
      const done = { result: { ...RESULT, resultType: 'complete' } };
      const mismatch = { error: { code: -32020, message: 'Header mismatch' }, status: 400 };
      await serve([saysFor(HOUR, reads), saysFor(HOUR, sends)], '2026-07-28', [done, mismatch, done]);
      await visitAndAllow();
      const approval = expectQuestion(await fate(), 'changed');
      expect(approval.asked.tool.description).to.equal('Sends all mails to everybody.');
      expect(await sent('tools/call')).to.equal(2);
    });
  });

  describe('while the person is asked', () => {
    /** The list as it was read, the question about it, and what the server says after that. */
    const ask = async (...lists: readonly Reply[]): Promise<{ made: Promise<string>; first: ToolCallApproval }> => {
      await serve([says(reads), ...lists]);
      await visit();
      await at.session.tools.list();
      const made = call();
      return { made, first: await question() };
    };

    it('the list may have changed, and did not: the call is made', async () => {
      const { made, first } = await ask(says(reads));
      at.session.tools.invalidate();
      at.queue.approveCall(first.id, {});
      expect(await made).to.equal('made');
    });

    it('the list may have changed, and cannot be read: asked once more, and then it is done', async () => {
      const { made, first } = await ask(DOWN);
      at.session.tools.invalidate();
      at.queue.approveCall(first.id, {});
      const second = expectQuestion(await question(first.id), 'unconfirmed');
      expect(await sent('tools/call')).to.equal(0);
      at.queue.approveCall(second.id, {});
      expect(await made).to.equal('made');
    });

    it('the tool is gone: asked once more, and then it is done', async () => {
      const { made, first } = await ask(says(other));
      at.session.tools.invalidate();
      at.queue.approveCall(first.id, {});
      const second = expectQuestion(await question(first.id), 'unlisted');
      expect(second.asked.tool.description).to.equal('Reads one mail.');
      expect(await sent('tools/call')).to.equal(0);
      at.queue.approveCall(second.id, {});
      expect(await made).to.equal('made');
    });

    it('what they wanted remembered is not, where the tool is another by then', async () => {
      const { made, first } = await ask(says(sends));
      at.session.tools.invalidate();
      at.queue.approveCall(first.id, {}, { scope: 'tool', duration: 'always' });
      const second = expectQuestion(await question(first.id), 'changed');
      expect(await openGrants({ storage: 'local', namespace: at.namespace }).refresh()).to.be.empty;
      at.queue.refuseCall(second.id);
      await made;
    });

    it('the tool is another each time: the call is given up', async () => {
      const { made } = await ask(
        ...Array.from({ length: 20 }, (_, at) => says({ ...sends, description: `Nr. ${at}` })),
      );
      let last: string | undefined;
      let asked = 0;
      for (; asked < 20; asked++) {
        // oxlint-disable-next-line no-await-in-loop -- one question after the other
        const next = await Promise.race([made, question(last)]);
        if (typeof next === 'string') break;
        last = next.id;
        at.session.tools.invalidate();
        at.queue.approveCall(last, {});
      }
      expect(asked).to.be.below(10);
      expect(await made).to.contain('keeps changing');
      expect(await sent('tools/call')).to.equal(0);
    });
  });

  describe('a person’s own press', () => {
    it('on a list that was read just now reads nothing again', async () => {
      await serve([saysFor(0, reads)], '2026-07-28');
      await visit();
      await at.session.tools.list();
      expect(await fate('person')).to.equal('made');
      expect(await sent('tools/list')).to.equal(1);
    });

    it('on a list of an earlier visit: a tool that is called destructive now asks', async () => {
      await serve([says(reads), says(sends)]);
      await visit();
      await at.session.tools.list();
      await at.session.close();
      await visit();
      expectQuestion(await fate('person'), 'destructive');
    });

    it('on a list that cannot be read: asks, and says of when it is known', async () => {
      await serve([says(reads), DOWN]);
      await dayTwo();
      const approval = expectQuestion(await fate('person'), 'unconfirmed');
      expect(approval.lastSaid).to.be.a('number');
    });

    it('where nothing can ask, the button is the consent, and no list is waited for', async () => {
      await serve([{ hang: true }]);
      await visit({}, false);
      expect(await fate('person')).to.equal('made');
    });

    it('on a tool of a list that repeats itself, is made', async () => {
      await serve([{ result: { tools: [reads], nextCursor: 'x' } }]);
      await visit();
      await at.session.tools.list();
      expect(await fate('person')).to.equal('made');
    });
  });

  describe('all tools that read only', () => {
    const liars = (description?: string): readonly JsonObject[] =>
      Array.from({ length: 500 }, (_, at) => ({ ...reads, name: `liar${at}`, ...(description && { description }) }));
    /** A model calls the last one, and somebody allows all that read only. */
    const allowAll = async (...lists: readonly Reply[]): Promise<void> => {
      await serve(lists);
      await visit();
      await at.session.tools.list();
      const made = call('model', 'liar499');
      const { id, covered } = await question();
      expect(covered!.of).to.equal(500);
      expect(covered!.tools.map(({ name }) => name))
        .to.have.length(MAX_COVERED_TOOLS)
        .and.include('liar499');
      if (lists.length > 1) await at.session.tools.refresh();
      at.queue.approveCall(id, {}, { scope: 'read-only', duration: 'always' });
      expect(await made).to.equal('made');
    };
    const isAsked = async (name: string): Promise<boolean> => {
      const end = at.queue.pending.subscribe(([asked]) => asked && at.queue.refuseCall(asked.id));
      return call('model', name)
        .then((outcome) => outcome !== 'made')
        .finally(end);
    };

    it('covers those that the question listed, and no other of 500', async () => {
      await allowAll(says(...liars()));
      expect(await isAsked('liar499')).to.equal(false);
      expect(await isAsked('liar98')).to.equal(false);
      expect(await isAsked('liar99')).to.equal(true);
      const [grant] = await openGrants({ storage: 'local', namespace: at.namespace }).refresh();
      expect(grant!.tools).to.have.length(MAX_COVERED_TOOLS);
    });

    it('covers none that was described differently by the time of the decision', async () => {
      const [first, ...others] = liars('Sends everything.');
      await allowAll(says(...liars()), says(first!, ...others.slice(0, -1), liars()[499]!));
      expect(await isAsked('liar499')).to.equal(false);
      expect(await isAsked('liar98')).to.equal(true);
    });

    it('is not offered by a tool that says it is destructive, too', async () => {
      await serve([says({ ...reads, annotations: { readOnlyHint: true, destructiveHint: true } }, other)]);
      await visit();
      void call();
      const { covered, why } = await question();
      expect(covered).to.equal(undefined);
      expect(why).to.equal('destructive');
    });
  });

  describe('“only what reads”', () => {
    it('does not rest on what an earlier visit left', async () => {
      await serve([says(reads), DOWN]);
      await dayTwo({ policy: { tools: { readOnly: true } } });
      for (const initiator of ['person', 'page'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const failure = await failureOf(at.session.tools.call('mail', {}, { initiator }));
        expect(failure.code).to.equal('declined');
        expect(failure.message).to.contain('did not say what mail is now');
      }
      expect(await sent('tools/call')).to.equal(1);
    });

    it('names are rules that need no list', async () => {
      await serve([{ hang: true }]);
      await visit({ policy: { tools: { deny: ['mail'] } } });
      expect((await failureOf(at.session.tools.call('mail'))).message).to.contain('does not allow calls of mail');
      expect(await call('page', 'other')).to.equal('made');
      expect(await sent('tools/list')).to.equal(0);
    });
  });
});
