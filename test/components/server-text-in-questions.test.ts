import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../components/define/all.js';
import { ApprovalQueue, type RequestingServer } from '../../src/approvals/index.js';
import type { SamplingRequest, SamplingResult } from '../../src/index.js';
import { requestingServer as plainAsker, own, samplingRequest } from '../support/questions.js';
import { inside, Marks } from './marks.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

pressAtOnce();

/* What a server asks: a person decides by these words, so none of them may be other than it looks. */
describe('server text in questions', () => {
  let marks: Marks;
  let queue: ApprovalQueue;
  let element: Element;
  beforeEach(async () => {
    marks = new Marks();
    queue = new ApprovalQueue();
    element = await fixture(html`<mcp-approval-queue inline .approvals=${queue}></mcp-approval-queue>`);
  });
  const of = (field: string): string => marks.of(field);
  const requestingServer = (): RequestingServer => ({
    ...plainAsker,
    server: { ...plainAsker.server, name: of('server name'), title: of('server title') },
  });
  const ask = (
    ...[method, request]: Parameters<ApprovalQueue['add']> extends [infer M, infer R, ...unknown[]] ? [M, R] : never
  ) => {
    const during = { method: 'tools/call', name: of('tool that runs') };
    // oxlint-disable-next-line typescript/no-explicit-any -- one function for all three methods
    const asked = (queue.add as any)(
      method,
      request,
      requestingServer(),
      during,
      new AbortController().signal,
      own,
    ) as Promise<unknown>;
    asked.catch(() => {});
    return asked;
  };
  const pressed = async (name: string): Promise<void> => {
    await aTimeout(50);
    const button = inside<HTMLButtonElement>(element, 'button').find(
      (one) => one.textContent.trim().replace(/\s+/g, ' ').startsWith(name) && one.checkVisibility(),
    );
    expect(button, `a button “${name}”`).to.exist;
    button!.click();
    await aTimeout(50);
  };

  it('a name in a heading is isolated where it stands, and nowhere else', async () => {
    const named = { ...plainAsker, server: { ...plainAsker.server, title: 'for' } };
    const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } } as const;
    queue.add('elicitation/create', form, named, undefined, new AbortController().signal, own).catch(() => {});
    await aTimeout(50);
    const [heading] = inside<HTMLElement>(element, 'h2');
    expect(heading!.textContent).to.equal('for asks for information');
    expect([...heading!.querySelectorAll('bdi')].map((each) => each.textContent)).to.deep.equal(['for']);
    expect(heading!.firstElementChild).to.equal(heading!.querySelector('bdi'));
  });

  it('what a model is to be asked, edited in its box, and what it answered', async () => {
    const answer: SamplingResult = {
      role: 'assistant',
      content: [{ type: 'text', text: of('answer') }],
      model: marks.again('model'),
      stopReason: marks.again('stop'),
    };
    queue.sampler = () => Promise.resolve(answer);
    const request: SamplingRequest = {
      ...samplingRequest,
      systemPrompt: of('system prompt'),
      messages: [
        { role: 'user', content: [{ type: 'text', text: of('message') }] },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'a', name: of('tool used'), input: { [of('key')]: of('value') } }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: of('result') }] }],
        },
      ],
      stopSequences: [of('stop sequence')],
      includeContext: of('context') as never,
      modelPreferences: { hints: [{ name: of('hint') }] },
      tools: [
        {
          name: of('offered'),
          title: of('offered title'),
          description: of('offered says'),
          inputSchema: { type: 'object', $comment: of('in the definition') },
        },
      ],
      toolChoice: { mode: of('tool choice') as never },
      metadata: { [of('metadata')]: of('metadata value') },
    };
    marks.forget('answer');
    const asked = ask('sampling/createMessage', request);
    await aTimeout(100);
    for (const details of inside<HTMLDetailsElement>(element, 'details')) details.open = true;
    await marks.allSeenIn(element);

    await pressed('Edit System prompt');
    const [box] = inside<HTMLTextAreaElement>(element, 'textarea');
    expect(box!.value, 'exactly').to.equal(marks.again('system prompt'));
    of('system prompt');
    await marks.allSeenIn(element);
    await pressed('Done');

    await pressed('Ask');
    for (const field of ['answer', 'model', 'stop']) of(field);
    await marks.allSeenIn(element);
    await pressed('Send to');
    expect(await asked, 'what is sent is what there was').to.deep.include({ model: marks.again('model') });
  });

  it('a form', async () => {
    const requestedSchema = {
      type: 'object',
      properties: {
        [marks.again('name')]: { type: 'string', title: of('title'), description: of('says'), default: of('default') },
        password: { type: 'string', title: of('password') },
        choice: { type: 'string', enum: ['a', 'b'], enumNames: [of('name of a'), of('name of b')] },
      },
    };
    void ask('elicitation/create', { mode: 'form', message: of('message'), requestedSchema } as never);
    await marks.allSeenIn(element);
  });

  it('a page to visit, and an address that is none', async () => {
    const url = `https://pay.example/${of('path')}`;
    marks.forget('path');
    void ask('elicitation/create', { mode: 'url', message: of('message'), url, elicitationId: of('id') } as never);
    marks.forget('id');
    await marks.allSeenIn(element);
    await pressed('Decline');
    void ask('elicitation/create', { mode: 'url', message: of('why'), url: `file://${of('address')}` } as never);
    await marks.allSeenIn(element);
  });

  it('folders, and who asks for them', async () => {
    void ask('roots/list', undefined as never);
    marks.forget('server name');
    await marks.allSeenIn(element);
  });

  it('a call that a person is asked about', async () => {
    const tool = {
      name: of('tool name'),
      title: of('tool title'),
      description: of('tool says'),
      inputSchema: { type: 'object', properties: { path: { type: 'string', title: of('field title') } } },
    };
    const question = {
      kind: 'tool-call',
      asked: { tool, arguments: { path: of('argument') }, initiator: 'model' },
      why: 'started-by',
    } as const;
    queue.addCall(question, requestingServer(), new AbortController().signal).catch(() => {});
    marks.forget('server name');
    await pressed('Review');
    await aTimeout(100);
    for (const details of inside<HTMLDetailsElement>(element, 'details')) details.open = true;
    await marks.allSeenIn(element);
  });
});
