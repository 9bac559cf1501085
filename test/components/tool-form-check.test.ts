import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-tool-form.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import { ProtocolError, type Tool, verbatim } from '../../src/index.js';
import { fieldAt, focused, has, text as fieldText } from './field-harness.js';
import { Connection, decided, part, run, show, type, words } from './tool-connection.js';

const INVALID_PARAMS = -32602;

const pay: Tool = {
  name: 'pay',
  inputSchema: {
    type: 'object',
    required: ['to'],
    properties: {
      to: { type: 'string', title: 'To' },
      parts: {
        type: 'array',
        title: 'Parts',
        items: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
      },
      tags: { type: 'array', items: { type: 'string' }, contains: { const: 'paid' } },
    },
  },
};

const whole = (element: McpToolFormElement): McpSchemaFieldElement =>
  element.renderRoot.querySelector('mcp-schema-field')!;
const summary = (element: McpToolFormElement): HTMLElement | null =>
  element.renderRoot.querySelector('[data-name~="error-summary"]');

describe('<mcp-tool-form>: before and after it is sent', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = new Connection();
    connection.list(pay);
  });

  it('says in the summary how to get to what is wrong, and leads there', async () => {
    const element = await show(connection, 'pay');
    await type(element, '/to', 'Ada');
    whole(element).form?.setValue({ to: 'Ada', parts: [{ amount: 1 }, {}] });
    await run(element);
    expect(connection.calls).to.have.length(0);
    expect(summary(element)?.textContent?.replace(/\s+/g, ' ')).to.include('Parts 2 › Amount: Enter a number.');
    summary(element)?.querySelector('button')?.click();
    const amount = fieldAt(whole(element), '/parts/1/amount');
    expect(amount.renderRoot.contains(focused())).to.equal(true);
    expect(fieldText(amount)).to.include('Enter a number.');
    expect(element.renderRoot.querySelector('article > [role=status]')?.textContent).to.equal(
      'Fix 1 field to run this.',
    );
  });

  it('refuses what only the schema as a whole can tell', async () => {
    const element = await show(connection, 'pay');
    await aTimeout(0);
    whole(element).form?.setValue({ to: 'Ada', tags: ['open'] });
    await run(element);
    expect(connection.calls).to.have.length(0);
    expect(has(fieldAt(whole(element), '/tags'), '#message')).to.equal(true);
    whole(element).form?.setValue({ to: 'Ada', tags: ['open', 'paid'] });
    await run(element);
    expect(connection.calls.map(({ args }) => args)).to.deep.equal([{ to: 'Ada', tags: ['open', 'paid'] }]);
  });

  it('is sent once, however often the button is pressed', async () => {
    const element = await show(connection, 'pay');
    await type(element, '/to', 'Ada');
    part(element, 'submit-button').click();
    part(element, 'submit-button').click();
    await decided(element);
    expect(connection.calls).to.have.length(1);
  });

  describe('what the server did not accept', () => {
    async function refused(
      refuse: (call: Connection['calls'][number] | undefined) => void,
    ): Promise<McpToolFormElement> {
      const element = await show(connection, 'pay');
      await type(element, '/to', 'nobody');
      await run(element);
      refuse(connection.calls[0]);
      await waitUntil(() => summary(element), 'the summary');
      await aTimeout(20);
      return element;
    }
    const zod = JSON.stringify([{ code: 'custom', path: ['to'], message: 'No such account' }]);

    it('stands at its field, in the server’s words, and goes when it is changed', async () => {
      const element = await refused((call) =>
        call?.fail(
          new ProtocolError(INVALID_PARAMS, verbatim(`MCP error -32602: Invalid arguments for tool pay: ${zod}`)),
        ),
      );
      expect(summary(element)?.textContent).to.include('The server did not accept 1 value.');
      const to = fieldAt(whole(element), '/to');
      expect(fieldText(to)).to.include('No such account');
      to.focus();
      await sendKeys({ type: '!' });
      await waitUntil(() => summary(element) === null, 'the summary goes');
      expect(has(to, '#message')).to.equal(false);
    });

    it('does not keep the same from being sent again', async () => {
      const element = await refused((call) =>
        call?.fail(new ProtocolError(INVALID_PARAMS, verbatim(`Invalid arguments: ${zod}`))),
      );
      await run(element);
      expect(connection.calls).to.have.length(2);
    });

    it('is found in a result as well', async () => {
      const element = await refused((call) =>
        call?.answer({ ...words(`MCP error -32602: Input validation error: ${zod}`), isError: true }),
      );
      expect(fieldText(fieldAt(whole(element), '/to'))).to.include('No such account');
    });
  });

  describe('the definition', () => {
    it('can be read as the server wrote it, and closed; the focus stays inside', async () => {
      const element = await show(connection, 'pay');
      const press = async (name: string): Promise<void> => {
        part(element, name).click();
        await element.updateComplete;
      };
      expect(element.renderRoot.querySelector('[data-name~="definition"]')).to.equal(null);
      await press('menu-button');
      await waitUntil(
        () => part(element, 'menu').contains(element.shadowRoot!.activeElement),
        'the menu has the focus',
      );
      await press('definition-button');
      const definition = part(element, 'definition');
      expect(element.shadowRoot!.activeElement === definition).to.equal(true);
      const tree = definition.querySelector<HTMLElement & { source: string }>('mcp-json-view')!;
      expect(JSON.parse(tree.source)).to.deep.equal(pay);
      await press('close-definition-button');
      expect(element.renderRoot.querySelector('[data-name~="definition"]')).to.equal(null);
      expect(element.shadowRoot!.activeElement === part(element, 'menu-button')).to.equal(true);
    });

    it('is that of the tool that is shown', async () => {
      connection.list(pay, { name: 'ping', inputSchema: { type: 'object' } });
      const element = await show(connection, 'pay');
      part(element, 'menu-button').click();
      await element.updateComplete;
      part(element, 'definition-button').click();
      await element.updateComplete;
      element.tool = 'ping';
      await element.updateComplete;
      expect(element.renderRoot.querySelector('[data-name~="definition"]')).to.equal(null);
    });
  });
});
