import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { bareVisits, told, TOLD } from '../fixtures/bare-visits.js';
import { APIS, broken, commonFaultOf, faultsOf } from '../fixtures/broken-apis.js';
import { eventually } from '../fixtures/eventually.js';

// Here as browsers do it. Each way in which each of them can be out of order: without-coordination-each.slow.test.ts.
describe('a page in which what coordinates tabs is out of order', () => {
  const { breakAll, visit } = bareVisits();

  for (const api of APIS) {
    const fault = commonFaultOf(api);
    it(`${api}, ${fault}: connects, lists, calls and answers, and says once what is missing`, async () => {
      breakAll(broken(api, fault));
      const session = await visit(everythingUrl);
      const needed = TOLD[api];
      if (needed) await eventually(() => told(session).some((one) => needed.test(one)));
      expect(told(session)).to.have.length(needed ? 1 : 0);
    });
  }

  for (const [era, url] of [
    ['2025-11-25', everythingUrl],
    ['2026-07-28', modernUrl],
  ] as const)
    for (const fault of ['absent', 'refused'] as const)
      it(`all of it at once, ${fault}, with a server of ${era}`, async () => {
        breakAll(...APIS.filter((api) => faultsOf(api).includes(fault)).map((api) => broken(api, fault)));
        const session = await visit(url);
        expect(new Set(told(session)).size).to.equal(told(session).length);
      });
});
