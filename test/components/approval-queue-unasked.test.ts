import { expect, fixtureSync, html, waitUntil, aTimeout } from '@open-wc/testing';
import { ContextProvider } from '@lit/context';
import '../../components/define/mcp-approval-queue.js';
import { type UnaskedCall, ApprovalQueue } from '../../src/approvals/index.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askForm, requestingServer, askRoots, askSampling } from '../support/questions.js';
import { refuseUnshown } from '../../components/approval-queue/missing-queue.js';
import { approvalsContext } from '../../components/context.js';
import { McpError, verbatim } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sendKeys } from '@web/test-runner-commands';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';

describe('what ran without a question, in <mcp-approval-queue>', () => {
  const on = new ApprovalQueueHarness();
  let takenBack: string[];
  beforeEach(() => {
    takenBack = [];
  });

  const note = (tool: string, some: Partial<UnaskedCall> = {}): void =>
    on.queue.noteUnasked({
      id: `grant of ${tool}`,
      tool,
      initiator: 'model',
      requestingServer,
      allowedAt: new Date(2026, 9, 3, 12).getTime(),
      takeBack: async () => void takenBack.push(tool),
      ...some,
    });
  const bar = (): HTMLElement | null => on.root().querySelector('[data-name="unasked"]');
  const textOf = (node: Element | null): string => node?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const spoken = (): string => [...on.root().querySelectorAll('[role="status"]')].map(textOf).join(' ').trim();
  const buttons = (): HTMLButtonElement[] => [...(bar()?.querySelectorAll('button') ?? [])];
  const press = async (name: string): Promise<void> => {
    buttons()
      .find((each) => (each.getAttribute('aria-label') ?? textOf(each)) === name)!
      .click();
    await on.settled();
    await on.settled();
  };

  it('nothing is shown where nothing did', () => {
    expect(bar()).to.equal(null);
    expect(spoken()).to.equal('');
  });

  it('is told in sight and to screen readers, with the day of the permission', async () => {
    note('search');
    await on.settled();
    const words = '“search” of Files ran without a question for the model: you allowed this on 3 October 2026.';
    expect(textOf(bar())).to.contain(words);
    expect(spoken()).to.equal(words);
    expect(bar()!.matches(':popover-open')).to.equal(true);
    expect(on.dialog()).to.equal(null);
  });

  it('the permission is taken back by a button, and that is said', async () => {
    note('search');
    note('list', { initiator: 'person' });
    await on.settled();
    await press('Revoke the permission for search');
    expect(takenBack).to.deep.equal(['search']);
    expect(spoken()).to.contain('Revoked: “search”. You will be asked again.');
    expect(textOf(bar()))
      .to.contain('Revoked: “search”.')
      .and.to.contain('“list” of Files ran without a question: you');
    expect(on.root().activeElement?.getAttribute('aria-label')).to.equal('Revoke the permission for list');
    await press('Revoke the permission for list');
    expect(takenBack).to.deep.equal(['search', 'list']);
    expect(textOf(on.root().activeElement)).to.equal('Dismiss');
    await press('Dismiss');
    expect(bar()).to.equal(null);
    expect(spoken()).to.equal('');
  });

  it('stays until the person has seen it, and then goes for good', async () => {
    note('search');
    await on.settled();
    await press('Dismiss');
    expect(bar()).to.equal(null);
    expect(on.queue.unasked.get()).to.deep.equal([]);
    expect(takenBack).to.deep.equal([]);
  });

  it('does not take the focus, nor the place of a question', async () => {
    const input = fixtureSync<HTMLInputElement>(html`<input aria-label="Elsewhere" />`);
    input.focus();
    note('search');
    await on.settled();
    expect(document.activeElement).to.equal(input);
    askForm(on.queue);
    await on.settled();
    expect(bar(), 'a question waits: that comes first').to.equal(null);
    await on.press('review-button');
    await on.settled();
    await on.press('decline-button');
    await on.settled();
    expect(textOf(bar())).to.contain('“search” of Files');
  });

  it('of many some are shown, and the number of the others', async () => {
    for (let n = 0; n < 8; n++) note(`tool-${n}`);
    await on.settled();
    expect(buttons()).to.have.length(3);
    expect(textOf(bar())).to.contain('And 6 more.');
    await press('Revoke the permission for tool-0');
    expect(textOf(bar())).to.contain('tool-2').and.to.contain('And 5 more.');
  });

  it('names of a server are text, on one line, and cut', async () => {
    note(`<b>${'x'.repeat(500)}`);
    note('a\u202eb');
    await on.settled();
    expect(bar()!.querySelector('b')).to.equal(null);
    expect(textOf(bar())).to.contain('…');
    expect(bar()!.scrollWidth).to.be.at.most(bar()!.clientWidth);
  });

  it('stands in its place, inline', async () => {
    on.element.inline = true;
    note('search');
    await on.settled();
    expect(bar()!.hasAttribute('popover')).to.equal(false);
  });
});

