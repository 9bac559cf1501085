import { expect } from '@esm-bundle/chai';
import { verbatim } from '../../src/errors.js';
import { nextProbes, type Probe } from '../../src/diagnosis/probes.js';
import type { Facts } from '../../src/diagnosis/types.js';
import { answered, factsOf, nothing, openedFacts, seen } from './facts.js';

const briefly = ({ step, method, url, headers }: Probe): string =>
  [step, method, new URL(url).pathname, ...headers].join(' ');
const next = (facts: Facts): string[] => nextProbes(facts).map(briefly);
const http = { failure: { code: 'http', words: verbatim('No.') } };

describe('what to ask next', () => {
  it('nothing answers: is anybody there, and may anything be read?', () => {
    expect(next(factsOf(nothing))).to.deep.equal(['plain POST /mcp', 'reach GET /mcp', 'plain GET /mcp']);
  });
  it('nothing twice', () => {
    const asked = [seen('plain'), seen('plain', { method: 'GET' }), seen('reach')];
    expect(next(factsOf([...nothing, ...asked]))).to.be.empty;
  });
  it('nothing where the page itself blocks, or the headers cannot be sent', () => {
    expect(next(factsOf(nothing, { page: { blockedBy: 'connect-src' } }))).to.be.empty;
    expect(next(factsOf(nothing, { failure: { code: 'invalid-input', words: verbatim('No.') } }))).to.be.empty;
  });
  it('nothing after silence', () => {
    expect(next(factsOf([seen('discovery', { outcome: 'timed-out' })]))).to.be.empty;
  });
  it('something is readable, the POSTs are not: each header for itself', () => {
    const facts = factsOf([...nothing, answered('plain', 400)], { pageHeaders: ['authorization'] });
    expect(next(facts).filter((probe) => probe.startsWith('headers'))).to.deep.equal([
      'headers POST /mcp content-type',
      'headers POST /mcp mcp-protocol-version',
      'headers POST /mcp mcp-session-id',
      'headers POST /mcp mcp-method',
      'headers POST /mcp mcp-name',
      'headers POST /mcp last-event-id',
      'headers POST /mcp authorization',
    ]);
  });
  it('no header passes: is it the method?', () => {
    const names = 'content-type mcp-protocol-version mcp-session-id mcp-method mcp-name last-event-id'.split(' ');
    const tests = names.map((name) => seen('headers', { sent: [name] }));
    const facts = factsOf([
      ...nothing,
      answered('plain', 400),
      seen('plain', { method: 'GET' }),
      seen('reach'),
      ...tests,
    ]);
    expect(next(facts)).to.deep.equal(['headers GET /mcp mcp-protocol-version']);
  });
  it('it works: all headers of later at once, and each for itself only if that fails', () => {
    const observations = [answered('discovery', 200)];
    const rest = ['mcp-session-id', 'mcp-name', 'last-event-id'];
    expect(next(openedFacts(observations))).to.deep.equal([`headers POST /mcp ${rest.join(' ')}`]);
    expect(next(openedFacts([...observations, answered('headers', 400, { sent: rest })]))).to.be.empty;
    expect(next(openedFacts([...observations, seen('headers', { sent: rest })]))).to.deep.equal(
      rest.map((name) => `headers POST /mcp ${name}`),
    );
  });
  it('no header on the own origin, where there is no CORS', () => {
    expect(next({ ...openedFacts([answered('discovery', 200)]), page: factsOf([]).page })).not.to.be.empty;
    const own = factsOf([answered('discovery', 200)], { page: { origin: 'https://mcp.example' } });
    expect(next({ ...own, failure: undefined, opened: { revision: 'x', transport: 'streamable-http' } })).to.be.empty;
  });
  it('a wrong path: the usual others of this origin, and once more without the newest headers', () => {
    const wrong = answered('discovery', 404);
    const probes = next({ ...factsOf([wrong], http), url: 'https://mcp.example/api/?key=1' }).filter((one) =>
      one.startsWith('sibling'),
    );
    expect(probes).to.deep.equal([
      'sibling POST /api/mcp content-type mcp-protocol-version mcp-method',
      'sibling POST /mcp content-type mcp-protocol-version mcp-method',
      'sibling GET /sse',
    ]);
    const newest = ['content-type', 'mcp-protocol-version', 'mcp-method'];
    const blocked = seen('sibling', { url: 'https://mcp.example/mcp/mcp', sent: newest });
    expect(next(factsOf([wrong, blocked], http))).to.include('sibling POST /mcp/mcp content-type');
  });
  it('an answer that cannot be read: the same, since a wrong path may lack CORS headers', () => {
    const reached = seen('reach', { outcome: 'opaque' });
    const probes = next(factsOf([...nothing, seen('plain'), seen('plain', { method: 'GET' }), reached]));
    expect(probes).to.deep.equal([
      'sibling POST /mcp/mcp content-type mcp-protocol-version mcp-method',
      'sibling GET /sse',
    ]);
  });
  it('401: whether the header of a token passes, which the page sends after a sign-in, and sends none itself', () => {
    const refused = [answered('discovery', 401)];
    const asked = (facts: Facts): string[] => next(facts).filter((probe) => probe.startsWith('headers'));
    expect(asked(factsOf(refused, http))).to.deep.equal(['headers POST /mcp authorization']);
    expect(asked(factsOf([...refused, seen('headers', { sent: ['authorization'] })], http))).to.be.empty;
    expect(asked(factsOf(refused, { ...http, pageHeaders: ['authorization'] }))).to.be.empty;
    expect(asked(factsOf(refused, { ...http, page: { origin: 'https://mcp.example' } }))).to.be.empty;
  });
  it('401: the metadata that the challenge names in its own origin, otherwise the two well-known places', () => {
    const metadata = (challenge?: string): string[] =>
      nextProbes(
        factsOf([answered('discovery', 401, challenge ? { headers: { 'www-authenticate': challenge } } : {})], http),
      )
        .filter(({ step }) => step === 'metadata')
        .map(({ url }) => url);
    const wellKnown = [
      'https://mcp.example/.well-known/oauth-protected-resource/mcp',
      'https://mcp.example/.well-known/oauth-protected-resource',
    ];
    expect(metadata()).to.deep.equal(wellKnown);
    expect(metadata('Bearer resource_metadata="https://mcp.example/m?x=1"')).to.deep.equal([
      'https://mcp.example/m?x=1',
    ]);
    // What is asked of other origins is not for a server to choose.
    for (const strange of ['https://login.example/m', 'http://10.0.0.1/', 'javascript:alert(1)', 'nothing'])
      expect(metadata(`Bearer resource_metadata="${strange}"`)).to.deep.equal(wellKnown);
  });
});
