import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import type { Json } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import { fieldAt, focused, inside, part, press, settled, show, text, type } from './field-harness.js';

const OPTIONAL = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
const texts = (names: readonly string[], more: object = {}): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', ...more }]));
const SCHEMA = {
  type: 'object',
  properties: { ...texts(OPTIONAL), city: { type: 'string' } },
  required: ['city'],
};

const names = (element: McpSchemaFieldElement): (string | undefined)[] =>
  inside(element).map(({ field }) => field?.name);
const line = (element: McpSchemaFieldElement): HTMLButtonElement => part(element, '.unfold');
const words = (element: McpSchemaFieldElement): string => line(element).textContent?.replace(/\s+/g, ' ').trim() ?? '';
const isOpen = (element: McpSchemaFieldElement): boolean => line(element).getAttribute('aria-expanded') === 'true';

const hostOfFocus = (): Element | undefined => (focused()?.getRootNode() as ShadowRoot | undefined)?.host;

describe('<mcp-schema-field> with many optional fields', () => {
  it('shows what is required, and how many others there are', async () => {
    const { element, form } = await show(SCHEMA);
    expect(names(element)).to.deep.equal(['city']);
    expect(words(element)).to.equal('7 optional fields');
    expect(isOpen(element)).to.equal(false);
    line(element).click();
    await settled();
    expect(names(element)).to.deep.equal(['city', ...OPTIONAL]);
    expect(isOpen(element)).to.equal(true);
    expect(line(element).getAttribute('aria-controls')).to.equal('optional');
    type(fieldAt(element, '/bravo'), 'b');
    type(fieldAt(element, '/city'), 'Bern');
    await settled();
    expect(words(element)).to.equal('7 optional fields · 1 filled in');
    expect(Object.keys(form.draft as object), 'in the order of the schema').to.deep.equal(['bravo', 'city']);
  });

  it('puts required fields first where nothing is folded', async () => {
    const { element } = await show({
      type: 'object',
      properties: { ...texts(OPTIONAL.slice(0, 3)), city: { type: 'string' } },
      required: ['city'],
    });
    expect(names(element)).to.deep.equal(['city', 'alpha', 'bravo', 'charlie']);
    expect(element.renderRoot.querySelector('.unfold')).to.equal(null);
  });

  it('shows the first ones where none is required', async () => {
    const { element } = await show({ type: 'object', properties: texts(OPTIONAL) });
    expect(names(element)).to.deep.equal(['alpha', 'bravo', 'charlie']);
    expect(words(element)).to.equal('4 more optional fields');
  });

  it('is opened and closed with the keyboard, and the focus stays', async () => {
    const { element } = await show(SCHEMA);
    line(element).focus();
    await sendKeys({ press: 'Enter' });
    expect(isOpen(element)).to.equal(true);
    await sendKeys({ press: 'Tab' });
    expect(hostOfFocus()).to.equal(fieldAt(element, '/alpha'));
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ press: ' ' });
    expect(isOpen(element)).to.equal(false);
    expect(focused()).to.equal(line(element));
  });

  for (const [what, value] of [
    ['a draft, a preset or the history', { city: 'Bern', golf: 'g' }],
    ['null', { city: 'Bern', golf: null }],
  ] as [string, Json][])
    it(`opens by itself for a value of ${what}`, async () => {
      const { element } = await show(
        { ...SCHEMA, properties: { ...SCHEMA.properties, golf: { type: ['string', 'null'] } } },
        value,
      );
      expect(isOpen(element)).to.equal(true);
      expect(words(element)).to.equal('7 optional fields · 1 filled in');
    });

  it('opens when a value comes from elsewhere, and stays closed after the person closes it', async () => {
    const { element, form } = await show(SCHEMA);
    form.setValue({ golf: 'g' });
    await settled();
    expect(isOpen(element)).to.equal(true);
    line(element).click();
    await settled();
    form.field('/golf')?.setText('h');
    await settled();
    expect(isOpen(element), 'it was open for this field').to.equal(false);
    form.field('/echo')?.setText('e');
    await settled();
    expect(isOpen(element), 'another field has a value').to.equal(true);
  });

  it('opens again for an error in a field that it was closed over', async () => {
    const schema = { ...SCHEMA, properties: { ...SCHEMA.properties, golf: { type: 'string', minLength: 3 } } };
    const { element, form } = await show(schema, { golf: 'g' });
    line(element).click();
    await settled();
    expect(isOpen(element)).to.equal(false);
    form.showAllIssues();
    await settled();
    expect(isOpen(element)).to.equal(true);
    expect(text(fieldAt(element, '/golf'))).to.include('At least 3 characters');
  });

  it('counts defaults, and stays closed for them', async () => {
    const { element, form } = await show({
      ...SCHEMA,
      properties: { ...SCHEMA.properties, golf: { type: 'string', default: 'g' } },
    });
    expect(isOpen(element)).to.equal(false);
    expect(words(element)).to.equal('7 optional fields · 1 by default');
    expect(form.draft).to.deep.equal({ golf: 'g' });
  });

  it('opens for a default that the schema does not accept', async () => {
    const { element } = await show({
      ...SCHEMA,
      properties: { ...SCHEMA.properties, golf: { type: 'string', default: 'g', minLength: 3 } },
    });
    expect(isOpen(element)).to.equal(true);
    expect(text(fieldAt(element, '/golf'))).to.include('At least 3 characters');
  });

  it('opens for an error that the server reports', async () => {
    const { element, form } = await show(SCHEMA);
    form.report([{ pointer: '/delta', message: 'Wrong.' }]);
    await settled();
    expect(isOpen(element)).to.equal(true);
  });

  it('opens for the field that the summary leads to, at any depth', async () => {
    const { element } = await show(
      { type: 'object', properties: { ...SCHEMA.properties, golf: { ...SCHEMA, required: [] } }, required: ['city'] },
      undefined,
    );
    line(element).click();
    await settled();
    fieldAt(element, '/golf').field?.include();
    await settled();
    line(element).click();
    await settled();
    expect(element.focusIssue('/golf/golf')).to.equal(true);
    expect(hostOfFocus()).to.have.nested.property('field.pointer', '/golf/golf');
  });

  it('keeps a field where it is when it becomes required', async () => {
    const { element, form } = await show({
      ...SCHEMA,
      properties: { ...SCHEMA.properties },
      dependentRequired: { city: ['delta'] },
    });
    form.field('/city')?.setText('Bern');
    await settled();
    expect(isOpen(element), 'what is required is in sight').to.equal(true);
    expect(names(element)).to.deep.equal(['city', ...OPTIONAL]);
  });

  it('follows the same rule in objects inside', async () => {
    const { element } = await show({ type: 'object', properties: { place: SCHEMA }, required: ['place'] });
    const place = fieldAt(element, '/place');
    expect(names(place)).to.deep.equal(['city']);
    expect(words(place)).to.equal('7 optional fields');
  });

  it('shows all of them in the order of the schema to whoever asks a question', async () => {
    const { element } = await show(SCHEMA);
    element.asGiven = true;
    await settled();
    expect(names(element)).to.deep.equal([...OPTIONAL, 'city']);
  });

  it('shows all of them where it is disabled', async () => {
    const { element } = await show(SCHEMA);
    element.disabled = true;
    await settled();
    expect(names(element)).to.have.length(8);
  });

  it('starts folded again with another form', async () => {
    const { element } = await show(SCHEMA, { golf: 'g' });
    element.form = new FormState(buildForm(SCHEMA));
    await settled();
    expect(isOpen(element)).to.equal(false);
  });
});

