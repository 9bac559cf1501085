import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { type UserData as KeptOfSession } from '../../src/session/person/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import type { StoredKinds, Kind } from '../../src/storage/types.js';
import type { SessionOptions } from '../../src/index.js';
import { replaced } from '../fixtures/broken-apis.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { serverWith, Visit, weather } from './stored-form.js';

/** Gives drafts late. */
class SlowDrafts extends MemoryStorage {
  delayMs = 0;
  override async get<K extends Kind>(kind: K, server: string, id?: string): Promise<StoredKinds[K] | undefined> {
    if (kind === 'draft') await aTimeout(this.delayMs);
    return super.get(kind, server, id);
  }
}

describe('what was typed into <mcp-tool-form>', () => {
  const databaseName = tempDatabases();
  let url: string;
  let options: SessionOptions;
  beforeEach(async () => {
    url = await serverWith([weather]);
    options = { namespace: databaseName() };
  });
  const kept = async ({ form }: Visit): Promise<KeptOfSession> => (await form.session!.storage.ready())!;
  const stored = async (visit: Visit): Promise<string> =>
    JSON.stringify(await (await kept(visit)).storage.list('draft'));

  it('is written after a pause of 500 ms at most, and there again at the next visit, as it was typed', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'Ul');
    await first.fill('/days', '1.50');
    await waitUntil(async () => (await stored(first)).includes('1.50'), 'written');
    // Each timer that a key starts ends at once here, however long it was to be.
    const pauses: number[] = [];
    const start = setTimeout;
    const end = replaced(globalThis, 'setTimeout', {
      writable: true,
      value: (act: () => void, ms = 0) => (pauses.push(ms), start(act)),
    });
    first.form.renderRoot.querySelector('mcp-schema-field')!.form!.field('/city')!.setText('Ul1');
    end();
    expect(Math.max(...pauses)).to.be.within(1, 500);
    await waitUntil(async () => (await stored(first)).includes('Ul1'), 'written');
    first.form.renderRoot.querySelector('mcp-schema-field')!.form!.field('/city')!.setText('Ul');
    await waitUntil(async () => (await stored(first)).includes('"Ul"'), 'written');
    first.leave();
    const next = await Visit.to(url, options);
    await next.part('restored');
    expect(next.values).to.deep.equal({ city: 'Ul', days: 1.5 });
    expect(next.text).to.match(/Draft restored from \d\d:\d\d\./);
    expect(next.form.renderRoot.querySelector('mcp-schema-field')!.form!.field('/days')!.input).to.deep.equal({
      kind: 'text',
      text: '1.50',
    });
  });

  it('is written at once when the page goes', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'U');
    document.dispatchEvent(new Event('visibilitychange'));
    // One turn for the database, and none for the pause.
    await aTimeout(60);
    expect(await stored(first)).to.contain('"U"');
  });

  it('is written when the element goes with a key still to be written', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'Bonn');
    first.leave();
    const next = await Visit.to(url, options);
    await next.part('restored');
    expect(next.values).to.deep.equal({ city: 'Bonn' });
  });

  it('is not kept where it is secret, by the field or by what it looks like; the form says which', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789');
    await first.fill('/apiKey', 'hunter2');
    await first.fill('/days', '3');
    await waitUntil(async () => (await stored(first)).includes('days'), 'written');
    await first.part('not-kept');
    expect(first.text).to.contain('Not saved: city (a secret), API key (may be a secret).');
    expect(await stored(first))
      .to.contain('days')
      .and.not.contain('hunter2')
      .and.not.contain('ghp_');
  });

  it('says nothing of that where no secret was typed', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'Ulm');
    await first.part('menu-button');
    expect(first.find('not-kept') === null).to.equal(true);
  });

  it('is forgotten once it is cleared, and there is a way back', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'Ulm');
    await first.fill('/apiKey', 'hunter2');
    await first.press('menu-button');
    await first.press('clear-form-button');
    expect(first.values).to.deep.equal({});
    await waitUntil(async () => (await stored(first)) === '[]', 'forgotten');
    await waitUntil(
      () => first.form.shadowRoot!.activeElement === first.find('undo-button'),
      'the focus is on the way back',
    );
    await first.press('undo-button');
    expect(first.values, 'the secret too: it never left the page').to.deep.equal({ city: 'Ulm', apiKey: 'hunter2' });
    await waitUntil(async () => (await stored(first)).includes('Ulm'), 'kept again');
    await first.press('undo-button');
    expect(first.values, 'and forth again').to.deep.equal({});
  });

  it('is forgotten when the person takes everything away by hand', async () => {
    const first = await Visit.to(url, options);
    await first.fill('/city', 'U');
    await waitUntil(async () => (await stored(first)).includes('"U"'), 'written');
    const box = first.form.renderRoot.querySelector('mcp-schema-field')!;
    box.form!.field('/city')!.setText('');
    await waitUntil(async () => (await stored(first)) === '[]', 'forgotten');
  });

  it('half-typed JSON is kept as text, unless it looks as if there were a secret in it', async () => {
    const first = await Visit.to(url, options);
    await first.press('json-button');
    const box = first.form.renderRoot.querySelector('textarea')!;
    const type = (text: string): void => {
      box.value = text;
      box.dispatchEvent(new InputEvent('input'));
    };
    type('{"city": "Ul');
    await waitUntil(async () => (await stored(first)).includes('Ul'), 'written');
    first.leave();
    const next = await Visit.to(url, options);
    await next.part('restored');
    expect(next.form.renderRoot.querySelector('textarea')!.value).to.equal('{"city": "Ul');
    next.leave();
    const last = await Visit.to(url, options);
    await last.part('restored');
    const again = last.form.renderRoot.querySelector('textarea')!;
    again.value = '{"apiKey": "hunt';
    again.dispatchEvent(new InputEvent('input'));
    await last.part('not-kept');
    expect(await stored(last)).not.to.contain('hunt');
  });

  it('in a tool whose schema has changed: what fits is there, what has no field is said and not sent', async () => {
    const { days: _days, ...properties } = weather.inputSchema.properties;
    const changed = { ...weather, inputSchema: { type: 'object', properties } };
    url = await serverWith([weather], [changed], [changed]);
    const first = await Visit.to(url, options);
    await first.fill('/city', 'Ulm');
    await first.fill('/days', '3');
    first.leave();
    const next = await Visit.to(url, { ...options, storage: 'local' });
    await next.part('displaced');
    expect(next.values).to.deep.equal({ city: 'Ulm' });
    expect(next.text).to.match(/One field is no longer part of this form days 3/);
    next.leave();
    const last = await Visit.to(url, options);
    await last.part('displaced');
    expect(last.text, 'until it was sent').to.match(/days 3/);
    await last.run();
    await waitUntil(() => !last.find('displaced'), 'sent, and told no more');
  });

  it('is there although the tool was described anew before it was read', async () => {
    const { days: _days, ...properties } = weather.inputSchema.properties;
    const changed = { ...weather, inputSchema: { type: 'object', properties } };
    url = await serverWith([weather], [changed]);
    const storage = new SlowDrafts();
    const own: SessionOptions = { ...options, storage };
    const first = await Visit.to(url, own);
    await first.fill('/city', 'Ulm');
    await first.fill('/days', '3');
    first.leave();
    storage.delayMs = 400;
    const next = await Visit.to(url, own);
    await next.part('restored');
    expect(next.values).to.deep.equal({ city: 'Ulm' });
    await next.part('displaced');
    expect(await stored(next)).to.contain('Ulm');
  });

  it('in this visit is never overwritten by what another one left', async () => {
    const first = await Visit.to(url, options);
    const other = await Visit.to(url, options);
    await first.fill('/city', 'here');
    await other.fill('/city', 'there');
    await waitUntil(async () => (await stored(first)).includes('there'), 'the last writer wins in the store');
    expect(first.values).to.deep.equal({ city: 'here' });
    expect(other.values).to.deep.equal({ city: 'there' });
  });

  it('is there again when another tool was looked at', async () => {
    url = await serverWith([weather, { name: 'ping', inputSchema: { type: 'object' } }]);
    const first = await Visit.to(url, options);
    await first.fill('/city', 'Ulm');
    first.form.tool = 'ping';
    await first.form.updateComplete;
    first.form.tool = 'weather';
    await first.form.updateComplete;
    expect(first.values).to.deep.equal({ city: 'Ulm' });
  });

  it('is not kept where nothing is to be kept', async () => {
    const nowhere: SessionOptions = { ...options, storage: 'none' };
    const first = await Visit.to(url, nowhere);
    await first.fill('/city', 'Ulm');
    await first.part('menu-button');
    await aTimeout(300);
    first.leave();
    const next = await Visit.to(url, nowhere);
    await aTimeout(100);
    expect(next.values).to.deep.equal({});
  });
});
