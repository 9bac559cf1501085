import { expect } from '@esm-bundle/chai';
import { fetchWithDpop, generateKey } from '../../src/auth/dpop.js';
import { MemoryTokenStore } from '../../src/auth/index.js';
import { failureOf } from '../fixtures/failure.js';
import { visits } from './signed-in.js';

interface Proof {
  readonly header: { readonly alg: string; readonly jwk: Readonly<Record<string, unknown>> };
  readonly payload: Readonly<Record<string, unknown>>;
}

function readProof(proof: string): Proof {
  const [header, payload] = proof.split('.').map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  return { header: JSON.parse(header!), payload: JSON.parse(payload!) };
}

describe('tokens that are bound to a key', () => {
  const visit = visits();

  it('are asked for where the server takes them, and each request proves that the key is here', async () => {
    const store = new MemoryTokenStore();
    const { connect, session, site } = visit({ bound: true }, { store });
    await connect();
    await session.tools.call('echo');
    const signed = site.at('/mcp').filter(({ headers }) => headers.has('authorization'));
    expect(signed).to.have.length(3);
    const proofs = signed.map(({ headers }) => readProof(headers.get('dpop')!));
    for (const { header, payload } of proofs) {
      expect(header).to.include({ alg: 'ES256' });
      expect(header.jwk).not.to.have.property('d');
      expect(payload).to.include({ htm: 'POST', htu: 'https://mcp.test/mcp' });
      expect(payload['ath']).to.be.a('string');
    }
    expect(new Set(proofs.map(({ payload }) => payload['jti'])).size).to.equal(3);
    for (const { headers } of signed) expect(headers.get('authorization')).to.match(/^DPoP /);
  });

  it('have a key that nobody can read out', async () => {
    const store = new MemoryTokenStore();
    const { connect, site } = visit({ bound: true }, { store });
    await connect();
    const { key } = (await store.signIn(site.url))!;
    expect(key!.privateKey.extractable).to.equal(false);
    await crypto.subtle.exportKey('jwk', key!.privateKey).then(
      () => expect.fail('The key was read out.'),
      () => {},
    );
  });

  it('are renewed with the same key', async () => {
    const { connect, session, site } = visit({ bound: true, issuer: { givesRefreshTokens: true } });
    await connect();
    site.issuer.forgetTokens();
    await session.tools.call('echo');
    const keys = site.at('/token').map(({ headers }) => JSON.stringify(readProof(headers.get('dpop')!).header.jwk));
    expect(keys).to.have.length(2);
    expect(keys[0]).to.equal(keys[1]);
  });

  it('are left out where the page does not want them, or nobody takes them', async () => {
    const unasked = visit();
    await unasked.connect();
    expect(unasked.site.at('/token')[0]!.headers.has('dpop')).to.equal(false);
    const unwanted = visit({ bound: true }, { dpop: 'never' });
    await failureOf(unwanted.connect());
    expect(unwanted.site.at('/token')[0]!.headers.has('dpop')).to.equal(false);
  });

  it('are wanted in any case: a token that anybody could use is not taken', async () => {
    const unbound = { access_token: 'x', token_type: 'Bearer', refresh_token: 'r' };
    const tokenAnswer = (): Response => Response.json(unbound);
    const { connect, auth, site } = visit({ issuer: { tokenAnswer } }, { dpop: 'always' });
    const error = await failureOf(connect());
    expect(error).to.include({ code: 'unauthorized', key: 'auth.tokenUnbound' });
    expect(auth.state.get().phase).to.equal('failed');
    expect(site.log.some(({ headers }) => headers.get('authorization')?.startsWith('Bearer'))).to.equal(false);
  });

  it('go out again with the number that a server wants in the proof', async () => {
    const numbers: unknown[] = [];
    const { connect } = visit({
      bound: true,
      instead: ({ pathname }, { headers }) => {
        const proof = new Headers(headers).get('dpop');
        if (pathname !== '/mcp' || !proof) return undefined;
        const { nonce } = readProof(proof).payload;
        numbers.push(nonce);
        if (nonce === 'n-1') return undefined;
        return new Response('', {
          status: 401,
          headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' },
        });
      },
    });
    await connect();
    expect(numbers).to.deep.equal([undefined, 'n-1', 'n-1']);
  });

  it('a number that comes with another status sends nothing again: it may have been carried out', async () => {
    const key = await generateKey();
    let sent = 0;
    const answer = await fetchWithDpop(
      async () => {
        sent++;
        return new Response('', {
          status: 500,
          headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' },
        });
      },
      'https://mcp.test/mcp',
      { method: 'POST', body: '{}' },
      'token',
      key,
    );
    expect([sent, answer.status]).to.deep.equal([1, 500]);
  });
});