const error = new McpError('load', verbatim('The part did not load.'));

const ask = (queue: ApprovalQueue): Promise<unknown> => askRoots(queue).answer;

/** An element without its code, and the number of times that the code was loaded again. */
function missing(
  load: () => Promise<McpError | undefined> = async () => error,
  given: { approvals?: ApprovalQueue } = {},
): { element: HTMLElement; loads: () => number; refuse: () => () => void } {
  const element = Object.assign(document.createElement('x-queue-without-code'), given);
  document.body.append(element);
  let loads = 0;
  const refuse = (): (() => void) =>
    refuseUnshown(element, error, () => {
      loads += 1;
      return load();
    });
  return { element, loads: () => loads, refuse };
}

describe('a queue of questions whose code did not load', () => {
  it('refuses what waits, in the name of the page', async () => {
    const queue = new ApprovalQueue();
    const asked = ask(queue);
    missing(undefined, { approvals: queue }).refuse();
    expect(await failureOf(asked)).to.include({ code: 'load', rpcCode: -32000 });
    expect(queue.pending.get()).to.be.empty;
  });

  it('loads the code once more for what comes later, and refuses that too where it does not come', async () => {
    const queue = new ApprovalQueue();
    const { loads, refuse } = missing(undefined, { approvals: queue });
    refuse();
    expect(loads()).to.equal(0);
    expect(await failureOf(ask(queue))).to.include({ code: 'load' });
    expect(loads()).to.equal(1);
  });

  it('leaves a question to the element where its code came after all', async () => {
    const queue = new ApprovalQueue();
    const { loads, refuse } = missing(async () => undefined, { approvals: queue });
    const end = refuse();
    void ask(queue).catch(() => {});
    await waitUntil(() => loads() === 1);
    end();
    expect(queue.pending.get()).to.have.length(1);
    void ask(queue).catch(() => {});
    expect(loads()).to.equal(1);
  });

  it('takes the queue of the session around it, and another one when that changes', async () => {
    const [first, second] = [new ApprovalQueue(), new ApprovalQueue()];
    const host = document.createElement('div');
    document.body.append(host);
    const provider = new ContextProvider(host as never, { context: approvalsContext, initialValue: first });
    const { element, refuse } = missing();
    host.append(element);
    refuse();
    expect(await failureOf(ask(first))).to.include({ code: 'load' });
    provider.setValue(second);
    expect(await failureOf(ask(second))).to.include({ code: 'load' });
    void ask(first).catch(() => {});
    expect(first.pending.get()).to.have.length(1);
  });
});

