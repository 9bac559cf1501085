import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SessionOptions } from '../../src/index.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { serverWith, Visit, weather } from './stored-form.js';

describe('the history in <mcp-tool-form>', () => {
  const databaseName = tempDatabases();
  let url: string;
  let options: SessionOptions;
  let visit: Visit;
  beforeEach(async () => {
    url = await serverWith([weather, { name: 'ping', inputSchema: { type: 'object' } }]);
    options = { namespace: databaseName() };
    visit = await Visit.to(url, options);
  });

  /** Runs the tool with these values. */
  const use = async (city: string): Promise<void> => {
    const { form } = visit.form.renderRoot.querySelector('mcp-schema-field')!;
    form!.field('/city')!.setText(city);
    await visit.run();
    await aTimeout(5);
  };
  const sets = (): string[] => visit.all('earlier-set').map((each) => each.textContent!.replace(/\s+/g, ' ').trim());
  const open = async (count: number): Promise<void> => {
    await visit.press('earlier-button');
    await waitUntil(() => visit.all('earlier-set').length === count, `${count} sets`);
  };
  /** Storing goes on after the answer. */
  const kept = (count: number): Promise<void> =>
    waitUntil(() => visit.find('earlier-button')?.textContent?.includes(String(count)), `${count} are kept`);
  const focused = (): string | null => visit.form.shadowRoot!.activeElement?.getAttribute('data-name') ?? null;

  it('are what was run and went well, newest first, also at the next visit', async () => {
    await use('Ulm');
    await use('Bonn');
    await kept(2);
    visit.leave();
    visit = await Visit.to(url, options);
    await open(2);
    expect(sets()[0]).to.match(/^city: Bonn \d\d:\d\d$/);
    expect(sets()[1]).to.match(/^city: Ulm /);
  });

  it('stand before their button, so opening moves the focus to the newest one, and Escape gives it back', async () => {
    await use('Ulm');
    await use('Bonn');
    await kept(2);
    (await visit.part('earlier-button')).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused() === 'earlier-set', 'the focus is in the list');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused() === 'undo-button', 'filled in');
    expect(visit.values).to.deep.equal({ city: 'Bonn' });
    await visit.press('earlier-button');
    await waitUntil(() => focused() === 'earlier-set', 'again');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => focused() === 'earlier-button', 'given back');
  });

  it('fill the form, with a way back, and keep the secret that is typed', async () => {
    await use('Ulm');
    const { form } = visit.form.renderRoot.querySelector('mcp-schema-field')!;
    form!.setValue({ city: 'Bonn', days: 2, apiKey: 'hunter2' });
    await open(1);
    visit.all('earlier-set')[0]!.click();
    await waitUntil(() => focused() === 'undo-button', 'the focus is on the way back');
    expect(visit.values).to.deep.equal({ city: 'Ulm', apiKey: 'hunter2' });
    expect(visit.find('earlier') === null).to.equal(true);
    expect(visit.text).to.contain('Filled in: city: Ulm.');
    await visit.press('undo-button');
    expect(visit.values).to.deep.equal({ city: 'Bonn', days: 2, apiKey: 'hunter2' });
  });

  it('say what was not kept then', async () => {
    const { form } = visit.form.renderRoot.querySelector('mcp-schema-field')!;
    form!.field('/apiKey')!.setText('hunter2');
    await use('Ulm');
    await open(1);
    expect(sets()[0]).not.to.contain('hunter2');
    visit.all('earlier-set')[0]!.click();
    await visit.form.updateComplete;
    expect(visit.text).to.contain('Not saved then: API key (may be a secret).');
  });

  it('get a name and stay under it; Escape gives up the naming, not the list', async () => {
    await use('Ulm');
    await open(1);
    await visit.press('keep-as-button');
    await waitUntil(() => focused() === 'preset-name', 'the name is typed at once');
    await sendKeys({ press: 'Escape' });
    expect(visit.find('preset-name') === null).to.equal(true);
    expect(visit.find('earlier') === null).to.equal(false);
    await visit.press('keep-as-button');
    await waitUntil(() => focused() === 'preset-name', 'again');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => visit.text.includes('A name is missing. Type a name.'), 'said what is missing');
    await sendKeys({ type: 'Home' });
    await sendKeys({ press: 'Enter' });
    // The list may have heard of it from the storage a moment earlier.
    await waitUntil(() => visit.text.includes('Saved as “Home”.'), 'said');
    expect(sets()).to.have.length(2);
    expect(sets()[0]).to.match(/^Home city: Ulm/);
  });

  it('what stands in the form is kept under a name without being run', async () => {
    visit.form.renderRoot.querySelector('mcp-schema-field')!.form!.setValue({ city: 'Rom', apiKey: 'hunter2' });
    await open(0);
    await visit.press('keep-form-button');
    await waitUntil(() => focused() === 'preset-name', 'a name');
    await sendKeys({ type: 'Holiday' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => sets()[0]?.startsWith('Holiday city: Rom'), 'kept');
    expect(
      JSON.stringify(await (await visit.form.session!.storage.ready())!.storage.list('savedArguments')),
    ).not.to.contain('hunter2');
  });

  it('are gone through by keys, one row with tab stops; Escape closes', async () => {
    for (const city of ['Ulm', 'Bonn', 'Rom']) await use(city);
    await open(3);
    visit.all('earlier-set')[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    const at = (): string => visit.form.shadowRoot!.activeElement!.textContent!.trim();
    expect(at()).to.match(/^city: Ulm/);
    await sendKeys({ press: 'ArrowDown' });
    expect(at(), 'it ends there').to.match(/^city: Ulm/);
    expect(visit.all('earlier-set').map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, 0]);
    await sendKeys({ press: 'Home' });
    expect(at()).to.match(/^city: Rom/);
    await sendKeys({ press: 'Escape' });
    expect(visit.find('earlier') === null).to.equal(true);
    expect(focused()).to.equal('earlier-button');
  });

  it('are removed one at a time and all of them after a question; the focus stays inside', async () => {
    for (const city of ['Ulm', 'Bonn', 'Rom']) await use(city);
    await open(3);
    await visit.press('remove-set-button');
    await waitUntil(() => visit.all('earlier-set').length === 2, 'one is gone');
    await waitUntil(() => focused() === 'earlier-set', 'the focus is on the next');
    await visit.press('remove-all-button');
    expect(visit.text).to.contain('Remove all 2?');
    await waitUntil(() => focused() === 'keep-all-button', 'the harmless answer has the focus');
    await visit.press('keep-all-button');
    expect(visit.all('earlier-set')).to.have.length(2);
    await visit.press('remove-all-button');
    await visit.press('remove-all-now-button');
    await waitUntil(() => visit.text.includes('The history is empty.'), 'said');
    expect(focused()).to.equal('earlier-button');
    await open(0);
  });

  it('are searched when there are many', async () => {
    for (let index = 0; index < 9; index++) await use(`City ${index}`);
    await open(9);
    const search = visit.form.renderRoot.querySelector<HTMLInputElement>('[part~="search"]')!;
    search.focus();
    await sendKeys({ type: 'city 7' });
    await waitUntil(() => visit.all('earlier-set').length === 1, 'one fits');
    expect(sets()[0]).to.contain('City 7');
    await sendKeys({ type: 'x' });
    expect(visit.text).to.contain('No entry matches.');
  });

  it('are none for a tool that takes nothing, and none of what was refused', async () => {
    visit.form.tool = 'ping';
    await visit.form.updateComplete;
    await visit.run();
    await aTimeout(30);
    await open(0);
    expect(visit.text).to.contain('Nothing yet.');
  });
});
