import { expect } from '@esm-bundle/chai';
import { readChallenge, readChallenges, type Challenge } from '../../src/transport/challenge.js';
import { verifies } from '../requirements/verifies.js';

const read = (header: string): Challenge | undefined =>
  readChallenge(new Response('', { headers: { 'www-authenticate': header } }));

describe('the challenge of a refusal', () => {
  it('is read with and without quotes, in any case and order', () => {
    verifies('challenge-is-read');
    const wanted = { scheme: 'bearer', error: 'invalid_token', scope: 'a b', resourceMetadata: 'https://x.test/m' };
    for (const header of [
      'Bearer error="invalid_token", scope="a b", resource_metadata="https://x.test/m"',
      'bearer  Scope = "a b" ,error=invalid_token,  RESOURCE_METADATA="https://x.test/m"',
    ])
      expect(read(header), header).to.deep.equal(wanted);
  });

  it('may be one of several on a line', () => {
    expect(read('Basic realm="a, b", Bearer scope="x"')?.scope).to.equal('x');
    expect(read('Negotiate YIIabc+/==, Bearer scope="x"')?.scope).to.equal('x');
    expect(read('Bearer, Basic realm="x"')).to.include({ scheme: 'bearer' });
    expect(read('Bearer scope="x", DPoP algs="ES256", scope="y"')).to.include({ scheme: 'dpop', scope: 'y' });
  });

  it('keeps what is quoted, and takes the first of two', () => {
    expect(read(String.raw`Bearer scope="say \"a\" b"`)?.scope).to.equal('say "a" b');
    expect(read('Bearer scope="a", scope="b"')?.scope).to.equal('a');
  });

  it('is none where there is none that we can answer', () => {
    expect(readChallenge(new Response(''))).to.equal(undefined);
    expect(read('Basic realm="x"')).to.equal(undefined);
    expect(read('"')).to.equal(undefined);
    expect(readChallenges('===,,,')).to.deep.equal([]);
  });

  for (const [piece, count] of [
    ['Bearer a="', 30_001],
    ['a=,', 2],
    [',', 1],
    ['Bearer ', 85_714],
    ['\\"', 1],
    ['a'.repeat(50), 1],
  ] as const)
    it(`is read to its end where that is 600,000 characters of ${piece}`, () => {
      expect(readChallenges(`Bearer ${piece.repeat(600_000 / piece.length)}`)).to.have.length(count);
    });
});
