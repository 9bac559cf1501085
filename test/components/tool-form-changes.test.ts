import { aTimeout, expect } from '@open-wc/testing';
import '../../components/define/mcp-tool-form.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import type { JsonObject, SessionState, Tool } from '../../src/index.js';
import { Connection, echo, part, ping, run, SERVER, show, text, type, words } from './tool-connection.js';

const asking = (properties: JsonObject, required: readonly string[] = []): Tool => ({
  ...echo,
  inputSchema: { type: 'object', properties, required },
});
const otherServer = (name: string, version: string): SessionState => ({
  phase: 'ready',
  server: { ...SERVER, name, version },
});

describe('<mcp-tool-form>, half filled in, when the server changes', () => {
  let connection: Connection;
  let element: McpToolFormElement;
  beforeEach(async () => {
    connection = new Connection();
    connection.list(echo, ping);
    element = await show(connection, 'echo');
    await type(element, '/message', 'hello');
  });
  const updated = async (): Promise<void> => {
    await aTimeout(0);
    await element.updateComplete;
    await aTimeout(0);
  };
  const draft = (): unknown => element.renderRoot.querySelector('mcp-schema-field')?.form?.draft;

  describe('what the tool asks for', () => {
    it('says so, keeps what was typed, and asks the person to look before it sends', async () => {
      connection.list(asking({ message: { type: 'string' }, tone: { type: 'string' } }), ping);
      await updated();
      expect(text(element)).to.include(
        'The server changed what this tool asks for. What you typed stays: check it before you send it.',
      );
      expect(draft()).to.deep.equal({ message: 'hello' });
      await run(element);
      expect(connection.calls, 'the first press shows the note').to.have.length(0);
      expect(element.shadowRoot!.activeElement?.matches('.news')).to.equal(true);
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({ message: 'hello' });
    });

    it('is enough when the person goes on typing', async () => {
      connection.list(asking({ message: { type: 'string' }, tone: { type: 'string' } }), ping);
      await updated();
      await type(element, '/tone', 'x');
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({ message: 'hello', tone: 'x' });
    });

    it('keeps the value of a field that is gone, shows it, and does not send it', async () => {
      connection.list(asking({ text: { type: 'string' } }), ping);
      await updated();
      expect(draft()).to.deep.equal({});
      await aTimeout(50);
      expect(text(element)).to.include('hello');
      await run(element);
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({});
    });

    it('also while the values are being checked', async () => {
      part(element, 'submit-button').click();
      connection.list(asking({ message: { type: 'integer' } }), ping);
      await updated();
      await aTimeout(100);
      expect(connection.calls).to.have.length(0);
      expect(text(element)).to.include('The server changed what this tool asks for.');
    });

    it('is sent with the definition that the form was made of', async () => {
      await run(element);
      expect(connection.calls[0]?.options.definition).to.equal(echo);
    });

    it('says nothing where nothing was typed, or where only its words changed', async () => {
      connection.list({ ...echo, description: 'Says it once more.' }, ping);
      await updated();
      expect(text(element)).not.to.include('changed what');
      const fresh = await show(connection, 'echo');
      fresh.session = new Connection().session;
      await fresh.updateComplete;
      expect(text(fresh)).not.to.include('changed what');
    });

    it('is told about JSON as well, which stays as it was typed', async () => {
      part(element, 'json-button').click();
      await updated();
      const box = element.renderRoot.querySelector<HTMLTextAreaElement>('#json')!;
      box.value = '{"message": "hello", "mine": 1';
      box.dispatchEvent(new InputEvent('input'));
      connection.list(asking({ text: { type: 'string' } }), ping);
      await updated();
      expect(element.renderRoot.querySelector<HTMLTextAreaElement>('#json')!.value).to.equal(
        '{"message": "hello", "mine": 1',
      );
      expect(text(element)).to.include('The server changed what this tool asks for.');
    });
  });

  describe('and the tool is gone', () => {
    it('stays on the screen, says so, and sends nothing', async () => {
      connection.list(ping);
      await updated();
      expect(text(element)).to.include('The server does not list this tool any more. What you typed stays.');
      expect(draft()).to.deep.equal({ message: 'hello' });
      expect(part(element, 'submit-button').getAttribute('aria-disabled')).to.equal('true');
      await run(element);
      expect(connection.calls).to.have.length(0);
    });
    it('comes back as it was left', async () => {
      connection.list(ping);
      await updated();
      connection.list(echo);
      await updated();
      expect(text(element)).not.to.include('any more');
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({ message: 'hello' });
    });
    it('is only not there, where nothing was typed', async () => {
      const fresh = await show(connection, 'ping');
      connection.list(echo);
      await fresh.updateComplete;
      await aTimeout(0);
      expect(text(fresh)).to.include('This server has no usable tool ping.');
    });
  });

  describe('for another one at the same address', () => {
    it('says which, and sends only after the person saw it', async () => {
      connection.state.set(otherServer('mails', '3'));
      await updated();
      expect(text(element)).to.include(
        'Another server answers at this address now: mails 3, before it was files 1. What you typed stays: check it before you send it.',
      );
      expect(draft()).to.deep.equal({ message: 'hello' });
      await run(element);
      expect(connection.calls).to.have.length(0);
      await run(element);
      expect(connection.calls[0]?.args).to.deep.equal({ message: 'hello' });
    });
    it('says that it has another version', async () => {
      connection.state.set(otherServer('files', '2'));
      await updated();
      expect(text(element)).to.include('This server has another version now: files 2, before it was files 1.');
    });
    it('says nothing when the same one comes back', async () => {
      connection.state.set({ phase: 'connecting' } as SessionState);
      await updated();
      connection.state.set(otherServer('files', '1'));
      await updated();
      expect(element.renderRoot.querySelector('.news')).to.equal(null);
    });
    it('says both, where the tool changed too', async () => {
      connection.state.set(otherServer('mails', '3'));
      connection.list(asking({ text: { type: 'string' } }));
      await updated();
      expect(text(element)).to.include('Another server answers').and.include('changed what this tool asks for');
    });
    it('forgets it after the tool has run', async () => {
      connection.state.set(otherServer('mails', '3'));
      await updated();
      await run(element);
      await run(element);
      connection.calls[0]!.answer(words('done'));
      await updated();
      expect(element.renderRoot.querySelector('.news')).to.equal(null);
    });
  });
});
