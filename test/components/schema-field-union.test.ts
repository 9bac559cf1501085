import { expect } from '@open-wc/testing';
import {
  choices,
  choose,
  chosenIn,
  fieldAt,
  focused,
  has,
  part,
  partNamed,
  press,
  settled,
  show,
  showOne,
  text,
  type,
} from './field-harness.js';

const filter = {
  anyOf: [
    { type: 'string', title: 'Text' },
    { type: 'object', title: 'Compare', required: ['property'], properties: { property: { type: 'string' } } },
  ],
};

describe('<mcp-schema-field> for what may be one of several kinds', () => {
  it('asks which one, and has a field for it', async () => {
    const { at, field } = await showOne(filter);
    expect(choices(at)).to.deep.equal(['Leave out', 'Text', 'Compare']);
    await choose(at, 'Compare');
    type(fieldAt(chosenIn(at), '/it/property'), 'name');
    expect(field.value).to.deep.equal({ property: 'name' });
  });

  it('keeps what was typed for the others', async () => {
    const { at, field } = await showOne(filter);
    await choose(at, 'Text');
    type(chosenIn(at), 'hello');
    await choose(at, 'Compare');
    type(fieldAt(chosenIn(at), '/it/property'), 'name');
    await choose(at, 'Text');
    expect(field.value).to.equal('hello');
    expect(part<HTMLInputElement>(chosenIn(at), '#control').value).to.equal('hello');
    await choose(at, 'Leave out');
    expect(field.value).to.equal(undefined);
    await choose(at, 'Compare');
    expect(field.value).to.deep.equal({ property: 'name' });
  });

  it('labels the field of the chosen one by what it is for', async () => {
    const { at } = await showOne(filter);
    await choose(at, 'Text');
    expect(part<HTMLInputElement>(chosenIn(at), '#control').labels?.[0]?.textContent?.trim()).to.equal('it');
  });

  it('is a list to open where there are many', async () => {
    const { at, field } = await showOne({
      oneOf: Array.from({ length: 8 }, (_, index) => ({
        type: 'object',
        title: `Kind ${index} of block`,
        required: ['type'],
        properties: { type: { const: `kind-${index}` }, text: { type: 'string' } },
      })),
    });
    const select = partNamed<HTMLSelectElement>(at, 'alternatives');
    expect(select.options).to.have.length(9);
    select.value = '3';
    select.dispatchEvent(new Event('change'));
    await settled();
    type(fieldAt(chosenIn(at), '/it/text'), 'x');
    expect(field.value).to.deep.equal({ type: 'kind-3', text: 'x' });
  });

  it('leads to what is wrong in the chosen one', async () => {
    const { at, element, form } = await showOne(filter, { property: 5 });
    form.showAllIssues();
    await settled();
    expect(element.focusIssue(form.issues[0]?.pointer)).to.equal(true);
    const inner = fieldAt(chosenIn(at), '/it/property');
    expect(inner.renderRoot.contains(focused()), 'focus is in the field itself').to.equal(true);
  });

  it('says anything where anything is accepted, and null is one of the things', async () => {
    const { at, field } = await showOne({});
    for (const [label, value] of [
      ['Text', ''],
      ['Yes or no', false],
      ['Object', {}],
    ] as const) {
      const select = at.renderRoot.querySelector<HTMLSelectElement>('select#alternative');
      if (select) {
        select.value = [...select.options].find((option) => option.text === label)?.value ?? '';
        select.dispatchEvent(new Event('change'));
        await settled();
      } else await choose(at, label);
      if (value === '') type(chosenIn(at), 'x');
      expect(field.value).to.deep.equal(value === '' ? 'x' : value);
    }
  });

  describe('what contains itself', () => {
    const tree = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: {
        node: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
    };

    it('opens as far as the person goes', async () => {
      const { element, form } = await show(tree);
      expect(element.renderRoot.querySelectorAll('mcp-schema-field')).to.have.length(1);
      await choose(fieldAt(element, '/root'), 'Fill in');
      type(fieldAt(element, '/root/name'), 'a');
      await press(fieldAt(element, '/root/children'), 'add-button');
      type(fieldAt(element, '/root/children/0/name'), 'b');
      await press(fieldAt(element, '/root/children/0/children'), 'add-button');
      type(fieldAt(element, '/root/children/0/children/0/name'), 'c');
      expect(form.draft).to.deep.equal({ root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } });
    });
  });

  describe('what depends on other values', () => {
    const payment = {
      type: 'object',
      properties: { method: { enum: ['card', 'cash'] } },
      if: { properties: { method: { const: 'card' } }, required: ['method'] },
      then: { properties: { number: { type: 'string' } }, required: ['number'] },
    };

    it('comes and goes with them, and what was typed stays', async () => {
      const { element, form } = await show(payment);
      const hasNumber = (): boolean => {
        try {
          return Boolean(fieldAt(element, '/number'));
        } catch {
          return false;
        }
      };
      expect(hasNumber()).to.equal(false);
      await choose(fieldAt(element, '/method'), 'card');
      expect(hasNumber()).to.equal(true);
      type(fieldAt(element, '/number'), '4111');
      await choose(fieldAt(element, '/method'), 'cash');
      expect(hasNumber()).to.equal(false);
      expect(form.draft).to.deep.equal({ method: 'cash' });
      await choose(fieldAt(element, '/method'), 'card');
      expect(form.draft).to.deep.equal({ method: 'card', number: '4111' });
      expect(text(element)).not.to.include('undefined');
      expect(has(element, '.message')).to.equal(false);
    });
  });
});
