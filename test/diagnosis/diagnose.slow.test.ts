import { expect } from '@open-wc/testing';
import {
  everythingSseUrl,
  everythingUrl,
  modernUrl,
  script,
  scriptedLog,
  scriptedUrl,
  type LoggedRequest,
  type Scenario,
} from '/__servers__.js';
import { MAX_DIAGNOSIS_REQUESTS, diagnose, type Diagnosis, type DiagnoseOptions } from '../../src/diagnosis/index.js';
import { MAX_EVIDENCE_HEADERS } from '../../src/diagnosis/diagnosis-limits.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';

const BASE = 'content-type, accept';
const MODERN = '2026-07-28';
const TOKEN = 'Bearer a-secret-of-this-page';
const SECRET = { Authorization: TOKEN, 'X-Api-Key': 'a-secret-of-this-page' };
const ids = ({ findings }: Diagnosis): string[] => findings.map(({ id }) => id);
const always = (status: number, type = 'text/plain', text = 'No.'): Scenario => ({
  replies: { '*': { status, type, text } },
});
const requestsAt = async (url: string): Promise<LoggedRequest[]> =>
  (await scriptedLog(url)).filter(({ method }) => method !== 'OPTIONS');
const otherOrigin = (url: string): string => url.replace('127.0.0.1', 'localhost');

describe('a server that works', () => {
  for (const [name, url, revision, transport, ...notes] of [
    ['Streamable HTTP', everythingUrl, '2025-11-25', 'streamable-http'],
    ['HTTP+SSE', everythingSseUrl, '2025-11-25', 'http-sse', 'old-transport'],
    ['2026-07-28', modernUrl, MODERN, 'streamable-http'],
  ] as const)
    it(`is told apart: ${name}`, async () => {
      const diagnosis = await diagnose(url);
      expect(diagnosis).to.include({ url, verdict: 'works', revision, transport });
      expect(ids(diagnosis)).to.deep.equal(notes);
    });

  it('is left as it was found: its session is closed', async () => {
    const url = scriptedUrl('rev-2025-11-25');
    expect(await diagnose(url)).to.include({ verdict: 'works' });
    const requests = await requestsAt(url);
    const goodbyes = requests.filter(({ method }) => method === 'DELETE');
    expect(requests.filter(({ body }) => body?.method === 'initialize')).to.have.lengthOf(1);
    expect(goodbyes).to.have.lengthOf(1);
    expect(goodbyes[0]!.headers['mcp-session-id']).to.be.a('string');
    const said = requests.map(({ body }) => body?.method).filter(Boolean);
    expect(said).to.have.members(['server/discover', 'initialize', 'notifications/initialized', 'ping']);
  });
});