describe('<mcp-schema-field> with values that the server sets', () => {
  const schema = {
    type: 'object',
    properties: {
      kind: { const: 'note' },
      version: { enum: [2] },
      id: { type: 'string', readOnly: true, default: '42' },
      city: { type: 'string' },
    },
    required: ['kind', 'version', 'city'],
  };

  it('folds them behind one line with their values', async () => {
    const { element, form } = await show(schema);
    expect(names(element)).to.deep.equal(['city']);
    expect(words(element)).to.match(/^Set by the server: kind = “note”, version = 2, \S+ = “42”$/i);
    expect(form.draft).to.deep.equal({ kind: 'note', version: 2 });
    line(element).click();
    await settled();
    expect(names(element)).to.deep.equal(['city', 'kind', 'version', 'id']);
  });

  it('opens for one that somebody filled in', async () => {
    const { element } = await show(schema, { kind: 'note', version: 2, id: '43', city: 'Bern' });
    expect(isOpen(element)).to.equal(true);
  });

  it('asks for a required one that has no value', async () => {
    const { element } = await show({
      type: 'object',
      properties: { id: { type: 'string', readOnly: true } },
      required: ['id'],
    });
    expect(names(element)).to.deep.equal(['id']);
  });

  it('leaves the choice to send a constant with the person', async () => {
    const { element } = await show({ type: 'object', properties: { kind: { const: 'note' } } });
    expect(names(element)).to.deep.equal(['kind']);
  });

  it('keeps names and values as text', async () => {
    const { element } = await show({
      type: 'object',
      properties: { '<b>\u202Ekind': { const: '<i>\u202Enote'.repeat(50) } },
      required: ['<b>\u202Ekind'],
    });
    expect(words(element)).to.include('<b>').and.include('<i>').and.not.include('\u202E');
    expect(words(element).length).to.be.lessThan(200);
    expect(element.renderRoot.querySelectorAll('b, i')).to.have.length(0);
  });
});

