import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { bareVisits, told, TOLD } from '../fixtures/bare-visits.js';
import { APIS, broken, commonFaultOf, faultsOf, silentDatabase } from '../fixtures/broken-apis.js';
import { eventually } from '../fixtures/eventually.js';

// Each way but the one of browsers, which is in without-coordination.slow.test.ts.
describe('a page in which what coordinates tabs is out of order, in each way', function () {
  this.timeout(60_000);
  const { breakAll, visit } = bareVisits();

  for (const api of APIS)
    for (const fault of faultsOf(api).filter((one) => one !== commonFaultOf(api)))
      it(`${api}, ${fault}: connects, lists, calls and answers, and says once what is missing`, async () => {
        breakAll(broken(api, fault));
        const session = await visit(everythingUrl);
        const needed = fault !== 'slow' || api !== 'channels' ? TOLD[api] : undefined;
        // What takes long to be found missing is told when it is.
        if (needed) await eventually(() => told(session).some((one) => needed.test(one)));
        expect(told(session)).to.have.length(needed ? 1 : 0);
      });

  it('the database, silent once it is open: nothing waits for it for ever, and it says so once', async () => {
    breakAll(silentDatabase());
    const session = await visit(everythingUrl);
    expect(told(session)).to.have.length(1);
  });

  for (const [era, url] of [
    ['2025-11-25', everythingUrl],
    ['2026-07-28', modernUrl],
  ] as const)
    for (const fault of ['refused on use', 'slow', 'rejects later'] as const)
      it(`all of it at once, ${fault}, with a server of ${era}`, async () => {
        breakAll(...APIS.filter((api) => faultsOf(api).includes(fault)).map((api) => broken(api, fault)));
        const session = await visit(url);
        expect(new Set(told(session)).size).to.equal(told(session).length);
      });
});
