import { expect } from '@open-wc/testing';
import { redactAddress, secretInAddress } from '../../src/util/secrets.js';

const KEY = `sk-${'a1B2'.repeat(8)}`;

describe('a secret in an address', () => {
  for (const [what, address, redacted] of [
    ['a parameter by its name', 'https://a.example/mcp?api_key=abc&x=1', 'https://a.example/mcp?api_key=secret&x=1'],
    ['a key of a service', 'https://a.example/mcp?key=abc', 'https://a.example/mcp?key=secret'],
    ['a name in camel case', 'https://a.example/?accessToken=abc', 'https://a.example/?accessToken=secret'],
    ['each of the same name', 'https://a.example/?token=a&token=b', 'https://a.example/?token=secret&token=secret'],
    ['a signed address', 'https://a.example/f?X-Amz-Signature=ab12', 'https://a.example/f?X-Amz-Signature=secret'],
    ['a signature of Azure', 'https://a.example/f?sv=2022&sig=ab%2B12', 'https://a.example/f?sv=2022&sig=secret'],
    ['a value by its form', `https://a.example/?q=${KEY}`, 'https://a.example/?q=secret'],
    ['a long random value', 'https://a.example/?q=aB3dE5gH7jK9mN1pQ2rS', 'https://a.example/?q=secret'],
    ['a key as a name', `https://a.example/?${KEY}`, 'https://a.example/?secret'],
    ['a segment by its form', `https://a.example/s/${KEY}/mcp`, 'https://a.example/s/secret/mcp'],
    ['a segment by its form, encoded', `https://a.example/s/%73k-${'a1B2'.repeat(8)}`, 'https://a.example/s/secret'],
    ['a long random segment', 'https://a.example/s/NTk0aB3dE5gH7jK9mN1p/mcp', 'https://a.example/s/secret/mcp'],
    ['a long hexadecimal segment', `https://a.example/s/${'0a1b'.repeat(10)}`, 'https://a.example/s/secret'],
    ['a name and a password', 'https://ada:love@a.example/mcp', 'https://a.example/mcp'],
    ['a token as a name', 'https://tok@a.example/mcp', 'https://a.example/mcp'],
    ['in the fragment', 'https://a.example/#access_token=abc', 'https://a.example/'],
    ['a key in the fragment', `https://a.example/#${KEY}`, 'https://a.example/'],
    ['a webhook', 'https://hooks.slack.com/services/T01/B02/abcdefghij0123456789XYZ', 'https://hooks.slack.com/secret'],
    ['another scheme', 'db://ada:love@host/table', 'db://host/table'],
    ['another scheme, by name', 'notes://all?password=abc', 'notes://all?password=secret'],
    ['a path that names it', 'https://a.example/token/abcdefgh1/mcp', 'https://a.example/token/secret/mcp'],
    ['no address', 'not an address, password=abc1', 'not an address, password=secret'],
    ['a template', '/search{?q}&api_key=abc', '/search{?q}&api_key=secret'],
  ] as const)
    it(`${what}: ${address}`, () => {
      expect(secretInAddress(address)).to.equal(true);
      expect(redactAddress(address)).to.equal(redacted);
      expect(secretInAddress(redacted), 'what is left').to.equal(false);
    });

  for (const address of [
    'https://a.example/mcp',
    'https://a.example/mcp?tenant=1&page=2#top',
    'https://a.example/list?pageToken=abc&cursor=x&maxTokens=5&continuationToken=y',
    'https://a.example/a/6f9619ff-8b86-d011-b42d-00c04fc964ff',
    'https://a.example/the-longest-name-of-a-server-in-2026',
    'https://a.example/tokens/list',
    'https://a.example/press_key?keyboard=de',
    `repo://a/commit/${'0a1b'.repeat(10)}`,
    'file:///home/ada/Passwords%20of%20the%20sea.md',
    'test://one',
    'greeting://{name}',
    'urn:isbn:0451450523',
    '%',
    '',
  ])
    it(`none: ${address}`, () => {
      expect(secretInAddress(address)).to.equal(false);
      expect(redactAddress(address)).to.equal(address);
    });

  it('an address without an end is looked at in a moment', () => {
    const start = performance.now();
    for (const address of [`https://a.example/${'a/'.repeat(200_000)}`, `https://a.example/?${'a=1&'.repeat(200_000)}`])
      expect(secretInAddress(address)).to.equal(true);
    expect(performance.now() - start).to.be.lessThan(2000);
  });
});
