import { expect } from '@esm-bundle/chai';
import { verbatim } from '../../src/errors.js';
import { decide } from '../../src/diagnosis/findings.js';
import type { Facts, Finding, Observation } from '../../src/diagnosis/types.js';
import { answered, factsOf, nothing, openedFacts, rpc, seen } from './facts.js';

const opaque = seen('reach', { outcome: 'opaque' });
const at = (url: string, page: Partial<Facts['page']> = {}, more: readonly Observation[] = []): Facts =>
  factsOf(
    [...nothing, seen('reach'), ...more].map((one) => ({ ...one, url })),
    { url, page },
  );
const header = (name: string, passes: boolean): Observation =>
  passes ? answered('headers', 400, { sent: [name] }) : seen('headers', { sent: [name] });
const plainPost = answered('plain', 400);
const refusedBy = (status: number, about: Parameters<typeof answered>[2] = {}): Facts =>
  factsOf([answered('discovery', status, about), answered('handshake', status, about)], {
    failure: { code: 'http', words: verbatim('No.') },
  });
const greeted = answered('handshake', 200, { body: rpc({ result: {} }), headers: { 'mcp-session-id': '…' } });
const greetedHidden = answered('handshake', 200, { body: rpc({ result: {} }) });
const noSession = rpc({ id: null, error: { code: -32000, message: 'Bad Request: No valid session ID provided' } });
const modernOnly = answered('handshake', 400, { body: rpc({ error: { code: -32022, message: 'No.' } }) });