const VERDICTS: readonly (readonly [
  what: string,
  url: string | Scenario,
  options: DiagnoseOptions,
  verdict: string,
  ...others: string[],
])[] = [
  ['nobody listens', scriptedUrl('dead'), {}, 'unreachable'],
  ['every connection breaks', { replies: { '*': { reset: true } } }, {}, 'unreachable'],
  ['it never answers', scriptedUrl('never-answers-at-all'), { timeoutMs: 300 }, 'timeout'],
  ['it answers the first words only', { replies: { initialize: { hang: true } } }, { timeoutMs: 300 }, 'timeout'],
  ['a port that browsers refuse', 'http://127.0.0.1:6667/mcp', {}, 'bad-address'],
  [
    'a header that cannot be sent',
    scriptedUrl('rev-2025-11-25'),
    { headers: { 'X-Name': 'Grüße, 世界' } },
    'bad-headers',
  ],

  ['no CORS', scriptedUrl('no-cors'), {}, 'cors-missing'],
  ['no CORS, with a token', scriptedUrl('no-cors'), { headers: SECRET }, 'cors-missing'],
  ['no preflight', { cors: { allow: '' } }, {}, 'preflight-refused'],
  ['Content-Type refused', { cors: { allow: 'mcp-protocol-version, mcp-method' } }, {}, 'cors-header-refused'],
  ['Authorization refused', { cors: { allow: BASE } }, { headers: SECRET }, 'cors-header-refused'],
  ['MCP-Protocol-Version refused', { cors: { allow: `${BASE}, mcp-session-id` } }, {}, 'cors-header-refused'],
  ['Mcp-Session-Id refused', { cors: { allow: `${BASE}, mcp-protocol-version` } }, {}, 'cors-header-refused'],
  [
    'Mcp-Method refused, nothing older spoken',
    { revision: MODERN, cors: { allow: `${BASE}, mcp-protocol-version` } },
    {},
    'cors-header-refused',
  ],
  [
    'Mcp-Name refused',
    { revision: MODERN, cors: { allow: `${BASE}, mcp-protocol-version, mcp-method` } },
    {},
    'cors-header-refused',
  ],
  ['POSTs break', { replies: { GET: { status: 405, text: '' }, '*': { reset: true } } }, {}, 'cors-incomplete'],
  ['Mcp-Session-Id hidden', scriptedUrl('session-id-hidden'), {}, 'session-id-hidden'],
  ['DELETE refused', scriptedUrl('delete-refused'), {}, 'works', 'delete-refused'],
  ['the header list of 2025', scriptedUrl('cors-of-2025'), {}, 'works', 'newer-headers-refused'],
  [
    'the header list of early 2025',
    scriptedUrl('cors-of-2025-03-26'),
    {},
    'works',
    'resume-header-refused',
    'newer-headers-refused',
  ],

  [
    'a session that is forgotten',
    { replies: { ping: { status: 404, error: { code: -32001, message: 'Session not found' } } } },
    {},
    'session-lost',
  ],
  ['403', scriptedUrl('forbidden'), {}, 'forbidden'],
  ['404', scriptedUrl('not-found'), {}, 'not-found'],
  ['405', always(405), {}, 'method-not-allowed'],
  ['406', always(406), {}, 'not-acceptable'],
  ['415', always(415), {}, 'media-type-refused'],
  ['429', always(429), {}, 'rate-limited'],
  ['500', scriptedUrl('server-down'), {}, 'server-error'],
  ['a web page', scriptedUrl('html'), {}, 'html'],
  ['plain text', scriptedUrl('plain-text'), {}, 'not-mcp'],
  ['an empty answer', scriptedUrl('empty-body'), {}, 'not-mcp'],
  ['JSON of another kind', always(200, 'application/json', '{"hello":"world"}'), {}, 'not-mcp'],
  ['another revision', scriptedUrl('unknown-revision'), {}, 'unsupported-revision'],
  [
    'a newer one only',
    {
      replies: {
        '*': { status: 400, error: { code: -32022, message: 'No.', data: { supported: ['2099-01-01'] } } },
      },
    },
    {},
    'unsupported-revision',
  ],
  [
    'a server that refuses in its own words',
    { replies: { '*': { status: 400, error: { code: -32000, message: 'Not before noon' } } } },
    {},
    'refused',
  ],
];

