import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { script } from '/__servers__.js';
import '../../components/define/mcp-prompt-form.js';
import type { McpPromptFormElement } from '../../components/prompt-form/prompt-form.js';
import { MAX_MESSAGES_TO_MODEL, requestOf } from '../../components/prompt-form/model-reply.js';
import { type SamplingRequest, Session, type SessionOptions } from '../../src/index.js';
import { part, words } from './content-harness.js';

type Sampler = NonNullable<SessionOptions['sampler']>;

describe('the messages of a prompt and the model of the page', () => {
  const sessions: Session[] = [];
  afterEach(() => sessions.splice(0).forEach((session) => void session.close()));

  async function got(sampler: Sampler | undefined): Promise<McpPromptFormElement> {
    const url = await script({
      capabilities: { prompts: {} },
      replies: {
        'prompts/list': { result: { prompts: [{ name: 'p' }] } },
        'prompts/get': { result: { messages: [{ role: 'user', content: { type: 'text', text: 'Say hello' } }] } },
      },
    });
    const session = new Session(url, { storage: 'none', ...(sampler && { sampler }) });
    sessions.push(session);
    await session.connect();
    const element = await fixture<McpPromptFormElement>(
      html`<mcp-prompt-form .session=${session} .prompt=${'p'}></mcp-prompt-form>`,
    );
    await waitUntil(() => element.shadowRoot!.querySelector('.primary'));
    element.shadowRoot!.querySelector<HTMLElement>('.primary')!.click();
    await waitUntil(() => part(element, 'message'));
    return element;
  }

  it('have no button where the page has no model', async () => {
    expect(part(await got(undefined), 'model-button')).to.equal(null);
  });

  it('are sent with a press, and the answer is shown below', async () => {
    const asked: SamplingRequest[] = [];
    let answer!: (text: string) => void;
    const element = await got((request, { onPartial }) => {
      asked.push(request);
      onPartial?.('Hel');
      return new Promise((resolve) => (answer = resolve));
    });
    expect(asked).to.have.length(0);
    part(element, 'model-button')!.focus();
    part(element, 'model-button')!.click();
    await waitUntil(() => words(element).includes('The model answers.'));
    expect(asked[0]!.messages).to.deep.equal([{ role: 'user', content: [{ type: 'text', text: 'Say hello' }] }]);
    await waitUntil(() => element.shadowRoot!.activeElement === part(element, 'cancel-model-button'));
    answer('Hello <b>you</b>');
    await waitUntil(() => part(element, 'model-answer') && words(element).includes('The model answered.'));
    const content = part(element, 'model-answer')!.querySelector('mcp-content')!;
    await waitUntil(() => words(content).includes('Hello <b>you</b>'));
  });

  it('are no longer sent once the person cancels', async () => {
    let signal!: AbortSignal;
    const element = await got((_request, context) => {
      signal = context.signal;
      return new Promise(() => {});
    });
    part(element, 'model-button')!.click();
    await waitUntil(() => part(element, 'cancel-model-button'));
    part(element, 'cancel-model-button')!.click();
    await waitUntil(() => words(element).includes('Cancelled.'));
    expect(signal.aborted).to.equal(true);
    expect(part(element, 'model-button')!.textContent.trim()).to.equal('Send again');
  });

  it('may fail, which is said, with another try', async () => {
    let tries = 0;
    const element = await got(async () => {
      tries++;
      if (tries === 1) throw new Error('No key');
      return 'Here';
    });
    part(element, 'model-button')!.click();
    await waitUntil(() => words(element).includes('No answer from the model.'));
    element.shadowRoot!.querySelector<HTMLElement>('[part~="retry-button"]')!.click();
    await waitUntil(() => part(element, 'model-answer'));
  });

  it('are as a model takes them: text in the place of resources, and not without end', () => {
    const { messages } = requestOf({
      messages: [
        { role: 'user', content: { type: 'resource_link', uri: 'x://a', name: 'a' } },
        { role: 'assistant', content: { type: 'resource', resource: { uri: 'x://b', text: 'B' } } },
        ...Array.from({ length: 1000 }, () => ({ role: 'user', content: { type: 'text', text: '' } }) as const),
      ],
    });
    expect(messages).to.have.length(MAX_MESSAGES_TO_MODEL);
    expect(messages.slice(0, 2).map(({ content }) => content[0])).to.deep.equal([
      { type: 'text', text: 'x://a' },
      { type: 'text', text: 'x://b\n\nB' },
    ]);
  });
});
