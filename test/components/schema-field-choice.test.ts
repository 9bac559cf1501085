import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import { choices, choose, focused, part, settled, showOne, text, type } from './field-harness.js';

const COUNTRIES = [
  'Austria',
  'Belgium',
  'Chile',
  'Denmark',
  'Estonia',
  'Finland',
  'Germany',
  'Hungary',
  'Iceland',
  'Japan',
];
const MANY = [...COUNTRIES, 'Kenya', 'Latvia', 'Malta', 'Netherlands', 'Norway'];

const options = (element: McpSchemaFieldElement): string[] =>
  [...element.renderRoot.querySelectorAll('[role=option]')].map((option) => option.textContent?.trim() ?? '');
const active = (element: McpSchemaFieldElement): string | undefined => {
  const id = part(element, '[role=combobox]').getAttribute('aria-activedescendant');
  return id ? element.renderRoot.querySelector(`#${id}`)?.textContent?.trim() : undefined;
};

describe('<mcp-schema-field> for choices', () => {
  describe('a few', () => {
    it('are all in sight', async () => {
      const { at, field } = await showOne({ enum: ['low', 'high'] });
      expect(choices(at)).to.deep.equal(['Leave out', 'low', 'high']);
      await choose(at, 'high');
      expect(field.value).to.equal('high');
      await choose(at, 'Leave out');
      expect(field.value).to.equal(undefined);
    });

    it('say none where that is accepted', async () => {
      const { at, field } = await showOne({ enum: ['low', 'high', null] });
      await choose(at, 'Null');
      expect(field.value).to.equal(null);
    });

    it('come with what the server says of each', async () => {
      const { at, field } = await showOne({
        oneOf: [
          { const: 1, title: 'Small', description: 'Up to ten.' },
          { const: 2, title: 'Large', description: 'More than ten.' },
        ],
      });
      expect(text(at)).to.include('Up to ten.').and.include('More than ten.');
      expect(part<HTMLDetailsElement>(at, 'details').open, 'to be read before choosing').to.equal(true);
      await choose(at, 'Large');
      expect(field.value).to.equal(2);
    });
  });

  describe('of one row', () => {
    it('are three at most, with the keyboard as one control', async () => {
      const { at, field } = await showOne({ enum: ['a', 'b', 'c'] });
      expect(choices(at)).to.deep.equal(['Leave out', 'a', 'b', 'c']);
      expect(part(at, '[role=radiogroup]').querySelectorAll('.segments')).to.have.length(1);
      part<HTMLInputElement>(at, 'input[type=radio]').focus();
      await sendKeys({ press: 'ArrowRight' });
      expect(field.value).to.equal('a');
      const { at: more } = await showOne({ enum: ['a', 'b', 'c', 'd'] });
      expect(more.renderRoot.querySelectorAll('input[type=radio]')).to.have.length(0);
      expect(part<HTMLSelectElement>(more, 'select').options).to.have.length(5);
    });

    it('are a list where their names are long', async () => {
      const { at } = await showOne({ enum: ['a'.repeat(30), 'b'.repeat(30)] });
      expect(part<HTMLSelectElement>(at, 'select').options).to.have.length(3);
    });
  });

  describe('with names and descriptions beside the enum', () => {
    const values = ['a', 'b', 'c', 'd'];
    for (const keyword of ['enumDescriptions', 'x-enum-descriptions', 'markdownEnumDescriptions'])
      it(`say what each means: ${keyword}`, async () => {
        const { at } = await showOne({ enum: values, [keyword]: ['First', 'Second', 'Third', 'Fourth'] });
        const details = part<HTMLDetailsElement>(at, '[data-name=about-choices]');
        expect(details.open).to.equal(false);
        expect(details.textContent?.replace(/\s+/g, ' ')).to.include('b Second');
        const select = part<HTMLSelectElement>(at, 'select');
        select.value = '2';
        select.dispatchEvent(new Event('change'));
        await settled();
        expect(part(at, '#hint').textContent).to.equal('Third');
        expect(select.getAttribute('aria-describedby')).to.include('hint');
      });

    for (const wrong of [['only one'], [], 'text', 5, { 0: 'x' }, null, [...values, 'more']])
      it(`are ignored where nobody knows which is which: ${JSON.stringify(wrong)}`, async () => {
        const { at } = await showOne({ enum: values, enumDescriptions: wrong, 'x-enum-varnames': wrong });
        expect(at.renderRoot.querySelector('details')).to.equal(null);
        expect([...part<HTMLSelectElement>(at, 'select').options].map(({ text: label }) => label)).to.include('a');
      });

    it('leave out what is no text, and keep markup as text', async () => {
      const { at, field } = await showOne({
        enum: [1, 2, 3],
        'x-enum-varnames': ['<b>ONE</b>', 5, '\u202ETHREE'],
        enumDescriptions: ['<i>first</i>', null, 7],
      });
      expect(choices(at)[1]).to.equal('<b>ONE</b>');
      expect(choices(at)[2]).to.equal('2');
      expect(text(at)).to.include('<i>first</i>').and.not.include('\u202E');
      expect(at.renderRoot.querySelector('b, i')).to.equal(null);
      await choose(at, '2');
      expect(field.value).to.equal(2);
    });

    it('are searched among 5,000', async () => {
      const { at, field } = await showOne({
        enum: Array.from({ length: 5_000 }, (_, index) => index),
        'x-enum-varnames': Array.from({ length: 5_000 }, (_, index) => `NAME_${index}`),
      });
      part(at, '#control').focus();
      await sendKeys({ type: 'NAME_4999' });
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      expect(field.value).to.equal(4_999);
    });
  });

  describe('some', () => {
    it('are a list to open', async () => {
      const { at, field } = await showOne({ enum: COUNTRIES });
      const select = part<HTMLSelectElement>(at, 'select');
      for (const [value, said] of [
        ['2', 'Chile'],
        ['absent', undefined],
      ] as const) {
        select.value = value;
        select.dispatchEvent(new Event('change'));
        await settled();
        expect(field.value).to.equal(said);
        expect(select.value).to.equal(value);
      }
    });
  });

  describe('many', () => {
    it('are searched by typing', async () => {
      const { at, field } = await showOne({ enum: MANY });
      part(at, '#control').focus();
      await sendKeys({ type: 'la' });
      await settled();
      expect(options(at), 'first what begins with it').to.deep.equal(['Latvia', 'Finland', 'Iceland', 'Netherlands']);
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'ArrowDown' });
      expect(active(at)).to.equal('Finland');
      await sendKeys({ press: 'Enter' });
      await settled();
      expect(field.value).to.equal('Finland');
      expect(part<HTMLInputElement>(at, '#control').value).to.equal('Finland');
      expect(part(at, '#control').getAttribute('aria-expanded')).to.equal('false');
    });

    it('follow the ARIA pattern', async () => {
      const { at } = await showOne({ enum: MANY });
      const box = part<HTMLInputElement>(at, '#control');
      expect([
        box.getAttribute('role'),
        box.getAttribute('aria-expanded'),
        box.getAttribute('aria-controls'),
      ]).to.deep.equal(['combobox', 'false', 'listbox']);
      box.focus();
      await sendKeys({ press: 'ArrowDown' });
      expect(box.getAttribute('aria-expanded')).to.equal('true');
      expect(options(at)).to.have.length(MANY.length + 1);
      expect(active(at)).to.equal('Leave out');
      await sendKeys({ press: 'ArrowUp' });
      expect(active(at), 'it goes round').to.equal('Norway');
      expect(at.renderRoot.querySelector('[role=status]')?.textContent).to.equal('16 choices');
      let hasLeft = false;
      at.parentElement?.addEventListener('keydown', () => (hasLeft = true));
      await sendKeys({ press: 'Escape' });
      expect(box.getAttribute('aria-expanded')).to.equal('false');
      expect(hasLeft, 'Escape closes the list and nothing else').to.equal(false);
      expect(focused() === box).to.equal(true);
    });

    it('are chosen with the pointer, and focus stays', async () => {
      const { at, field } = await showOne({ enum: MANY });
      const box = part<HTMLInputElement>(at, '#control');
      box.focus();
      box.click();
      await settled();
      at.renderRoot.querySelectorAll<HTMLElement>('[role=option]')[3]?.click();
      await settled();
      expect(field.value).to.equal('Chile');
      box.click();
      await settled();
      expect(options(at), 'all are offered again, not only what was chosen').to.have.length(MANY.length + 1);
      expect(part(at, '[aria-selected=true]').textContent?.trim()).to.equal('Chile');
    });

    it('take what was typed in full, and say that anything else is none of them', async () => {
      const { at, field } = await showOne({ enum: MANY });
      part(at, '#control').focus();
      await sendKeys({ type: 'kenya' });
      await waitUntil(() => part<HTMLInputElement>(at, '#control').value === 'kenya', 'what was typed has come');
      // Where Tab leads is the engine's own to say.
      part(at, '#control').blur();
      await settled();
      expect(field.value).to.equal('Kenya');
      part<HTMLInputElement>(at, '#control').focus();
      part<HTMLInputElement>(at, '#control').select();
      await sendKeys({ type: 'Atlantis' });
      await waitUntil(() => part<HTMLInputElement>(at, '#control').value === 'Atlantis', 'what was typed has come');
      part(at, '#control').blur();
      await settled();
      expect(part<HTMLInputElement>(at, '#control').value, 'what was typed is not lost').to.equal('Atlantis');
      expect(text(at)).to.include('This is none of the ');
    });

    it('are left out when the box is emptied', async () => {
      const { at, field } = await showOne({ enum: MANY }, 'Malta');
      type(at, '');
      expect(field.value).to.equal(undefined);
    });

    it('are known by their own text, whatever that is', async () => {
      const { at, field } = await showOne({ enum: Array.from({ length: 20 }, (_, index) => index * 10) });
      part(at, '#control').focus();
      await sendKeys({ type: '170' });
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      expect(field.value).to.equal(170);
    });
  });

  describe('suggestions', () => {
    const free = { anyOf: [{ type: 'string', enum: ['main', 'develop'] }, { type: 'string' }] };

    it('are offered, and any other text is as good', async () => {
      const { at, field } = await showOne(free);
      part(at, '#control').focus();
      await sendKeys({ press: 'ArrowDown' });
      expect(options(at)).to.deep.equal(['main', 'develop']);
      await sendKeys({ press: 'Enter' });
      expect(field.value).to.equal('main');
      part<HTMLInputElement>(at, '#control').select();
      await sendKeys({ type: 'feature/x' });
      await sendKeys({ press: 'Tab' });
      await settled();
      expect(field.value).to.equal('feature/x');
      expect(field.issues).to.deep.equal([]);
    });
  });
});
