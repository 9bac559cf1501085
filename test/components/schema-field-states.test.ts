import { expect } from '@open-wc/testing';
import { markedText } from '../../components/internal/long-text.js';
import {
  choose,
  chosenIn,
  fieldAt,
  focused,
  has,
  inside,
  part,
  partNamed,
  press,
  settled,
  show,
  showAll,
  showOne,
  text,
  type,
} from './field-harness.js';

const label = (element: Element): string => element.textContent?.trim() ?? '';

describe('<mcp-schema-field>: what can be said can be unsaid', () => {
  describe('none that the server begins with', () => {
    for (const kind of ['string', 'number', 'integer']) {
      it(`is left out by pressing “Null” again: ${kind}`, async () => {
        const { at, field, form } = await showOne({ type: [kind, 'null'], default: null });
        expect(form.toArguments()).to.deep.equal({ ok: true, value: { it: null } });
        await press(at, 'none-button');
        expect(field.value).to.equal(undefined);
        expect(form.toArguments()).to.deep.equal({ ok: true, value: {} });
      });
    }
    it('is an empty text where it has to be there', async () => {
      const schema = {
        type: 'object',
        properties: { a: { type: ['string', 'null'], default: null } },
        required: ['a'],
      };
      const { element, form } = await show(schema);
      await press(fieldAt(element, '/a'), 'none-button');
      expect(form.field('/a')?.value).to.equal('');
    });
    it('brings back what was typed before', async () => {
      const { at, field } = await showOne({ type: ['string', 'null'] });
      type(at, 'typed');
      await settled();
      await press(at, 'none-button');
      await press(at, 'none-button');
      expect(field.value).to.equal('typed');
    });
  });

  describe('a description in Markdown', () => {
    const described = async (description: string) => {
      const { at } = await showOne({ type: 'string', description });
      return partNamed(at, 'description');
    };
    const marked = (element: Element, tag: string) => [...element.querySelectorAll(tag)].map((one) => one.textContent);

    it('shows code and strong words as such, without their marks', async () => {
      const shown = await described('One of `asc` and `desc`.\n**Required** with `page`.');
      expect(shown.textContent).to.equal('One of asc and desc.\nRequired with page.');
      expect(marked(shown, 'code')).to.deep.equal(['asc', 'desc', 'page']);
      expect(marked(shown, 'strong')).to.deep.equal(['Required']);
    });
    it('shows a fenced block with its lines, and a word after the fence that names no language', async () => {
      const shown = await described('So:\n```json\n{\n  "a": 1\n}\n```\nor\n```obey\nb\n```');
      expect(marked(shown, '.fence')).to.deep.equal(['{\n  "a": 1\n}', 'obey\nb']);
    });
    it('shows everything else as it came: links, images, comments, HTML, marks without an end', async () => {
      for (const text of [
        'See [this](https://example.com "title").',
        '![x](https://example.com/x.png)',
        '<!-- hidden --> <b>bold</b>',
        '5 * 3 ** 2, `open, **open',
        'a ```',
        '** a ** and *b*',
      ])
        expect((await described(text)).textContent, text).to.equal(text);
    });
    it('shows hidden characters as signs, inside of marks and beside them', async () => {
      const shown = await described('a\u202e`b\u202e` **c\u202e**\n```\nd\u202e\n``` e\u202e');
      expect(shown.querySelectorAll('.hidden-character')).to.have.lengthOf(5);
      expect(shown.textContent).not.to.include('\u202e');
    });
    it('of 20,000 characters of marks ends, in parts; a longer one is not searched for them', async () => {
      for (const [mark, parts] of [
        ['`', 6667],
        ['**', 1],
        ['```', 6667],
        ['**a', 6667],
        ['`a', 10_001],
        ['**a ', 1],
      ] as const) {
        expect(markedText(mark.repeat(20_000 / mark.length)), mark).to.have.length(parts);
        const longer = mark.repeat(20_000);
        expect(markedText(longer) === longer || mark === '`', mark).to.equal(true);
      }
      expect(markedText('`a`'.repeat(6_667))).to.equal('`a`'.repeat(6_667));
    });
  });

  describe('a default', () => {
    it('that the schema does not accept is shown with what is wrong, and can be removed', async () => {
      const { at, form } = await showOne({ enum: ['a', 'b'], default: 'c' });
      expect(text(at)).to.include('"c"').and.include('This is none of the 2 choices: “a”, “b”.');
      await press(at, 'replace-button');
      expect(form.toArguments()).to.deep.equal({ ok: true, value: {} });
    });
    it('that may be rounded is shown as about that, with the reason', async () => {
      const { at } = await showOne({ type: 'integer', default: JSON.parse('9223372036854775807') });
      expect(part<HTMLInputElement>(at, '#control').value).to.equal('≈9223372036854776000');
      expect(text(at)).to.include('may have lost its last digits');
      type(at, '');
      await settled();
      expect(part<HTMLInputElement>(at, '#control').placeholder).to.equal('Default: ≈9223372036854776000');
    });
    it('that is too large to be filled in is left out, which the field says', async () => {
      const { at } = await showOne({ type: 'array', default: Array.from({ length: 10_001 }, () => 0) });
      expect(text(at)).to.include('the server’s default is too large to be filled in');
    });
  });

  describe('a constant that may be rounded', () => {
    it('is shown as about that', async () => {
      const { at } = await showAll({
        type: 'object',
        required: ['it'],
        properties: { it: { const: JSON.parse('9223372036854775807') } },
      }).then(({ element }) => ({ at: fieldAt(element, '/it') }));
      expect(text(at)).to.equal('it≈ marks a number that may have lost its last digits ≈9223372036854776000');
    });
  });

  describe('a value that the server sets itself', () => {
    const id = { type: 'string', readOnly: true, default: 'x' };
    it('says that it is not sent, and which value the server gives', async () => {
      const { at, field } = await showOne(id);
      expect(text(at)).to.include('set by the server to “x”, not sent');
      field.setText('y');
      await settled();
      expect(text(at)).to.include('set by the server, sent as it is here');
    });
    it('says that it is sent where the schema requires it', async () => {
      const { element } = await showAll({ type: 'object', required: ['id'], properties: { id } });
      expect(text(fieldAt(element, '/id'))).to.include('set by the server, sent as it is here');
    });
  });

  describe('a name that cannot be seen', () => {
    it('has a label in words', async () => {
      const { element } = await show({
        type: 'object',
        properties: { '': { type: 'string' }, '  ': { type: 'string' } },
      });
      expect(inside(element).map((field) => part(field, '#label').textContent)).to.deep.equal([
        '(empty name)',
        '(empty name)',
      ]);
    });
  });

  describe('an empty text', () => {
    for (const [schema, isOffered] of [
      [{ type: 'string', format: 'json-pointer' }, true],
      [{ type: 'string', format: 'made-up' }, true],
      [{ type: 'string', format: 'email' }, false],
      [{ type: 'string', pattern: '^a*$' }, true],
      [{ type: 'string', pattern: '^a+$' }, false],
      [{ type: 'string', minLength: 1 }, false],
    ] as const) {
      it(`is ${isOffered ? '' : 'not '}offered for ${JSON.stringify(schema)}`, async () => {
        const { at, field } = await showOne(schema);
        field.touch();
        await settled();
        expect(has(at, '[data-name~="empty-button"]')).to.equal(isOffered);
      });
    }
  });

  describe('an empty list', () => {
    it('can be said where there can be no other', async () => {
      const { at, field } = await showOne({ type: 'array', items: false });
      await press(at, 'empty-button');
      expect(field.value).to.deep.equal([]);
      await press(at, 'empty-button');
      expect(field.value).to.equal(undefined);
    });
    it('can be said where a list has to be there and JSON left it out', async () => {
      const schema = { type: 'object', properties: { a: { type: 'array', maxItems: 0 } }, required: ['a'] };
      const { element, form } = await show(schema, {});
      const at = fieldAt(element, '/a');
      expect(element.focusIssue('/a')).to.equal(true);
      expect(focused(), 'the only way out').to.equal(partNamed(at, 'empty-button'));
      await press(at, 'empty-button');
      expect(form.toArguments()).to.deep.equal({ ok: true, value: { a: [] } });
      expect(has(at, '[data-name~="empty-button"]'), 'it is not left out again').to.equal(false);
    });
    it('can be said for fixed places', async () => {
      const { at, field } = await showOne({ type: 'array', prefixItems: [{ type: 'string' }], items: false });
      field.touch();
      await settled();
      await press(at, 'empty-button');
      expect(field.value).to.deep.equal([]);
    });
  });

  describe('a time that the server’s pattern wants in its own way', () => {
    for (const [what, format, pattern, picked, sent] of [
      ['without a zone', 'time', '^\\d\\d:\\d\\d(?::\\d\\d)?$', '14:30', '14:30:00'],
      ['without seconds', 'time', '^\\d\\d:\\d\\d$', '14:30', '14:30'],
      [
        'with thousandths',
        'date-time',
        '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
        '2026-11-20T14:30',
        '2026-11-20T14:30:00.000Z',
      ],
    ] as const)
      it(`is sent so: ${what}`, async () => {
        const { at, form, field } = await showOne({ type: 'string', format, pattern });
        if (sent.endsWith('Z')) part<HTMLSelectElement>(at, 'select').value = 'Z';
        else expect(has(at, 'select'), 'no zone to choose').to.equal(false);
        type(at, picked);
        await settled();
        expect(field.value).to.equal(sent);
        expect((await form.check()).ok).to.equal(true);
      });
  });

  it('our own sentences keep their direction in a page from right to left', async () => {
    const { at, field } = await showOne({ type: 'string', minLength: 3, description: 'In words.' }, 'a');
    document.documentElement.dir = 'rtl';
    field.touch();
    await settled();
    for (const selector of ['#message', '#facts']) {
      const { direction, unicodeBidi } = getComputedStyle(part(at, selector));
      expect([selector, direction, unicodeBidi]).to.deep.equal([selector, 'rtl', 'plaintext']);
    }
    // The description is the server’s: its direction is its own, and it begins where the page’s text begins.
    const help = getComputedStyle(part(at, '#help'));
    expect([help.direction, help.unicodeBidi, help.textAlign]).to.deep.equal(['ltr', 'plaintext', 'right']);
    document.documentElement.removeAttribute('dir');
  });

  it('a place that accepts nothing says so, without a box', async () => {
    const { at } = await showOne({ type: 'integer', enum: ['1'] });
    expect(text(at)).to.contain('The server accepts no value here.');
    expect(has(at, 'input, textarea, select')).to.equal(false);
  });

  describe('arguments beyond those described', () => {
    const a = { type: 'string' };
    for (const [what, schema, isOffered] of [
      ['are not offered where nothing is said of them', { properties: { a } }, false],
      ['are not offered where they are refused', { properties: { a }, additionalProperties: false }, false],
      ['are offered where they are accepted', { properties: { a }, additionalProperties: true }, true],
      ['are offered where there have to be some', { properties: { a }, minProperties: 1 }, true],
      [
        'are offered where some come and go',
        { properties: { a }, if: { required: ['a'] }, then: { properties: { b: a } } },
        true,
      ],
    ] as const)
      it(what, async () => {
        const { element, form } = await show({ type: 'object', ...schema });
        const button = element.renderRoot.querySelector<HTMLElement>('[data-name~="other-button"]');
        expect(button ? label(button) : undefined).to.equal(isOffered ? 'Add another value' : undefined);
        if (!button) return;
        button.click();
        await settled();
        expect(form.root.entries).to.have.length(1);
        expect(has(element, '[data-name~="other-button"]')).to.equal(false);
      });

    it('are offered in one of several kinds of object that accepts them', async () => {
      const kind = (name: string, more: object) => ({
        type: 'object',
        properties: { kind: { const: name }, a },
        required: ['kind'],
        ...more,
      });
      const { at, field } = await showOne({
        oneOf: [kind('open', { additionalProperties: {} }), kind('closed', { additionalProperties: false })],
      });
      await choose(at, 'open');
      await press(chosenIn(at), 'other-button');
      expect(field.chosen?.entries).to.have.length(1);
      await choose(at, 'closed');
      expect(has(chosenIn(at), '[data-name~="other-button"]')).to.equal(false);
    });
  });
});
