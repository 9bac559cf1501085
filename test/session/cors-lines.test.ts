import { expect } from '@open-wc/testing';
import { gate, gateLog, script, scriptedLog, scriptedUrl, type Scenario } from '/__servers__.js';
import { diagnose } from '../../src/diagnosis/index.js';
import type { HttpError, McpError, ProtocolError, Session } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

type Failure = McpError & Partial<ProtocolError & HttpError>;

/** The header lines in a remedy, as an operator copies them. */
function printedLines(remedy: string | undefined): string[] {
  const [, lines = ''] = /(Access-Control-Allow-Origin: .*)\.$/s.exec(remedy ?? '') ?? [];
  return lines.split('; ');
}

const TOOLS = {
  everything: ['echo', { message: 'hello' }, 'Echo: hello'],
  'everything-sse': ['echo', { message: 'hello' }, 'Echo: hello'],
  modern: ['echo', { message: 'hello' }, 'hello'],
} as const;

describe('an operator who sends exactly the header lines that a failure prints', () => {
  const { create, open } = sessions();

  /** Told by a server that sends none of them. */
  async function linesFor(server: string, headers?: Record<string, string>): Promise<string[]> {
    const session = create(await gate(server, []), { headers });
    return printedLines((await failureOf(session.connect())).remedy);
  }

  async function useAll(session: Session, server: keyof typeof TOOLS): Promise<void> {
    const [name, args, text] = TOOLS[server];
    expect((await session.tools.list()).map((tool) => tool.name)).to.include(name);
    expect(textOf(await session.tools.call(name, args))).to.contain(text);
  }

  for (const server of ['everything', 'everything-sse', 'modern'] as const)
    it(`can be used from this page: ${server}`, async () => {
      const url = await gate(server, await linesFor(server));
      const session = await open(url);
      await useAll(session, server);
      await session.close();
      const log = await gateLog(url);
      expect(log.filter(({ method }) => method === 'DELETE')).to.have.length(server === 'everything' ? 1 : 0);
    });

  it('can be used with the page’s own headers', async () => {
    const headers = { Authorization: 'Bearer x', 'X-Api-Key': 'y' };
    const lines = await linesFor('everything', headers);
    expect(lines.join('\n')).not.to.match(/Bearer|: y/);
    const session = await open(await gate('everything', lines), { headers });
    await useAll(session, 'everything');
  });

  it('can have a broken stream taken up again', async () => {
    const url = await gate('everything', await linesFor('everything'), { cut: true });
    const session = await open(url);
    const result = await session.tools.call(
      'trigger-long-running-operation',
      // Over before the stream is taken up: what this server says after that it sends nobody.
      { duration: 0.3, steps: 3 },
      { onProgress: () => {} },
    );
    expect(textOf(result)).to.contain('completed');
    expect((await gateLog(url)).some(({ method, headers }) => method === 'GET' && headers['last-event-id'])).to.equal(
      true,
    );
  });
});

const MINIMAL = [`Access-Control-Allow-Origin: ${location.origin}`, 'Access-Control-Allow-Headers: Content-Type'];

describe('what HTTP+SSE sends', () => {
  const { open } = sessions();

  it('is so little that a server which allows Content-Type alone can be used, whatever revision is agreed', async () => {
    const url = await gate('everything-sse', MINIMAL);
    const session = await open(url);
    expect(session.server?.revision).to.equal('2025-11-25');
    expect((await session.tools.list()).length).to.be.greaterThan(5);
    expect(textOf(await session.tools.call('echo', { message: 'hello' }))).to.equal('Echo: hello');
    await session.close();
    const here = (await gateLog(url)).filter(({ method, path }) => method !== 'OPTIONS' && !path.endsWith('/sse'));
    expect(here.length).to.be.greaterThan(2);
    for (const { headers } of here)
      expect(Object.keys(headers).filter((name) => /^mcp-|last-event-id/.test(name))).to.deep.equal([]);
  });

  it('asks for its stream without a preflight', async () => {
    const url = await gate('everything-sse', MINIMAL);
    await open(url);
    const streams = (await gateLog(url)).filter(({ method, path }) => method === 'GET' && path.endsWith('/sse'));
    expect(streams).to.have.length(1);
    expect(Object.keys(streams[0]!.headers).filter((name) => /^mcp-|content-type/.test(name))).to.deep.equal([]);
  });

  it('is enough for a diagnosis, too', async () => {
    const { verdict, findings } = await diagnose(await gate('everything-sse', MINIMAL));
    expect(verdict, JSON.stringify(findings)).to.equal('works');
    expect(findings.filter(({ severity }) => severity !== 'info')).to.deep.equal([]);
  });
});

/** The names after the name of a header, in the words of a remedy or among header lines. */
function namesIn(text: string, header: string): readonly string[] {
  const found = new RegExp(`${header}: ([^;.]*)`).exec(text)?.[1] ?? '';
  return found.split(',').map((name) => name.trim().toLowerCase());
}

/** The names that a server is told to add, without those words. */
function toAdd(remedy: string): readonly string[] {
  const found = /must add (.*?) to Access-Control-Allow-Headers/.exec(remedy)?.[1] ?? '';
  return found
    .split(/,| and /)
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
}

