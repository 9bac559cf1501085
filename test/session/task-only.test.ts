import { expect } from '@esm-bundle/chai';
import { everythingUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import type { Progress, Session, ToolResult } from '../../src/index.js';
import type { Task } from '../../src/session/tasks.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

const inputSchema = { type: 'object' };
/** A server of 2025-11-25 with the tool `dig`, which answers as `replies` say. */
function digging(
  taskSupport: string | undefined,
  replies: Record<string, Reply | readonly Reply[]>,
  tasks: object | null = { requests: { tools: { call: {} } }, cancel: {} },
): Promise<string> {
  const dig = { name: 'dig', inputSchema, ...(taskSupport && { execution: { taskSupport } }) };
  return script({
    revision: '2025-11-25',
    capabilities: { tools: {}, ...(tasks && { tasks }) },
    replies: { 'tools/list': { result: { tools: [dig] } }, ...replies },
  });
}
const task = (status: string, more: object = {}): object => ({
  taskId: 't1',
  status,
  createdAt: '2026-11-26T00:00:00Z',
  lastUpdatedAt: '2026-11-26T00:00:00Z',
  ttl: 60_000,
  pollInterval: 100,
  ...more,
});
const done: Reply = { result: { content: [{ type: 'text', text: 'gold' }] } };

describe('a tool that runs as a task only', () => {
  const { open } = sessions();

  /** Calls the tool of the real server, which works for a second on a quick topic, and for four on others. */
  async function research(session: Session, args: object, told: Task[] = []): Promise<ToolResult> {
    await session.tools.list();
    return session.tools.call(
      'simulate-research-query',
      { topic: 'quick python', ...args },
      { onTask: (task) => told.push(task) },
    );
  }

  it('is run, and followed to its result', async () => {
    const session = await open(everythingUrl);
    const told: Task[] = [];
    const result = await research(session, {}, told);
    expect(textOf(result)).to.contain('Research Report: quick python');
    expect(told.map(({ statusMessage }) => statusMessage).join()).to.match(
      /(Gathering|Analyzing|Generating) \w+\.\.\./,
    );
    expect(told[0]!.status).to.equal('working');
  });

  it('asks the person what it asks', async () => {
    const session = await open(everythingUrl, {
      elicitor: async () => ({ action: 'accept', content: { interpretation: 'snake' } }),
    });
    expect(textOf(await research(session, { ambiguous: true }))).to.contain('quick python (snake)');
  });

  it('is cancelled with its call', async () => {
    const url = await digging('required', {
      'tools/call': { result: { task: task('working') } },
      'tasks/get': { result: task('working') },
      'tasks/cancel': { result: task('cancelled') },
    });
    const session = await open(url);
    await session.tools.list();
    const life = new AbortController();
    const call = session.tools.call('dig', {}, { signal: life.signal, onTask: () => life.abort() });
    expect((await failureOf(call)).code).to.equal('cancelled');
    await eventually(async () =>
      (await scriptedLog(url)).some(({ body }) => body?.method === 'tasks/cancel' && body.params.taskId === 't1'),
    );
  });

  it('asks for the task in the words of the revision', async () => {
    const url = await digging('required', {
      'tools/call': { result: { task: task('working') } },
      'tasks/get': { result: task('completed') },
      'tasks/result': done,
    });
    const session = await open(url);
    await session.tools.list();
    expect(textOf(await session.tools.call('dig', { deep: true }))).to.equal('gold');
    const asked = (await scriptedLog(url)).map(({ body }) => body).filter((body) => body?.method?.startsWith('t'));
    expect(asked.map(({ method }) => method)).to.deep.equal(['tools/list', 'tools/call', 'tasks/get', 'tasks/result']);
    expect(asked[1].params).to.deep.include({ name: 'dig', arguments: { deep: true }, task: {} });
  });

  it('fails with the words of the server', async () => {
    const url = await digging('required', {
      'tools/call': { result: { task: task('working') } },
      'tasks/get': { result: task('failed', { statusMessage: 'hit a rock' }) },
      'tasks/result': { error: { code: -32000, message: 'The shovel broke' } },
    });
    const session = await open(url);
    await session.tools.list();
    expect(await failureOf(session.tools.call('dig'))).to.include({ rpcCode: -32000, message: 'The shovel broke' });
  });

  it('is heard of while it works: the token of the call is that of the task', async () => {
    // A scripted answer does not know the token of an earlier request, so it tries the first two hundred.
    const tokens = Array.from({ length: 200 }, (_, at) => `p${at + 1}`);
    const progress = tokens.map((progressToken) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: Number(progressToken.slice(1)) },
    }));
    const url = await digging('required', {
      'tools/call': { result: { task: task('working') } },
      'tasks/get': [{ sse: [...progress, { response: task('working') }] }, { result: task('completed') }],
      'tasks/result': done,
    });
    const session = await open(url);
    await session.tools.list();
    const heard: Progress[] = [];
    await session.tools.call('dig', {}, { onProgress: (one) => heard.push(one) });
    const [call] = (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call');
    expect(heard.map(({ progress }) => `p${progress}`)).to.deep.equal([call!.body.params._meta.progressToken]);
  });

  it('gives its result at once where the server answers so all the same', async () => {
    const url = await digging('required', { 'tools/call': done });
    const session = await open(url);
    await session.tools.list();
    expect(textOf(await session.tools.call('dig'))).to.equal('gold');
  });

  it('is an error where the task has no id', async () => {
    const url = await digging('required', { 'tools/call': { result: { task: { status: 'working' } } } });
    const session = await open(url);
    await session.tools.list();
    expect((await failureOf(session.tools.call('dig'))).code).to.equal('bad-message');
  });
});

describe('a tool that is called and not run as a task', () => {
  const { open } = sessions();
  const call = async (url: string): Promise<object> => {
    const session = await open(url);
    await session.tools.list();
    expect(textOf(await session.tools.call('dig'))).to.equal('gold');
    const log = await scriptedLog(url);
    return log.find(({ body }) => body?.method === 'tools/call')!.body.params;
  };

  it('is one of a server that makes no tasks of calls, whatever it says of its tools', async () => {
    expect(await call(await digging('required', { 'tools/call': done }, {}))).not.to.have.property('task');
    expect(await call(await digging('required', { 'tools/call': done }, null))).not.to.have.property('task');
  });

  for (const support of [undefined, 'optional', 'forbidden', 'nonsense'])
    it(`is one that need not be a task: ${support}`, async () => {
      expect(await call(await digging(support, { 'tools/call': done }))).not.to.have.property('task');
    });
});