describe('a server that does not', () => {
  for (const [what, where, options, verdict, ...others] of VERDICTS)
    it(`${what}: ${[verdict, ...others].join(', ')}`, async () => {
      const url = typeof where === 'string' ? where : await script(where);
      const diagnosis = await diagnose(url, options);
      expect(diagnosis.verdict, JSON.stringify(diagnosis, undefined, 1)).to.equal(verdict);
      expect(ids(diagnosis)).to.deep.equal(verdict === 'works' ? others : [verdict, ...others]);
      expect(JSON.stringify(diagnosis)).not.to.contain('a-secret');
      expect(diagnosis.requests).to.be.at.most(MAX_DIAGNOSIS_REQUESTS);
    });

  it('names exactly the headers that are refused', async () => {
    const url = await script({ cors: { allow: `${BASE}, x-api-key` } });
    const { findings } = await diagnose(url, { headers: SECRET });
    const [{ what, remedy, headerLines, snippets }] = findings as [(typeof findings)[0]];
    expect(what)
      .to.contain('Authorization')
      .and.not.to.match(/Content-Type|x-api-key/i);
    expect(remedy).to.match(/^Add .*Authorization.* to Access-Control-Allow-Headers\.$/);
    expect(headerLines).to.include(`Access-Control-Allow-Origin: ${location.origin}`);
    expect(headerLines!.join()).to.contain('x-api-key');
    expect(snippets).to.have.lengthOf(7);
  });

  it('quotes it as evidence', async () => {
    const url = `${scriptedUrl('not-found')}?key=a-secret`;
    const { findings } = await diagnose(url);
    const [evidence] = findings[0]!.evidence;
    expect(evidence).to.deep.include({ outcome: 'answered', status: 404 });
    expect(evidence!.request).to.match(/^POST http:\/\/127.*\?…$/);
    expect(evidence!.headers['content-type']).to.contain('text/html');
    expect(evidence!.excerpt).to.contain('404 Not Found');
    expect(JSON.stringify(findings)).not.to.contain('a-secret');
  });

  it('quotes only so many of its headers, those that matter first', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a-${at}`, 'x'.repeat(20)]));
    const fetch = (async () =>
      new Response('No.', {
        status: 404,
        headers: { ...many, 'content-type': 'text/plain' },
      })) as typeof globalThis.fetch;
    const { findings } = await diagnose(scriptedUrl('not-found'), { fetch });
    const { headers } = findings[0]!.evidence[0]!;
    expect(Object.keys(headers)).to.have.lengthOf(MAX_EVIDENCE_HEADERS);
    expect(headers['content-type']).to.equal('text/plain');
  });

  it('is tried at other paths of the same origin', async () => {
    for (const [real, path] of [
      [everythingUrl, '/mcp'],
      [everythingSseUrl, '/sse'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one server after the other
      const { verdict, findings } = await diagnose(new URL('/', real).href);
      expect(verdict).to.equal('not-found');
      expect(findings.find(({ id }) => id === 'found-elsewhere')?.remedy).to.contain(new URL(path, real).href);
    }
  });
});

describe('a server that wants to know who asks', () => {
  const refusing = (header?: string, expose = 'www-authenticate'): Promise<string> =>
    script({
      cors: { expose },
      replies: { '*': { status: 401, text: '{}', headers: header ? { 'www-authenticate': header } : {} } },
    });
  const metadata = (status: number, text: string): Promise<string> =>
    script({ replies: { GET: { status, text, type: 'application/json' } } });

  it('and says where to sign in', async () => {
    const named = await metadata(200, '{"authorization_servers":["https://login.example"]}');
    const diagnosis = await diagnose(await refusing(`Bearer resource_metadata="${named}"`), { headers: SECRET });
    expect([diagnosis.verdict, ...ids(diagnosis)]).to.deep.equal(['unauthorized', 'unauthorized', 'resource-metadata']);
    expect(diagnosis.findings[0]!.what).to.contain('refused the Authorization header');
    const [asked] = await requestsAt(named);
    expect(asked!.headers).not.to.have.any.keys('authorization', 'x-api-key', 'mcp-protocol-version');
  });
  it('and does not say where', async () => {
    const named = await metadata(404, '');
    const diagnosis = await diagnose(await refusing(`Bearer resource_metadata="${named}"`));
    expect(ids(diagnosis)).to.deep.equal(['unauthorized', 'no-resource-metadata']);
  });
  it('and keeps its challenge and its metadata from the page', async () => {
    const diagnosis = await diagnose(await refusing('Bearer', ''));
    expect(ids(diagnosis)).to.deep.equal(['unauthorized', 'www-authenticate-hidden', 'resource-metadata-blocked']);
  });
});

describe('a redirect', () => {
  const to = (location: string): Promise<string> =>
    script({ replies: { '*': { status: 307, text: '', headers: { location } } } });

  for (const headers of [{}, SECRET])
    it(`to the path with a slash at its end is followed ${'Authorization' in headers ? 'with' : 'without'} a token`, async () => {
      const url = await script({ slash: 307 });
      const diagnosis = await diagnose(url, { headers });
      expect([diagnosis.verdict, ...ids(diagnosis)]).to.deep.equal(['works', 'redirect-followed']);
      expect(diagnosis.findings[0]!.remedy).to.contain(`${url}/`);
      const greeting = (await requestsAt(`${url}/`)).findLast(({ body }) => body?.method === 'initialize')!;
      expect(greeting.headers['authorization']).to.equal((headers as Partial<typeof SECRET>).Authorization);
    });

  it('is not what fails when the target does', async () => {
    const url = await script({ slash: 307, replies: { '*': { status: 401, text: '{}' } } });
    const diagnosis = await diagnose(url, { headers: SECRET });
    expect(diagnosis.verdict).to.equal('unauthorized');
    expect(ids(diagnosis)).to.include('redirect-followed');
  });

  it('to another origin is named, and nothing is asked there', async () => {
    const target = scriptedUrl('rev-2025-11-25');
    const diagnosis = await diagnose(await to(otherOrigin(target)), { headers: SECRET });
    expect(diagnosis.verdict).to.equal('redirect-elsewhere');
    expect(diagnosis.findings[0]!.what).to.contain('somewhere that the browser does not tell');
    expect(await scriptedLog(target)).to.deep.equal([]);
  });
});

describe('a diagnosis', () => {
  it('of no address asks nobody', async () => {
    const asked: unknown[] = [];
    const fetch = (async (...args) => (asked.push(args), new Response())) as typeof globalThis.fetch;
    expect(await diagnose('mcp', { fetch: globalThis.fetch })).not.to.include({ verdict: 'bad-address' });
    for (const url of ['', 'localhost:3000/mcp', 'https://me:secret@mcp.example/'])
      // oxlint-disable-next-line no-await-in-loop -- one address after the other
      expect(await diagnose(url, { fetch })).to.include({ verdict: 'bad-address', requests: 0 });
    expect(asked).to.be.empty;
  });

  it('makes so many requests and no more, and closes its session all the same', async () => {
    const headers = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x-${index}`, 'x']));
    const url = await script({ cors: { allow: BASE } });
    const { requests } = await diagnose(url, { headers });
    expect(requests).to.be.at.most(MAX_DIAGNOSIS_REQUESTS);
    expect(await requestsAt(url))
      .to.have.property('length')
      .at.most(MAX_DIAGNOSIS_REQUESTS);
  });

  it('ends at once when it is cancelled', async () => {
    const life = new AbortController();
    const running = diagnose(scriptedUrl('never-answers-at-all'), { signal: life.signal });
    setTimeout(() => life.abort(), 100);
    expect((await failureOf(running)).code).to.equal('cancelled');
    expect((await failureOf(diagnose(modernUrl, { signal: life.signal }))).code).to.equal('cancelled');
  });

  it('closes its session also when it is cancelled', async () => {
    const life = new AbortController();
    const url = await script({ replies: { ping: { hang: true } } });
    const running = failureOf(diagnose(url, { signal: life.signal }));
    await eventually(
      () => requestsAt(url),
      (requests) => requests.some(({ body }) => body?.method === 'ping'),
    );
    life.abort();
    expect((await running).code).to.equal('cancelled');
    expect((await requestsAt(url)).at(-1)!.method).to.equal('DELETE');
  });

  it('holds no token, key, session id or query, also where the server repeats them', async () => {
    const session = 'a-session-id-of-this-server';
    const repeating: typeof fetch = async (input, init) => {
      const { url, headers, method, body } = new Request(input, init);
      const said = JSON.stringify({ url, heard: [...headers], session });
      const isFirst = method === 'POST' && (await new Response(body).text()).includes('"initialize"');
      const answer = isFirst
        ? {
            jsonrpc: '2.0',
            id: 2,
            result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } },
          }
        : { jsonrpc: '2.0', id: 1, error: { code: -32000, message: said } };
      return new Response(JSON.stringify(answer), {
        status: isFirst ? 200 : 400,
        headers: { 'Content-Type': 'application/json', 'X-Heard': encodeURI(said), 'Mcp-Session-Id': session },
      });
    };
    for (const headers of [SECRET, { 'X-Api-Key': 'short' }]) {
      // oxlint-disable-next-line no-await-in-loop
      const diagnosis = await diagnose('https://a.example/mcp?key=of-the-query', { fetch: repeating, headers });
      const all = JSON.stringify(diagnosis.findings);
      expect(all).to.contain('heard');
      for (const secret of ['a-secret-of-this-page', '"short', session, 'of-the-query'])
        expect(all.includes(secret), secret).to.equal(false);
    }
  });

  it('is plain data', async () => {
    const diagnosis = await diagnose(scriptedUrl('no-cors'));
    expect(structuredClone(diagnosis)).to.deep.equal(diagnosis);
    expect(JSON.parse(JSON.stringify(diagnosis))).to.deep.equal(diagnosis);
  });
});

// The last one: no later request gets through.
describe('the content security policy of the page itself', () => {
  it('is named when it is what blocks', async function () {
    const url = scriptedUrl('rev-2025-11-25');
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `connect-src 'self' ws: ${new URL(url).origin}/faults`;
    document.head.append(policy);
    // WebKit takes a policy from a page's source only, not from a script.
    const enforced = await fetch(url).then(
      () => false,
      () => true,
    );
    if (!enforced) this.skip();
    const { verdict, findings, requests } = await diagnose(url);
    expect(verdict).to.equal('page-policy');
    expect(findings[0]!.remedy).to.contain(`Add ${new URL(url).origin} to connect-src`);
    expect(requests).to.equal(3);
  });
});