const echo = { name: 'echo', inputSchema: { type: 'object' } };
const said = { content: [{ type: 'text', text: 'hello' }] };
const replies: NonNullable<Scenario['replies']> = {
  'tools/list': { result: { tools: [echo] } },
  'tools/call': { result: said },
};

describe('what a failure of CORS is said to come from', () => {
  const { open, create } = sessions();

  async function failureAt(scenario: Scenario): Promise<Failure> {
    const session = create(await script(scenario));
    return session.connect().then(
      () => expect.fail('connected'),
      (error: Failure) => error,
    );
  }

  async function uses(session: Session): Promise<void> {
    expect((await session.tools.list()).map(({ name }) => name)).to.deep.equal(['echo']);
    expect(textOf(await session.tools.call('echo'))).to.equal('hello');
    await session.close();
  }

  it('a server without any: its operator sends exactly the printed lines, and a whole session works', async () => {
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const capabilities = { tools: {} };
      const { code, remedy } = await failureAt({ revision, capabilities, replies, cors: 'none' });
      expect(code).to.equal('network');
      expect(namesIn(remedy!, 'Access-Control-Allow-Methods')).to.include.members(['get', 'post', 'delete']);
      const allow = namesIn(remedy!, 'Access-Control-Allow-Headers').join(', ');
      const expose = namesIn(remedy!, 'Access-Control-Expose-Headers').join(', ');
      const cors = {
        allow,
        expose,
        methods: namesIn(remedy!, 'Access-Control-Allow-Methods').join(', ').toUpperCase(),
      };
      const url = await script({ revision, capabilities, replies, cors });
      await uses(await open(url));
      const goodbye = (await scriptedLog(url)).filter(({ method }) => method === 'DELETE');
      expect(goodbye.length, revision).to.equal(revision === '2025-11-25' ? 1 : 0);
    }
  });

  it('a list with some of them: all that are missing are named, and none that is there', async () => {
    const capabilities = { tools: {} };
    const known = ['accept', 'content-type', 'mcp-method', 'mcp-protocol-version'];
    const { code, message, remedy } = await failureAt({ capabilities, replies, cors: { allow: known.join(', ') } });
    expect(code).to.equal('network');
    expect(message).to.contain('CORS');
    expect(toAdd(remedy!)).to.have.members(['mcp-session-id', 'mcp-name', 'last-event-id']);
    const allow = [...known, ...toAdd(remedy!)].join(', ');
    await uses(await open(await script({ capabilities, replies, cors: { allow } })));
  });

  for (const missing of ['mcp-session-id', 'mcp-protocol-version'])
    it(`only ${missing} is missing: only that is named`, async () => {
      const all = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id'];
      const allow = all.filter((name) => name !== missing).join(', ');
      const { remedy } = await failureAt({ capabilities: {}, cors: { allow } });
      expect(toAdd(remedy!)).to.deep.equal([missing]);
    });

  it('a header of a later request only: the call says which', async () => {
    const allow = 'content-type, mcp-protocol-version, mcp-method';
    const session = await open(
      await script({ revision: '2026-07-28', capabilities: { tools: {} }, replies, cors: { allow } }),
    );
    const error: Failure = await session.tools.call('echo').then(
      () => expect.fail('called'),
      (thrown: Failure) => thrown,
    );
    expect(error.code).to.equal('network');
    expect(toAdd(error.remedy!)).to.include('mcp-name').and.not.to.include('mcp-method');
  });

  it('a server that has answered and no longer does is not said to lack CORS', async () => {
    const session = await open(
      await script({ capabilities: { tools: {} }, replies: { ...replies, '*': { reset: true } } }),
    ).catch(() => undefined);
    // Every further request is broken off, those that look for the cause as well.
    const url = await script({
      capabilities: { tools: {} },
      replies: { 'tools/list': { reset: true }, response: { reset: true } },
    });
    void session?.close();
    const other = await open(url);
    const error: Failure = await other.tools.list().then(
      () => expect.fail('listed'),
      (thrown: Failure) => thrown,
    );
    expect(error.code).to.equal('network');
    expect(`${error.message} ${error.remedy}`).to.contain('stopped responding').and.not.to.contain('Access-Control');
  });

  it('a request that is broken off, where others are answered, is said to be just that', async () => {
    const session = await open(
      await script({ capabilities: { tools: {} }, replies: { 'tools/list': { reset: true } } }),
    );
    const error: Failure = await session.tools.list().then(
      () => expect.fail('listed'),
      (thrown: Failure) => thrown,
    );
    expect(error.message).to.contain('this one request');
    expect(toAdd(error.remedy!)).to.deep.equal([]);
  });

  it('one call that is broken off is a sentence, and the session goes on', async () => {
    const session = await open(scriptedUrl('connection-reset'));
    const error = await failureOf(session.tools.call('echo', { message: 'x' }));
    expect(error.code).to.equal('network');
    expect(error.message).to.contain('did not answer this one request');
    expect(await session.tools.list()).to.have.length(2);
    expect(session.state.get().phase).to.equal('ready');
  });
});
