import { expect, fixture } from '@open-wc/testing';
import { render } from 'lit';
import { html } from '../../components/internal/html.js';
import { errorMessage, languageInUse, registerMessages, useLanguage } from '../../components/words/messages.js';
import { issueSummary } from '../../components/schema-field/issue-summary.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import { buildForm, checkValue, FormState } from '../../src/schema/index.js';
import { eventually } from '../fixtures/eventually.js';
import {
  choices,
  fieldAt,
  has,
  part,
  settled,
  show,
  type Shown,
  showOne,
  text,
  type as typeText,
} from './field-harness.js';

const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 3 },
    days: { type: 'integer', maximum: 10, description: 'in days' },
    mail: { type: 'string', format: 'email' },
    color: { enum: ['red', 'green', 'blue', 'white', 'black', 'grey'] },
  },
  required: ['title', 'days', 'mail'],
};
const WRONG = { title: 'x', days: 99, mail: 'nobody', color: 'gren' };

async function showWrong(lang: string): Promise<Shown> {
  const shown = await show(SCHEMA, WRONG);
  shown.element.lang = lang;
  shown.form.showAllIssues();
  await settled();
  return shown;
}

const messageAt = ({ element }: Shown, pointer: string): string =>
  part(fieldAt(element, pointer), '#message').textContent!.trim();
const factsAt = ({ element }: Shown, pointer: string): string =>
  part(fieldAt(element, pointer), '#facts').textContent!.trim();

