import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl, script, scriptedLog } from '/__servers__.js';
import type { Session } from '../../src/index.js';
import { type Task, Tasks } from '../../src/session/tasks.js';
import { ManualClock } from '../fixtures/clock.js';
import { MIN_POLL_MS } from '../../src/session/task-polling.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

/** A task that is to be looked at once a minute. */
const task = {
  taskId: 't',
  status: 'working',
  createdAt: 'x',
  lastUpdatedAt: 'y',
  ttl: null,
  pollInterval: 60_000,
};

describe('tasks of 2025-11-25', () => {
  const { open } = sessions();

  /** This library starts none there; a page that wants one asks for it in so many words. */
  async function start(session: Session, args: object = {}, topic = 'quick python'): Promise<string> {
    const { task } = await session.request('tools/call', {
      name: 'simulate-research-query',
      arguments: { topic, ...args },
      task: { ttl: 60_000 },
    });
    return (task as unknown as Task).taskId;
  }

  it('are listed, looked at, followed to the end', async function () {
    this.timeout(20_000);
    verifies('task-polling-paced');
    const session = await open(everythingUrl);
    const tasks = new Tasks(session);
    const taskId = await start(session);
    const { items, problems } = await tasks.list();
    expect(problems).to.be.empty;
    expect(items.map((task) => task.taskId)).to.include(taskId);

    const task = await tasks.get(taskId);
    expect(task).to.include({ taskId, ttlMs: 300_000, pollIntervalMs: 100 });
    expect(task.status).to.be.oneOf(['working', 'completed']);

    const told: string[] = [];
    const result = await tasks.follow(taskId, { onTask: ({ statusMessage }) => told.push(statusMessage ?? '') });
    expect(textOf(result)).to.contain('Research Report: quick python');
    expect(told.join()).to.match(/(Gathering|Analyzing|Generating) \w+\.\.\./);
    expect((await tasks.get(taskId)).status).to.equal('completed');
  });

  it('put their questions while they are followed', async function () {
    this.timeout(20_000);
    const session = await open(everythingUrl, {
      elicitor: async () => ({ action: 'accept', content: { interpretation: 'snake' } }),
    });
    const taskId = await start(session, { ambiguous: true });
    expect(textOf(await new Tasks(session).follow(taskId))).to.contain('python (snake)');
  });

  it('give their result to whoever waits for it', async function () {
    this.timeout(20_000);
    const session = await open(everythingUrl);
    const result = await new Tasks(session).result(await start(session));
    expect(result.isError).to.equal(false);
    expect(textOf(result)).to.contain('Research Report');
  });

  it('are cancelled; what is over cannot be', async () => {
    const session = await open(everythingUrl);
    const tasks = new Tasks(session);
    const taskId = await start(session, {}, 'python');
    await tasks.cancel(taskId);
    expect((await tasks.get(taskId)).status).to.equal('cancelled');
    expect(await failureOf(tasks.cancel(taskId))).to.include({ rpcCode: -32602 });
    expect(await failureOf(tasks.follow(taskId))).to.include({ code: 'cancelled' });
  });

  it('that failed throw the error the call would have had', async () => {
    const task = { taskId: 't', createdAt: 'x', lastUpdatedAt: 'y', ttl: null };
    const url = await script({
      capabilities: { tasks: {} },
      replies: {
        'tasks/get': { result: { ...task, status: 'failed' } },
        'tasks/result': { error: { code: -32000, message: 'Out of paper' } },
      },
    });
    const error = await failureOf(new Tasks(await open(url)).follow('t'));
    expect(error).to.include({ rpcCode: -32000, message: 'Out of paper' });
  });

  it('are looked at at once when the server has news of them', async () => {
    const news = (taskId: string): object => ({
      jsonrpc: '2.0',
      method: 'notifications/tasks/status',
      params: { ...task, taskId, status: 'completed' },
    });
    const url = await script({
      capabilities: { tasks: {} },
      replies: {
        GET: { sse: [{ wait: 300 }, news('another'), { wait: 300 }, news('t')], end: false },
        'tasks/get': [{ result: task }, { result: { ...task, status: 'completed' } }],
        'tasks/result': { result: { content: [{ type: 'text', text: 'done' }] } },
      },
    });
    const session = await open(url);
    expect(textOf(await new Tasks(session).follow('t'))).to.equal('done');
    expect((await scriptedLog(url)).filter(({ body }) => body?.method === 'tasks/get')).to.have.length(2);
  });

  describe('with much news', () => {
    const clock = new ManualClock();

    it('are looked at ten times a second at most, however much news of them comes', async () => {
      const news = { jsonrpc: '2.0', method: 'notifications/tasks/status', params: task };
      const url = await script({
        capabilities: { tasks: {} },
        replies: {
          GET: { sse: Array.from({ length: 1000 }, () => [{ wait: 10 }, news]).flat(), end: false },
          'tasks/get': { result: task },
        },
      });
      const session = await open(url);
      const enough = new AbortController();
      const following = new Tasks(session).follow('t', { signal: enough.signal }).catch(() => {});
      const looks = async (): Promise<number> =>
        (await scriptedLog(url)).filter(({ body }) => body?.method === 'tasks/get').length;
      for (let count = 1; count <= 3; count++) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await eventually(async () => (await looks()) === count);
        // News ends the longer wait until the next look.
        // oxlint-disable-next-line no-await-in-loop
        await clock.untilWaiting(MIN_POLL_MS);
        // oxlint-disable-next-line no-await-in-loop
        await clock.advance(MIN_POLL_MS - 1);
        // oxlint-disable-next-line no-await-in-loop
        expect(await looks()).to.equal(count);
        // oxlint-disable-next-line no-await-in-loop
        await clock.advance(1);
      }
      enough.abort();
      await following;
    });
  });

  it('of all pages are listed; one that cannot be read is named', async () => {
    const task = { status: 'working', createdAt: 'x', lastUpdatedAt: 'y', ttl: null };
    const url = await script({
      capabilities: { tasks: { list: {} } },
      replies: {
        'tasks/list': [
          {
            result: {
              tasks: [
                { ...task, taskId: 'a' },
                { taskId: 'b', status: 'asleep' },
              ],
              nextCursor: '2',
            },
          },
          { result: { tasks: [{ ...task, taskId: 'c' }] } },
        ],
      },
    });
    const { items, problems } = await new Tasks(await open(url)).list();
    expect(items.map(({ taskId }) => taskId)).to.deep.equal(['a', 'c']);
    expect(problems).to.have.length(1);
    expect(problems[0]!.message).to.contain('asleep');
  });

  it('are nothing to ask for where the server keeps none', async () => {
    const tasks = new Tasks(await open(await script({})));
    for (const asked of [() => tasks.list(), () => tasks.get('t'), () => tasks.result('t'), () => tasks.cancel('t')])
      expect(await failureOf(asked())).to.include({ code: 'unsupported-method' });
  });
});

