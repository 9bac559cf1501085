import { expect } from '@esm-bundle/chai';
import { everythingSseUrl, everythingUrl, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { ApprovalQueue, type Roots } from '../../src/approvals/index.js';
import type { Session, SessionOptions } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { problemsOf, sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

/** A person who answers each question with the roots that they keep, or not at all. */
class Person {
  readonly queue = new ApprovalQueue();
  asked = 0;

  constructor(answer: 'share' | 'decline' | 'nothing') {
    this.queue.pending.subscribe(([approval]) => {
      if (approval?.kind !== 'roots') return;
      this.asked++;
      const roots = approval.offer!.kept!.state.get().roots;
      queueMicrotask(() => {
        if (answer === 'share') this.queue.answerRoots(approval.id, { allowed: true, roots });
        if (answer === 'decline') this.queue.decline(approval.id);
      });
    });
  }

  get options(): SessionOptions {
    return { approvals: this.queue, capabilities: ['roots'] };
  }
}

const rootsOf = async (session: Session): Promise<Roots> => {
  const { roots } = session.permissions;
  for (const { uri } of roots!.state.get().roots)
    // oxlint-disable-next-line no-await-in-loop
    await roots!.remove(uri);
  return roots!;
};

describe('roots that a person keeps', () => {
  const { create, open } = sessions();

  it('are not offered, and cannot be kept, where the page does not say so', async () => {
    for (const options of [{}, { approvals: new ApprovalQueue(), answers: ['elicitation'] }, { answers: ['roots'] }]) {
      const session = create(everythingUrl, options as SessionOptions);
      // oxlint-disable-next-line no-await-in-loop
      expect(session.permissions.roots).to.equal(undefined);
    }
    const url = scriptedUrl('rev-2025-11-25');
    await open(url, { approvals: new ApprovalQueue(), capabilities: ['elicitation'] });
    const { body } = (await scriptedLog(url)).find(({ body }) => body?.method === 'initialize')!;
    expect(body.params.capabilities).not.to.have.property('roots');
  });

  for (const [name, url] of [
    ['Streamable HTTP', everythingUrl],
    ['HTTP+SSE', everythingSseUrl],
  ] as const)
    it(`reach the server, and it is told when they change: ${name}`, async () => {
      verifies('roots-news-as-promised', 'roots-shared-by-consent');
      const person = new Person('share');
      const session = create(url, person.options);
      const roots = await rootsOf(session);
      await roots.add('file:///work/one', 'One');
      await session.connect();
      // It asks by itself once it is greeted, and again when it is told that they changed.
      await eventually(() => person.asked === 1);
      const known = async (): Promise<string> => JSON.stringify(await session.tools.call('get-roots-list'));
      await eventually(async () => (await known()).includes('file:///work/one'));
      await roots.add('file:///work/two');
      await eventually(() => person.asked === 2);
      await eventually(async () => (await known()).includes('file:///work/two'));
      await roots.remove('file:///work/one');
      await eventually(async () => !(await known()).includes('file:///work/one'));
      expect(problemsOf(session)).to.be.empty;
    });

  it('what is read again is no change; and a closed session tells nothing', async () => {
    const url = scriptedUrl('rev-2025-11-25');
    const person = new Person('nothing');
    const session = create(url, person.options);
    const roots = await rootsOf(session);
    await roots.add('file:///one');
    await session.connect();
    const told = async (): Promise<number> =>
      (await scriptedLog(url)).filter(({ body }) => body?.method === 'notifications/roots/list_changed').length;
    await pause(50);
    await roots.refresh();
    await roots.decide({ verdict: 'deny', duration: 'session', shared: [], leftOut: [], at: 1 });
    await pause(50);
    expect(await told()).to.equal(0);
    await roots.add('file:///two');
    await eventually(async () => (await told()) === 1);
    const log = await scriptedLog(url);
    expect(log.find(({ body }) => body?.method === 'initialize')!.body.params.capabilities.roots).to.deep.equal({
      listChanged: true,
    });
    const { body, headers } = log.find(({ body }) => body?.method === 'notifications/roots/list_changed')!;
    expect(body).to.deep.equal({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
    expect(headers).to.include({ 'mcp-protocol-version': '2025-11-25' });
    await session.close();
    await roots.remove('file:///two');
    await pause(50);
    expect(await told()).to.equal(1);
  });

  it('the modern era: they go with the call that needs them, and changes are told to nobody', async () => {
    verifies('roots-shared-by-consent');
    const person = new Person('share');
    const session = create(modernUrl, person.options);
    const roots = await rootsOf(session);
    await session.connect();
    await roots.add('file:///work/one');
    await roots.add('file:///work/two');
    expect(textOf(await session.tools.call('list-roots'))).to.equal('file:///work/one\nfile:///work/two');
    await roots.remove('file:///work/one');
    expect(textOf(await session.tools.call('list-roots'))).to.equal('file:///work/two');
    expect(person.asked).to.equal(2);

    const url = scriptedUrl('rev-2026-07-28');
    const other = create(url, person.options);
    await other.connect();
    await pause(30);
    await (await rootsOf(other)).add('file:///x');
    await pause(50);
    expect((await scriptedLog(url)).filter(({ body }) => /list_changed/.test(body?.method ?? ''))).to.be.empty;
    expect(problemsOf(other)).to.be.empty;
  });

  it('declined: one era is told that there is no such method, in the other the call ends', async () => {
    verifies('roots-are-file-folders');
    const person = new Person('decline');
    const question = { jsonrpc: '2.0', id: 'r', method: 'roots/list' };
    const url = await script({ replies: { 'tools/call': { sse: [question], end: false } } });
    const session = create(url, person.options);
    await (await rootsOf(session)).add('file:///secret/place');
    await session.connect();
    const call = session.tools.call('x').catch(() => {});
    const answer = async () => (await scriptedLog(url)).find(({ body }) => body?.id === 'r')?.body;
    await eventually(answer);
    expect((await answer()).error.code).to.equal(-32601);
    await session.close();
    await call;
    expect(JSON.stringify(await scriptedLog(url))).not.to.contain('secret');

    const modern = create(modernUrl, person.options);
    await (await rootsOf(modern)).add('file:///secret/place');
    await modern.connect();
    expect((await failureOf(modern.tools.call('list-roots'))).code).to.equal('declined');
  });
});
