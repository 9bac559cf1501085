import { expect } from '@open-wc/testing';
import { changeGate, gate, gateLog, script } from '/__servers__.js';
import type { McpError, SessionOptions } from '../../src/index.js';
import { corsRulesFor, headerLines } from '../../src/transport/cors-rules.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

const ORIGIN = `Access-Control-Allow-Origin: ${location.origin}`;
const EXPOSE = 'Access-Control-Expose-Headers: Mcp-Session-Id';
const METHODS = 'Access-Control-Allow-Methods: GET, POST, DELETE';
const ALL = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id'];
const without = (...names: string[]): string[] => ALL.filter((name) => !names.includes(name));
const linesWith = (names: readonly string[]): string[] => [
  ORIGIN,
  EXPOSE,
  METHODS,
  // Or what a preflight said is kept for some seconds, and other lines are not noticed.
  'Access-Control-Max-Age: 0',
  `Access-Control-Allow-Headers: ${names.join(', ')}`,
];
const LONG_CALL = ['trigger-long-running-operation', { duration: 0.3, steps: 3 }, { onProgress: () => {} }] as const;

/** The names that a server is told to add. */
function toAdd({ remedy = '' }: McpError): readonly string[] {
  const [, names = ''] = /must add (.*?) to Access-Control-Allow-Headers/.exec(remedy) ?? [];
  return names
    .split(/, | and /)
    .map((name) => name.toLowerCase())
    .filter(Boolean);
}

