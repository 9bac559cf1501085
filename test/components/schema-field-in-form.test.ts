import { expect, fixtureSync, html } from '@open-wc/testing';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import { buildForm } from '../../src/schema/index.js';
import { fieldAt, focused, has, part, settled, type } from './field-harness.js';

const address = buildForm({
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, zip: { type: 'string', default: '00000' } },
});

async function inForm(): Promise<{ form: HTMLFormElement; element: McpSchemaFieldElement }> {
  const form = fixtureSync<HTMLFormElement>(
    html`<form>
      <fieldset>
        <mcp-schema-field name="address" .node=${address}></mcp-schema-field>
        <mcp-schema-field name="nick" .node=${buildForm({ type: 'string' })}></mcp-schema-field>
      </fieldset>
    </form>`,
  );
  await settled();
  return { form, element: form.querySelector('mcp-schema-field')! };
}

describe('<mcp-schema-field> in a form of the page', () => {
  it('is part of its data: JSON, or the text of a text', async () => {
    const { form, element } = await inForm();
    type(fieldAt(element, '/city'), 'Lisbon');
    type(form.querySelectorAll('mcp-schema-field')[1]!, 'ada');
    await settled();
    expect([...new FormData(form)]).to.deep.equal([
      ['address', '{"city":"Lisbon","zip":"00000"}'],
      ['nick', 'ada'],
    ]);
    expect(element.formOwner === form).to.equal(true);
  });

  it('is not there when it is left out', async () => {
    const { form } = await inForm();
    expect(new FormData(form).has('nick')).to.equal(false);
  });

  it('keeps the form from being sent while something is wrong, and says where', async () => {
    const { form, element } = await inForm();
    expect(form.checkValidity()).to.equal(false);
    await settled();
    expect(has(fieldAt(element, '/city'), '#message')).to.equal(true);
    form.reportValidity();
    expect(focused() === part(fieldAt(element, '/city'), '#control'), 'focus is in the first field').to.equal(true);
    type(fieldAt(element, '/city'), 'Lisbon');
    await settled();
    expect(form.checkValidity()).to.equal(true);
  });

  it('starts afresh with the form', async () => {
    const { form, element } = await inForm();
    type(fieldAt(element, '/city'), 'Lisbon');
    form.checkValidity();
    form.reset();
    await settled();
    expect(part<HTMLInputElement>(fieldAt(element, '/city'), '#control').value).to.equal('');
    expect(part<HTMLInputElement>(fieldAt(element, '/zip'), '#control').value).to.equal('00000');
    expect(new FormData(form).get('address')).to.equal('{"zip":"00000"}');
  });

  it('is disabled with the form, and by itself', async () => {
    const { form, element } = await inForm();
    const isDisabled = (): boolean => part(fieldAt(element, '/city'), '#control').matches(':disabled');
    form.querySelector('fieldset')!.disabled = true;
    await settled();
    expect(isDisabled()).to.equal(true);
    expect([...new FormData(form)]).to.deep.equal([]);
    form.querySelector('fieldset')!.disabled = false;
    await settled();
    expect(isDisabled()).to.equal(false);
    element.disabled = true;
    await settled();
    expect(isDisabled()).to.equal(true);
  });

  it('takes back what the browser remembered', async () => {
    const { element, form } = await inForm();
    element.formStateRestoreCallback('{"value":{"city":"Porto"}}');
    await settled();
    expect(new FormData(form).get('address')).to.equal('{"city":"Porto"}');
    element.formStateRestoreCallback('not ours');
    expect(element.form?.draft).to.deep.equal({ city: 'Porto' });
  });

  it('follows the form it is moved to', async () => {
    const { form, element } = await inForm();
    const other = fixtureSync<HTMLFormElement>(html`<form></form>`);
    other.append(element);
    await settled();
    type(fieldAt(element, '/city'), 'Faro');
    await settled();
    expect(new FormData(other).get('address')).to.equal('{"city":"Faro","zip":"00000"}');
    expect(new FormData(form).has('address')).to.equal(false);
  });
});
