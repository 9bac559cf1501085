import { expect } from '@esm-bundle/chai';
import { MAX_AUTHORIZATIONS } from '../../src/auth/auth-limits.js';
import { failureOf } from '../fixtures/failure.js';
import { textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';
import { visits } from './signed-in.js';

const SITE = { scope: 'read', needs: { 'tools/call': 'write' } } as const;

describe('a right that is missing', () => {
  const visit = visits();

  it('is asked for beside those there are, and the call goes on', async () => {
    verifies('rights-are-added');
    const { connect, session, site, auth } = visit(SITE);
    await connect();
    expect(site.visits[0]).to.deep.include({ reason: 'sign-in', scopes: ['read'], added: ['read'] });
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
    expect(site.visits).to.have.length(2);
    expect(site.visits[1]).to.deep.include({ reason: 'step-up', scopes: ['read', 'write'], added: ['write'] });
    expect(auth.state.get()).to.deep.include({ phase: 'signed-in', scopes: ['read', 'write'] });
  });

  it('is not what renewing a token gives', async () => {
    const { connect, session, site } = visit({ ...SITE, issuer: { givesRefreshTokens: true } });
    await connect();
    await session.tools.call('echo');
    expect(site.visits).to.have.length(2);
  });

  it('that is not granted ends the call, and the sign-in stays', async () => {
    const { connect, session, site, auth } = visit({ ...SITE, issuer: { grants: 'read' } });
    await connect();
    const error = await failureOf(session.tools.call('echo'));
    expect(error.code).to.equal('forbidden');
    expect(error.message).to.match(/still reports that a right is missing/);
    expect(site.visits).to.have.length(2);
    expect(auth.state.get().phase).to.equal('signed-in');
  });

  it('is asked for a few times at most, however often something tries', async () => {
    verifies('rights-are-added', 'step-up-bounded');
    const { connect, session, site } = visit({ ...SITE, issuer: { grants: 'read' } });
    await connect();
    for (let n = 0; n < 6; n++) await failureOf(session.tools.call('echo'));
    expect(site.visits.length - 1).to.equal(MAX_AUTHORIZATIONS);
  });

  it('of a new name each time is asked for a few times at most', async () => {
    let count = 0;
    const { connect, session, site } = visit({
      instead: (_, { body }) =>
        typeof body === 'string' && body.includes('tools/call')
          ? new Response('', {
              status: 403,
              headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="s${++count}"` },
            })
          : undefined,
    });
    await connect();
    await failureOf(session.tools.call('echo'));
    expect(site.visits.length - 1).to.equal(MAX_AUTHORIZATIONS);
  });

  it('that the person does not give leaves what they had', async () => {
    const { connect, session, site, auth } = visit(SITE);
    await connect();
    site.change({ comesBack: (callback) => (callback.searchParams.set('error', 'access_denied'), callback) });
    const error = await failureOf(session.tools.call('echo'));
    expect(error.code).to.equal('declined');
    expect(auth.state.get()).to.deep.include({ phase: 'signed-in', scopes: ['read'] });
  });

  it('without the server’s word for it is a refusal like any other', async () => {
    const { connect, session, site } = visit({ ...SITE, hidesChallenge: true });
    await connect();
    expect((await failureOf(session.tools.call('echo'))).code).to.equal('forbidden');
    expect(site.visits).to.have.length(1);
  });
});
