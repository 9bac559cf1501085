import { expect, waitUntil } from '@open-wc/testing';
import { modernUrl, script } from '/__servers__.js';
import type { SessionOptions } from '../../src/index.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { Visit } from './stored-form.js';

const TOOL = 'survey-berth';

describe('a run that goes on at the server while the page is reloaded', () => {
  const databaseName = tempDatabases();
  let options: SessionOptions;
  beforeEach(() => {
    options = {
      namespace: databaseName(),
      elicitor: async () => ({ action: 'accept', content: { depth: 7 } }),
      policy: { serverRequests: () => 'allow' },
    };
  });

  const start = async (): Promise<Visit> => {
    const visit = await Visit.to(modernUrl, options, TOOL);
    const { form } = visit.form.renderRoot.querySelector('mcp-schema-field')!;
    form!.setValue({ berth: 3, seconds: 1 });
    await visit.press('submit-button');
    const kept = await visit.form.session!.storage.ready();
    await waitUntil(async () => (await kept!.tasks.list(TOOL)).length === 1, 'the task is kept');
    return visit;
  };
  const answered = (visit: Visit): Promise<void> =>
    waitUntil(
      () => JSON.stringify(visit.form.renderRoot.querySelector('mcp-tool-result')?.result ?? '').includes('7 m deep'),
      'it has its result',
      { timeout: 5000 },
    );

  it('is found again, followed to its result, and then forgotten', async () => {
    const first = await start();
    expect(first.find('left-tasks') === null, 'not offered where it is followed already').to.equal(true);
    first.leave();
    const next = await Visit.to(modernUrl, options, TOOL);
    await next.part('left-tasks');
    expect(next.text).to.match(/A run of this tool, begun at \d\d:\d\d, may still be going on at the server\./);
    await next.press('follow-task-button');
    await answered(next);
    const kept = await next.form.session!.storage.ready();
    await waitUntil(async () => (await kept!.tasks.list(TOOL)).length === 0, 'forgotten');
    expect(next.find('left-tasks') === null).to.equal(true);
  });

  /** A visit to a page that an earlier one left with this task still going on. */
  const returned = async (taskId: string): Promise<Visit> => {
    const first = await Visit.to(modernUrl, options, TOOL);
    await (await first.form.session!.storage.ready())!.tasks.note(TOOL, { taskId, status: 'working' });
    first.leave();
    return Visit.to(modernUrl, options, TOOL);
  };

  it('that the server does not know any more is said, and not offered again', async () => {
    const next = await returned('of-another-day');
    await next.press('follow-task-button');
    await waitUntil(() => next.form.renderRoot.querySelector('mcp-tool-result')?.error, 'said');
    await waitUntil(() => !next.find('left-tasks'), 'not offered again');
  });

  it('is left alone when the person does not want it', async () => {
    const next = await returned('of-another-day');
    await next.press('forget-task-button');
    await waitUntil(() => !next.find('left-tasks'), 'forgotten');
  });

  it('of a tool is not offered at another one', async () => {
    const url = await script({ replies: { 'tools/list': { result: { tools: [{ name: 'a', inputSchema: {} }] } } } });
    const visit = await Visit.to(url, options, 'a');
    const kept = (await visit.form.session!.storage.ready())!;
    await kept.tasks.note('b', { taskId: 'x', status: 'working' });
    expect(await kept.tasks.list('a')).to.deep.equal([]);
  });
});

describe('a tool that a server of 2025-11-25 runs as a task only', () => {
  const databaseName = tempDatabases();
  /** Reads of the status go on until it has told all of these, one after the other. */
  const serving = (pollInterval: number, ...statuses: string[]): Promise<string> => {
    const task = (status: string): object => ({
      ...{ taskId: 't1', status, statusMessage: 'Digging...', createdAt: 'x', lastUpdatedAt: 'y', ttl: null },
      pollInterval,
    });
    const tool = { name: 'dig', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } };
    return script({
      revision: '2025-11-25',
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      replies: {
        'tools/list': { result: { tools: [tool] } },
        'tools/call': { result: { task: task('working') } },
        'tasks/get': statuses.map((status) => ({ result: task(status) })),
        'tasks/result': { result: { content: [{ type: 'text', text: 'Research Report' }] } },
        'tasks/cancel': { result: task('cancelled') },
      },
    });
  };
  const start = async (url: string, options: SessionOptions): Promise<Visit> => {
    const visit = await Visit.to(url, options, 'dig');
    await visit.press('submit-button');
    await waitUntil(
      () => visit.find('task')?.textContent?.includes('as a task at the server: “Digging...”'),
      'its status',
    );
    return visit;
  };
  const report = (visit: Visit): Promise<void> =>
    waitUntil(
      () =>
        JSON.stringify(visit.form.renderRoot.querySelector('mcp-tool-result')?.result ?? '').includes(
          'Research Report',
        ),
      'it has its result',
    );

  it('is run from its form, with its status and its result, and not kept once it has ended', async () => {
    const visit = await start(await serving(100, 'working', 'completed'), { namespace: databaseName() });
    await report(visit);
    const kept = await visit.form.session!.storage.ready();
    await waitUntil(async () => (await kept!.tasks.list('dig')).length === 0, 'nothing is kept');
  });

  it('survives a reload: the next visit follows it to its result', async () => {
    const options = { namespace: databaseName() };
    // The first visit does not look a second time.
    const url = await serving(60_000, 'completed');
    const first = await start(url, options);
    const kept = await first.form.session!.storage.ready();
    await waitUntil(async () => (await kept!.tasks.list('dig')).length === 1, 'the task is kept');
    first.leave();
    const next = await Visit.to(url, options, 'dig');
    await next.press('follow-task-button');
    await report(next);
  });

  it('can be cancelled', async () => {
    const visit = await start(await serving(60_000, 'working'), { namespace: databaseName() });
    await visit.press('cancel-button');
    await waitUntil(() => visit.form.renderRoot.querySelector('mcp-tool-result')?.error, 'it is over');
    expect(visit.text).to.include('Cancelled');
  });
});