describe('<mcp-approval-queue>, many questions', () => {
  const on = new ApprovalQueueHarness();
  const others = (): string => on.part('others')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const first = { method: 'tools/call', name: 'first' };
  const second = { method: 'tools/call', name: 'second' };
  const outcomes = (asked: readonly { readonly answer: Promise<unknown> }[]): Promise<unknown[]> =>
    Promise.all(
      asked.map(({ answer }) =>
        answer.then(
          (value) => (value as { action?: string }).action,
          (error: { code: string }) => error.code,
        ),
      ),
    );

  describe('of one server', () => {
    it('are declined with one press, each in its own way', async () => {
      const asked = [askSampling(on.queue), askForm(on.queue), askSampling(on.queue)];
      await on.settled();
      expect(others()).to.contain('Files has 2 more questions.').and.contain('Decline all 3');
      on.part('decline-all-button')!.click();
      expect(await outcomes(asked)).to.deep.equal(['declined', 'decline', 'declined']);
      await on.settled();
      expect(on.dialog()).to.equal(null);
      expect(on.status(), 'the person did it themselves').to.equal('');
    });

    it('are told to the page one by one, which can keep any of them', async () => {
      askSampling(on.queue);
      const kept = askForm(on.queue);
      askSampling(on.queue);
      void kept.answer.catch(() => {});
      await on.settled();
      on.element.addEventListener('mcp-approval-decide-request', (event) => {
        if ((event as McpApprovalDecideRequestEvent).approval.kind === 'elicitation') event.preventDefault();
      });
      on.part('decline-all-button')!.click();
      await aTimeout(0);
      expect(on.queue.pending.get().map(({ kind }) => kind)).to.deep.equal(['elicitation']);
    });

    it('are not declined by a key that was meant for something else', async () => {
      for (let count = 0; count < 3; count++) void askForm(on.queue).answer.catch(() => {});
      await on.settled();
      expect(on.root().activeElement === on.dialog()).to.equal(true);
      await sendKeys({ press: 'Enter' });
      expect(on.queue.pending.get()).to.have.length(3);
    });

    it('are not declined by a key where the person writes the reply of a model', async () => {
      for (let count = 0; count < 3; count++) void askSampling(on.queue).answer.catch(() => {});
      await on.settled();
      expect(deepActiveElement(document)!.id).to.equal('by-hand');
      await sendKeys({ press: 'Enter' });
      expect(on.queue.pending.get()).to.have.length(3);
    });

    it('are no line of their own while there are two', async () => {
      askSampling(on.queue);
      askForm(on.queue);
      await on.settled();
      expect(on.part('others')).to.equal(null);
    });

    it('that were refused are counted, until the others are over', async () => {
      const asked = askSampling(on.queue);
      on.queue.noteRateLimited(requestingServer);
      for (let count = 0; count < 980; count++) on.queue.noteRateLimited(requestingServer);
      await on.settled();
      expect(others()).to.contain('It asked too much: 981 questions were refused.');
      on.queue.decline(on.queue.pending.get()[0]!.id);
      await asked.answer.catch(() => {});
      expect(on.queue.rateLimited.get()).to.be.empty;
    });

    it('that are refused while none waits are nobody’s question', () => {
      on.queue.noteRateLimited(requestingServer);
      expect(on.queue.rateLimited.get()).to.be.empty;
    });
  });

  describe('of one call', () => {
    it('come together, whatever else was asked before them', async () => {
      askSampling(on.queue, { systemPrompt: '1' }, first);
      askSampling(on.queue, { systemPrompt: '2' }, second);
      askSampling(on.queue, { systemPrompt: '3' }, first);
      for (const { answer } of [askSampling(on.queue, {}, second)]) void answer.catch(() => {});
      await on.settled();
      expect(on.question()!.textContent!.trim()).to.equal('1 of 2 of this call, 4 in all');
      await on.press('decline-button');
      await on.settled();
      const shown = on.queue.pending
        .get()
        .find(({ id }) => id === (on.question() as { approval?: { id: string } }).approval!.id);
      expect(shown?.kind === 'sampling' && shown.asked.systemPrompt).to.equal('3');
      expect(on.question()!.textContent!.trim()).to.equal('1 of 3');
    });
  });
});
