import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../components/define/mcp-tool-form.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import { McpError, ProtocolError, verbatim } from '../../src/index.js';
import { said } from '../../src/errors.js';
import { Connection, echo, part, ping, READY, run, show, text, type } from './tool-connection.js';
import { COPY_TOLD_MS } from '../../components/internal/copy-button.js';
import { ManualClock } from '../fixtures/clock.js';

describe('<mcp-tool-form>', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = new Connection();
    connection.list(echo, ping);
  });

  describe('a definition whose arguments are no object', () => {
    it('says what is wrong, and runs with arguments that are typed as JSON', async () => {
      connection.list({ name: 'odd', inputSchema: { type: 'string' } });
      const element = await show(connection, 'odd');
      await aTimeout(0);
      const field = element.renderRoot.querySelector('mcp-schema-field')!;
      expect(field.renderRoot.textContent).to.include(
        'The server’s description of the arguments is wrong: it asks for text, but arguments are always an object.',
      );
      field.form!.root.setText('{"a": 1}');
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({ a: 1 });
    });
  });

  describe('arguments as JSON', () => {
    const editor = (element: McpToolFormElement): HTMLTextAreaElement => {
      const found = element.renderRoot.querySelector<HTMLTextAreaElement>('textarea#json');
      if (!found) throw new Error('there is no editor');
      return found;
    };
    const edit = (element: McpToolFormElement, value: string): void => {
      editor(element).value = value;
      editor(element).dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const toggle = async (element: McpToolFormElement): Promise<void> => {
      const isJson = part(element, 'json-button').ariaPressed === 'true';
      part(element, isJson ? 'form-button' : 'json-button').click();
      await element.updateComplete;
      await aTimeout(0);
    };

    it('go there and back without loss', async () => {
      const element = await show(connection, 'echo');
      await type(element, '/times', '1.');
      await toggle(element);
      expect(JSON.parse(editor(element).value)).to.deep.equal({ times: '1.' });
      await toggle(element);
      const form = element.renderRoot.querySelector('mcp-schema-field')?.form;
      expect(form?.field('/times')?.input, 'as it was typed').to.deep.equal({ kind: 'text', text: '1.' });
      await toggle(element);
      edit(element, '{"message": "hi", "own": {"__proto__": 1}}');
      await toggle(element);
      expect(JSON.stringify(form?.draft)).to.equal('{"message":"hi","own":{"__proto__":1}}');
      await run(element);
      expect(JSON.stringify(connection.calls[0]?.args)).to.equal('{"message":"hi","own":{"__proto__":1}}');
    });

    it('are sent from there, checked as the fields are', async () => {
      const element = await show(connection, 'echo');
      await toggle(element);
      edit(element, '{"message": "h"}');
      await run(element);
      expect(connection.calls).to.have.length(0);
      expect(part(element, 'error-summary').textContent).to.include('At least 2 characters (now 1).');
      edit(element, '{"message": "hi"}');
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({ message: 'hi' });
    });

    it('stay until they can be read, with what is wrong in words', async () => {
      const element = await show(connection, 'echo');
      await toggle(element);
      for (const [value, words] of [
        ['{"a": 1', 'the JSON ends too early'],
        ['[1]', 'This needs an object, not a list.'],
        ['{"n": 9007199254740993}', 'more digits'],
      ]) {
        edit(element, value ?? '');
        await toggle(element);
        expect(text(element)).to.include(words);
        expect(element.shadowRoot?.activeElement === editor(element)).to.equal(true);
        expect(editor(element).getAttribute('aria-invalid')).to.equal('true');
      }
    });
  });

  describe('states', () => {
    const cases: readonly [words: string, set: (connection: Connection) => void, tool: string, expected: string][] = [
      ['no tool chosen', () => {}, '', 'No tool chosen'],
      ['a tool that is not in the list', () => {}, 'none', 'It is not in the server’s list of tools.'],
      [
        'tools that are not offered',
        ({ catalog }) => catalog.set({ phase: 'unsupported' }),
        'echo',
        'This server offers no tools.',
      ],
      [
        'a list that failed',
        ({ catalog }) => catalog.set({ phase: 'failed', error: new McpError('http', verbatim('The server said no.')) }),
        'echo',
        'The server said no.',
      ],
      ['a list that loads', ({ catalog }) => catalog.set({ phase: 'loading', items: [] }), 'echo', 'Loading echo.'],
      [
        'no connection yet',
        ({ catalog, state }) => {
          catalog.set({ phase: 'empty' });
          state.set({ phase: 'idle' });
        },
        'echo',
        'Not connected',
      ],
      [
        'a lost connection',
        ({ state }) => state.set({ phase: 'closed' }),
        'echo',
        'Not connected to localhost:3001. What you typed stays.',
      ],
      [
        'a tool that could not be read',
        ({ catalog }) =>
          catalog.set({
            phase: 'ready',
            items: [],
            problems: [{ index: 0, name: 'echo', ...said(verbatim('Its schema is not an object.')) }],
            fetchedAt: 0,
          }),
        'echo',
        'Its schema is not an object.',
      ],
    ];
    for (const [state, set, tool, expected] of cases) {
      it(`says so: ${state}`, async () => {
        set(connection);
        const element = await show(connection, tool);
        expect(text(element)).to.include(expected);
      });
    }

    it('says that there is no server', async () => {
      const element = await fixture<McpToolFormElement>(html`<mcp-tool-form tool="echo"></mcp-tool-form>`);
      expect(text(element)).to.include('No server yet');
    });

    it('does not run without a connection, and can again after it', async () => {
      const element = await show(connection, 'ping');
      connection.state.set({ phase: 'closed' });
      await element.updateComplete;
      await run(element);
      expect(connection.calls).to.have.length(0);
      connection.state.set(READY);
      await element.updateComplete;
      await run(element);
      expect(connection.calls).to.have.length(1);
    });

    it('has the data that came with the error of a list one fold away', async () => {
      const error = new ProtocolError(-32602, verbatim('No list.'), { data: { why: 'it is closed' } });
      connection.catalog.set({ phase: 'failed', error });
      const element = await show(connection, 'echo');
      const data = part(element, 'error-data');
      expect(data.closest('details')!.open).to.equal(false);
      expect(JSON.parse(data.querySelector('pre')!.textContent!)).to.deep.equal({ why: 'it is closed' });
      data.closest('details')!.open = true;
    });

    describe('whose label comes back', () => {
      const clock = new ManualClock();

      it('copies that data, says so on the button, and is drawn again after that', async () => {
        const data = { why: 'it is closed' };
        connection.catalog.set({ phase: 'failed', error: new ProtocolError(-32602, verbatim('No list.'), { data }) });
        const element = await show(connection, 'echo');
        const copy = part(element, 'copy-data-button');
        expect(copy.textContent.trim()).to.equal('Copy');
        copy.click();
        await waitUntil(() => /^(?:Copied|Not copied)$/.test(copy.textContent.trim()), 'the outcome');
        const next = new ProtocolError(-32602, verbatim('Still no list.'), { data });
        connection.catalog.set({ phase: 'failed', error: next });
        await element.updateComplete;
        expect(part(element, 'error').textContent).to.include('Still no list.');
        await clock.advance(COPY_TOLD_MS);
        expect(part(element, 'copy-data-button').textContent.trim()).to.equal('Copy');
      });
    });

    it('loads the list again when asked to', async () => {
      connection.catalog.set({ phase: 'failed', error: new McpError('network', verbatim('No answer.')) });
      const element = await show(connection, 'echo');
      part(element, 'retry-button').click();
      expect(connection.refreshed).to.equal(1);
    });
  });
});
