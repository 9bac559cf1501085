import { aTimeout, expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-prompt-form.js';
import type { McpErrorEvent, McpPromptResultEvent } from '../../components/events.js';
import type { McpPromptFormElement } from '../../components/prompt-form/prompt-form.js';
import {
  McpError,
  Session,
  Store,
  type CatalogState,
  type Prompt,
  type PromptResult,
  type SessionState,
  verbatim,
  type SamplingRequest,
  type SessionOptions,
} from '../../src/index.js';
import { OwnValues } from '../../src/session/session.js';
import { verifies } from '../requirements/verifies.js';
import { script } from '/__servers__.js';
import { MAX_MESSAGES_TO_MODEL, requestOf } from '../../components/prompt-form/model-reply.js';
import { part, words } from './content-harness.js';

const SERVER = {
  name: 'files',
  version: '1',
  url: 'http://localhost:3001/mcp',
  revision: 'any',
  era: 'modern',
  capabilities: {},
} as const;

const greet: Prompt = {
  name: 'greet',
  title: 'Greet somebody',
  description: 'Makes a greeting.',
  arguments: [
    { name: 'who', title: 'Who', required: true },
    { name: 'style', description: 'formal or not' },
  ],
};

const RESULT: PromptResult = {
  description: 'A greeting.',
  messages: [
    { role: 'user', content: { type: 'text', text: 'Greet Ada.' } },
    { role: 'assistant', content: { type: 'text', text: 'Hello Ada.' } },
  ],
};

/** As much of a session as the form uses. */
class Connection {
  readonly url = 'http://localhost:3001/mcp';
  readonly state = new Store<SessionState>({ phase: 'ready', server: SERVER });
  /** A real one, in the memory of the page. */
  readonly storage = new Session(this.url, { storage: 'none' }).storage;
  readonly own = new OwnValues(this as unknown as Session);
  readonly asked: [name: string, args: unknown][] = [];
  outcome: PromptResult | McpError = RESULT;
  readonly prompts = {
    state: new Store<CatalogState<Prompt>>({ phase: 'ready', items: [greet], problems: [], fetchedAt: 0 }),
    get: async (name: string, args: unknown): Promise<PromptResult> => {
      this.asked.push([name, args]);
      if (this.outcome instanceof McpError) throw this.outcome;
      return this.outcome;
    },
  };
}

async function show(connection: Connection, prompt = 'greet'): Promise<McpPromptFormElement> {
  return fixture(
    html`<mcp-prompt-form prompt=${prompt} .session=${connection as unknown as Session}></mcp-prompt-form>`,
  );
}

const text = (element: McpPromptFormElement): string =>
  element.renderRoot.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const button = (element: McpPromptFormElement): HTMLElement =>
  element.renderRoot.querySelector<HTMLElement>('[part~="submit-button"]') ?? element;

async function type(element: McpPromptFormElement, pointer: string, value: string): Promise<void> {
  await aTimeout(0);
  element.renderRoot.querySelector('mcp-schema-field')?.focusIssue(pointer);
  await sendKeys({ type: value });
}

describe('<mcp-prompt-form>', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = new Connection();
  });

  describe('properties', () => {
    it('shows what the prompt is and a field for each argument', async () => {
      const element = await show(connection);
      expect(text(element)).to.include('Greet somebody').and.include('Makes a greeting.');
      expect(part(element, 'submit-button')!.ariaLabel).to.equal('Get greet');
      const form = element.renderRoot.querySelector('mcp-schema-field')?.form;
      expect(form?.root.properties.map(({ label }) => label)).to.deep.equal(['Who', 'style']);
    });

    it('says when there is nothing to fill in', async () => {
      const element = await fixture<McpPromptFormElement>(
        html`<mcp-prompt-form .definition=${{ name: 'plain' }}></mcp-prompt-form>`,
      );
      expect(text(element)).to.include('This prompt needs no arguments.');
    });
  });

  describe('events', () => {
    it('gets the messages, shows them by role, and tells the page', async () => {
      const element = await show(connection);
      await type(element, '/who', 'Ada');
      const told = oneEvent<McpPromptResultEvent>(element, 'mcp-prompt-result');
      button(element).click();
      const event = await told;
      expect([event.name, event.arguments, event.result]).to.deep.equal(['greet', { who: 'Ada' }, RESULT]);
      expect(connection.asked, 'what is left empty is left out').to.deep.equal([['greet', { who: 'Ada' }]]);
      await element.updateComplete;
      expect(text(element))
        .to.include('2 messages')
        .and.include('A greeting.')
        .and.match(/User.*Assistant/);
      const blocks = [...element.renderRoot.querySelectorAll('mcp-content')].map(({ block }) => block);
      expect(blocks).to.deep.equal(RESULT.messages.map(({ content }) => content));
    });

    it('tells and shows what went wrong', async () => {
      connection.outcome = new McpError('server-error', verbatim('No such city.'));
      const element = await show(connection);
      await type(element, '/who', 'Ada');
      const told = oneEvent<McpErrorEvent>(element, 'mcp-error');
      button(element).click();
      expect((await told).error.message).to.equal('No such city.');
      await element.updateComplete;
      expect(text(element)).to.include('No messages from greet.').and.include('No such city.');
    });
  });

  describe('keyboard', () => {
    it('asks with Ctrl+Enter, and for what is missing', async () => {
      verifies('prompts-are-checked');
      const element = await show(connection);
      const press = async (): Promise<void> => {
        await sendKeys({ down: 'Control' });
        await sendKeys({ press: 'Enter' });
        await sendKeys({ up: 'Control' });
      };
      await type(element, '/style', 'formal');
      await press();
      expect(connection.asked).to.have.length(0);
      await sendKeys({ type: 'Ada' });
      await press();
      expect(connection.asked).to.deep.equal([['greet', { who: 'Ada', style: 'formal' }]]);
    });
  });

  describe('completions', () => {
    it('come from the server, which is told what stands in the other fields', async () => {
      let asked: readonly unknown[] = [];
      const completing = Object.assign(connection, {
        complete: async (...args: readonly [unknown, { readonly name: string }, ...unknown[]]) => {
          // A pause after the first field asks for that one, too.
          if (args[1].name === 'style') asked = args.slice(0, 3);
          return { values: ['formal', 'friendly'], total: 7 };
        },
      });
      connection.state.set({ phase: 'ready', server: { ...SERVER, capabilities: { completions: {} } } });
      const element = await show(completing);
      await type(element, '/who', 'Ada');
      await type(element, '/style', 'f');
      await waitUntil(() => asked.length > 0);
      expect(asked).to.deep.equal([
        { type: 'ref/prompt', name: 'greet' },
        { name: 'style', value: 'f' },
        { who: 'Ada' },
      ]);
    });

    it('are not asked of a server that has none', async () => {
      const element = await show(connection);
      await type(element, '/who', 'Ada');
      const whole = element.renderRoot.querySelector('mcp-schema-field');
      expect(whole?.renderRoot.querySelector('mcp-schema-field')?.renderRoot.querySelector('[role=combobox]')).to.equal(
        null,
      );
    });
  });

  describe('states', () => {
    it('says that no prompt is chosen, and that one is not there', async () => {
      expect(text(await show(connection, ''))).to.include('No prompt chosen');
      expect(text(await show(connection, 'none'))).to.include('It is not in the server’s list of prompts.');
    });

    it('asks nothing without a connection', async () => {
      const element = await show(connection);
      await type(element, '/who', 'Ada');
      connection.state.set({ phase: 'failed', error: new McpError('network', verbatim('No answer.')) });
      await element.updateComplete;
      button(element).click();
      expect(connection.asked).to.have.length(0);
      expect(text(element)).to.include('Not connected to localhost:3001.');
    });
  });
});

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