describe('what a form says of wrong values', () => {
  afterEach(() => useLanguage('en'));

  it('is said in the language of the form, and changes with it', async () => {
    const shown = await showWrong('de');
    await eventually(() => messageAt(shown, '/title') === 'Mindestens 3 Zeichen (jetzt 1).');
    expect(messageAt(shown, '/days')).to.equal('Muss 10 oder weniger sein.');
    expect(messageAt(shown, '/mail')).to.equal('Erwartet: eine E-Mail-Adresse.');
    expect(factsAt(shown, '/title')).to.equal('mindestens 3 Zeichen');
    expect(factsAt(shown, '/days')).to.equal('ganze Zahl · 10 oder weniger');
    shown.element.lang = 'en';
    await eventually(() => messageAt(shown, '/title') === 'At least 3 characters (now 1).');
    shown.element.lang = 'ar';
    await eventually(() => messageAt(shown, '/mail') === 'المطلوب: عنوان بريد إلكتروني.');
    expect(messageAt(shown, '/days')).to.match(/^يجب أن يكون .* أو أقل\.$/);
  });

  it('has the plural forms of the language', async () => {
    const shown = await showWrong('ar');
    await eventually(() => messageAt(shown, '/title').includes('على الأقل'));
    const told = (minLength: number): string => {
      const [issue] = checkValue(buildForm({ type: 'string', minLength }), '');
      return errorMessage(issue!);
    };
    useLanguage('ar');
    expect(
      [1, 2, 3, 11, 100].map((count) =>
        told(count)
          .replace(/ على.*/, '')
          .replace(/[\d٠-٩]+/, '#'),
      ),
    ).to.deep.equal(['حرف واحد', 'حرفان', '# أحرف', '# حرفًا', '# حرف']);
    useLanguage('en');
    expect([1, 2].map(told)).to.deep.equal(['At least 1 character (now 0).', 'At least 2 characters (now 0).']);
  });

  it('isolates what the server says in it, in each language', async () => {
    const shown = await showWrong('de');
    await eventually(() => messageAt(shown, '/color').startsWith('Das ist keine'));
    const message = part(fieldAt(shown.element, '/color'), '#message');
    expect(message.textContent!.trim()).to.equal(
      'Das ist keine der 6 Möglichkeiten: „red“, „green“, „blue“, „white“ und 2 mehr. Am nächsten liegt „green“.',
    );
    expect([...message.querySelectorAll('bdi')].map((each) => each.textContent)).to.deep.equal([
      'red',
      'green',
      'blue',
      'white',
      'green',
    ]);
    shown.element.lang = 'en';
    await eventually(() => messageAt(shown, '/color').startsWith('This is none of the 6 choices: “red”'));
    expect(message.querySelectorAll('bdi')).to.have.length(5);
  });

  it('has no markup that a server could write', async () => {
    const schema = { type: 'string', not: { enum: ['<b>bold</b>', 'x'] } };
    const { at, form } = await showOne(schema, '<b>bold</b>');
    form.showAllIssues();
    await settled();
    expect(part(at, '#message').textContent).to.equal('This must not be “<b>bold</b>” or “x”.');
    expect(has(at, '#message b')).to.equal(false);
  });

  it('is in the list of what to fix, with the labels that are ours', async () => {
    const shown = await showWrong('de');
    await eventually(() => messageAt(shown, '/title').startsWith('Mindestens'));
    const form = new FormState(buildForm({ type: 'object', additionalProperties: { type: 'integer' } }));
    form.root.addEntry();
    const element = await fixture<HTMLElement>(html`<div></div>`);
    useLanguage('de');
    render(issueSummary({ form, issues: form.issues, goTo: () => {} }), element);
    expect(
      [...element.querySelectorAll('li')].map((line) => line.textContent!.replaceAll(/\s+/g, ' ').trim()),
    ).to.include('Neuer Eintrag: Geben Sie einen Namen ein.');
  });

  it('is what a `<form>` of the page says, and changes with the language', async () => {
    const told: (string | undefined)[] = [];
    const { setValidity } = ElementInternals.prototype;
    ElementInternals.prototype.setValidity = function (flags, message, anchor) {
      told.push(message);
      setValidity.call(this, flags, message, anchor);
    };
    try {
      const node = buildForm({ type: 'integer', title: 'Days' });
      const form = await fixture<HTMLFormElement>(
        html`<form><mcp-schema-field name="it" required .node=${node}></mcp-schema-field></form>`,
      );
      const element = form.querySelector('mcp-schema-field') as McpSchemaFieldElement;
      await settled();
      typeText(element, 'abc');
      await settled();
      expect(told.at(-1)).to.equal('Days: This is not a number.');
      element.lang = 'de';
      await eventually(() => told.at(-1) === 'Days: Das ist keine Zahl.');
      expect(form.checkValidity()).to.equal(false);
    } finally {
      ElementInternals.prototype.setValidity = setValidity;
    }
  });

  it('names kinds of value and units in the language', async () => {
    const shown = await show(
      {
        type: 'object',
        properties: { any: {}, wait_seconds: { type: 'number' }, far: { $ref: 'https://example.com/x.json' } },
      },
      { any: 'x', wait_seconds: 1, far: 1 },
    );
    shown.element.lang = 'de';
    await eventually(() => text(fieldAt(shown.element, '/wait_seconds')).includes('Sekunden'));
    const any = fieldAt(shown.element, '/any');
    const named = [...choices(any), ...[...any.renderRoot.querySelectorAll('option')].map((each) => each.textContent)];
    expect(named).to.include.members(['Text', 'Zahl', 'Ja oder Nein', 'Liste', 'Objekt', 'JSON']);
    expect(text(fieldAt(shown.element, '/far'))).to.include(
      'Die Beschreibung des Servers verweist auf ein anderes Dokument, das nicht geladen wird. Geben Sie es als JSON ein.',
    );
  });

  it('can be changed by the page, and a sentence that lacks a param is not used', async () => {
    registerMessages('en', {
      'schema.tooSmall': 'Give me {minimum} at least.',
      'schema.tooLarge': 'Too much!',
    });
    const [small, large] = [0, 9].map(
      (value) => checkValue(buildForm({ type: 'number', minimum: 5, maximum: 7 }), value)[0]!,
    );
    expect(errorMessage(small!)).to.equal('Give me 5 at least.');
    expect(errorMessage(large!)).to.equal('Must be 7 or less.');
    expect(languageInUse()).to.equal('en');
  });
});
