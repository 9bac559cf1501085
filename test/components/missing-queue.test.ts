import { expect, waitUntil } from '@open-wc/testing';
import { ContextProvider } from '@lit/context';
import { refuseUnshown } from '../../components/approval-queue/missing-queue.js';
import { approvalsContext } from '../../components/context.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { McpError, verbatim } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { askRoots } from '../support/questions.js';

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
