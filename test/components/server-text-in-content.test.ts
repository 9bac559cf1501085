import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../components/define/all.js';
import type { ContentBlock, ResourceContents, SamplingRequest, SamplingResult } from '../../src/index.js';
import { Logging, show as showLog } from './log-harness.js';
import { inside, Marks } from './marks.js';
import { ApprovalQueue, type RequestingServer } from '../../src/approvals/index.js';
import { requestingServer as plainAsker, own, samplingRequest } from '../support/questions.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

const BASE64 = btoa('PK\x03\x04 not really an archive');

/* Results, resources, logs: what is hidden in them shows, and what is copied or saved is what there was. */
describe('server text in content', () => {
  let marks: Marks;
  beforeEach(() => {
    marks = new Marks();
  });
  const of = (field: string): string => marks.of(field);
  const shown = async (block: unknown): Promise<HTMLElement> => {
    const element = await fixture<HTMLElement>(html`<mcp-content .block=${block as ContentBlock}></mcp-content>`);
    await aTimeout(50);
    return element;
  };
  const contents = async (some: Partial<ResourceContents>): Promise<HTMLElement> => {
    const whole = { uri: `demo://${marks.again('uri')}`, ...some } as ResourceContents;
    const element = await fixture<HTMLElement>(html`<mcp-content .contents=${whole}></mcp-content>`);
    await aTimeout(50);
    return element;
  };

  it('text, and links to resources', async () => {
    await marks.allSeenIn(
      await shown({ type: 'text', text: of('text'), annotations: { audience: [marks.again('who')] } }),
    );
    const link = { type: 'resource_link', uri: `demo://${of('uri')}`, name: of('name'), title: of('title') };
    await marks.allSeenIn(await shown({ ...link, description: of('description'), mimeType: marks.again('type') }));
    await marks.allSeenIn(await shown({ type: 'resource_link', uri: of('no address'), name: of('name') }));
  });

  it('blocks that nobody knows or that are broken', async () => {
    await marks.allSeenIn(await shown({ type: of('kind'), words: marks.again('raw') }));
    await marks.allSeenIn(await shown({ type: 'image', data: of('data'), mimeType: marks.again('type') }));
    await marks.allSeenIn(
      await shown({ type: 'tool_use', id: 'a', name: of('tool'), input: { [of('key')]: of('value') } }),
    );
    await marks.allSeenIn(
      await shown({ type: 'tool_result', toolUseId: of('id'), content: [{ type: 'text', text: of('text') }] }),
    );
  });

  it('files: names and types', async () => {
    await marks.allSeenIn(await contents({ mimeType: `application/${marks.again('type')}`, blob: BASE64 }));
    await marks.allSeenIn(await contents({ mimeType: 'application/pdf', blob: btoa('%PDF-1.4 and so on') }));
    await marks.allSeenIn(await shown({ type: 'audio', data: BASE64, mimeType: `audio/${marks.again('type')}` }));
  });

  for (const [type, text] of Object.entries({
    'text/plain': (of: (field: string) => string) => of('text'),
    'application/json': (of: (field: string) => string) =>
      JSON.stringify({ [of('key')]: of('value'), more: [of('item')] }),
    'application/x-broken+json': (of: (field: string) => string) => `{"${of('broken')}`,
    'text/csv': (of: (field: string) => string) => `${of('column')},b\n${of('cell')},2\n`,
    'text/javascript': (of: (field: string) => string) => `const a = "${of('string')}"; // ${of('comment')}\n`,
    'text/x-diff': (of: (field: string) => string) => `--- a\n+++ b\n@@ -1 +1 @@\n-${of('removed')}\n+${of('added')}\n`,
    'application/xml': (of: (field: string) => string) => `<a b="${of('attribute')}">${of('content')}</a>`,
    'text/html': (of: (field: string) => string) => `<p title="${of('tip')}">${of('text')}</p>`,
    'text/markdown': (of: (field: string) => string) =>
      `# ${of('heading')}\n\n[${of('link')}](https://a.example) and ![${of('picture')}](https://b.example/a.png)\n\n\`\`\`js\nlet ${of('code')};\n\`\`\`\n`,
  }))
    it(`a text that says it is ${type}`, async () => {
      const element = await contents({ mimeType: type, text: text(of) });
      await marks.allSeenIn(element);
    });

  it('a log: loggers, lines, and all of a line', async () => {
    const logging = new Logging();
    logging.add({ logger: of('logger'), data: of('line') }, { data: { [of('key')]: of('value') } });
    const element = await showLog(logging);
    await nextFrame();
    await marks.allSeenIn(element);
  });

  it('what a person copies is what there was', async () => {
    const text = `let exactly = "${marks.again('this')}";\n`;
    const element = await contents({ mimeType: 'text/javascript', text });
    let copied = '';
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (words: string) => void (copied = words) },
    });
    try {
      const button = inside<HTMLButtonElement>(element, '[data-name~="copy-button"]')[0];
      expect(button, 'a button to copy with').to.exist;
      button!.click();
      await aTimeout(20);
      expect(copied).to.equal(text);
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    }
  });
});

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
