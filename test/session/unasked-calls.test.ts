import { expect } from '@esm-bundle/chai';
import { everythingUrl } from '/__servers__.js';
import { ApprovalQueue, Grants } from '../../src/approvals/index.js';
import type { Initiator, Session } from '../../src/index.js';
import { grantsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions, textOf } from '../fixtures/sessions.js';

describe('a call that runs by a permission of an earlier visit', () => {
  const { open } = sessions();
  let storage: MemoryStorage;
  let queue: ApprovalQueue;
  let session: Session;

  beforeEach(async () => {
    storage = new MemoryStorage();
    queue = new ApprovalQueue();
    queue.pending.subscribe(() => {});
    session = await open(everythingUrl, { storage, approvals: queue });
  });
  /** Another page of the site, before this one. */
  const otherPage = (): Grants => new Grants(grantsIn(storage));
  const allow = async (name: string, grants = otherPage()): Promise<string> => {
    const tool = (await session.tools.list()).find((one) => one.name === name)!;
    const { server } = session.permissions;
    const call = { server, serverName: 's', tool, arguments: {}, tools: [], isConfirmed: true };
    return (await grants.remember(call, 'allow', { scope: 'tool', duration: 'always' }))!.id;
  };
  const call = (initiator: Initiator, name = 'echo'): Promise<string> =>
    session.tools.call(name, name === 'echo' ? { message: 'hello' } : { a: 1, b: 2 }, { initiator }).then(textOf);
  const told = (): readonly string[] => queue.unasked.get().map(({ tool, initiator }) => `${tool} ${initiator}`);

  it('is told once for each permission, with its day and whose call it was', async () => {
    const id = await allow('echo');
    await allow('get-sum');
    expect(await call('model')).to.contain('hello');
    expect(told()).to.deep.equal(['echo model']);
    const [first] = queue.unasked.get();
    expect(first!.id).to.equal(id);
    expect(first!.allowedAt).to.be.closeTo(Date.now(), 10_000);
    expect(first!.requestingServer.server.url).to.equal(session.url);
    await call('model');
    await call('app');
    expect(told()).to.deep.equal(['echo model']);
    await call('app', 'get-sum');
    expect(told()).to.deep.equal(['echo model', 'get-sum app']);
    queue.dismissUnasked();
    await call('model');
    expect(told()).to.deep.equal([]);
  });

  it('is not told where the person has just allowed it here, or pressed the button', async () => {
    const asked = call('model');
    const question = await eventually(() => queue.pending.get()[0]);
    queue.approveCall(question!.id, { message: 'hello' }, { scope: 'tool', duration: 'always' });
    await asked;
    await call('model');
    await call('person');
    await call('page');
    expect(told()).to.deep.equal([]);
  });

  it('is taken back from there, and the next one asks', async () => {
    await allow('echo');
    await call('model');
    await queue.unasked.get()[0]!.takeBack();
    expect(await otherPage().refresh()).to.deep.equal([]);
    const asked = call('model');
    const question = await eventually(() => queue.pending.get()[0]);
    queue.refuseCall(question!.id);
    await asked.catch(() => {});
  });

  it('taken back in another tab: the next one asks', async () => {
    const id = await allow('echo');
    await call('model');
    await otherPage().revoke(id);
    const asked = call('model');
    const question = await eventually(() => queue.pending.get()[0]);
    queue.refuseCall(question!.id);
    await asked.catch(() => {});
  });
});
