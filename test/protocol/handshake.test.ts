import { expect } from '@esm-bundle/chai';
import { Peer } from '../../src/jsonrpc/peer.js';
import type { NegotiatedProtocol, Handshake } from '../../src/protocol/era.js';
import { handshake, legacyEra } from '../../src/protocol/legacy.js';
import { newest } from '../../src/protocol/revisions.js';
import { HttpError, McpError, ProtocolError, verbatim } from '../../src/errors.js';
import { failureOf } from '../fixtures/failure.js';
import { eventually } from '../fixtures/eventually.js';
import { HandTransport } from '../fixtures/hand-transport.js';
import { verifies } from '../requirements/verifies.js';

const protocol: NegotiatedProtocol = {
  revision: newest('legacy'),
  client: { name: 'page', version: '1' },
  capabilities: () => ({ sampling: {} }),
};

describe('the handshake', () => {
  let transport: HandTransport;
  let peer: Peer;
  let abort: AbortController;
  beforeEach(() => {
    transport = new HandTransport();
    peer = new Peer(transport, { onNotification: () => {}, onProblem: () => {} });
    abort = new AbortController();
  });
  const greet = (timeoutMs = 5000): Promise<Handshake> =>
    handshake(peer, protocol, 'https://mcp.example/mcp', { signal: abort.signal, timeoutMs });
  const welcome = (protocolVersion: unknown): object => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  });

  it('offers our newest revision, says who we are and what we can do, and nothing in headers yet', async () => {
    verifies('handshake-comes-first', 'unknown-revision-ends-it');
    void greet().catch(() => {});
    const { message, headers } = transport.last();
    expect(message).to.deep.include({
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { sampling: {} },
        clientInfo: { name: 'page', version: '1' },
      },
    });
    expect(headers).to.equal(undefined);
  });

  for (const [version, header] of [
    ['2025-11-25', { 'MCP-Protocol-Version': '2025-11-25' }],
    ['2025-06-18', { 'MCP-Protocol-Version': '2025-06-18' }],
    ['2025-03-26', {}],
    ['2024-11-05', {}],
  ] as const)
    it(`takes ${version} where the server wants it, and says that it is initialized`, async () => {
      verifies('revision-header-agrees', 'handshake-comes-first');
      const greeting = greet();
      transport.last().answer(welcome(version));
      const { protocol: agreed, server } = await greeting;
      expect(agreed.revision.id).to.equal(version);
      // Before there was a word for it, a server could only be tried.
      const capabilities = version === '2024-11-05' ? { completions: {}, tools: {} } : { tools: {} };
      expect(server).to.deep.include({ name: 's', revision: version, era: 'legacy', capabilities });
      const { message, headers } = transport.last();
      expect(message).to.deep.equal({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect(headers).to.deep.equal(header);
      // And so does everything after it.
      expect(legacyEra.headers(agreed)).to.deep.equal(header);
      expect(legacyEra.encodeRequest({ method: 'tools/list' }, agreed).headers).to.deep.equal(header);
    });

  for (const [what, error, isRefusal] of [
    ['405', new HttpError('http', verbatim('405'), { status: 405 }), false],
    ['500', new HttpError('http', verbatim('500'), { status: 500 }), false],
    ['method not found', new ProtocolError(-32601, verbatim('No!'), { status: 400 }), false],
    ['400 about the session', new ProtocolError(-32000, verbatim('No session'), { status: 400 }), true],
    ['404', new HttpError('http', verbatim('404'), { status: 404 }), true],
    ['401', new HttpError('unauthorized', verbatim('401'), { status: 401 }), true],
    ['403', new HttpError('forbidden', verbatim('403'), { status: 403 }), true],
    ['no connection', new McpError('network', verbatim('gone')), true],
  ] as const)
    it(`${isRefusal ? 'ends' : 'goes on'} where the news that we are ready is answered by ${what}`, async () => {
      transport.accepts = false;
      const greeting = greet().then(
        () => 'connected',
        () => 'refused',
      );
      transport.last().answer(welcome('2025-11-25'));
      await eventually(() => transport.last().message.method === 'notifications/initialized');
      transport.last().break(error);
      expect(await greeting).to.equal(isRefusal ? 'refused' : 'connected');
    });

  for (const version of ['2099-01-01', '2026-07-28', '', undefined, null, 5, { toString: 1 }])
    it(`does not take ${JSON.stringify(version)}: says what both speak, and stops there`, async () => {
      verifies('unknown-revision-ends-it');
      const greeting = failureOf(greet());
      transport.last().answer(welcome(version));
      const error = await greeting;
      expect(error.code).to.equal('unsupported-version');
      expect(error.message)
        .to.contain('2025-11-25')
        .and.to.contain(typeof version === 'string' ? version : 'names none');
      expect(transport.sent).to.have.length(1);
    });

  describe('a server that refuses the revision', () => {
    const refuse = (data?: unknown, code = -32602): void =>
      transport.last().receive({ id: transport.last().message.id, error: { code, message: 'Unsupported', data } });

    it('and names others is asked again, with the newest both have', async () => {
      const greeting = greet();
      refuse({ supported: ['2024-11-05', '2025-03-26'], requested: '2025-11-25' });
      await eventually(() => transport.sent.length === 2);
      expect(transport.last().message.params.protocolVersion).to.equal('2025-03-26');
      transport.last().answer(welcome('2025-03-26'));
      expect((await greeting).server.revision).to.equal('2025-03-26');
    });

    for (const [what, data] of [
      ['names none of ours', { supported: ['2099-01-01'] }],
      ['names the one we offered', { supported: ['2025-11-25'] }],
      ['names nothing', undefined],
    ] as const)
      it(`and ${what} is not asked again`, async () => {
        const greeting = failureOf(greet());
        refuse(data);
        expect((await greeting).rpcCode).to.equal(-32602);
        expect(transport.sent).to.have.length(1);
      });

    it('twice is not asked a third time', async () => {
      const greeting = failureOf(greet());
      refuse({ supported: ['2025-03-26'] });
      await eventually(() => transport.sent.length === 2);
      refuse({ supported: ['2024-11-05'] });
      expect((await greeting).rpcCode).to.equal(-32602);
      expect(transport.sent).to.have.length(2);
    });

    it('with another code has another reason', async () => {
      const greeting = failureOf(greet());
      refuse({ supported: ['2025-03-26'] }, -32603);
      expect((await greeting).rpcCode).to.equal(-32603);
    });
  });

  it('is given up without a farewell', async () => {
    const greeting = failureOf(greet());
    abort.abort();
    expect((await greeting).code).to.equal('cancelled');
    expect(transport.sent).to.have.length(1);
  });

  describe('the second message', () => {
    it('that gets no answer fails for the reason that the transport found', async () => {
      transport.accepts = false;
      const greeting = failureOf(greet());
      transport.last().answer(welcome('2025-06-18'));
      await eventually(() => transport.sent.length === 2);
      const reason = new McpError('network', verbatim('No answer.'), {
        remedy: verbatim('The server must add a header.'),
      });
      transport.last().break(reason);
      expect(await greeting).to.equal(reason);
    });

    it('of a revision without the header fails for another reason', async () => {
      transport.accepts = false;
      const greeting = failureOf(greet());
      transport.last().answer(welcome('2025-03-26'));
      await eventually(() => transport.sent.length === 2);
      const error = new McpError('network', verbatim('No answer.'));
      transport.last().break(error);
      expect(await greeting).to.equal(error);
    });

    it('is not waited for without end', async () => {
      transport.accepts = false;
      const greeting = failureOf(greet(50));
      transport.last().answer(welcome('2025-11-25'));
      expect((await greeting).code).to.equal('timeout');
    });

    it('ends when the session is closed', async () => {
      transport.accepts = false;
      const greeting = failureOf(greet());
      transport.last().answer(welcome('2025-11-25'));
      await eventually(() => transport.sent.length === 2);
      abort.abort(new McpError('closed', verbatim('The session was closed.')));
      expect((await greeting).code).to.equal('closed');
    });
  });

  it('every later request can be taken back in words', async () => {
    verifies('legacy-cancel-is-said');
    const { cancelNotification, params } = legacyEra.encodeRequest(
      { method: 'tools/call', params: { name: 'x', _meta: { a: 1 } }, progressToken: 'p' },
      protocol,
    );
    expect(params).to.deep.equal({ name: 'x', _meta: { a: 1, progressToken: 'p' } });
    expect(cancelNotification!(7, 'too slow')).to.deep.equal({
      method: 'notifications/cancelled',
      params: { requestId: 7, reason: 'too slow' },
      headers: { 'MCP-Protocol-Version': '2025-11-25' },
    });
  });
});
