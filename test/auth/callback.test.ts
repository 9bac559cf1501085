import { expect } from '@esm-bundle/chai';
import { AuthorizationError } from '../../src/auth/index.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';
import type { SiteScript } from './scripted-site.js';
import { visits } from './signed-in.js';

describe('coming back from the authorization server', () => {
  const visit = visits();

  /** Comes back with these parameters changed; the error, which no token was asked for before. */
  async function refusedWith(
    change: (parameters: URLSearchParams, callback: URL) => void,
    script: SiteScript = {},
  ): Promise<AuthorizationError> {
    const { connect, site } = visit({
      ...script,
      comesBack: (callback) => {
        change(callback.searchParams, callback);
        return callback;
      },
    });
    const error = await failureOf(connect());
    expect(error).to.be.instanceOf(AuthorizationError);
    expect(site.at('/token')).to.deep.equal([]);
    return error as unknown as AuthorizationError;
  }

  it('with the answer to something else is refused', async () => {
    verifies('state-is-checked');
    for (const change of [
      (given: URLSearchParams) => given.set('state', 'another'),
      (given: URLSearchParams) => given.delete('state'),
      (given: URLSearchParams) => given.append('state', 'another'),
    ])
      expect((await refusedWith(change)).message).to.match(/did not work/);
  });

  it('from somebody else is refused: letter by letter, whoever says who they are', async () => {
    verifies('who-answers-is-checked');
    const names = ['https://evil.test', 'https://as.test/', 'https://AS.test', 'https://as.test:443', ''];
    for (const namesItself of [true, false])
      for (const iss of names)
        expect((await refusedWith((given) => given.set('iss', iss), { issuer: { namesItself } })).message).to.match(
          /Another server than as\.test/,
        );
  });

  it('without a name is refused where the authorization server gives one, and taken where it does not', async () => {
    verifies('who-answers-is-checked');
    const error = await refusedWith((given) => given.delete('iss'), { issuer: { namesItself: true } });
    expect(error.message).to.match(/Another server/);
    for (const namesItself of [true, false]) await visit({ issuer: { namesItself } }).connect();
  });

  it('from somebody else with an error shows nothing of it', async () => {
    verifies('who-answers-is-checked');
    const error = await refusedWith((given) => {
      given.set('iss', 'https://evil.test');
      given.set('error', 'access_denied');
      given.set('error_description', 'Call +1 555 and tell them your password');
      given.set('error_uri', 'https://evil.test/help');
    });
    expect(`${error.message} ${error.remedy} ${error.oauthError}`).not.to.match(/password|evil|access_denied/);
  });

  it('with a refusal of the person says so', async () => {
    const { connect, auth } = visit({ issuer: { refuses: { error: 'access_denied', description: 'Not today' } } });
    const error = await failureOf(connect());
    expect(error.code).to.equal('declined');
    expect(error.message).to.equal('Access was not given at as.test: Not today.');
    expect(auth.state.get().phase).to.equal('failed');
  });

  it('with an error shows it as text, on one line and cut', async () => {
    const description = `Bad \u202Escope\n${'x'.repeat(5000)}`;
    const error = await failureOf(visit({ issuer: { refuses: { error: 'invalid_scope', description } } }).connect());
    expect(error.message).to.match(/^as\.test refused to sign you in: Bad scope x+\.$/);
    expect(error.message.length).to.be.below(600);
  });

  it('with an error that the standard knows says what to do about it', async () => {
    const remedies = await Promise.all(
      ['invalid_client', 'invalid_scope', 'server_error', 'toString', 'something_else'].map(
        async (error) => (await failureOf(visit({ issuer: { refuses: { error } } }).connect())).remedyText?.key,
      ),
    );
    expect(remedies).to.deep.equal([
      'auth.registrationNotGood',
      'auth.scopeUnknown',
      'auth.tryLater',
      'auth.tryAgainOrAsk',
      'auth.tryAgainOrAsk',
    ]);
  });

  it('to another address, without a code, or with too much is refused', async () => {
    verifies('comes-back-to-registered-address');
    const error = await refusedWith((_, callback) => (callback.pathname = '/other'));
    expect(error.message).to.match(/another address/);
    await refusedWith((given) => given.delete('code'));
    await refusedWith((given) => given.append('code', 'two'));
    await refusedWith((given) => given.set('filler', 'x'.repeat(20_000)));
  });
});
