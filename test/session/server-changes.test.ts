import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type Reply, type Scenario } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { McpError, Session, SessionOptions } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

const welcome = (name: string, revision = '2025-11-25'): Reply => ({
  result: { protocolVersion: revision, capabilities: { tools: {} }, serverInfo: { name, version: '1' } },
  headers: { 'mcp-session-id': crypto.randomUUID() },
});
const GONE: Reply = { status: 404, error: { code: -32001, message: 'Session not found' } };
const scenario = (initialize: readonly Reply[], replies: Scenario['replies'] = {}): Scenario => ({
  session: false,
  replies: { 'server/discover': { status: 404, text: '' }, initialize, ...replies },
});
const changes = (session: Session): readonly McpError[] =>
  session.problems.get().filter(({ code }) => code === 'server-changed');

describe('a server that is not what it was', () => {
  const { open } = sessions();

  async function visit(url: string, options: SessionOptions): Promise<Session> {
    const session = await open(url, options);
    // The profile is written behind.
    await pause(50);
    await session.close();
    return session;
  }

  it('with an older revision is told once, at the first visit that meets it', async () => {
    const storage = new MemoryStorage();
    const url = await script(scenario([welcome('a'), welcome('a', '2025-06-18'), welcome('a', '2025-06-18')]));
    expect(changes(await visit(url, { storage }))).to.have.length(0);
    const [told] = changes(await visit(url, { storage }));
    expect(told!.message).to.match(/^This server spoke MCP 2025-11-25 last time, and speaks 2025-06-18 now/);
    expect(changes(await visit(url, { storage }))).to.have.length(0);
  });

  it('with another name is told, and not where nothing is stored', async () => {
    const storage = new MemoryStorage();
    const url = await script(scenario([welcome('a'), welcome('b'), welcome('c')]));
    await visit(url, { storage });
    expect(changes(await visit(url, { storage }))[0]!.message)
      .to.include('“a”')
      .and.include('“b”');
    expect(changes(await visit(url, { storage: 'none' }))).to.have.length(0);
  });

  it('in the middle of a session is told too, once for each change', async () => {
    const url = await script(
      scenario([welcome('a'), welcome('b'), welcome('b'), welcome('a'), welcome('b')], {
        'tools/call': [GONE, { result: { content: [] } }],
      }),
    );
    const session = await open(url);
    const error = await failureOf(session.tools.call('x', { secret: 'for a' }));
    expect(error).to.include({ code: 'session-lost' });
    expect(error.message).to.include('“a”').and.include('“b”').and.include('was not sent again');
    const sent = (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call');
    expect(sent, 'what was meant for one server goes to no other').to.have.length(1);
    await session.tools.call('x', { secret: 'for b' });
    expect(changes(session).map(({ message }) => message)).to.have.length(1);
    for (let again = 0; again < 3; again++) {
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      await session.close();
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      await session.connect();
    }
    // a → b, b → a; the second a → b was told before.
    expect(changes(session)).to.have.length(2);
  });

  it('another name means nothing for what was allowed: a permission holds for the same tool only', async () => {
    const tools = (description: string): Reply => ({
      result: { tools: [{ name: 'send', description, inputSchema: { type: 'object' } }] },
    });
    const storage = new MemoryStorage();
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const url = await script(
      scenario([welcome('a'), welcome('b')], {
        'tools/list': [tools('Sends.'), tools('Sends to others.')],
        'tools/call': { result: { content: [{ type: 'text', text: 'sent' }] } },
      }),
    );
    const first = await open(url, { storage, approvals });
    const call = first.tools.call('send', {}, { initiator: 'model' });
    await eventually(() => approvals.pending.get().length === 1);
    approvals.approveCall(approvals.pending.get()[0]!.id, {}, { duration: 'always', scope: 'tool' });
    expect(textOf(await call)).to.equal('sent');
    await pause(50);
    await first.close();
    const second = await open(url, { storage, approvals });
    const again = second.tools.call('send', {}, { initiator: 'model' });
    await eventually(() => approvals.pending.get().length === 1);
    expect(approvals.pending.get()[0]).to.deep.include({ why: 'changed' });
    expect(changes(second)).to.have.length(1);
    approvals.decline(approvals.pending.get()[0]!.id);
    await again.catch(() => {});
    expect((await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call')).to.have.length(1);
  });
});