const TABLE: readonly (readonly [what: string, facts: Facts, ...ids: string[]])[] = [
  // Nothing at all came back.
  ['no answer to anything', at('https://mcp.example/mcp'), 'unreachable'],
  ['a device without network', at('https://mcp.example/mcp', { online: false }), 'offline'],
  ['a device without network, server on it', at('http://localhost:1234/mcp', { online: false }), 'unreachable'],
  ['https page, plain http server', at('http://mcp.example/mcp'), 'mixed-content'],
  ['https page, plain http server on this device', at('http://127.0.0.1:1234/mcp'), 'unreachable'],
  ['http page, plain http server', at('http://mcp.example/mcp', { origin: 'http://page.example' }), 'unreachable'],
  ['permission denied', at('http://192.168.1.7/mcp', { localNetwork: 'denied' }), 'local-network'],
  ['permission not yet given', at('http://localhost:1234/mcp', { localNetwork: 'prompt' }), 'local-network'],
  ['permission given', at('http://localhost:1234/mcp', { localNetwork: 'granted' }), 'unreachable'],
  [
    'permission asked of a page that is local itself',
    at('http://localhost:1234/mcp', { localNetwork: 'prompt', origin: 'http://localhost:8000' }),
    'unreachable',
  ],
  [
    'plain http page, server in its network',
    at('http://10.0.0.2/mcp', { origin: 'http://page.example' }),
    'local-network',
  ],
  ['blocked by the page itself', at('https://mcp.example/mcp', { blockedBy: 'connect-src' }), 'page-policy'],
  ['the address servers listen on', at('http://0.0.0.0:3000/mcp', { origin: 'http://localhost:8000' }), 'bad-address'],
  ['an unreadable answer', at('https://mcp.example/mcp', {}, [opaque]), 'cors-missing'],
  [
    'an unreadable answer on this device',
    at('http://localhost:1/mcp', { localNetwork: 'prompt' }, [opaque]),
    'cors-missing',
  ],
  ['silence', factsOf([seen('discovery', { outcome: 'timed-out' })]), 'timeout'],
  [
    'silence after a greeting',
    factsOf([answered('discovery', 400), seen('handshake', { outcome: 'timed-out' })]),
    'timeout',
  ],
  [
    'headers that cannot be sent',
    factsOf([], { failure: { code: 'invalid-input', words: verbatim('No.') } }),
    'bad-headers',
  ],

  // Some of it may be read.
  [
    'one header refused',
    factsOf([...nothing, plainPost, header('content-type', true), header('authorization', false)], {
      pageHeaders: ['authorization'],
    }),
    'cors-header-refused',
  ],
  [
    'no preflight answered',
    factsOf([...nothing, plainPost, header('content-type', false), header('mcp-method', false)]),
    'preflight-refused',
  ],
  [
    'preflights answered for GET only',
    factsOf([
      ...nothing,
      plainPost,
      header('content-type', false),
      answered('headers', 405, { method: 'GET', sent: ['mcp-protocol-version'] }),
    ]),
    'cors-method-refused',
  ],
  [
    'GET readable, POST not even without a preflight',
    factsOf([
      seen('discovery'),
      seen('handshake'),
      answered('stream', 405),
      seen('plain'),
      header('content-type', false),
    ]),
    'cors-incomplete',
  ],
  [
    'every header allowed, and still no answer',
    factsOf([...nothing, plainPost, header('content-type', true)]),
    'cors-incomplete',
  ],
  [
    'the greeting passes, what follows does not',
    factsOf([answered('discovery', 400), greeted, seen('message'), header('mcp-session-id', false)]),
    'cors-header-refused',
  ],
  [
    'a newest-only server that does not allow the newest header',
    factsOf([seen('discovery'), modernOnly, header('mcp-method', false)], {
      failure: { code: 'server-error', words: verbatim('No.'), rpcCode: -32022 },
    }),
    'cors-header-refused',
  ],
  [
    'a wrong path, and an old header list',
    factsOf([seen('discovery'), answered('handshake', 404), header('mcp-method', false)], {
      failure: { code: 'http', words: verbatim('No.') },
    }),
    'not-found',
    'cors-header-refused',
  ],
  ['session id hidden', factsOf([greetedHidden, answered('message', 400, { body: noSession })]), 'session-id-hidden'],
  [
    'session id hidden, as servers of the TypeScript SDK say it',
    factsOf([
      greetedHidden,
      answered('message', 400, {
        body: rpc({ id: null, error: { code: -32000, message: 'Bad Request: Server not initialized' } }),
      }),
    ]),
    'session-id-hidden',
  ],
  [
    'an answer that speaks of a session',
    factsOf([
      greetedHidden,
      answered('message', 400, { body: rpc({ error: { code: -32602, message: 'Unknown session "keynote"' } }) }),
    ]),
    'refused',
  ],
  ['session forgotten (400)', factsOf([greeted, answered('message', 400, { body: noSession })]), 'session-lost'],
  [
    'session forgotten (404)',
    openedFacts([greeted, answered('message', 202), answered('message', 404)], {
      failure: { code: 'session-lost', words: verbatim('Lost.') },
    }),
    'session-lost',
  ],

  // It says no.
  ['401', refusedBy(401), 'unauthorized', 'www-authenticate-hidden'],
  ['401 with its challenge', refusedBy(401, { headers: { 'www-authenticate': 'Bearer' } }), 'unauthorized'],
  ['403', refusedBy(403), 'forbidden'],
  ['404', refusedBy(404, { type: 'text/html' }), 'not-found'],
  ['405', refusedBy(405), 'method-not-allowed'],
  ['406', refusedBy(406), 'not-acceptable'],
  ['406 in JSON-RPC', refusedBy(406, { body: rpc({ error: { code: -32000, message: 'No.' } }) }), 'not-acceptable'],
  ['410', refusedBy(410), 'not-found'],
  ['415', refusedBy(415), 'media-type-refused'],
  ['429', refusedBy(429), 'rate-limited'],
  ['500', refusedBy(500), 'server-error'],
  ['503 with a web page', refusedBy(503, { type: 'text/html' }), 'server-error'],
  ['a web page', refusedBy(200, { type: 'text/html; charset=utf-8' }), 'html'],
  ['plain text', refusedBy(200, { type: 'text/plain' }), 'not-mcp'],
  ['400 without words', refusedBy(400, { type: 'text/plain' }), 'refused'],
  ['404 in JSON-RPC', refusedBy(404, { body: rpc({ error: { code: -32601, message: 'No.' } }) }), 'refused'],
  ['a redirect to another origin', refusedBy(200, { redirectedTo: 'https://login.example/' }), 'redirect-elsewhere'],
  ['a redirect to who knows where', refusedBy(0, { redirectedTo: 'unknown' }), 'redirect-elsewhere'],
  [
    'another revision',
    factsOf([greeted], { failure: { code: 'unsupported-version', words: verbatim('No revision in common.') } }),
    'unsupported-revision',
  ],
  ['something else', factsOf([greeted], { failure: { code: 'bad-message', words: verbatim('Strange.') } }), 'refused'],

  // It works, and there is something to say.
  ['works', openedFacts([greeted, answered('message', 200)]), 'works'],
  [
    'works after a redirect',
    openedFacts([{ ...greeted, redirectedTo: 'https://mcp.example/mcp/' }]),
    'works',
    'redirect-followed',
  ],
  [
    'works in the oldest transport',
    openedFacts([answered('stream', 200), greeted], { opened: { revision: '2024-11-05', transport: 'http-sse' } }),
    'works',
    'old-transport',
  ],
  ['DELETE refused', openedFacts([greeted, seen('close-session')]), 'works', 'delete-refused'],
  [
    'newer and rarer headers refused',
    openedFacts([
      seen('discovery'),
      greeted,
      answered('message', 200),
      ...['mcp-method', 'mcp-name', 'last-event-id'].map((name) => header(name, false)),
    ]),
    'works',
    'resume-header-refused',
    'newer-headers-refused',
  ],
  [
    'a newest server that does not allow what tool calls need',
    openedFacts([answered('discovery', 200), header('mcp-name', false)]),
    'cors-header-refused',
  ],
  ['cut short', openedFacts([greeted], { limited: true }), 'works', 'request-limit'],
];

