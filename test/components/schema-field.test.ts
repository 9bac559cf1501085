import { aTimeout, expect, fixture, fixtureSync, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import {
  choices,
  choose,
  fieldAt,
  focused,
  inside,
  part,
  press,
  settled,
  show,
  showAll,
  text,
  type,
  showOne,
} from './field-harness.js';

const EVERYTHING = {
  type: 'object',
  required: ['title', 'sure', 'level'],
  properties: {
    title: { type: 'string', title: 'Title', minLength: 5, description: 'What it is about' },
    body: { type: 'string', description: 'x'.repeat(500) },
    weight: { type: 'integer', minimum: 0 },
    level: { enum: ['low', 'high'] },
    draft: { type: 'boolean' },
    sure: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, default: ['bug', 'mobile'] },
    areas: { type: 'array', items: { enum: ['code', 'docs'] } },
    who: { type: ['string', 'null'] },
    where: { type: 'object', properties: { 'x-loc-lat': { type: 'number' } }, required: ['x-loc-lat'] },
    kind: { const: 'issue' },
    any: {},
  },
};

describe('<mcp-schema-field>', () => {
  describe('accessibility', () => {
    it('labels each control and describes it by what it asks and what it is', async () => {
      const { element } = await showAll(EVERYTHING);
      const title = fieldAt(element, '/title');
      const input = part<HTMLInputElement>(title, 'input');
      expect(input.labels?.[0]?.textContent).to.equal('Title');
      const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
      const words = described.map((id) => part(title, `#${id}`).textContent);
      expect(words).to.deep.equal(['at least 5 characters', 'What it is about']);
    });

    it('groups what belongs together in a fieldset with a legend', async () => {
      const { element } = await showAll(EVERYTHING);
      for (const pointer of ['/tags', '/areas', '/where', '/draft', '/level', '/any']) {
        expect(part(fieldAt(element, pointer), 'fieldset > legend').textContent).to.include(pointer.slice(1));
      }
    });

    it('folds a long description', async () => {
      const { element } = await showAll(EVERYTHING);
      const details = part<HTMLDetailsElement>(fieldAt(element, '/body'), 'details');
      expect(details.open).to.equal(false);
      expect(part(fieldAt(element, '/title'), 'p').textContent).to.equal('What it is about');
    });

    it('shows text of the server as text', async () => {
      const { element } = await show({
        type: 'object',
        properties: { '<img src=x>': { type: 'string', description: '<b>bold</b>' } },
      });
      const field = fieldAt(element, '/<img src=x>');
      expect(field.renderRoot.querySelector('img, b')).to.equal(null);
      expect(text(field)).to.include('<b>bold</b>');
    });
  });

  describe('properties', () => {
    it('makes a form of its own for a node that comes alone', async () => {
      const element = await fixture<McpSchemaFieldElement>(
        html`<mcp-schema-field
          .node=${buildForm({ type: 'object', properties: { a: { type: 'string' } } })}
        ></mcp-schema-field>`,
      );
      type(fieldAt(element, '/a'), 'x');
      expect(element.form?.draft).to.deep.equal({ a: 'x' });
      element.node = buildForm({ type: 'object', properties: { b: { type: 'string' } } });
      await element.updateComplete;
      expect(fieldAt(element, '/b')).to.exist;
    });

    it('shows a part of a form where the node is a part', async () => {
      const form = new FormState(buildForm(EVERYTHING));
      const node = form.field('/title')?.node;
      const element = await fixture<McpSchemaFieldElement>(
        html`<mcp-schema-field .form=${form} .node=${node}></mcp-schema-field>`,
      );
      type(element, 'Fix it');
      expect(form.field('/title')?.value).to.equal('Fix it');
    });

    it('follows another form', async () => {
      const { element } = await show({ type: 'object', properties: { a: { type: 'string' } } }, { a: 'one' });
      const other = new FormState(buildForm({ type: 'object', properties: { a: { type: 'string' } } }), { a: 'two' });
      element.form = other;
      element.node = other.node;
      await element.updateComplete;
      await aTimeout(0);
      expect(part<HTMLInputElement>(fieldAt(element, '/a'), 'input').value).to.equal('two');
    });
  });

  describe('what a person can say', () => {
    it('offers a third answer to an optional yes or no, and a checkbox for a required one', async () => {
      const { element, form } = await showAll(EVERYTHING);
      const draft = fieldAt(element, '/draft');
      expect(choices(draft)).to.deep.equal(['Leave out', 'Yes', 'No']);
      await choose(draft, 'No');
      expect(form.field('/draft')?.value).to.equal(false);
      part<HTMLInputElement>(fieldAt(element, '/sure'), 'input[type=checkbox]').click();
      expect(form.field('/sure')?.value).to.equal(true);
    });

    it('opens an optional object only when asked to', async () => {
      const { element, form } = await showAll(EVERYTHING);
      const where = fieldAt(element, '/where');
      expect(where.renderRoot.querySelector('mcp-schema-field')).to.equal(null);
      await choose(where, 'Fill in');
      type(fieldAt(element, '/where/x-loc-lat'), '46.9');
      expect(form.field('/where')?.value).to.deep.equal({ 'x-loc-lat': 46.9 });
    });

    it('sends an empty text or list once the person has passed by', async () => {
      const { element, form } = await show({
        type: 'object',
        properties: { s: { type: 'string' }, l: { type: 'array', items: { type: 'string' } } },
      });
      for (const [pointer, value] of [
        ['/s', ''],
        ['/l', []],
      ] as const) {
        const at = fieldAt(element, pointer);
        expect(at.renderRoot.querySelector('.label-button')).to.equal(null);
        form.field(pointer)?.touch();
        await settled();
        await press(at, 'empty-button');
        expect(form.field(pointer)?.value).to.deep.equal(value);
        expect(part(at, '.label-button').getAttribute('aria-pressed')).to.equal('true');
        await press(at, 'empty-button');
        expect(form.field(pointer)?.value).to.equal(undefined);
      }
    });

    it('shows the reason beside a JSON editor, and what is wrong with the JSON in words', async () => {
      const { element, form } = await show({ type: 'object', properties: { any: { $ref: 'https://example.com/a' } } });
      const any = fieldAt(element, '/any');
      type(any, '{"a": 1,}');
      form.field('/any')?.touch();
      await settled();
      expect(text(any)).to.include('not fetched').and.include('a comma too many');
      type(any, '{"a": 1}');
      expect(form.field('/any')?.value).to.deep.equal({ a: 1 });
    });

    it('sees a value that the field cannot show, and replaces it', async () => {
      const { element, form } = await show({ type: 'object', properties: { n: { type: 'number' } } }, { n: ['x'] });
      expect(part(fieldAt(element, '/n'), 'pre').textContent).to.equal('[\n  "x"\n]');
      await press(fieldAt(element, '/n'), 'replace-button');
      expect(form.draft).to.deep.equal({});
      expect(focused() === part(fieldAt(element, '/n'), 'input')).to.equal(true);
    });
  });

  describe('messages', () => {
    it('come when the person leaves a field, not before', async () => {
      const { element } = await showAll(EVERYTHING);
      const title = fieldAt(element, '/title');
      part(title, 'input').focus();
      await sendKeys({ type: 'Fix' });
      expect(part(title, 'input').getAttribute('aria-invalid')).to.equal(null);
      await sendKeys({ press: 'Tab' });
      const input = part(title, 'input');
      await waitUntil(() => input.getAttribute('aria-invalid') === 'true', 'the field says that it is wrong');
      expect(part(title, '#message').textContent).to.equal('At least 5 characters (now 3).');
      expect(input.getAttribute('aria-describedby')).to.include('message');
      type(title, 'Fix menu');
      await aTimeout(0);
      expect(title.renderRoot.querySelector('#message')).to.equal(null);
    });

    it('come at every field when all are asked for, and focus finds the first', async () => {
      const { element, form } = await showAll(EVERYTHING);
      form.field('/title')?.setText('Long enough');
      form.field('/where')?.include();
      form.showAllIssues();
      await aTimeout(0);
      expect(part(fieldAt(element, '/level'), '#message').textContent).to.equal('Choose one.');
      expect(element.focusFirstIssue()).to.equal(true);
      expect(focused() === part(fieldAt(element, '/level'), 'input')).to.equal(true);
      expect(element.focusIssue('/where/x-loc-lat')).to.equal(true);
      expect(focused() === part(fieldAt(element, '/where/x-loc-lat'), 'input')).to.equal(true);
    });

    it('leave focus alone when there is nothing wrong', async () => {
      const { element } = await show({ type: 'object', properties: { a: { type: 'string' } } });
      expect(element.focusFirstIssue()).to.equal(false);
    });
  });

  describe('keyboard', () => {
    it('moves among exclusive answers with the arrow keys', async () => {
      const { element, form } = await showAll(EVERYTHING);
      fieldAt(element, '/draft').focus();
      await sendKeys({ press: 'ArrowRight' });
      expect(form.field('/draft')?.value).to.equal(true);
      await sendKeys({ press: 'ArrowRight' });
      expect(form.field('/draft')?.value).to.equal(false);
    });
  });

  describe('rendering', () => {
    it('touches one field per key, among two hundred', async () => {
      const properties = Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: 'string' }]),
      );
      const { element } = await showAll({ type: 'object', properties });
      await waitUntil(() => inside(element).length === 200, 'all fields come');
      await settled();
      let updates = 0;
      for (const field of element.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')) {
        field.addController({ hostUpdated: () => updates++ });
      }
      element.addController({ hostUpdated: () => updates++ });
      type(fieldAt(element, '/p7'), 'x');
      await aTimeout(0);
      expect(updates).to.equal(1);
    });

    it('shows the beginning of a long form at once, and a field that is still to come when one goes there', async () => {
      const properties = Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: 'string' }]),
      );
      const form = new FormState(buildForm({ type: 'object', properties }));
      const element = fixtureSync<McpSchemaFieldElement>(
        html`<mcp-schema-field as-given .node=${form.node} .form=${form}></mcp-schema-field>`,
      );
      await element.updateComplete;
      expect(inside(element)).to.have.length(16);
      expect(element.focusIssue('/p150')).to.equal(true);
      expect(focused() === part(fieldAt(element, '/p150'), '#control')).to.equal(true);
    });

    it('goes on following after it was moved in the page', async () => {
      const { element, form } = await showAll(EVERYTHING);
      const parent = element.parentElement;
      element.remove();
      form.field('/title')?.setText('Changed away');
      parent?.append(element);
      await aTimeout(0);
      expect(part<HTMLInputElement>(fieldAt(element, '/title'), 'input').value).to.equal('Changed away');
    });
  });
});

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
