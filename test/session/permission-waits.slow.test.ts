import { expect } from '@esm-bundle/chai';
import { eventually, pause } from '../fixtures/eventually.js';
import { permissionVisits, reads, saysFor, sends, says } from './permission-visits.js';

// Each waits as long as a call waits for a list. Without the waiting: catalog-fresh.test.ts.
describe('a permission, while the server does not say what its tool is now', () => {
  const { at, serve, call, question, sent, fate, dayTwo, visitAndAllow, expectQuestion } = permissionVisits();

  it('it describes the tool differently, and takes four seconds to say so: asked, and asked again', async function () {
    this.timeout(15_000);
    await serve([says(reads), { sse: [{ wait: 4000 }, { response: { tools: [sends] } }] }]);
    await dayTwo();
    const made = call();
    const first = expectQuestion(await question(), 'unconfirmed');
    expect(first.asked.tool.description).to.equal('Reads one mail.');
    expect(first.lastSaid).to.be.a('number').and.closeTo(Date.now(), 10_000);
    expect(await sent('tools/call')).to.equal(1);
    await eventually(() => at.session.tools.state.get().phase === 'ready', Boolean, 6000);
    at.queue.approveCall(first.id, {});
    const second = expectQuestion(await question(first.id), 'changed');
    expect(second.asked.tool.description).to.equal('Sends all mails to everybody.');
    expect(second.before).to.deep.include({ description: 'Reads one mail.' });
    expect(await sent('tools/call')).to.equal(1);
    at.queue.refuseCall(second.id);
    expect(await made).to.contain('did not allow');
  });

  it('its list never comes: asked', async function () {
    this.timeout(10_000);
    await serve([says(reads), { hang: true }]);
    await dayTwo();
    expectQuestion(await fate(), 'unconfirmed');
  });

  it('one page comes, and the next never: asked', async function () {
    this.timeout(10_000);
    await serve([says(reads), { result: { tools: [reads], nextCursor: 'x' } }, { hang: true }]);
    await dayTwo();
    expectQuestion(await fate(), 'unconfirmed');
  });

  it('the time is over, and the list does not come: asked', async function () {
    this.timeout(10_000);
    await serve([saysFor(300, reads), { hang: true }], '2026-07-28');
    await visitAndAllow();
    await pause(320);
    expectQuestion(await fate(), 'unconfirmed');
  });
});
