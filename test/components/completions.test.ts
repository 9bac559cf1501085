import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { SUGGESTION_PAUSE_MS, type Suggestions, type SuggestValues } from '../../components/schema-field/combobox.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import { fieldAt, focused, part, settled, show, type } from './field-harness.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

interface Question {
  readonly name: string | undefined;
  readonly text: string;
  readonly signal: AbortSignal;
  readonly answer: (values: readonly string[], hasMore?: boolean) => void;
  readonly fail: () => void;
}

const CITIES = { type: 'object', properties: { city: { type: 'string' }, body: { type: 'string' } } };

describe('values that the server completes', () => {
  let questions: Question[];
  let element: McpSchemaFieldElement;
  let city: McpSchemaFieldElement;
  const ask: SuggestValues = (field, text, signal) =>
    new Promise<Suggestions>((resolve, reject) => {
      questions.push({
        name: field.name,
        text,
        signal,
        answer: (values, hasMore = false) => resolve({ values, hasMore }),
        fail: () => reject(new Error('no')),
      });
    });
  const offered = (): string[] =>
    [...city.renderRoot.querySelectorAll('[role=option]')].map((option) => option.textContent?.trim() ?? '');

  beforeEach(async () => {
    questions = [];
    ({ element } = await show(CITIES));
    element.suggest = ask;
    await settled();
    city = fieldAt(element, '/city');
    part(city, '#control').focus();
  });

  describe('are asked for', () => {
    const clock = new ManualClock();

    it('once the person pauses, not at each key', async () => {
      verifies('completion-debounced');
      for (const typed of ['L', 'Li', 'Lis']) type(city, typed);
      expect(clock.waits).to.deep.equal([SUGGESTION_PAUSE_MS]);
      await clock.advance(SUGGESTION_PAUSE_MS - 1);
      expect(questions).to.have.length(0);
      await clock.advance(1);
      expect(questions).to.have.length(1);
      expect([questions[0]!.name, questions[0]!.text]).to.deep.equal(['city', 'Lis']);
      questions[0]!.answer(['Lisbon', 'Lisburn']);
      await settled();
      expect(offered()).to.deep.equal(['Lisbon', 'Lisburn']);
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      expect(city.field?.value).to.equal('Lisbon');
      expect(focused() === part(city, '#control')).to.equal(true);
    });

    it('never, once the person has left', async () => {
      await sendKeys({ type: 'L' });
      await clock.untilWaiting(SUGGESTION_PAUSE_MS);
      await sendKeys({ press: 'Tab' });
      await eventually(() => clock.waits.length === 0);
      await clock.advance(SUGGESTION_PAUSE_MS);
      expect(questions).to.have.length(0);
    });
  });

  it('are given up when the text goes on, and a late answer is not shown', async () => {
    await sendKeys({ type: 'L' });
    await waitUntil(() => questions.length === 1);
    await sendKeys({ type: 'o' });
    expect(questions[0]!.signal.aborted).to.equal(true);
    await waitUntil(() => questions.length === 2);
    questions[1]!.answer(['London']);
    await settled();
    questions[0]!.answer(['Lisbon']);
    await settled();
    expect(offered()).to.deep.equal(['London']);
  });

  it('are offered with an empty box as well, when the person asks to see', async () => {
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => questions.length === 1);
    expect(questions[0]!.text).to.equal('');
    questions[0]!.answer(['Berlin'], true);
    await settled();
    expect(city.renderRoot.querySelector('[role=status]')?.textContent).to.equal('1 choice, and there are more');
  });

  it('stay away when the list was closed before the answer came', async () => {
    await sendKeys({ type: 'L' });
    await waitUntil(() => questions.length === 1);
    await sendKeys({ press: 'Escape' });
    questions[0]!.answer(['Lisbon']);
    await settled();
    expect(offered()).to.deep.equal([]);
  });

  it('are given up when the field leaves the page', async () => {
    await sendKeys({ type: 'L' });
    await waitUntil(() => questions.length === 1);
    element.remove();
    expect(questions[0]!.signal.aborted).to.equal(true);
  });

  it('stand in nobody’s way when the server fails', async () => {
    await sendKeys({ type: 'L' });
    await waitUntil(() => questions.length === 1);
    questions[0]!.fail();
    await settled();
    await sendKeys({ type: 'isbon' });
    expect(city.field?.value).to.equal('Lisbon');
    expect(offered()).to.deep.equal([]);
  });

  it('are for boxes of one line', () => {
    expect(fieldAt(element, '/body').renderRoot.querySelector('textarea')).to.not.equal(null);
  });
});
