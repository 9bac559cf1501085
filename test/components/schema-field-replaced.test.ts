import { expect } from '@open-wc/testing';
import { buildForm, FormState } from '../../src/schema/index.js';
import { part, settled, showOne } from './field-harness.js';

/* A field whose content is replaced while the keyboard is in it. */
describe('<mcp-schema-field>, replaced', () => {
  it('renders once when its open list goes away with the rendering', async () => {
    const { at } = await showOne({ type: 'string', examples: ['one', 'two'] });
    const box = part<HTMLInputElement>(at, '[role="combobox"]');
    box.focus();
    box.click();
    await settled();
    expect(box.getAttribute('aria-expanded')).to.equal('true');
    const next = new FormState(buildForm({ type: 'boolean' }));
    at.field = next.root;
    at.form = next;
    at.node = next.node;
    // False would mean: another rendering was asked for while this one was done.
    expect(await at.updateComplete).to.equal(true);
    expect(at.renderRoot.querySelector('[role="combobox"]')).to.equal(null);
  });

  it('closes its list when the focus goes elsewhere', async () => {
    const { at } = await showOne({ type: 'string', examples: ['one', 'two'] });
    const box = part<HTMLInputElement>(at, '[role="combobox"]');
    box.focus();
    box.click();
    await settled();
    box.blur();
    await settled();
    expect(box.getAttribute('aria-expanded')).to.equal('false');
  });
});