describe('<mcp-schema-field> for a tool with 400 fields', () => {
  it('makes elements for those that are required, and opens the others', async () => {
    const properties = texts(Array.from({ length: 400 }, (_, index) => `field${index}`));
    const { element } = await show({ type: 'object', properties, required: ['field398', 'field399'] });
    expect(names(element)).to.deep.equal(['field398', 'field399']);
    expect(words(element)).to.equal('298 optional fields');
    await press(element, 'fold-button');
    expect(element.focusIssue('/field250')).to.equal(true);
    expect(hostOfFocus()).to.have.nested.property('field.name', 'field250');
  });
});

describe('<mcp-schema-field> and the names of fields', () => {
  const named = async (properties: object): Promise<McpSchemaFieldElement> =>
    (await show({ type: 'object', properties })).element;
  const code = (element: McpSchemaFieldElement): string | undefined =>
    element.renderRoot.querySelector('.exact-name')?.textContent?.trim();

  it('shows a name as words, with the exact name beside it, and reads both', async () => {
    const element = await named({ 'retry-max-delay': { type: 'integer' } });
    const [field] = inside(element);
    expect(part(field!, '#label').textContent).to.equal('Retry max delay');
    expect(code(field!)).to.equal('retry-max-delay');
    expect(part(field!, '#control').getAttribute('aria-describedby')?.split(' ')[0]).to.equal('exact-name');
  });

  it('shows the title of the server as it came, with the name where that is another word', async () => {
    const element = await named({
      q: { type: 'string', title: 'What to look for' },
      city: { type: 'string', title: 'City' },
      zip: { type: 'boolean' },
    });
    expect(inside(element).map(code)).to.deep.equal(['q', undefined, undefined]);
  });

  it('keeps hostile names as text, cut and for themselves', async () => {
    const long = 'n'.repeat(300);
    const element = await named({
      [long]: { type: 'string', title: 'Long' },
      '<b>bold</b>': { type: 'string', title: 'Bold' },
      '\u202Eevil': { type: 'string', title: '\u202EReversed' },
    });
    const [first, second, third] = inside(element);
    expect(code(first!)).to.have.length(80).and.match(/^n+…$/);
    expect(code(second!)).to.equal('<b>bold</b>');
    expect(code(third!)).to.not.include('\u202E');
    expect(text(third!)).to.not.include('\u202E');
    for (const field of inside(element)) {
      expect(field.renderRoot.querySelector('b')).to.equal(null);
      expect(part(field, '.exact-name').querySelector('bdi')).not.to.equal(null);
    }
  });
});
