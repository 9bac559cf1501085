import { expect } from '@esm-bundle/chai';
import { serverKey, whyNotStored } from '../../src/session/person/server-storage-key.js';
import { readEndpoint } from '../../src/session/options.js';

const TOKEN = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';

describe('what a server is called where things are kept', () => {
  for (const [what, url, key] of [
    ['its address', 'https://example.com/mcp', 'https://example.com/mcp'],
    ['with its port', 'http://localhost:3001/mcp', 'http://localhost:3001/mcp'],
    ['a WebSocket', 'wss://example.com/mcp', 'wss://example.com/mcp'],
    ['a parameter without a value is a name', 'https://example.com/mcp?beta', 'https://example.com/mcp?beta'],
  ] as const)
    it(`${what}: ${url}`, () => expect(serverKey(url, {})).to.equal(key));

  it('has the names of parameters, not their values', () => {
    expect(serverKey('https://example.com/mcp?project=apollo&region=eu', {})).to.match(
      /^https:\/\/example\.com\/mcp\?project&region#~[\da-f]{32}$/,
    );
  });

  it('is another for other values, another order, and for another name', () => {
    const keys = ['?project=a', '?project=b', '?projects=a', '?project=a&x=1', '?x=1&project=a', ''].map((query) =>
      serverKey(`https://example.com/mcp${query}`, {}),
    );
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it('is the same at the next visit, and where the value is spelled otherwise', () => {
    const one = serverKey('https://example.com/mcp?project=a%20b', {});
    expect(serverKey('https://example.com/mcp?project=a+b', {})).to.equal(one);
  });

  it('is another for another identity, and for a name that the page gives', () => {
    const url = 'https://example.com/mcp?project=a';
    expect(serverKey(url, { identity: 'ada' })).to.equal(`${serverKey(url, {})} ada`);
    expect(serverKey(url, { serverId: 'apollo' })).to.equal('name:apollo');
    expect(serverKey(url, { serverId: 'my server', identity: 'ada' })).to.equal('name:my%20server ada');
  });

  for (const [what, url] of [
    ['a parameter that is called a secret', 'https://example.com/mcp?api_key=abc'],
    ['a value that is a credential', `https://example.com/mcp?x=${TOKEN}`],
    ['a segment that is a credential', `https://example.com/${TOKEN}/mcp`],
  ] as const) {
    it(`nothing is kept of an address with ${what}, unless the page says whose or which it is`, () => {
      expect(whyNotStored(url, {})).to.equal('secret-address');
      expect(whyNotStored(url, { identity: 'ada' })).to.equal(undefined);
      expect(whyNotStored(url, { serverId: 'apollo' })).to.equal(undefined);
    });
    it(`and then the key says nothing of it, not even a digest: ${what}`, () => {
      const other = url.replace('abc', 'abd').replaceAll(TOKEN, TOKEN.replace('0', '1'));
      const key = serverKey(url, { identity: 'ada' });
      expect(serverKey(other, { identity: 'ada' })).to.equal(key);
      expect(key).not.to.contain('abc').and.not.to.contain(TOKEN);
    });
    it(`in the page two such addresses are two servers: ${what}`, () => {
      const other = url.replace('abc', 'abd').replaceAll(TOKEN, TOKEN.replace('0', '1'));
      expect(serverKey(other, {})).not.to.equal(serverKey(url, {}));
      expect(serverKey(url, {})).to.equal(serverKey(url, {}));
    });
  }

  it('of an address that is too long to be judged nothing is kept', () => {
    const url = `https://example.com/mcp?filter=${'a'.repeat(30_000)}`;
    expect(whyNotStored(url, {})).to.equal('secret-address');
    expect(serverKey(url, { identity: 'ada' })).to.equal('https://example.com/ ada');
  });

  it('the fragment of an address is nobody’s business', () => {
    expect(readEndpoint('https://example.com/mcp#part')).to.equal('https://example.com/mcp');
  });
});
