import { aTimeout, expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-tool-form.js';
import type { McpErrorEvent, McpToolCallRequestEvent, McpToolResultEvent } from '../../components/events.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import { McpError, type Tool, verbatim } from '../../src/index.js';
import {
  Connection,
  decided,
  echo,
  SERVER,
  part,
  ping,
  run,
  show,
  shown,
  text,
  type,
  words,
} from './tool-connection.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-tool-form>', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = new Connection();
    connection.list(echo, ping);
  });

  describe('accessibility', () => {
    it('says what is wrong, and gives the focus to the field', async () => {
      const element = await show(connection, 'echo');
      await run(element);
      expect(connection.calls).to.have.length(0);
      const summary = part(element, 'error-summary');
      expect(summary.textContent).to.include('Fix 1 field to run this.').and.include('Enter a value.');
      await sendKeys({ type: 'hello' });
      await waitUntil(
        () => !element.renderRoot.querySelector('[data-name~="error-summary"]'),
        'nothing is wrong any more, once the person has stopped typing',
      );
    });

    it('says once how it went, while the result is in sight', async () => {
      const element = await show(connection, 'ping');
      await run(element);
      connection.calls[0]?.answer(words('pong'));
      await waitUntil(() => shown(element), 'the result');
      await waitUntil(() => !part(element, 'state').checkVisibility({ visibilityProperty: true }), 'the row is quiet');
    });

    it('counts no time while no answer can come', async () => {
      const element = await show(connection, 'ping');
      await run(element);
      expect(part(element, 'state').textContent).to.include('Running');
      connection.state.set({
        phase: 'lost',
        server: SERVER,
        error: new McpError('network', verbatim('gone')),
        attempt: 1,
      } as never);
      await element.updateComplete;
      expect(part(element, 'state').textContent).to.include('Waiting for the connection').and.not.include('Running');
    });

    it('explains what the server says of its tool, by a press of the words and to a screen reader', async () => {
      const element = await show(connection, 'echo');
      const claim = part(element, 'claim-button');
      const words = (element.renderRoot as ShadowRoot).getElementById(claim.getAttribute('aria-describedby')!)!;
      expect(claim.textContent?.trim()).to.equal('reads only');
      expect(words.textContent?.trim()).to.equal('Server says: Running it changes nothing.');
      expect(words.checkVisibility()).to.equal(false);
      claim.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => words.checkVisibility({ visibilityProperty: true }), 'it is shown');
      const [there, button] = [words.getBoundingClientRect(), claim.getBoundingClientRect()];
      expect(Math.abs(there.top - button.bottom)).to.be.below(10);
      expect(there.left).to.be.closeTo(button.left, 1);
      await sendKeys({ press: 'Escape' });
      expect(words.checkVisibility()).to.equal(false);
    });

    it('says in words how it went', async () => {
      const element = await show(connection, 'ping');
      const status = element.renderRoot.querySelector('article > [role=status]');
      await run(element);
      expect(status?.textContent).to.equal('Running ping.');
      connection.calls[0]?.options.onProgress?.({ progress: 1, total: 4, message: 'Indexing' });
      await aTimeout(0);
      expect(status?.textContent).to.equal('1 of 4: “Indexing”');
      connection.calls[0]?.options.onProgress?.({ progress: 2, total: 4, message: 'Indexing' });
      await aTimeout(0);
      expect(status?.textContent, 'not every step is read out').to.equal('1 of 4: “Indexing”');
      connection.calls[0]?.answer(words('pong'));
      await aTimeout(0);
      expect(status?.textContent).to.equal('Result: pong');
    });
  });

  describe('properties', () => {
    it('shows what the tool is, whose words they are, and where it goes', async () => {
      const element = await show(connection, 'echo');
      expect(part(element, 'title').textContent).to.equal('Echo');
      expect(part(element, 'header').querySelector('code')?.textContent).to.equal('echo');
      expect(text(element)).to.include('on localhost:3001').and.include('Says it <b>again</b>.');
      expect(part(element, 'claims').textContent?.replace(/\s+/g, ' ').trim()).to.equal('reads only only its own data');
      for (const claim of element.renderRoot.querySelectorAll('[data-name="claim-button"]'))
        expect(claim.ariaLabel).to.equal(`Server says: ${claim.textContent.trim()}`);
      expect(part(element, 'submit-button').textContent).to.match(/^\s*Run\s*$/);
      expect(part(element, 'submit-button').ariaLabel).to.equal('Run echo');
    });

    it('does not put words into the server’s mouth', async () => {
      const element = await show(connection, 'ping');
      expect(text(element)).to.include('No safety hints from the server.');
      expect(text(element)).to.include('This tool needs no arguments.');
      expect(part(element, 'header').querySelector('code')).to.equal(null);
    });

    it('works with a definition alone', async () => {
      const element = await fixture<McpToolFormElement>(html`<mcp-tool-form .definition=${ping}></mcp-tool-form>`);
      const problem = oneEvent<McpErrorEvent>(element, 'mcp-error');
      await run(element);
      expect((await problem).error.code).to.equal('closed');
      await element.updateComplete;
      expect(shown(element)?.error?.message).to.equal('There is no server to send this to.');
    });

    it('keeps what was typed and what runs while other tools are looked at', async () => {
      const element = await show(connection, 'echo');
      await type(element, '/message', 'hello');
      await run(element);
      element.tool = 'ping';
      await element.updateComplete;
      expect(shown(element)).to.equal(null);
      expect(element.renderRoot.querySelector('[part~="progress"]')).to.equal(null);
      connection.calls[0]?.answer(words('hello'));
      await aTimeout(0);
      element.tool = 'echo';
      await element.updateComplete;
      await aTimeout(0);
      expect(shown(element)?.result).to.deep.equal(words('hello'));
      expect(element.renderRoot.querySelector('mcp-schema-field')?.form?.draft).to.deep.equal({ message: 'hello' });
    });

    it('keeps what was typed when the list is refreshed, also when the tool changed', async () => {
      const element = await show(connection, 'echo');
      await type(element, '/message', 'hello');
      const before = element.renderRoot.querySelector('mcp-schema-field')?.form;
      connection.list(JSON.parse(JSON.stringify(echo)) as Tool);
      await element.updateComplete;
      expect(element.renderRoot.querySelector('mcp-schema-field')?.form === before).to.equal(true);
      connection.list({
        ...echo,
        inputSchema: { type: 'object', properties: { message: { type: 'string' }, loud: { type: 'boolean' } } },
      });
      await element.updateComplete;
      const after = element.renderRoot.querySelector('mcp-schema-field')?.form;
      expect(after === before).to.equal(false);
      expect(after?.draft).to.deep.equal({ message: 'hello' });
    });
  });

  describe('events', () => {
    it('asks the page, calls with what was seen, and tells the result', async () => {
      const element = await show(connection, 'echo');
      await type(element, '/message', 'hi');
      const asked = oneEvent<McpToolCallRequestEvent>(element, 'mcp-tool-call-request');
      await run(element);
      const request = await asked;
      expect([request.name, request.arguments]).to.deep.equal(['echo', { message: 'hi' }]);
      expect([request.bubbles, request.composed, request.cancelable]).to.deep.equal([true, true, true]);
      const [call] = connection.calls;
      expect([call?.name, call?.args, call?.options.initiator]).to.deep.equal(['echo', { message: 'hi' }, 'person']);
      const told = oneEvent<McpToolResultEvent>(element, 'mcp-tool-result');
      call?.answer(words('hi'));
      const event = await told;
      expect([event.name, event.arguments, event.result]).to.deep.equal(['echo', { message: 'hi' }, words('hi')]);
      expect(event.durationMs).to.be.at.least(0);
      expect(event.serverMs).to.be.within(0, event.durationMs);
      expect(event.cancelable).to.equal(false);
    });

    it('sends nothing when the page prevents it', async () => {
      const element = await show(connection, 'ping');
      element.addEventListener('mcp-tool-call-request', (event) => event.preventDefault());
      await run(element);
      expect(connection.calls).to.have.length(0);
      expect(element.renderRoot.querySelector('[part~="progress"]')).to.equal(null);
    });

    it('sends nothing by itself', async () => {
      const element = await show(connection, 'ping');
      element.tool = 'echo';
      await type(element, '/message', 'hello');
      await sendKeys({ press: 'Enter' });
      expect(connection.calls).to.have.length(0);
    });

    it('tells and shows what went wrong', async () => {
      const element = await show(connection, 'ping');
      await run(element);
      const told = oneEvent<McpErrorEvent>(element, 'mcp-error');
      connection.calls[0]?.fail(new McpError('timeout', verbatim('The server did not answer in time.')));
      expect((await told).error.code).to.equal('timeout');
      await element.updateComplete;
      expect(shown(element)?.error?.code).to.equal('timeout');
    });
  });

  describe('keyboard', () => {
    it('runs with Ctrl+Enter from a field', async () => {
      const element = await show(connection, 'echo');
      await type(element, '/message', 'hi');
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'Enter' });
      await sendKeys({ up: 'Control' });
      await decided(element);
      expect(connection.calls.map(({ args }) => args)).to.deep.equal([{ message: 'hi' }]);
    });

    it('gives focus back to the button when the one that cancels goes', async () => {
      const element = await show(connection, 'ping');
      await run(element);
      const cancel = part(element, 'cancel-button');
      cancel.focus();
      cancel.click();
      await waitUntil(() => element.shadowRoot?.activeElement === part(element, 'submit-button'));
    });
  });

  describe('running', () => {
    it('shows the time, the progress with the server’s words, and a way to stop it', async () => {
      verifies('running-tool-is-seen');
      const element = await show(connection, 'ping');
      await run(element);
      expect(part(element, 'submit-button').getAttribute('aria-disabled')).to.equal('true');
      connection.calls[0]?.options.onProgress?.({ progress: 2, total: 5, message: 'Indexing' });
      await waitUntil(() => /Running · (?:0\.[2-9]|[1-9]\d*\.\d) s/.test(text(element)), 'the time goes on');
      expect(text(element)).to.include('2 of 5: “Indexing”');
      expect(element.renderRoot.querySelector('progress')?.position).to.equal(0.4);
      await run(element);
      expect(connection.calls, 'one call at a time').to.have.length(1);

      const told = oneEvent<McpErrorEvent>(element, 'mcp-error');
      part(element, 'cancel-button').click();
      expect((await told).error.code).to.equal('cancelled');
      expect(connection.calls[0]?.options.signal?.aborted).to.equal(true);
      await element.updateComplete;
      expect(element.renderRoot.querySelector('[part~="progress"]')).to.equal(null);
    });

    it('renders the time on it again and again, and not the form', async () => {
      const element = await show(connection, 'ping');
      await run(element);
      let renderings = 0;
      const form = element as unknown as { updated(changed: unknown): void };
      const { updated } = form;
      form.updated = (changed) => {
        renderings++;
        updated.call(form, changed);
      };
      const times = new Set<string | undefined>();
      await waitUntil(() => times.add(/Running · (.*?) s/.exec(text(element))?.[1]).size > 3, 'the time goes on');
      connection.hold();
      await waitUntil(() => text(element).includes('Waiting for this page'), 'that nothing goes on is said');
      expect(element.renderRoot.querySelector('progress')).to.equal(null);
      connection.release();
      await waitUntil(() => /Running/.test(text(element)), 'it goes on');
      expect(renderings).to.equal(0);
      connection.calls[0]?.answer(words('pong'));
      await waitUntil(() => text(element).includes('pong'), 'the result');
      expect(renderings).to.be.above(0);
    });
    it('shows progress without an end as such', async () => {
      const element = await show(connection, 'ping');
      await run(element);
      connection.calls[0]?.options.onProgress?.({ progress: 1500 });
      await aTimeout(0);
      expect(element.renderRoot.querySelector('progress')?.position).to.equal(-1);
      expect(text(element)).to.include('1,500 done');
    });
  });

  it('copies the arguments as JSON from the menu, in the order of the schema', async () => {
    const element = await show(connection, 'echo');
    await type(element, '/message', 'hi');
    const copied: string[] = [];
    const { clipboard } = navigator;
    const own = Object.getOwnPropertyDescriptor(clipboard, 'writeText');
    Object.defineProperty(clipboard, 'writeText', {
      configurable: true,
      value: async (json: string) => void copied.push(json),
    });
    try {
      part(element, 'menu-button').click();
      await waitUntil(() => element.shadowRoot!.activeElement === part(element, 'copy-json-button'));
      part(element, 'copy-json-button').click();
      await aTimeout(0);
      expect(copied.map((json) => JSON.parse(json) as unknown)).to.deep.equal([{ message: 'hi' }]);
      expect(part(element, 'copied').textContent?.trim()).to.equal('Copied as JSON.');
      expect(element.shadowRoot?.activeElement === part(element, 'menu-button')).to.equal(true);
    } finally {
      if (own) Object.defineProperty(clipboard, 'writeText', own);
      else delete (clipboard as { writeText?: unknown }).writeText;
    }
  });
});
