import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { MAX_FILE_BYTES } from '../../components/schema-field/file-input.js';
import {
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

describe('<mcp-schema-field> for text and numbers', () => {
  describe('a pattern', () => {
    it('that has words is only shown in words', async () => {
      const { at } = await showOne({ type: 'string', pattern: '^[a-z]+$' });
      expect(text(at)).to.equal('itoptional · small letters (a–z) only');
    });
    it('without words is folded, with an explanation', async () => {
      const { at } = await showOne({ type: 'string', pattern: '^(ab|c)+!$' });
      const hint = partNamed<HTMLDetailsElement>(at, 'pattern');
      expect(hint.open).to.equal(false);
      expect(text(at)).to.equal(
        'itoptional Must match a pattern ^(ab|c)+!$ This is a regular expression: it describes which texts the server accepts.',
      );
      expect(part(at, '#control').getAttribute('aria-describedby')).to.include('pattern');
    });
    it('of another language is not checked, which the field says', async () => {
      const { at, field, form } = await showOne({ type: 'string', pattern: '\\A[[:alpha:]]+\\z' });
      field.setText('abc');
      await settled();
      expect(text(at)).to.include(
        'This pattern is written for another language; it is not checked here: \\A[[:alpha:]]+\\z',
      );
      expect(form.toArguments()).to.deep.equal({ ok: true, value: { it: 'abc' } });
      expect((await form.check()).ok).to.equal(true);
    });
    it('of the rows of a list is shown once', async () => {
      const { at } = await showOne({ type: 'array', items: { type: 'string', pattern: '^(ab|c)+!$' } }, ['c!', 'ab!']);
      expect(inside(at).map((row) => has(row, '[data-name=pattern]'))).to.deep.equal([true, false]);
    });
  });

  describe('left out, none and empty', () => {
    it('are three things, each to be said and unsaid', async () => {
      const { at, field } = await showOne({ type: ['string', 'null'] });
      expect(field.value, 'nothing is typed').to.equal(undefined);
      await press(at, 'none-button');
      expect(field.value).to.equal(null);
      expect(partNamed(at, 'none-button').getAttribute('aria-pressed')).to.equal('true');
      expect(part<HTMLInputElement>(at, '#control').placeholder).to.equal('Null');
      await press(at, 'none-button');
      field.leaveOut();
      field.touch();
      await settled();
      await press(at, 'empty-button');
      expect(field.value).to.equal('');
      await press(at, 'empty-button');
      expect(field.value).to.equal(undefined);
    });

    it('give way to what is typed, and come back when it is deleted', async () => {
      const { at, field } = await showOne({ type: ['string', 'null'] });
      await press(at, 'none-button');
      type(at, 'Ada');
      expect(field.value).to.equal('Ada');
      type(at, '');
      expect(field.value).to.equal(undefined);
    });

    it('are the same for numbers, but for the empty text', async () => {
      const { at, field } = await showOne({ type: ['integer', 'null'] });
      await press(at, 'none-button');
      expect(field.value).to.equal(null);
      field.leaveOut();
      field.touch();
      await settled();
      expect(has(at, '[data-name~=empty-button]')).to.equal(false);
    });
  });

  describe('a number', () => {
    it('stays as it is typed, also what no number box would keep', async () => {
      const { at, field } = await showOne({ type: 'number' });
      for (const typed of ['1.', '-', '1e400', '12345678901234567890', '0.10', '1e']) {
        type(at, typed);
        await settled();
        expect(part<HTMLInputElement>(at, '#control').value).to.equal(typed);
        expect(field.input).to.deep.equal({ kind: 'text', text: typed });
      }
    });

    it('asks for a pad of digits where no minus sign is needed', async () => {
      const mode = async (schema: object): Promise<string | null> =>
        part((await showOne(schema)).at, '#control').getAttribute('inputmode');
      expect(await mode({ type: 'integer', minimum: 0 })).to.equal('numeric');
      expect(await mode({ type: 'number', minimum: 0 })).to.equal('decimal');
      expect(await mode({ type: 'integer' })).to.equal(null);
    });

    it('has a slider only between two real bounds with few stops', async () => {
      const hasSlider = async (schema: object): Promise<boolean> =>
        has((await showOne({ type: 'integer', ...schema })).at, '[type=range]');
      expect(await hasSlider({ minimum: 1, maximum: 5 })).to.equal(true);
      expect(await hasSlider({ minimum: 0, maximum: 100, multipleOf: 10 })).to.equal(true);
      expect(await hasSlider({ minimum: 1, maximum: 100 })).to.equal(false);
      expect(await hasSlider({ minimum: 1 })).to.equal(false);
      expect(await hasSlider({ minimum: -9007199254740991, maximum: 9007199254740991 })).to.equal(false);
      expect(await hasSlider({ type: 'number', minimum: 0, maximum: 1 })).to.equal(false);
    });

    it('is set by the slider, which says nothing before it is moved', async () => {
      const { at, field } = await showOne({ type: 'integer', minimum: 1, maximum: 5 });
      const slider = part<HTMLInputElement>(at, '[type=range]');
      expect(slider.getAttribute('aria-valuetext')).to.equal('not set');
      expect(field.value).to.equal(undefined);
      type(at, '4', '[type=range]');
      await settled();
      expect(field.value).to.equal(4);
      expect(part<HTMLInputElement>(at, '#control').value).to.equal('4');
      type(at, '2', '#control');
      await settled();
      expect(slider.value).to.equal('2');
    });
  });

  describe('a point in time', () => {
    it('is a date from the browser’s calendar', async () => {
      const { at, field } = await showOne({ type: 'string', format: 'date' });
      type(at, '2026-11-20', '[type=date]');
      expect(field.value).to.equal('2026-11-20');
    });

    it('is sent as RFC 3339, with seconds and where the clock hangs', async () => {
      const { at, field } = await showOne({ type: 'string', format: 'date-time' });
      type(at, '2026-11-20T14:30', '[type=datetime-local]');
      await settled();
      expect(field.value).to.match(/^2026-11-20T14:30:00(?:Z|[+-]\d\d:\d\d)$/);
      expect(text(at)).to.include(`Sent as ${JSON.stringify(field.value).slice(1, -1)}`);
    });

    it('keeps the offset that came with it, and another one can be chosen', async () => {
      const { at, field } = await showOne({ type: 'string', format: 'date-time' }, '2026-11-20T14:30:00+05:30');
      expect(field.value, 'nothing was touched').to.equal('2026-11-20T14:30:00+05:30');
      type(at, '2026-11-21T09:00', '[type=datetime-local]');
      expect(field.value).to.equal('2026-11-21T09:00:00+05:30');
      const offset = partNamed<HTMLSelectElement>(at, 'offset');
      offset.value = 'Z';
      offset.dispatchEvent(new Event('change'));
      expect(field.value).to.equal('2026-11-21T09:00:00Z');
    });

    it('is written as the server’s pattern lets it through', async () => {
      const utcOnly = { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' };
      const { at, field } = await showOne(utcOnly);
      type(at, '2026-11-20T14:30', '[type=datetime-local]');
      expect(field.value).to.equal('2026-11-20T14:30:00Z');
    });

    it('is text where a calendar could not show all of it', async () => {
      const { at } = await showOne({ type: 'string', format: 'date-time' }, '2026-11-20T14:30:00.123456Z');
      expect(part<HTMLInputElement>(at, '#control').type).to.equal('text');
      expect(part<HTMLInputElement>(at, '#control').value).to.equal('2026-11-20T14:30:00.123456Z');
    });

    it('can be typed as text, and shown in the calendar again', async () => {
      const { at, field } = await showOne({ type: 'string', format: 'date' });
      await press(at, 'as-text-button');
      expect(focused() === part(at, 'input[type=text]')).to.equal(true);
      type(at, 'soon', '#control');
      field.touch();
      await settled();
      expect(text(at)).to.include('Enter a date');
      expect(has(at, '[data-name~=as-text-button]'), 'no calendar can show this').to.equal(false);
      type(at, '2026-11-20', '#control');
      await settled();
      await press(at, 'as-text-button');
      expect(part<HTMLInputElement>(at, '[type=date]').value).to.equal('2026-11-20');
    });

    it('does not pass for nothing when it is half filled', async function () {
      // Firefox does not tell a half-filled date from an empty one.
      if (navigator.userAgent.includes('Firefox')) this.skip();
      const { at, form } = await showOne({ type: 'string', format: 'date' });
      part(at, '#control').focus();
      await sendKeys({ press: '1' });
      await sendKeys({ press: '2' });
      expect(form.issues.map(({ message }) => message)).to.deep.equal(['This date is not complete.']);
      await sendKeys({ press: 'Backspace' });
      await sendKeys({ press: 'ArrowLeft' });
      await sendKeys({ press: 'Backspace' });
      await settled();
      expect(form.issues).to.deep.equal([]);
    });
  });

  describe('addresses', () => {
    it('have the browser’s own box, and are checked when the person leaves', async () => {
      const { element, form } = await show({
        type: 'object',
        properties: { mail: { type: 'string', format: 'email' }, site: { type: 'string', format: 'uri' } },
      });
      const mail = fieldAt(element, '/mail');
      expect(part<HTMLInputElement>(mail, '#control').type).to.equal('email');
      expect(part<HTMLInputElement>(fieldAt(element, '/site'), '#control').type).to.equal('url');
      part(mail, '#control').focus();
      await sendKeys({ type: 'ada' });
      expect(has(mail, '#message')).to.equal(false);
      await waitUntil(() => form.issues.length === 1, 'what was typed has come');
      part(mail, '#control').blur();
      await settled();
      expect(text(mail)).to.include('Enter an e-mail address.');
    });

    it('show the blanks that the browser’s box would drop', async () => {
      const { at } = await showOne({ type: 'string', format: 'email' }, ' ada@example.com');
      expect(part<HTMLInputElement>(at, '#control').value).to.equal(' ada@example.com');
    });
  });

  describe('lines', () => {
    it('are kept when they are pasted into a box of one', async () => {
      const { at, field } = await showOne({ type: 'string' });
      type(at, 'ab');
      const box = part<HTMLInputElement>(at, 'input');
      box.focus();
      box.setSelectionRange(1, 1);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'one\r\ntwo');
      // Firefox takes no data with an event that a page makes.
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
      box.dispatchEvent(paste);
      await settled();
      expect(field.value).to.equal('aone\ntwob');
      expect(focused() === part(at, 'textarea')).to.equal(true);
    });
  });

  describe('a secret', () => {
    it('is not readable until the person says so', async () => {
      const { at, field } = await showOne({ type: 'string', format: 'password' });
      type(at, 'hunter2');
      const box = part<HTMLInputElement>(at, '#control');
      expect(box.type).to.equal('password');
      await press(at, 'reveal-button');
      expect(box.type).to.equal('text');
      expect(box.value).to.equal('hunter2');
      await press(at, 'reveal-button');
      expect(box.type).to.equal('password');
      expect(field.value).to.equal('hunter2');
    });

    it('of several lines stays whole, and hidden', async () => {
      const { at } = await showOne({ type: 'string', writeOnly: true }, 'one\ntwo');
      expect(part<HTMLTextAreaElement>(at, 'textarea').value).to.equal('one\ntwo');
      expect(getComputedStyle(part(at, 'textarea')).getPropertyValue('-webkit-text-security')).to.equal('disc');
    });
  });

  describe('bytes', () => {
    const bytes = { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' };
    const pick = async (box: HTMLInputElement, content: BlobPart, name: string): Promise<void> => {
      const files = new DataTransfer();
      files.items.add(new File([content], name));
      box.files = files.files;
      box.dispatchEvent(new Event('change', { bubbles: true }));
      await settled();
    };

    it('come from a file, are named with their size, and can be taken away', async () => {
      const { at, field } = await showOne(bytes);
      const box = part<HTMLInputElement>(at, 'input[type=file]');
      expect(box.accept).to.equal('image/png');
      expect(text(at)).to.include('Up to 2.5 MB');
      await pick(box, 'hello', 'a.png');
      await waitUntil(() => field.value !== undefined, 'the file is read');
      await settled();
      expect(field.value).to.equal('aGVsbG8=');
      expect(text(at)).to.include('a.png').and.include('5 bytes');
      expect(focused() === partNamed(at, 'clear-button')).to.equal(true);
      await press(at, 'clear-button');
      expect(field.value).to.equal(undefined);
      expect(focused() === part(at, 'input[type=file]')).to.equal(true);
    });

    it('are refused with their size when they are too many', async () => {
      const { at, field } = await showOne(bytes);
      await pick(part<HTMLInputElement>(at, '#control'), new Uint8Array(MAX_FILE_BYTES + 1), 'big.png');
      expect(field.value).to.equal(undefined);
      expect(partNamed(at, 'error').textContent).to.include('big.png').and.include('At most');
    });

    it('that came otherwise are told by their size, and can be typed', async () => {
      const { at, field } = await showOne(bytes, 'aGVsbG8=');
      expect(text(at)).to.include('Base64 text').and.include('5 bytes');
      await press(at, 'as-text-button');
      expect(part<HTMLTextAreaElement>(at, 'textarea').value).to.equal('aGVsbG8=');
      type(at, 'aGk=', 'textarea');
      expect(field.value).to.equal('aGk=');
    });
  });

  it('keeps Enter in a box from leaving the page, also inside a form of the page', async () => {
    const { at } = await showOne({ type: 'string' });
    const box = part<HTMLInputElement>(at, '#control');
    expect(box.form).to.equal(null);
    box.focus();
    expect(box.form?.noValidate).to.equal(true);
    const submitted = new SubmitEvent('submit', { cancelable: true });
    box.form?.dispatchEvent(submitted);
    expect(submitted.defaultPrevented).to.equal(true);
  });

  describe('a colour', () => {
    it('is typed, or taken from the picker', async () => {
      const { at, field } = await showOne({ type: 'string', format: 'color' });
      const picker = part<HTMLInputElement>(at, 'input[type=color]');
      picker.value = '#1a73e8';
      picker.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await settled();
      expect(field.value).to.equal('#1a73e8');
      type(at, '#abc', '#control');
      await settled();
      expect(picker.value).to.equal('#aabbcc');
      expect(has(at, '#hint')).to.equal(false);
    });

    for (const wrong of ['no colour', 'url(https://example.com)', '#12', 'x'.repeat(10_000), '<b>'])
      it(`that is none is said, and sent as it is: ${wrong.slice(0, 30)}`, async () => {
        const { at, field } = await showOne({ type: 'string', format: 'color' }, wrong);
        expect(field.value).to.equal(wrong);
        expect(field.issues).to.deep.equal([]);
        expect(part(at, '#hint').textContent).to.include('does not know this colour');
        expect(part<HTMLInputElement>(at, 'input[type=color]').value).to.equal('#000000');
      });
  });

  for (const format of ['phone', 'tel'])
    it(`has the keyboard for telephones: ${format}`, async () => {
      const { at, field } = await showOne({ type: 'string', format });
      const box = part<HTMLInputElement>(at, '#control');
      expect([box.type, box.inputMode]).to.deep.equal(['tel', 'tel']);
      type(at, 'ask at the desk');
      expect(field.issues, 'each server has its own idea of it').to.deep.equal([]);
    });

  for (const [what, schema] of [
    ['its format', { format: 'textarea' }],
    ['its kind of text', { contentMediaType: 'text/markdown' }],
    ['its length', { maxLength: 5_000 }],
    ['its description', { description: 'The recipients, one address per line.' }],
  ] as const)
    it(`has several lines, by ${what}`, async () => {
      const { at } = await showOne({ type: 'string', ...schema });
      expect(has(at, 'textarea')).to.equal(true);
      expect(text(at), 'the box says it').to.not.include('format');
    });

  it('shows the unit of a number beside it, and reads it', async () => {
    const { at } = await showOne({ type: 'number', description: 'Time to wait, in seconds.' });
    expect(part(at, '.unit').textContent).to.equal('seconds');
    expect(part(at, '#control').getAttribute('aria-describedby')).to.include('hint');
  });

  it('says how an address with other letters is written', async () => {
    const { field } = await showOne({ type: 'string', format: 'uri' }, 'https://zürich.ch/ü?q=é');
    expect(field.issues[0]?.message).to.equal(
      'The server takes only letters from a to z here. Write it as https://xn--zrich-kva.ch/%C3%BC?q=%C3%A9',
    );
    field.setText('zürich');
    expect(field.issues[0]?.message).to.equal('Enter a full address, like https://example.com.');
  });
});
