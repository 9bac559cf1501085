import { expect } from '@open-wc/testing';
import { modernUrl, script, scriptedLog } from '/__servers__.js';
import type { Task } from '../../src/index.js';
import { MAX_POLL_FAILURES } from '../../src/session/task-polling.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { accepting, asking, callTask, done, form, handle, look } from '../fixtures/task-calls.js';
import { verifies } from '../requirements/verifies.js';

describe('a call that the server makes a task of', () => {
  const { open } = sessions();

  it('a real server: waits, answers its question in between, gives the result as any call does', async () => {
    verifies('task-polling-paced', 'task-questions-like-any-other');
    const session = await open(modernUrl, { elicitor: async () => ({ action: 'accept', content: { depth: 7 } }) });
    const told: Task[] = [];
    const result = await session.tools.call(
      'survey-berth',
      { berth: 3, seconds: 0.6 },
      { onTask: (task) => told.push(task) },
    );
    expect(textOf(result)).to.equal('Berth 3 is 7 m deep now.');
    const words = told.map(({ status, statusMessage }) => `${status}: ${statusMessage}`);
    expect(words[0]).to.equal('working: Sounding berth 3.');
    expect(words).to.include.members([
      'input_required: Waiting for an answer.',
      'working: Dredging berth 3 to 7 m.',
      'completed: Done.',
    ]);
    expect(new Set(words).size, 'each change is told once').to.equal(words.length);
  });

  it('a real server: is called back when the caller cancels, and the server stops', async () => {
    const session = await open(modernUrl);
    const caller = new AbortController();
    let taskId = '';
    const outcome = session.tools.call(
      'survey-berth',
      { berth: 4, seconds: 60 },
      { signal: caller.signal, onTask: (task) => (taskId = task.taskId) },
    );
    await eventually(() => taskId);
    caller.abort();
    expect(await failureOf(outcome)).to.include({ code: 'cancelled' });
    await eventually(async () => (await session.request('tasks/get', { taskId }))['status'] === 'cancelled');
  });

  it('a real server: what the task failed with is what the call fails with', async () => {
    const session = await open(modernUrl);
    const error = await failureOf(session.tools.call('survey-berth', { berth: 12, seconds: 0 }));
    expect(error).to.include({
      name: 'ProtocolError',
      code: 'server-error',
      rpcCode: -32603,
      message: 'The survey boat ran aground.',
    });
  });

  it('each request about it repeats its id in a header', async () => {
    verifies('task-id-header');
    const taskId = 'tïde 1';
    const caller = new AbortController();
    const { outcome, sent } = await callTask(open, [asking({ q: form('A') }), look()], {
      session: accepting,
      signal: caller.signal,
      replies: { 'tools/call': handle({ taskId }) },
    });
    await eventually(async () => (await sent('tasks/get')).length > 1);
    caller.abort();
    await failureOf(outcome);
    const wrapped = `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(taskId)))}?=`;
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const [request] = await eventually(
        () => sent(method),
        (all) => all.length > 0,
      );
      expect(request!.headers, method).to.include({ 'mcp-method': method, 'mcp-name': wrapped });
      expect(request!.body.params.taskId).to.equal(taskId);
    }
  });

  it('is looked at as often as the server wants, also when it changes its mind', async () => {
    verifies('task-polling-paced');
    const times: number[] = [];
    const { outcome } = await callTask(open, [look({ pollIntervalMs: 400 }), done], {
      replies: { 'tools/call': handle({ pollIntervalMs: 200 }) },
      session: {
        fetch: (url, init) => {
          const { method } = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
          if (method === 'tools/call' || method === 'tasks/get') times.push(performance.now());
          return fetch(url, init);
        },
      },
    });
    await outcome;
    expect(times).to.have.length(3);
    expect(times[1]! - times[0]!).to.be.within(195, 390);
    expect(times[2]! - times[1]!).to.be.within(395, 700);
  });

  it('between two looks no clock runs but the one for all of it', async () => {
    const { outcome } = await callTask(open, [look({ pollIntervalMs: 300 }), done], {
      timeoutMs: 150,
      replies: { 'tools/call': handle({ pollIntervalMs: 300 }) },
    });
    expect(textOf(await outcome)).to.equal('done');
  });

  it('that takes too long in all is called back', async () => {
    const { outcome, sent, said } = await callTask(open, [look()], { maxTimeoutMs: 350 });
    const error = await failureOf(outcome);
    expect(error.code).to.equal('timeout');
    expect(error.message).to.contain('working');
    expect(error.remedy).to.contain('maxTimeoutMs');
    await eventually(async () => (await sent('tasks/cancel')).length === 1);
    expect(await said()).not.to.include('notifications/cancelled');
  });

  it('is called back when the caller cancels, which waits for nobody', async () => {
    const caller = new AbortController();
    const { outcome, sent, said } = await callTask(open, [look()], {
      signal: caller.signal,
      replies: { 'tasks/cancel': { hang: true } },
    });
    await eventually(async () => (await sent('tasks/get')).length > 0);
    caller.abort();
    expect(await failureOf(outcome)).to.include({ code: 'cancelled' });
    await eventually(async () => (await sent('tasks/cancel')).length === 1);
    expect(await said()).not.to.include('notifications/cancelled');
  });

  it('a tool that says it failed is a result', async () => {
    const result = { content: [{ type: 'text', text: 'no' }], isError: true };
    for (const status of ['completed', 'failed']) {
      const { outcome } = await callTask(open, [look({ status, result })]);
      expect(await outcome, status).to.include({ isError: true });
    }
  });

  it('that failed throws the server’s code, words and data', async () => {
    const error = { code: -32000, message: 'Rate limit', data: { retry: 5 } };
    const { outcome } = await callTask(open, [look({ status: 'failed', statusMessage: 'Sorry', error })]);
    const failure = await failureOf(outcome);
    expect(failure).to.include({ code: 'server-error', rpcCode: -32000, message: 'Rate limit' });
    expect(failure.data).to.deep.equal({ retry: 5 });
  });

  for (const [what, ended, code, words] of [
    [
      'that failed without a reason',
      { status: 'failed', statusMessage: 'Out of paper' },
      'server-error',
      'Out of paper',
    ],
    ['that was completed without a result', { status: 'completed' }, 'bad-message', 'result'],
    ['that the server cancelled', { status: 'cancelled', statusMessage: 'Maintenance' }, 'cancelled', 'Maintenance'],
  ] as const)
    it(`one ${what} ends with ${code}, and is not called back`, async () => {
      const { outcome, said } = await callTask(open, [look(ended)]);
      const error = await failureOf(outcome);
      expect(error.code).to.equal(code);
      expect(error.message).to.contain(words);
      await pause(50);
      expect(await said()).not.to.include('tasks/cancel');
    });

  it('that the server does not know any more ends with what the server says', async () => {
    const { outcome, sent } = await callTask(open, [{ error: { code: -32602, message: 'Task has expired' } }]);
    expect(await failureOf(outcome)).to.include({ rpcCode: -32602, message: 'Task has expired' });
    expect(await sent('tasks/get')).to.have.length(1);
  });

  it('is given up when the server keeps it no longer, whatever the server’s clock says', async () => {
    const { outcome, sent } = await callTask(open, [look({ ttlMs: 350 })], {
      replies: { 'tools/call': handle({ ttlMs: 60_000 }) },
    });
    const error = await failureOf(outcome);
    expect(error.code).to.equal('limit');
    // Made in the past by that clock, or in the future: it is looked at for all of its time, and at its end.
    expect((await sent('tasks/get')).length).to.be.within(3, 5);
  });

  it('ends at once when the session is closed, and goes on at the server', async () => {
    const { outcome, said, session } = await callTask(open, [look({ pollIntervalMs: 60_000 })], {
      replies: { 'tools/call': handle({ pollIntervalMs: 60_000 }) },
    });
    await eventually(async () => (await said()).includes('tools/call'));
    await pause(100);
    await session.close();
    expect(await failureOf(outcome)).to.include({ code: 'closed' });
    expect(await said()).not.to.include('tasks/cancel');
  });

  it('is read by its status: some servers say “task” in each answer', async () => {
    const { outcome } = await callTask(open, [
      look({ resultType: 'task' }),
      look({ resultType: 'task', status: 'completed', result: { content: [{ type: 'text', text: 'ok' }] } }),
    ]);
    expect(textOf(await outcome)).to.equal('ok');
  });

  it('that had ended when it was made is looked at without a pause', async () => {
    const { outcome } = await callTask(open, [done], {
      replies: { 'tools/call': handle({ status: 'completed', pollIntervalMs: 60_000 }) },
    });
    expect(textOf(await outcome)).to.equal('done');
  });

  it('only a call of a tool can become one, and it needs an id', async () => {
    const url = await script({
      revision: '2026-07-28',
      replies: { 'tools/call': handle({ taskId: '' }), 'resources/read': handle(), 'prompts/get': handle() },
    });
    const { tools, resources, prompts } = await open(url);
    for (const ask of [() => tools.call('echo'), () => resources.read('test://one'), () => prompts.get('greet')])
      expect(await failureOf(ask())).to.include({ code: 'bad-message' });
  });
});

describe('looks that fail', () => {
  const { open } = sessions();

  it('are taken again, and what came of the task is not lost', async () => {
    const url = await script({
      revision: '2026-07-28',
      replies: {
        'tools/call': handle(),
        'tasks/get': [
          { status: 503, text: 'busy' },
          { reset: true },
          { text: '<p>gateway</p>', type: 'text/html' },
          done,
        ],
      },
    });
    const session = await open(url);
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
  });

  it(`are too many after ${MAX_POLL_FAILURES} in a row; the task is left as it is`, async function () {
    this.timeout(40_000);
    const url = await script({
      revision: '2026-07-28',
      replies: { 'tools/call': handle(), 'tasks/get': { status: 503, text: 'busy' } },
    });
    const session = await open(url);
    const error = await failureOf(session.tools.call('echo'));
    expect(error.code).to.equal('http');
    expect(error.message).to.contain('the state of the task');
    expect(error.remedy).to.contain('id');
    const asked = (await scriptedLog(url)).map(({ body }) => body?.method as string);
    expect(asked.filter((method) => method === 'tasks/get')).to.have.length(MAX_POLL_FAILURES + 1);
    expect(asked).not.to.include('tasks/cancel');
  });
});