describe('tasks of the extension', () => {
  const { open } = sessions();

  /** A call that became a task, in a page that is left. */
  async function leave(args: object): Promise<string> {
    const session = await open(modernUrl, { elicitor: () => new Promise(() => {}) });
    let taskId = '';
    const outcome = session.tools.call('survey-berth', args as never, { onTask: (task) => (taskId = task.taskId) });
    outcome.catch(() => {});
    await eventually(() => taskId);
    await session.close();
    expect(await failureOf(outcome)).to.include({ code: 'closed' });
    return taskId;
  }

  it('go on when the page is left, and are followed to the end by the next one', async () => {
    verifies('task-polling-paced');
    const taskId = await leave({ berth: 12, seconds: 3 });
    const tasks = new Tasks(await open(modernUrl));
    expect(await tasks.get(taskId)).to.include({ taskId, status: 'working' });
    const told: string[] = [];
    const error = await failureOf(tasks.follow(taskId, { onTask: ({ status }) => told.push(status) }));
    expect(error).to.include({ rpcCode: -32603, message: 'The survey boat ran aground.' });
    expect(told).to.deep.equal(['working', 'failed']);
  });

  it('put their questions to whoever answers those of calls', async () => {
    const taskId = await leave({ berth: 2, seconds: 0.4 });
    const session = await open(modernUrl);
    const asked: unknown[] = [];
    const tasks = new Tasks({
      request: (...request) => session.request(...request),
      server: session.server,
      answerServerRequest: async (method) => {
        asked.push(method);
        return { action: 'accept', content: { depth: 8 } };
      },
    });
    expect(textOf(await tasks.result(taskId))).to.equal('Berth 2 is 8 m deep now.');
    expect(asked).to.deep.equal(['elicitation/create']);
  });

  it('go on when nobody follows them any more', async () => {
    const taskId = await leave({ berth: 1, seconds: 30 });
    const tasks = new Tasks(await open(modernUrl));
    const reader = new AbortController();
    const following = tasks.follow(taskId, { signal: reader.signal });
    await pause(100);
    reader.abort();
    expect(await failureOf(following)).to.include({ code: 'cancelled' });
    expect((await tasks.get(taskId)).status).to.equal('working');
    await tasks.cancel(taskId);
    expect((await tasks.get(taskId)).status).to.equal('cancelled');
  });

  it('are not followed for longer than the caller wants', async () => {
    const taskId = await leave({ berth: 1, seconds: 30 });
    const tasks = new Tasks(await open(modernUrl));
    expect(await failureOf(tasks.follow(taskId, { maxTimeoutMs: 300 }))).to.include({ code: 'timeout' });
    await tasks.cancel(taskId);
  });

  it('are known by their id only: there is no list', async () => {
    const error = await failureOf(new Tasks(await open(modernUrl)).list());
    expect(error.code).to.equal('unsupported-method');
    expect(error.message).to.contain('tasks/list');
  });

  it('that the server does not know are refused in its words', async () => {
    const tasks = new Tasks(await open(modernUrl));
    expect(await failureOf(tasks.get('none'))).to.include({ rpcCode: -32602, message: 'There is no such task.' });
    expect(await failureOf(tasks.follow('none'))).to.include({ rpcCode: -32602 });
  });

  it('are nothing to ask for where the server does not speak it', async () => {
    const tasks = new Tasks(await open(await script({ revision: '2026-07-28' })));
    expect(await failureOf(tasks.get('t'))).to.include({ code: 'unsupported-method' });
  });
});
