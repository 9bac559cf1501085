import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-schema-field.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import type { Json } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';

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

async function show(schema: unknown, initial?: Json): Promise<{ element: McpSchemaFieldElement; form: FormState }> {
  const form = new FormState(buildForm(schema), initial);
  const element = await fixture<McpSchemaFieldElement>(
    html`<mcp-schema-field .node=${form.node} .form=${form}></mcp-schema-field>`,
  );
  return { element, form };
}

/** The element of the field at a JSON Pointer, at any depth. */
function fieldAt(element: McpSchemaFieldElement, pointer: string): McpSchemaFieldElement {
  const inside = [...element.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')];
  const next = inside.find(
    ({ field }) => field && (pointer === field.pointer || pointer.startsWith(`${field.pointer}/`)),
  );
  if (!next) throw new Error(`there is no field ${pointer}`);
  return next.field?.pointer === pointer ? next : fieldAt(next, pointer);
}

function part<E extends HTMLElement>(element: McpSchemaFieldElement, selector: string): E {
  const found = element.renderRoot.querySelector<E>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

const text = (element: McpSchemaFieldElement): string =>
  element.renderRoot.textContent?.replace(/\s+/g, ' ').trim() ?? '';

function type(element: McpSchemaFieldElement, value: string): void {
  const control = part<HTMLInputElement>(element, 'input, textarea');
  control.value = value;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** The innermost element with focus. */
function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

describe('<mcp-schema-field>', () => {
  describe('accessibility', () => {
    it('is accessible with every kind of field', async () => {
      const { element, form } = await show(EVERYTHING);
      form.field('/where')?.include();
      form.field('/who')?.include();
      form.showAllIssues();
      await aTimeout(50);
      await expect(element).to.be.accessible();
    });

    it('labels each control and describes it by what it asks and what it is', async () => {
      const { element } = await show(EVERYTHING);
      const title = fieldAt(element, '/title');
      const input = part<HTMLInputElement>(title, 'input');
      expect(input.labels?.[0]?.textContent).to.equal('Title');
      const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
      const words = described.map((id) => part(title, `#${id}`).textContent);
      expect(words).to.deep.equal(['at least 5 characters', 'What it is about']);
    });

    it('groups what belongs together in a fieldset with a legend', async () => {
      const { element } = await show(EVERYTHING);
      for (const pointer of ['/tags', '/areas', '/where', '/draft', '/who']) {
        expect(part(fieldAt(element, pointer), 'fieldset > legend').textContent).to.include(pointer.slice(1));
      }
    });

    it('folds a long description', async () => {
      const { element } = await show(EVERYTHING);
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
    it('keeps what is typed as it is typed', async () => {
      const { element, form } = await show(EVERYTHING);
      for (const typed of ['1', '1.', '-', '']) {
        type(fieldAt(element, '/weight'), typed);
        await aTimeout(0);
        expect(part<HTMLInputElement>(fieldAt(element, '/weight'), 'input').value).to.equal(typed);
      }
      expect(form.draft).to.not.have.property('weight');
    });

    it('keeps line breaks that a one-line box would drop', async () => {
      const { element } = await show({ type: 'object', properties: { a: { type: 'string' } } }, { a: 'one\ntwo' });
      expect(part<HTMLTextAreaElement>(fieldAt(element, '/a'), 'textarea').value).to.equal('one\ntwo');
    });

    it('leaves an optional choice out until it is made, and again', async () => {
      const { element, form } = await show({ type: 'object', properties: { e: { enum: ['a', 'b'] } } });
      const select = part<HTMLSelectElement>(fieldAt(element, '/e'), 'select');
      expect(form.draft).to.deep.equal({});
      for (const [value, draft] of [
        ['1', { e: 'b' }],
        ['absent', {}],
      ] as const) {
        select.value = value;
        select.dispatchEvent(new Event('change'));
        await aTimeout(0);
        expect(form.draft).to.deep.equal(draft);
        expect(select.value).to.equal(value);
      }
    });

    it('offers a third answer to an optional yes or no, and a checkbox for a required one', async () => {
      const { element, form } = await show(EVERYTHING);
      const radios = [...fieldAt(element, '/draft').renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]')];
      expect(text(fieldAt(element, '/draft'))).to.equal('draftoptional Leave out Yes No');
      expect(radios.map(({ checked }) => checked)).to.deep.equal([true, false, false]);
      radios[2]?.click();
      expect(form.field('/draft')?.value).to.equal(false);
      part<HTMLInputElement>(fieldAt(element, '/sure'), 'input[type=checkbox]').click();
      expect(form.field('/sure')?.value).to.equal(true);
    });

    it('leaves out, nulls and gives a nullable text', async () => {
      const { element, form } = await show(EVERYTHING);
      const who = fieldAt(element, '/who');
      const [, none, value] = who.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]');
      none?.click();
      expect(form.field('/who')?.value).to.equal(null);
      value?.click();
      await aTimeout(0);
      expect(part<HTMLInputElement>(who, 'input[type=text]').getAttribute('aria-labelledby')).to.equal('label');
    });

    it('opens an optional object only when asked to', async () => {
      const { element, form } = await show(EVERYTHING);
      const where = fieldAt(element, '/where');
      expect(where.renderRoot.querySelector('mcp-schema-field')).to.equal(null);
      where.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click();
      await aTimeout(0);
      type(fieldAt(element, '/where/x-loc-lat'), '46.9');
      expect(form.field('/where')?.value).to.deep.equal({ 'x-loc-lat': 46.9 });
    });

    it('ticks values of a list', async () => {
      const { element, form } = await show(EVERYTHING);
      const [code, docs] = fieldAt(element, '/areas').renderRoot.querySelectorAll<HTMLInputElement>(
        'input[type=checkbox]',
      );
      docs?.click();
      code?.click();
      expect(form.field('/areas')?.value).to.deep.equal(['docs', 'code']);
      docs?.click();
      expect(form.field('/areas')?.value).to.deep.equal(['code']);
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
        expect(fieldAt(element, pointer).renderRoot.querySelector('.aside')).to.equal(null);
        form.field(pointer)?.touch();
        await aTimeout(0);
        part(fieldAt(element, pointer), '.aside').click();
        await aTimeout(0);
        expect(form.field(pointer)?.value).to.deep.equal(value);
        expect(part(fieldAt(element, pointer), '.aside').getAttribute('aria-pressed')).to.equal('true');
        part(fieldAt(element, pointer), '.aside').click();
        expect(form.field(pointer)?.value).to.equal(undefined);
      }
    });

    it('shows the reason beside a JSON editor, and what is wrong with the JSON in words', async () => {
      const { element, form } = await show(EVERYTHING);
      type(fieldAt(element, '/any'), '{"a": 1,}');
      form.field('/any')?.touch();
      await aTimeout(0);
      expect(text(fieldAt(element, '/any')))
        .to.include('The server accepts any value here.')
        .and.include('a comma too many');
      type(fieldAt(element, '/any'), '{"a": 1}');
      expect(form.field('/any')?.value).to.deep.equal({ a: 1 });
    });

    it('sees and removes what is sent besides the fields', async () => {
      const { element, form } = await show({ type: 'object', properties: {} }, { extra: [1] });
      expect(text(element)).to.include('Also sent').and.include('extra: [1]');
      part(element, '.others button').click();
      await element.updateComplete;
      expect(form.draft).to.deep.equal({});
      expect(element.renderRoot.querySelector('.others')).to.equal(null);
    });

    it('sees a value that the field cannot show, and replaces it', async () => {
      const { element, form } = await show({ type: 'object', properties: { n: { type: 'number' } } }, { n: ['x'] });
      expect(part(fieldAt(element, '/n'), 'pre').textContent).to.equal('[\n  "x"\n]');
      part(fieldAt(element, '/n'), 'button').click();
      await aTimeout(0);
      expect(form.draft).to.deep.equal({});
      expect(focused() === part(fieldAt(element, '/n'), 'input')).to.equal(true);
    });
  });

  describe('messages', () => {
    it('come when the person leaves a field, not before', async () => {
      const { element } = await show(EVERYTHING);
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
      const { element, form } = await show(EVERYTHING);
      form.field('/title')?.setText('Long enough');
      form.field('/where')?.include();
      form.showAllIssues();
      await aTimeout(0);
      expect(part(fieldAt(element, '/level'), '#message').textContent).to.equal('Choose one.');
      expect(element.focusFirstIssue()).to.equal(true);
      expect(focused() === part(fieldAt(element, '/level'), 'select')).to.equal(true);
      expect(element.focusIssue('/where/x-loc-lat')).to.equal(true);
      expect(focused() === part(fieldAt(element, '/where/x-loc-lat'), 'input')).to.equal(true);
    });

    it('leave focus alone when there is nothing wrong', async () => {
      const { element } = await show({ type: 'object', properties: { a: { type: 'string' } } });
      expect(element.focusFirstIssue()).to.equal(false);
    });
  });

  describe('keyboard', () => {
    it('adds a row with Enter and keeps focus when rows go', async () => {
      const { element, form } = await show(EVERYTHING);
      const tags = fieldAt(element, '/tags');
      part(fieldAt(tags, '/tags/1'), 'input').focus();
      await sendKeys({ press: 'Enter' });
      await aTimeout(20);
      await sendKeys({ type: 'new' });
      expect(form.field('/tags')?.value).to.deep.equal(['bug', 'mobile', 'new']);

      const remove = (): void => part(tags, '.remove').click();
      remove();
      await aTimeout(20);
      expect(form.field('/tags')?.value).to.deep.equal(['mobile', 'new']);
      expect(focused() === part(fieldAt(tags, '/tags/0'), 'input')).to.equal(true);
      remove();
      await aTimeout(20);
      remove();
      await aTimeout(20);
      expect(focused() === part(tags, '.add'), 'the last one gives focus to what adds').to.equal(true);
      expect(form.draft).to.not.have.property('tags');
    });

    it('moves among exclusive answers with the arrow keys', async () => {
      const { element, form } = await show(EVERYTHING);
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
      const { element } = await show({ type: 'object', properties });
      let updates = 0;
      for (const field of element.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')) {
        field.addController({ hostUpdated: () => updates++ });
      }
      element.addController({ hostUpdated: () => updates++ });
      type(fieldAt(element, '/p7'), 'x');
      await aTimeout(0);
      expect(updates).to.equal(1);
    });

    it('goes on following after it was moved in the page', async () => {
      const { element, form } = await show(EVERYTHING);
      const parent = element.parentElement;
      element.remove();
      form.field('/title')?.setText('Changed away');
      parent?.append(element);
      await aTimeout(0);
      expect(part<HTMLInputElement>(fieldAt(element, '/title'), 'input').value).to.equal('Changed away');
    });
  });
});