describe('why a server did not answer', () => {
  const { create, open } = sessions();
  const refusalOf = (url: string, options?: SessionOptions): Promise<McpError> =>
    failureOf(create(url, options).connect());

  describe('before it ever did', () => {
    for (const server of ['everything', 'everything-sse', 'modern'])
      it(`its list lacks Content-Type and nothing else: only that is named (${server})`, async () => {
        const error = await refusalOf(await gate(server, linesWith(without('content-type'))));
        expect(error.code).to.equal('network');
        expect(toAdd(error)).to.deep.equal(['content-type']);
        expect(error.message).to.contain('Content-Type');
      });

    it('its list lacks a header of the page and nothing else: only that is named', async () => {
      const headers = { Authorization: 'Bearer a-secret', 'X-Api-Key': 'a-secret' };
      const url = await gate('everything', linesWith([...ALL, 'x-api-key']));
      const error = await refusalOf(url, { headers });
      expect(toAdd(error)).to.deep.equal(['authorization']);
      for (const entry of await gateLog(url)) expect(JSON.stringify(entry)).not.to.contain('a-secret');
    });

    it('what is tried carries no value but those of the content type and the revision', async () => {
      const url = await gate('everything', linesWith([...without('mcp-session-id'), 'authorization']));
      await refusalOf(url, { headers: { Authorization: 'Bearer a-secret' } });
      const tried = (await gateLog(url)).filter(({ method, body }) => method === 'POST' && !body);
      expect(tried.length).to.be.greaterThan(2);
      for (const { headers } of tried)
        for (const name of [...ALL, 'authorization'])
          if (!/^(content-type|mcp-protocol-version)$/.test(name)) expect(headers[name] ?? '', name).to.equal('');
    });

    it('a server of the newest revision only, whose list lacks Mcp-Method', async () => {
      const error = await refusalOf(await gate('modern', linesWith(without('mcp-method', 'mcp-name'))));
      expect(error.code).to.equal('network');
      expect(toAdd(error)).to.have.members(['mcp-method', 'mcp-name']);
    });

    it('a server of the newest revision only that knows no older greeting, whose list lacks Mcp-Method', async () => {
      for (const status of [200, 404]) {
        const unknown = { status, error: { code: -32601, message: 'Method not found' } };
        // oxlint-disable-next-line no-await-in-loop
        const server = await script({ revision: '2026-07-28', replies: { initialize: unknown } });
        // oxlint-disable-next-line no-await-in-loop
        const error = await refusalOf(await gate(server, linesWith(without('mcp-method'))));
        expect(toAdd(error), `status ${status}`).to.deep.equal(['mcp-method']);
      }
    });

    it('HTTP+SSE needs no header of another transport: none is named', async () => {
      const error = await refusalOf(await gate('everything-sse', linesWith(['mcp-protocol-version'])));
      expect(toAdd(error)).to.deep.equal(['content-type']);
      expect(error.remedy).not.to.contain('DELETE');
    });

    it('it answers pages, but no preflight', async () => {
      const error = await refusalOf(await gate('everything', [ORIGIN, EXPOSE]));
      expect(error.message).to.contain('preflight');
      for (const line of headerLines(corsRulesFor(location.origin, []))) expect(error.remedy).to.contain(line);
    });

    for (const [what, lines] of [
      ['it is down', undefined],
      ['it lets no page read anything', []],
      [
        'it lets another origin read it',
        ['Access-Control-Allow-Origin: https://a.example', ...linesWith(ALL).slice(1)],
      ],
    ] as const)
      it(`${what}, which the browser does not tell apart: every line is named, and that nobody knows which is missing`, async () => {
        const url = await gate('everything', lines ?? []);
        if (!lines) await changeGate(url, { down: true });
        const error = await refusalOf(url);
        expect(error.message).to.contain('not be running').and.to.contain('not allow this page');
        expect(error.remedy).to.contain('does not say which of these lines');
        for (const line of headerLines(corsRulesFor(location.origin, []))) expect(error.remedy).to.contain(line);
      });

    it('is found out without a message, and without a session that stays', async () => {
      for (const lines of [[], [ORIGIN], linesWith(without('mcp-session-id')), linesWith(without('content-type'))]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const url = await gate('everything', lines);
        // oxlint-disable-next-line no-await-in-loop
        await refusalOf(url);
        // oxlint-disable-next-line no-await-in-loop
        const log = await gateLog(url);
        const said = log.map(({ body }) => body?.method).filter(Boolean);
        expect(said.filter((method) => method === 'initialize').length).to.be.at.most(1);
        expect(said.filter((method) => !/^(initialize|server\/discover)$/.test(method))).to.deep.equal([]);
        expect(log.filter(({ method }) => method !== 'OPTIONS').length).to.be.at.most(15);
      }
    });
  });

  describe('after it has', () => {
    it('a call of the newest revision: only the headers of that revision are named', async () => {
      const session = await open(
        await gate('modern', linesWith(['content-type', 'mcp-protocol-version', 'mcp-method'])),
      );
      const error = await failureOf(session.tools.call('echo', { message: 'x' }));
      expect(toAdd(error)).to.deep.equal(['mcp-name']);
      expect(error.remedy).not.to.contain('DELETE');
    });

    it('the call is made once, whatever is tried', async () => {
      const url = await gate('everything', linesWith(ALL));
      const session = await open(url);
      await session.tools.list();
      await changeGate(url, { lines: linesWith(without('mcp-session-id')) });
      await failureOf(session.tools.call('echo', { message: 'x' }));
      const calls = (await gateLog(url)).filter(({ body }) => body?.method === 'tools/call');
      expect(calls.length).to.be.at.most(1);
    });

    it('a limit on requests that is met while it is found out is no lack of a header', async () => {
      const server = await script({ revision: '2026-07-28', replies: { 'tools/call': { reset: true } } });
      const url = await gate(server, linesWith(ALL));
      const session = await open(url);
      await changeGate(url, { most: 1 });
      const error = await failureOf(session.tools.call('echo'));
      expect(error.code).to.equal('network');
      expect(toAdd(error)).to.deep.equal([]);
    });

    it('rules that changed in the meantime are found out anew', async () => {
      const url = await gate('everything', linesWith(ALL));
      const session = await open(url);
      await session.tools.list();
      await changeGate(url, { lines: linesWith(without('mcp-session-id')) });
      expect(toAdd(await failureOf(session.tools.call('echo', { message: 'x' })))).to.deep.equal(['mcp-session-id']);
    });

    it('calls that fail at the same time are one search', async () => {
      const url = await gate('modern', linesWith(['content-type', 'mcp-protocol-version', 'mcp-method']));
      const session = await open(url);
      const before = (await gateLog(url)).length;
      const errors = await Promise.all(
        Array.from({ length: 8 }, async () => failureOf(session.tools.call('echo', { message: 'x' }))),
      );
      for (const error of errors) expect(toAdd(error)).to.deep.equal(['mcp-name']);
      const tried = (await gateLog(url)).slice(before).filter(({ method, body }) => method === 'POST' && !body);
      // Whoever fails after the search has ended begins another.
      expect(tried.length).to.be.within(1, 4);
    });

    for (const [what, change] of [
      ['it is down', { down: true }],
      ['its lines are gone', { lines: [] }],
    ] as const)
      it(`${what}: no line is asked for that was there, and both are named`, async () => {
        const url = await gate('everything', linesWith(ALL));
        const session = await open(url);
        await changeGate(url, change);
        const error = await failureOf(session.tools.list());
        expect(error.message).to.contain('stopped responding');
        expect(error.remedy).to.contain('server is running');
        expect(error.developerText!.text).to.contain('without CORS headers');
        expect(error.remedy).not.to.contain('Access-Control');
      });

    it('what stands for a secret while this is found out is hidden nowhere', async () => {
      const session = await open(await gate('modern', linesWith(without('mcp-name').concat('authorization'))), {
        headers: { Authorization: 'Bearer a-secret-of-this-page' },
      });
      await failureOf(session.tools.call('echo', { message: 'to probe' }));
      const written = session.redactor.without('only to probe: a-secret-of-this-page');
      expect(written).to.contain('only to probe: ').and.not.to.contain('a-secret');
    });
  });

  it('a stream that breaks and cannot be taken up again: says which header is refused, after a few requests', async () => {
    const url = await gate('everything', linesWith(without('last-event-id')), { cut: true });
    const session = await open(url);
    const before = (await gateLog(url)).length;
    const error = await failureOf(session.tools.call(...LONG_CALL));
    expect(error.code).to.equal('stream-ended');
    expect(error.message).to.contain('Last-Event-ID');
    expect(error.remedy).to.contain('may have been carried out');
    expect(toAdd(error)).to.deep.equal(['last-event-id']);
    const asked = (await gateLog(url)).slice(before);
    // The call is made once and asked for once more. The others find out which header is refused.
    expect(asked.filter(({ body }) => body?.method === 'tools/call')).to.have.length(1);
    expect(asked.length).to.be.at.most(15);
  });
});

