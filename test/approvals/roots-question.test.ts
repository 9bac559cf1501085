import { expect } from '@esm-bundle/chai';
import { pause } from '../fixtures/eventually.js';
import { ApprovalController, type ApprovalControllerOptions } from '../../src/approvals/controller.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { RootsApproval } from '../../src/approvals/index.js';
import type { RootsDecision } from '../../src/approvals/roots.js';
import { Roots } from '../../src/approvals/roots.js';
import type { McpError } from '../../src/errors.js';
import type { Root } from '../../src/protocol/model.js';
import { rootsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { verifies } from '../requirements/verifies.js';
import { requestingServer } from '../support/questions.js';

const during = { method: 'tools/call', name: 'list-files' };
const A = { uri: 'file:///a', name: 'A' };
const B = { uri: 'file:///b' };

describe('a server asks for roots, and the person keeps some', () => {
  let queue: ApprovalQueue;
  let kept: Roots;
  let options: Partial<ApprovalControllerOptions>;
  beforeEach(() => {
    queue = new ApprovalQueue();
    kept = new Roots('a', rootsIn(new MemoryStorage()));
    options = {};
  });
  const has = async (...roots: readonly Root[]): Promise<void> => {
    for (const { uri, name } of roots)
      // oxlint-disable-next-line no-await-in-loop
      await kept.add(uri, name);
  };
  const ask = (isDuring = false, signal = new AbortController().signal): Promise<readonly Root[] | string> =>
    new ApprovalController({
      handlers: {},
      requestingServer: () => requestingServer,
      queue,
      storedRoots: () => kept,
      ...options,
    })
      .authorize('roots/list', undefined, { signal, during: isDuring ? { ...during } : undefined })
      .catch((error: McpError) => error.code);
  const waiting = async (): Promise<RootsApproval | undefined> => {
    await pause(20);
    return queue.pending.get()[0] as RootsApproval | undefined;
  };
  const answer = async (decision: RootsDecision): Promise<void> => queue.answerRoots((await waiting())!.id, decision);

  it('they are asked, and the server gets what they ticked', async () => {
    verifies('roots-shared-by-consent');
    await has(A, B);
    const asked = ask();
    const approval = (await waiting())!;
    expect(approval.kind).to.equal('roots');
    expect(approval.offer!.kept!.state.get().roots).to.deep.equal([A, B]);
    await answer({ allowed: true, roots: [B] });
    expect(await asked).to.deep.equal([B]);
    void ask();
    expect(await waiting(), 'once is once').to.exist;
  });

  it('they refuse, or turn away, or the server takes it back', async () => {
    await has(A);
    const refused = ask();
    await answer({ allowed: false });
    expect(await refused).to.equal('declined');
    const declined = ask();
    queue.decline((await waiting())!.id);
    expect(await declined).to.equal('declined');
    const rateLimited = ask();
    queue.cancel((await waiting())!.id);
    expect(await rateLimited).to.equal('declined');
    const life = new AbortController();
    const withdrawn = ask(false, life.signal);
    await waiting();
    life.abort();
    expect(queue.pending.get()).to.be.empty;
    expect(await withdrawn).to.equal('cancelled');
  });

  it('with none, nobody is troubled, and nothing is told; but where a call of theirs waits they can add one', async () => {
    expect(await ask()).to.deep.equal([]);
    const asked = ask(true);
    const approval = (await waiting())!;
    await approval.offer!.kept!.add('file:///new');
    await answer({ allowed: true, roots: kept.state.get().roots });
    expect(await asked).to.deep.equal([{ uri: 'file:///new' }]);
  });

  it('while a list is read, with none, nobody is troubled either', async () => {
    const call = { method: 'tools/list' };
    const asked = new ApprovalController({
      handlers: {},
      requestingServer: () => requestingServer,
      queue,
      storedRoots: () => kept,
    }).authorize('roots/list', undefined, { signal: new AbortController().signal, during: call });
    expect(await asked).to.deep.equal([]);
  });

  describe('again and again within one call', () => {
    const call = { method: 'tools/list' };
    const again = (of: typeof call, signal = new AbortController().signal): Promise<readonly Root[] | string> =>
      new ApprovalController({ handlers: {}, requestingServer: () => requestingServer, queue, storedRoots: () => kept })
        .authorize('roots/list', undefined, { signal, during: of })
        .catch((error: McpError) => error.code);

    it('they are asked once, and again about other roots or in another call', async () => {
      await has(A);
      const one = { ...call };
      const [first, second] = [again(one), again(one)];
      await answer({ allowed: true, roots: [A] });
      expect([await first, await second, await again(one)]).to.deep.equal([[A], [A], [A]]);
      expect(queue.pending.get()).to.be.empty;
      await has(B);
      void again(one);
      expect(await waiting(), 'about a new root').to.exist;
      queue.cancel((await waiting())!.id);
      void again({ ...call });
      expect(await waiting(), 'in another call').to.exist;
    });

    it('a refusal holds as long', async () => {
      await has(A);
      const one = { ...call };
      const first = again(one);
      await answer({ allowed: false });
      expect([await first, await again(one)]).to.deep.equal(['declined', 'declined']);
    });

    it('a question that was withdrawn is put by the next request', async () => {
      await has(A);
      const one = { ...call };
      const life = new AbortController();
      const [withdrawn, next] = [again(one, life.signal), again(one)];
      await waiting();
      life.abort();
      expect(await withdrawn).to.equal('cancelled');
      await answer({ allowed: true, roots: [A] });
      expect(await next).to.deep.equal([A]);
    });
  });

  for (const term of ['session', 'always'] as const)
    it(`what they want remembered (${term}) holds for the folders they saw: a new one is asked about`, async () => {
      await has(A, B);
      const asked = ask();
      await answer({ allowed: true, roots: [A], remember: term });
      await asked;
      expect(await ask()).to.deep.equal([A]);
      await kept.remove(B.uri);
      expect(await ask()).to.deep.equal([A]);
      await kept.add('file:///c');
      const again = ask();
      expect(await waiting()).to.exist;
      await answer({ allowed: true, roots: [A], remember: term });
      expect(await again).to.deep.equal([A]);
      await kept.remove(A.uri);
      expect(await ask()).to.deep.equal([]);
      await kept.decide(undefined);
      void ask();
      expect(await waiting()).to.exist;
    });

  it('a server that asks again while they decide gets the same answer: there is one question', async () => {
    await has(A);
    const first = new AbortController();
    const last = new AbortController();
    const asked = [ask(false, first.signal), ask(), ask(), ask(false, last.signal)];
    await waiting();
    await has(B);
    expect(queue.pending.get()).to.have.length(1);
    last.abort();
    expect(await asked[3]).to.equal('cancelled');
    // The one that stands on the screen is taken back: the others still want to know.
    first.abort();
    expect(await asked[0]).to.equal('cancelled');
    await waiting();
    expect(queue.pending.get()).to.have.length(1);
    const ofCall = ask(true);
    await waiting();
    expect(queue.pending.get(), 'a call has a question of its own').to.have.length(2);
    await answer({ allowed: true, roots: [A, B] });
    expect(await asked[1]).to.deep.equal([A, B]);
    expect(await asked[2]).to.deep.equal([A, B]);
    await answer({ allowed: false });
    expect(await ofCall).to.equal('declined');
    void ask();
    expect(await waiting()).to.exist;
  });

  it('never is never, whatever they add, until they take it back', async () => {
    await has(A);
    const asked = ask();
    await answer({ allowed: false, remember: 'always' });
    await asked;
    await has(B);
    expect(await ask(true)).to.equal('declined');
    expect(queue.pending.get()).to.be.empty;
    await kept.decide(undefined);
    void ask();
    expect(await waiting()).to.exist;
  });

  it('roots of page code stand beside theirs, and are asked about too', async () => {
    options = { handlers: { roots: () => [B] } };
    await has(A);
    const asked = ask();
    expect((await waiting())!.offer!.fromPage).to.deep.equal([B]);
    await answer({ allowed: true, roots: [A, B], remember: 'session' });
    expect(await asked).to.deep.equal([A, B]);
    expect(await ask()).to.deep.equal([A, B]);
  });

  it('a policy that allows lets page code answer, and never gives theirs away', async () => {
    options = { policy: () => 'allow' };
    await has(A);
    void ask();
    expect(await waiting()).to.exist;
    options = { policy: () => 'allow', handlers: { roots: () => [B] } };
    expect(await ask()).to.deep.equal([B]);
    options = { policy: () => 'deny' };
    expect(await ask()).to.equal('declined');
  });
});
