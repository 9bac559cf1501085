import { expect } from '@esm-bundle/chai';
import { everythingUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import { ApprovalQueue, type ToolCallApproval } from '../../src/approvals/index.js';
import type { SamplingRequest, Session } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const SECRET = 'The tide tables of Porto';
const tool = (name: string, inputSchema: object = { type: 'object' }): object => ({ name, inputSchema });
const listOf = (...tools: object[]): Record<string, Reply> => ({ 'tools/list': { result: { tools } } });

/** The methods a server was sent, and whatever stood in them. */
async function heard(url: string): Promise<{ readonly methods: string[]; readonly all: string }> {
  const bodies = (await scriptedLog(url)).map(({ body }) => body as { method?: string } | undefined);
  return { methods: bodies.flatMap((body) => body?.method ?? []), all: JSON.stringify(bodies) };
}

describe('what leaves the page', () => {
  const { open } = sessions();

  it('of one server never reaches another one', async () => {
    verifies('resources-stay-here', 'servers-are-isolated');
    const first = await script({
      replies: { 'resources/read': { result: { contents: [{ uri: 'test://one', text: SECRET }] } } },
    });
    const second = await script({});
    const approvals = new ApprovalQueue();
    const one = await open(first, { approvals, capabilities: ['sampling', 'roots', 'elicitation'] });
    const other = await open(second, { approvals, capabilities: ['sampling', 'roots', 'elicitation'] });
    expect(JSON.stringify(await one.resources.read('test://one'))).to.contain(SECRET);
    await other.tools.list();
    await other.tools.call('echo', {}).catch(() => {});
    const told = (await heard(second)).all;
    expect(told).not.to.contain(SECRET);
    expect(told).not.to.contain(first);
  });

  it('is nothing of other servers, also where one asks for their context with a question to a model', async () => {
    verifies('resources-stay-here');
    const first = await script({
      replies: { 'resources/read': { result: { contents: [{ uri: 'test://one', text: SECRET }] } } },
    });
    const seen: SamplingRequest[] = [];
    const sampler = async (request: SamplingRequest): Promise<string> => (seen.push(request), 'Short.');
    const one = await open(first, {});
    await one.resources.read('test://one');
    const ask = {
      jsonrpc: '2.0',
      id: 's',
      method: 'sampling/createMessage',
      params: { messages: [], maxTokens: 10, includeContext: 'allServers' },
    };
    const url = await script({
      replies: { 'tools/call': { sse: [ask, { heard: 'response' }, { response: { content: [] } }] } },
    });
    const other = await open(url, { sampler });
    await other.tools.call('echo', {});
    expect(seen).to.have.length(1);
    expect(JSON.stringify(seen)).not.to.contain(SECRET);
  });
});

describe('tools of two servers that have the same name', () => {
  const { open } = sessions();
  /** Somebody who looks at the queue, and two servers that even call themselves the same. */
  const queue = new ApprovalQueue();
  queue.pending.subscribe(() => {});

  it('are told apart by where they are, in what is asked and in what is remembered', async () => {
    verifies('same-names-told-apart');
    const replies = listOf(tool('echo'));
    const options = { storage: new MemoryStorage(), approvals: queue };
    const [mine, theirs] = [await script({ replies }), await script({ replies })];
    const [one, other] = [await open(mine, options), await open(theirs, options)];
    const call = (session: Session): Promise<unknown> => session.tools.call('echo', {}, { initiator: 'model' });

    const first = call(one);
    const [question] = await eventually(
      () => queue.pending.get() as readonly ToolCallApproval[],
      ({ length }) => length,
    );
    expect(question!.requestingServer.server.url).to.equal(mine);
    queue.approveCall(question!.id, {}, { scope: 'tool', duration: 'always' });
    await first;
    await call(one);

    const second = call(other).catch((error: unknown) => (error as { code: string }).code);
    const [again] = await eventually(
      () => queue.pending.get() as readonly ToolCallApproval[],
      ({ length }) => length,
    );
    expect(again!.requestingServer.server.url, 'what was allowed there is not allowed here').to.equal(theirs);
    queue.refuseCall(again!.id);
    expect(await second).to.equal('declined');
  });

  it('are called where the page says, whatever they are called', async () => {
    verifies('same-names-told-apart');
    const url = await script({ replies: { ...listOf(tool('echo')), 'tools/call': { result: { content: [] } } } });
    const [scripted, real] = [await open(url, {}), await open(everythingUrl, {})];
    await scripted.tools.call('echo', { message: 'there' });
    expect(textOf(await real.tools.call('echo', { message: 'complete' }))).to.contain('complete');
    expect((await heard(url)).all)
      .to.contain('there')
      .and.not.to.contain('"here"');
  });
});