describe('a refusal that says what for', () => {
  const { create } = sessions();
  const refusedWith = async (
    status: number,
    challenge: string | undefined,
    headers: Record<string, string>,
    body: object = { text: '' },
  ): Promise<McpError> => {
    const answer = { status, ...body, headers: challenge ? { 'www-authenticate': challenge } : {} };
    const url = await script({ replies: { '*': answer as never } });
    return failureOf(create(url, { headers }).connect());
  };
  const token = { Authorization: 'Bearer a-secret' };
  const rpc = { error: { code: -32000, message: 'Unauthorized' } };

  for (const body of [{ text: '' }, rpc])
    it(`401 to a token is about the token (${'error' in body ? 'JSON-RPC' : 'empty'})`, async () => {
      const { code, remedy } = await refusedWith(401, undefined, token, body);
      expect(code).to.equal('unauthorized');
      expect(remedy).to.contain('new token').and.not.to.contain('a-secret');
      const { remedy: plain, developerText } = await refusedWith(401, undefined, {}, body);
      expect(plain).to.contain('Ask whoever runs the server');
      expect(developerText!.text).to.contain('redirect-uri');
    });

  it('403 names the rights that the token lacks, where the server says so', async () => {
    const challenge = 'Bearer error="insufficient_scope", scope="files:read files:write"';
    for (const body of [{ text: '' }, rpc]) {
      // oxlint-disable-next-line no-await-in-loop
      const { code, remedy } = await refusedWith(403, challenge, token, body);
      expect(code).to.equal('forbidden');
      expect(remedy).to.contain('files:read files:write');
    }
  });

  it('403 names them also where only the body does, and says so where nobody names them', async () => {
    const said = { text: '{"error":"insufficient_scope","scope":"files:read"}', type: 'application/json' };
    expect((await refusedWith(403, undefined, token, said)).remedy).to.contain('files:read');
    const { remedy } = await refusedWith(403, 'Bearer error="insufficient_scope"', token);
    expect(remedy).to.contain('lacks a right').and.not.to.contain(location.origin);
  });

  it('markup and line breaks among the names of rights are left out', async () => {
    const said = { text: JSON.stringify({ error: 'insufficient_scope', scope: 'a <b>\n"c" d\u202e e' }) };
    expect((await refusedWith(403, undefined, token, said)).remedy).to.contain('names: a e.');
  });

  it('403 without such words may be either', async () => {
    expect((await refusedWith(403, 'Bearer', token)).remedy).to.contain(location.origin);
  });

  it('what a server writes there is cut, and stands on one line', async () => {
    const challenge = `Bearer error="insufficient_scope", scope="${'x'.repeat(5000)}"`;
    expect((await refusedWith(403, challenge, token)).remedy!.length).to.be.below(500);
  });

  it('404 with a JSON-RPC error that is about no method: the path may be wrong', async () => {
    const notFound = { error: { code: -32000, message: 'Not Found' } };
    const { message, remedy } = await refusedWith(404, undefined, {}, notFound);
    expect(message).to.contain('Not Found');
    expect(remedy).to.contain('path');
  });

  it('304 is no redirect', async () => {
    expect((await refusedWith(304, undefined, {})).message)
      .to.contain('304')
      .and.not.to.contain('redirect');
  });

  it('what a server says of itself is cut in our words', async () => {
    const type = await refusedWith(200, undefined, {}, { text: 'x', type: `text/${'x'.repeat(6000)}` });
    expect(type.message.length).to.be.below(300);
    const supported = Array.from({ length: 300 }, (_, index) => `v${index}`.padEnd(100, 'x'));
    const error = { code: -32022, message: 'No', data: { supported } };
    const { code, message } = await refusedWith(400, undefined, {}, { error });
    expect(code).to.equal('unsupported-version');
    expect(message.length).to.be.below(600);
  });

  it('404 with a JSON-RPC error of any code says what to do', async () => {
    for (const code of [-32000, -32001, -32002, -32600, -32601, -32602, -32603, 404]) {
      // oxlint-disable-next-line no-await-in-loop
      const { remedy } = await refusedWith(404, undefined, {}, { error: { code, message: 'No' } });
      expect(remedy, String(code)).to.match(/path|list/);
    }
  });
});
