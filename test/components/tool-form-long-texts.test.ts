import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-tool-form.js';
import { MAX_EDITED_LENGTH } from '../../components/schema-field/long-text.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import type { JsonObject } from '../../src/index.js';
import { replaced } from '../fixtures/broken-apis.js';
import { fieldAt, has, part as partOf, press, settled, text as textOf } from './field-harness.js';
import { Connection, part, run, show, text } from './tool-connection.js';

const HUGE = 'abc d'.repeat(1_000_000);

const toolWith = (properties: JsonObject): Connection => {
  const connection = new Connection();
  connection.list({ name: 'odd', inputSchema: { type: 'object', properties } });
  return connection;
};
const fieldsOf = (element: McpToolFormElement): McpSchemaFieldElement =>
  element.renderRoot.querySelector('mcp-schema-field')!;

/** Characters in the texts and boxes of an element, at any depth. */
function charactersIn(root: Element | ShadowRoot): number {
  let sum = 0;
  for (const node of root.childNodes) {
    if (node instanceof Text) sum += node.data.length;
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) sum += node.value.length;
    if (node instanceof Element) sum += charactersIn(node) + (node.shadowRoot ? charactersIn(node.shadowRoot) : 0);
  }
  return sum;
}

/** Characters that are written as JSON while somebody acts, and in the pauses after it. */
async function writtenAsJson(act: () => Promise<void>): Promise<number> {
  let sum = 0;
  const write = JSON.stringify;
  const end = replaced(JSON, 'stringify', {
    writable: true,
    value: (...asked: Parameters<typeof write>) => {
      const json = write(...asked) as string | undefined;
      sum += json?.length ?? 0;
      return json;
    },
  });
  await act();
  await aTimeout(400);
  end();
  return sum;
}

describe('a text of five megabytes in <mcp-tool-form>', function () {
  const schema = { big: { type: 'string', default: HUGE, maxLength: 10_000_000 }, other: { type: 'string' } };

  it('is there with its beginning, and how long it is', async () => {
    const connection = toolWith(schema);
    const element = await show(connection, 'odd');
    await settled();
    expect(charactersIn(element.shadowRoot!)).to.be.within(2000, 20_000);
    const big = fieldAt(fieldsOf(element), '/big');
    expect(textOf(big)).to.include('5,000,000 characters, too many to edit here. Only the beginning is shown.');
    expect(has(big, 'textarea, input:not([type=file])')).to.equal(false);
    await run(element);
    expect(connection.calls[0]?.args['big'] === HUGE).to.equal(true);
  });

  it('is not written as JSON for a key in another field', async () => {
    const element = await show(toolWith(schema), 'odd');
    await settled();
    fieldsOf(element).focusIssue('/other');
    const json = await writtenAsJson(() => sendKeys({ press: 'x' }));
    expect(json).to.be.below(10_000);
  });

  it('can be replaced', async () => {
    const element = await show(toolWith(schema), 'odd');
    await settled();
    const big = fieldAt(fieldsOf(element), '/big');
    await press(big, 'replace-button');
    expect(fieldsOf(element).form!.draft).to.deep.equal({});
    expect(has(big, '#control')).to.equal(true);
  });

  it('can be taken from a file', async () => {
    const element = await show(toolWith(schema), 'odd');
    await settled();
    const big = fieldAt(fieldsOf(element), '/big');
    const files = new DataTransfer();
    files.items.add(new File(['short'], 'a.txt'));
    const picker = partOf<HTMLInputElement>(big, '[type=file]');
    picker.files = files.files;
    picker.dispatchEvent(new Event('change'));
    await settled();
    expect(fieldsOf(element).form!.draft).to.deep.equal({ big: 'short' });
  });

  it('becomes one when it is pasted, also as JSON', async () => {
    const element = await show(toolWith({ any: { $ref: 'https://example.com/x' } }), 'odd');
    await settled();
    const form = fieldsOf(element).form!;
    form.field('/any')!.setText(JSON.stringify('x'.repeat(MAX_EDITED_LENGTH)));
    await settled();
    expect(textOf(fieldAt(fieldsOf(element), '/any'))).to.include('too many to edit here');
    await run(element);
    expect(text(element)).not.to.include('to run this.');
  });

  it('is not put into a box as the JSON of all arguments either', async () => {
    const element = await show(toolWith(schema), 'odd');
    await settled();
    part(element, 'json-button').click();
    await element.updateComplete;
    expect(text(element)).to.include('5,000,015 characters, too many to edit here.');
    expect(element.renderRoot.querySelector('textarea')).to.equal(null);
    part(element, 'replace-button').click();
    await element.updateComplete;
    expect(element.renderRoot.querySelector('textarea')!.value).to.equal('{}');
    element.renderRoot.querySelector('textarea')!.focus();
    const json = await writtenAsJson(() => sendKeys({ press: 'x' }));
    expect(json).to.be.below(10_000);
  });
});
