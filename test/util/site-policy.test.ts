import { expect } from '@esm-bundle/chai';
import { isMcpError, readSitePolicy } from '../../src/index.js';

const RIGHT: readonly object[] = [
  {},
  { disabled: true },
  { servers: [] },
  { servers: ['https://mcp.example.com', 'wss://mcp.example.com:8443', '*.example.com', 'loopback', 'in-page'] },
  { servers: ['http://[::1]:3000', 'http://*.intern.example', 'https://mcp.example.com/'] },
  { tools: { allow: ['a', 'b*'], deny: ['*'], readOnly: true } },
  { storage: 'none' },
  { capabilities: [] },
  { capabilities: ['sampling', 'elicitation', 'roots'] },
  { remember: false, transcript: false, modelContext: false },
  { transcript: 'memory', maxSessions: 3 },
  { remoteHosts: ['*.cdn.example'] },
  { storage: undefined },
];

const WRONG: readonly (readonly [given: unknown, names: RegExp])[] = [
  [null, /mcpEmbedPolicy must be an object/],
  [undefined, /mcpEmbedPolicy must be an object/],
  ['disabled', /mcpEmbedPolicy must be an object/],
  [[], /mcpEmbedPolicy must be an object/],
  [() => ({}), /mcpEmbedPolicy must be an object/],
  [{ disable: true }, /unknown member: disable\./],
  [{ tools: { read_only: true } }, /unknown member: tools\.read_only\./],
  [{ disabled: 'yes' }, /disabled must be true or false/],
  [{ disabled: null }, /disabled must be true or false/],
  [{ servers: 'https://example.com' }, /servers must be a list/],
  [{ servers: ['example.com'] }, /servers\[0\] must be an origin/],
  [{ servers: ['https://example.com/mcp'] }, /servers\[0\] must be an origin/],
  [{ servers: ['https://me:secret@example.com'] }, /servers\[0\]/],
  [{ servers: ['*'] }, /servers\[0\]/],
  [{ servers: ['https://mcp.*.example.com'] }, /servers\[0\]/],
  [{ servers: ['ftp://example.com'] }, /servers\[0\]/],
  [{ servers: ['https://example.com', 7] }, /servers\[1\]/],
  [{ servers: [''] }, /servers\[0\]/],
  [{ remoteHosts: ['in-page'] }, /remoteHosts\[0\]/],
  [{ tools: [] }, /tools must be an object/],
  [{ tools: { deny: 'delete_*' } }, /tools\.deny must be a list/],
  [{ tools: { deny: [' delete'] } }, /tools\.deny\[0\]/],
  [{ storage: 'local ' }, /storage must be "none" or "session" or "local"/],
  [{ storage: {} }, /storage must be/],
  [{ capabilities: ['tools'] }, /capabilities\[0\] must be "sampling"/],
  [{ remember: 0 }, /remember must be/],
  [{ transcript: 'none' }, /transcript must be/],
  [{ maxSessions: -1 }, /maxSessions must be a whole number/],
  [{ maxSessions: 1.5 }, /maxSessions/],
  [{ maxSessions: '3' }, /maxSessions/],
];

describe('a site policy', () => {
  for (const given of RIGHT)
    it(`may be ${JSON.stringify(given)}`, () => {
      const policy = readSitePolicy(given);
      expect(JSON.stringify(policy)).to.equal(JSON.stringify(given));
      expect(Object.isFrozen(policy)).to.equal(true);
      for (const value of Object.values(policy)) expect(Object.isFrozen(value)).to.equal(true);
    });

  for (const [given, names] of WRONG)
    it(`may not be ${typeof given === 'function' ? 'a function' : JSON.stringify(given)}`, () => {
      let error: unknown;
      try {
        readSitePolicy(given);
      } catch (thrown) {
        error = thrown;
      }
      expect(isMcpError(error) && error.code).to.equal('invalid-input');
      expect((error as Error).message).to.match(names);
    });

  it('is copied, so that a change of what was given changes nothing', () => {
    const given = { servers: ['https://a.example'] };
    const policy = readSitePolicy(given);
    given.servers.push('https://b.example');
    expect(policy.servers).to.deep.equal(['https://a.example']);
  });

  it('does not take members that every object inherits', () => {
    expect(() => readSitePolicy(JSON.parse('{"__proto__": {"disabled": false}}'))).to.throw(
      /unknown member: __proto__/,
    );
    expect(() => readSitePolicy({ toString: true })).to.throw(/unknown member: toString/);
  });
});
