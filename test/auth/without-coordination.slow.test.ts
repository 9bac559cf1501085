import { expect } from '@open-wc/testing';
import { Authorization, IndexedDbTokenStore } from '../../src/auth/index.js';
import { APIS, broken, faultsOf, hurriedClock, step } from '../fixtures/broken-apis.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { ScriptedSite } from './scripted-site.js';
import { REDIRECT_URI } from './signed-in.js';

describe('signing in on a page in which what coordinates tabs is out of order', function () {
  this.timeout(20_000);
  const { create } = sessions();
  const databaseName = tempDatabases();
  let mend: (() => void) | undefined;
  let unhurry: () => void;
  beforeEach(() => {
    unhurry = hurriedClock();
  });
  afterEach(() => {
    mend?.();
    unhurry();
  });

  for (const api of APIS)
    for (const fault of faultsOf(api))
      it(`${api}, ${fault}`, async () => {
        const site = new ScriptedSite({ issuer: { givesRefreshTokens: true } });
        const store = new IndexedDbTokenStore({ namespace: databaseName() });
        const auth = new Authorization({ authorizer: site.authorizer, redirectUri: REDIRECT_URI, store });
        const session = create(site.url, { auth, fetch: site.fetch });
        if (api === 'digests') {
          mend = broken(api, fault);
          const error = await step('Refusing', failureOf(session.connect()));
          expect(error.message).to.contain('digest');
          expect(error.remedy).to.contain('https');
          return;
        }
        mend = broken(api, fault);
        await step('Signing in', session.connect());
        expect(textOf(await step('A call', session.tools.call('echo')))).to.equal('done');
        site.issuer.forgetTokens();
        expect(textOf(await step('A call with a token that ended', session.tools.call('echo')))).to.equal('done');
        expect(site.visits.length, 'sent to sign in').to.equal(1);
      });
});
