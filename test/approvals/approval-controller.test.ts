import { expect } from '@esm-bundle/chai';
import { ApprovalController, type ApprovalControllerOptions } from '../../src/approvals/controller.js';
import { AuditLog } from '../../src/approvals/audit-log.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { ServerRequestFacts } from '../../src/approvals/policy.js';
import { eventually } from '../fixtures/eventually.js';
import { requestingServer, samplingRequest } from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';

const { signal } = new AbortController();
const during = { method: 'tools/call', name: 'get-weather' };
const desk = (options: Partial<ApprovalControllerOptions>): ApprovalController =>
  new ApprovalController({ handlers: {}, requestingServer: () => requestingServer, ...options });
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  );

describe('ApprovalController', () => {
  it('puts to the person what is theirs to decide, with what it belongs to', async () => {
    verifies('person-decides-on-sampling');
    const queue = new ApprovalQueue();
    const answer = desk({ queue, handlers: { sampler: () => Promise.resolve('unseen') } }).authorize(
      'sampling/createMessage',
      samplingRequest,
      { signal, during },
    );
    const [waiting] = queue.pending.get();
    expect(waiting).to.deep.include({ kind: 'sampling', requestingServer, during });
    queue.respond(waiting!.id, { role: 'assistant', content: [], model: 'human' });
    expect(await answer).to.deep.equal({ role: 'assistant', content: [], model: 'human' });
  });

  it('tells once of a server that asks too much, and again after it was let in meanwhile', async () => {
    const problems: string[] = [];
    const queue = new ApprovalQueue();
    const controller = desk({
      queue,
      limits: { waiting: 1 },
      onProblem: ({ code }: { code: string }) => problems.push(code),
    });
    const ask = (): Promise<unknown> =>
      codeOf(controller.authorize('sampling/createMessage', samplingRequest, { signal, during }));
    const first = ask();
    for (const _ of [1, 2, 3]) expect(await ask()).to.equal('limit');
    expect(problems).to.deep.equal(['limit']);
    queue.decline(queue.pending.get()[0]!.id);
    await first;
    void ask();
    expect(await ask()).to.equal('limit');
    expect(problems).to.deep.equal(['limit', 'limit']);
  });

  it('records what a server ended by itself as decided by nobody, and what the person agreed to as theirs', async () => {
    const page = { mode: 'url', message: 'm', url: 'https://x.test/', elicitationId: 'e', resumesCall: true } as const;
    const log = new AuditLog();
    const queue = new ApprovalQueue();
    const noteIn = (): { log: AuditLog; server: string } => ({ log, server: 's' });
    const ask = (): Promise<unknown> =>
      desk({ queue, noteIn }).authorize('elicitation/create', page, { signal, during });
    const unseen = ask();
    queue.elicitationComplete(requestingServer.server.url, 'e');
    expect(await unseen).to.deep.equal({ action: 'accept' });
    const opened = ask();
    queue.accept(queue.pending.get()[0]!.id);
    queue.elicitationComplete(requestingServer.server.url, 'e');
    await opened;
    await eventually(() => log.all.get().length === 2);
    expect(log.all.get().map(({ answer }) => answer)).to.deep.equal(['allowed', 'withdrawn']);
  });

  it('lets page code answer what the policy allows, without the queue', async () => {
    const queue = new ApprovalQueue();
    const handlers = { sampler: () => Promise.resolve('Short.') };
    const answer = await desk({ queue, handlers, policy: () => 'allow' }).authorize(
      'sampling/createMessage',
      samplingRequest,
      { signal },
    );
    expect(answer.content).to.deep.equal([{ type: 'text', text: 'Short.' }]);
    expect(queue.pending.get()).to.be.empty;
  });

  it('asks the queue’s sampler where the session has none', async () => {
    const queue = new ApprovalQueue();
    queue.sampler = () => Promise.resolve('Mine.');
    const answer = await desk({ queue, policy: () => 'allow' }).authorize('sampling/createMessage', samplingRequest, {
      signal,
    });
    expect(answer.content).to.deep.equal([{ type: 'text', text: 'Mine.' }]);
  });

  it('refuses what the policy denies, and what nobody is there to decide', async () => {
    const queue = new ApprovalQueue();
    const denied = desk({ queue, policy: () => 'deny' }).authorize('sampling/createMessage', samplingRequest, {
      signal,
    });
    expect(await codeOf(denied)).to.equal('declined');
    expect(queue.pending.get()).to.be.empty;
    expect(await codeOf(desk({}).authorize('roots/list', undefined, { signal }))).to.equal('declined');
  });

  it('tells the policy what is asked, and nothing that it could not show', async () => {
    const seen: ServerRequestFacts[] = [];
    const policy = (facts: ServerRequestFacts) => (seen.push(facts), 'deny' as const);
    const request = { mode: 'url', message: '', url: 'https://pay.example/' } as const;
    await codeOf(desk({ policy }).authorize('elicitation/create', request, { signal }));
    expect(seen).to.deep.equal([
      {
        method: 'elicitation/create',
        mode: 'url',
        host: 'files.example',
        serverName: 'files-server',
        hasHandler: false,
        hasPerson: false,
      },
    ]);
  });
});
