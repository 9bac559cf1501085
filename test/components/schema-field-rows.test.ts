import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import {
  choose,
  fieldAt,
  focused,
  has,
  inside,
  part,
  partNamed,
  press,
  settled,
  show,
  showOne,
  text,
  type,
} from './field-harness.js';

const rowButton = (element: McpSchemaFieldElement, row: number, name: string): HTMLButtonElement =>
  part<HTMLButtonElement>(
    element,
    `.rows > li:nth-child(${row + 1}) :is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`,
  );
const input = (element: McpSchemaFieldElement): Element => part(element, '#control');

describe('<mcp-schema-field> for lists and maps', () => {
  describe('a list', () => {
    const tags = { type: 'array', items: { type: 'string' } };

    it('gets rows by a button and by Enter, each with focus', async () => {
      const { at, field } = await showOne(tags);
      await press(at, 'add-button');
      await sendKeys({ type: 'one' });
      await sendKeys({ press: 'Enter' });
      await settled();
      await sendKeys({ type: 'two' });
      expect(field.value).to.deep.equal(['one', 'two']);
      (part(fieldAt(at, '/it/0'), 'input') as HTMLElement).focus();
      await sendKeys({ press: 'Enter' });
      await settled();
      await sendKeys({ type: 'between' });
      expect(field.value).to.deep.equal(['one', 'between', 'two']);
    });

    it('keeps several lines in one row, and makes rows of them when it is told to', async () => {
      const { at, field } = await showOne({ ...tags, maxItems: 4 }, ['a', 'b\n\n c \nd', 'e']);
      const row = (): McpSchemaFieldElement => fieldAt(at, '/it/1');
      expect(has(row(), '[data-name~="split-button"]'), 'more than there can be').to.equal(false);
      field.removeRow(field.rows[2]!);
      await settled();
      type(row(), 'b\n\n c \nd ');
      await settled();
      expect(field.value).to.deep.equal(['a', 'b\n\n c \nd ']);
      await press(row(), 'split-button');
      expect(field.value).to.deep.equal(['a', 'b', ' c ', 'd ']);
      expect(has(row(), '[data-name~="split-button"]')).to.equal(false);
      expect(focused() === input(row())).to.equal(true);
    });

    it('changes its order by buttons, and focus goes along', async () => {
      const { at, field } = await showOne(tags, ['a', 'b', 'c']);
      rowButton(at, 2, 'up-button').focus();
      await sendKeys({ press: 'Enter' });
      // A key of a browser that is driven from outside comes when it comes.
      await waitUntil(() => (field.value as readonly string[] | undefined)?.join() === 'a,c,b', 'it goes up');
      await settled();
      expect(focused() === rowButton(at, 1, 'up-button')).to.equal(true);
      expect(at.renderRoot.querySelector('[role=status]')?.textContent).to.equal('Moved to place 2 of 3.');
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => (field.value as readonly string[] | undefined)?.join() === 'c,a,b', 'it goes up again');
      await settled();
      expect(focused() === rowButton(at, 0, 'down-button'), 'at the top there is only down').to.equal(true);
      expect(rowButton(at, 0, 'up-button').disabled).to.equal(true);
      expect(rowButton(at, 1, 'up-button').getAttribute('aria-label')).to.equal('Move it 2 up');
    });

    it('changes its order by Alt and the arrow keys', async () => {
      const { at, field } = await showOne(tags, ['a', 'b', 'c']);
      (input(fieldAt(at, '/it/0')) as HTMLElement).focus();
      await sendKeys({ down: 'Alt' });
      await sendKeys({ press: 'ArrowDown' });
      await settled();
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ up: 'Alt' });
      await settled();
      expect(field.value).to.deep.equal(['b', 'c', 'a']);
      expect(focused() === input(fieldAt(at, '/it/2'))).to.equal(true);
    });

    it('keeps focus when rows go', async () => {
      const { at, field } = await showOne(tags, ['a', 'b']);
      rowButton(at, 0, 'remove-button').click();
      await settled();
      expect(focused() === input(fieldAt(at, '/it/0'))).to.equal(true);
      expect(at.renderRoot.querySelector('[role=status]')?.textContent).to.equal('Removed. 1 left.');
      rowButton(at, 0, 'remove-button').click();
      await settled();
      expect(focused() === partNamed(at, 'add-button')).to.equal(true);
      expect(field.value, 'the last row takes an optional list with it').to.equal(undefined);
    });

    it('stops at what the server takes', async () => {
      const { at } = await showOne({ ...tags, maxItems: 2 }, ['a', 'b']);
      expect(partNamed<HTMLButtonElement>(at, 'add-button').disabled).to.equal(true);
    });

    it('may be none, and is then neither empty nor left out', async () => {
      const { at, field } = await showOne({ ...tags, type: ['array', 'null'] });
      await choose(at, 'Null');
      expect(field.value).to.equal(null);
      await choose(at, 'List');
      expect(field.value).to.deep.equal([]);
      expect(text(at)).to.include('Empty list.');
    });
  });

  describe('a list of objects', () => {
    const people = {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, mail: { type: 'string', format: 'email' } },
      },
    };

    it('has a card for each, named by its place', async () => {
      const { at, field } = await showOne(people, [{ name: 'Ada' }, { name: 'Bob' }]);
      expect(text(fieldAt(at, '/it/1'))).to.include('it 2');
      await press(at, 'add-button');
      expect(focused() === input(fieldAt(at, '/it/2/name')), 'focus is in the new one').to.equal(true);
      rowButton(at, 0, 'remove-button').click();
      await settled();
      expect(text(fieldAt(at, '/it/0'))).to.include('it 1');
      expect(field.value).to.deep.equal([{ name: 'Bob' }, {}]);
    });

    it('says what is wrong at the field of the row', async () => {
      const { at, form, element } = await showOne(people, [{ name: 'Ada' }, { mail: 'nowhere' }]);
      form.showAllIssues();
      await settled();
      expect(text(fieldAt(at, '/it/1/name'))).to.include('Enter a value.');
      expect(text(fieldAt(at, '/it/1/mail'))).to.include('Enter an e-mail address.');
      expect(element.focusFirstIssue()).to.equal(true);
      expect(focused() === input(fieldAt(at, '/it/1/name'))).to.equal(true);
    });
  });

  describe('a list of choices', () => {
    const areas = { type: 'array', items: { enum: ['code', 'docs', 'tests'] } };

    it('is boxes to tick', async () => {
      const { at, field } = await showOne(areas);
      const [code, docs] = at.renderRoot.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
      docs?.click();
      code?.click();
      expect(field.value).to.deep.equal(['docs', 'code']);
      docs?.click();
      expect(field.value).to.deep.equal(['code']);
    });

    it('is rows where one counts twice, or to arrange them', async () => {
      const { at } = await showOne(areas, ['code', 'code']);
      expect(inside(at)).to.have.length(2);
      const other = await showOne(areas, ['code', 'docs']);
      await press(other.at, 'rows-button');
      rowButton(other.at, 1, 'up-button').click();
      expect(other.field.value).to.deep.equal(['docs', 'code']);
    });
  });

  describe('a tuple', () => {
    const point = {
      type: 'array',
      prefixItems: [{ type: 'number', title: 'Longitude' }, { type: 'number', title: 'Latitude' }, { type: 'string' }],
      items: false,
      minItems: 2,
    };

    it('has a field for each place', async () => {
      const { at, field } = await showOne(point);
      await choose(at, 'Fill in');
      expect(inside(at).map((each) => part(each, '[part~=label]:not([data-name])').textContent)).to.deep.equal([
        'Longitude',
        'Latitude',
      ]);
      type(fieldAt(at, '/it/0'), '13.4');
      type(fieldAt(at, '/it/1'), '52.5');
      expect(field.value).to.deep.equal([13.4, 52.5]);
      await press(at, 'add-button');
      type(fieldAt(at, '/it/2'), 'Berlin');
      await settled();
      expect(field.value).to.deep.equal([13.4, 52.5, 'Berlin']);
      expect(has(at, '[data-name~=add-button]'), 'there is no fourth place').to.equal(false);
      await press(at, 'remove-button');
      expect(field.value).to.deep.equal([13.4, 52.5]);
    });
  });

  describe('a map', () => {
    const headers = { type: 'object', additionalProperties: { type: 'string' } };
    const nameOf = (element: McpSchemaFieldElement): HTMLInputElement => partNamed<HTMLInputElement>(element, 'name');

    it('has rows of a name and a value', async () => {
      const { at, field } = await showOne(headers);
      await choose(at, 'Fill in');
      await press(at, 'add-button');
      const [entry] = inside(at);
      expect(focused() === nameOf(entry!), 'the name comes first').to.equal(true);
      await sendKeys({ type: 'Accept' });
      await sendKeys({ press: 'Tab' });
      await sendKeys({ type: 'text/html' });
      await settled();
      expect(field.value).to.deep.equal({ Accept: 'text/html' });
      await press(at, 'remove-button');
      expect(field.value).to.deep.equal({});
      expect(focused() === partNamed(at, 'add-button')).to.equal(true);
    });

    it('says at the name what is wrong with the name', async () => {
      const { at, form } = await showOne(headers, { a: '1', b: '2' });
      const [, second] = inside(at);
      type(second!, 'a', '#name');
      form.showAllIssues();
      await settled();
      expect(nameOf(second!).getAttribute('aria-invalid')).to.equal('true');
      expect(nameOf(second!).getAttribute('aria-describedby')).to.equal('message');
      type(second!, 'constructor', '#name');
      await settled();
      expect(form.field('/it')?.value).to.deep.equal(JSON.parse('{"a":"1","constructor":"2"}'));
      expect(nameOf(second!).getAttribute('aria-invalid')).to.equal(null);
    });

    it('has cards where the values are objects', async () => {
      const { at, element } = await showOne(
        { type: 'object', additionalProperties: { type: 'object', properties: { soft: { type: 'integer' } } } },
        { cpu: { soft: 1 } },
      );
      type(fieldAt(at, '/it/cpu/soft'), '2');
      expect(element.form?.draft).to.deep.equal({ it: { cpu: { soft: 2 } } });
    });
  });

  describe('an object with other values', () => {
    it('shows what is sent beside its fields, and takes it away', async () => {
      const { element, form } = await show(
        { type: 'object', properties: { a: { type: 'string' } } },
        { a: '1', extra: 'x' },
      );
      expect(text(element)).to.include('Also sent');
      await press(element, 'remove-button');
      expect(form.draft).to.deep.equal({ a: '1' });
      expect(text(element)).not.to.include('Also sent');
    });

    it('lets more be added where the server does not mind', async () => {
      const { at, field } = await showOne({ type: 'object', properties: { a: { type: 'string' } } }, {});
      await press(at, 'other-button');
      type(inside(at).at(-1)!, 'b', '#name');
      expect(Object.keys((field.value ?? {}) as object)).to.deep.equal(['b']);
      const strict = await showOne({ type: 'object', properties: {}, additionalProperties: false }, {});
      expect(has(strict.at, '[data-name~=other-button]')).to.equal(false);
    });
  });
});