describe('the decision', () => {
  for (const [what, facts, verdict, ...others] of TABLE)
    it(`${what}: ${[verdict, ...others].join(', ')}`, () => {
      const { verdict: found, findings } = decide(facts);
      expect(found).to.equal(verdict);
      expect(findings.map(({ id }) => id)).to.deep.equal(verdict === 'works' ? others : [verdict, ...others]);
    });

  it('says each time what happened, to what, and what to do, plainly', () => {
    for (const [what, facts] of TABLE)
      for (const finding of decide(facts).findings)
        for (const words of [finding.what, finding.remedy]) {
          expect(words, what).to.match(/[.)]$/);
          expect(words, what).not.to.match(/!|please|oops|sorry|undefined|\bnull\b/i);
        }
  });

  it('gives evidence with every finding that is about a request', () => {
    for (const [what, facts] of TABLE)
      for (const { id, evidence } of decide(facts).findings)
        if (!['request-limit', 'bad-headers', 'resume-header-refused'].includes(id))
          expect(evidence, what).not.to.be.empty;
  });

  it('comes with what is worst first', () => {
    const { findings } = decide(refusedBy(401));
    expect(findings.map(({ severity }) => severity)).to.deep.equal(['error', 'warning']);
  });
});

describe('who signs people in', () => {
  const challenge = { 'www-authenticate': 'Bearer resource_metadata="https://mcp.example/.well-known/x"' };
  const metadata = (one: Observation): readonly Finding[] =>
    decide(
      factsOf([answered('discovery', 401, { headers: challenge }), one], {
        failure: { code: 'unauthorized', words: verbatim('No.') },
      }),
    ).findings;

  it('is named by the metadata', () => {
    const body = JSON.stringify({ authorization_servers: ['https://login.example'] });
    const [, finding] = metadata(answered('metadata', 200, { body }));
    expect(finding).to.include({ id: 'resource-metadata', severity: 'info' });
    expect(finding!.what).to.contain('https://login.example');
  });
  it('is not named where there is none', () => {
    for (const one of [answered('metadata', 404), answered('metadata', 200, { body: '{}' })])
      expect(metadata(one)[1]).to.include({ id: 'no-resource-metadata', severity: 'warning' });
  });
  it('is of no use where no preflight allows the token afterwards', () => {
    const body = JSON.stringify({ authorization_servers: ['https://login.example'] });
    const blocked = seen('headers', { sent: ['authorization'] });
    const refused = answered('discovery', 401, { headers: challenge });
    const { verdict, findings } = decide(
      factsOf([refused, answered('metadata', 200, { body }), blocked], {
        failure: { code: 'unauthorized', words: verbatim('No.') },
      }),
    );
    expect(verdict).to.equal('unauthorized');
    expect(findings.map(({ id }) => id)).to.deep.equal(['unauthorized', 'cors-header-refused', 'resource-metadata']);
    expect(findings[1]!.remedy).to.equal('Add Authorization to Access-Control-Allow-Headers.');
  });
  it('cannot be read where CORS keeps it back', () => {
    expect(metadata(seen('metadata'))[1]).to.include({ id: 'resource-metadata-blocked', severity: 'warning' });
  });
});

describe('another path', () => {
  const on = (one: Observation): string[] =>
    decide(
      factsOf([answered('discovery', 404), one], { failure: { code: 'http', words: verbatim('No.') } }),
    ).findings.map(({ id }) => id);
  const sibling = { url: 'https://mcp.example/api/mcp' };

  it('is named when it speaks JSON-RPC or sends events', () => {
    const error = rpc({ error: { code: -32000, message: 'Server not initialized' } });
    expect(on(answered('sibling', 400, { ...sibling, body: error }))).to.include('found-elsewhere');
    expect(on(answered('sibling', 200, { ...sibling, type: 'text/event-stream' }))).to.include('found-elsewhere');
  });
  it('is named also where the answer at this one cannot be read', () => {
    const body = rpc({ error: { code: -32000, message: 'Server not initialized' } });
    const facts = factsOf([...nothing, opaque, answered('sibling', 400, { ...sibling, body })]);
    const { verdict, findings } = decide(facts);
    expect(verdict).to.equal('cors-missing');
    expect(findings.map(({ id }) => id)).to.deep.equal(['cors-missing', 'found-elsewhere']);
  });
  it('is not named for anything else', () => {
    expect(on(answered('sibling', 200, { ...sibling, type: 'text/html', body: '<p>' }))).not.to.include(
      'found-elsewhere',
    );
    expect(on(seen('sibling', sibling))).not.to.include('found-elsewhere');
  });
});
