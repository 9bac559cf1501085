import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { openRecording, saveRecording } from '../../src/transcript/index.js';
import { openAuditLog } from '../../src/session/person/index.js';
import type { SessionOptions } from '../../src/index.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { serverWith, Visit } from './stored-form.js';

const KEY = `sk-${'a1B2'.repeat(8)}`;
const deploy = {
  name: 'deploy',
  inputSchema: {
    type: 'object',
    properties: {
      token: { type: 'string', description: 'Of the branch.' },
      word: { $ref: '#/$defs/word' },
      number: { type: 'integer', format: 'password' },
      place: { type: 'string' },
      text: { type: 'string' },
      list: { type: 'array', items: { type: 'object', properties: { pin: { type: 'string' } } } },
    },
    $defs: { word: { type: 'string', writeOnly: true } },
  },
};

/** The element of the field at a pointer. */
function fieldAt(visit: Visit, pointer: string): HTMLElementTagNameMap['mcp-schema-field'] | undefined {
  const find = (root: ParentNode): HTMLElementTagNameMap['mcp-schema-field'] | undefined => {
    for (const one of root.querySelectorAll('mcp-schema-field')) {
      if (one.field?.pointer === pointer) return one;
      const inside = one.shadowRoot && find(one.shadowRoot);
      if (inside) return inside;
    }
    return undefined;
  };
  return find(visit.form.renderRoot);
}
const inField = <E extends HTMLElement>(visit: Visit, pointer: string, selector: string): E | null =>
  fieldAt(visit, pointer)?.renderRoot.querySelector<E>(selector) ?? null;
const noteOf = (visit: Visit, pointer: string): string | undefined =>
  inField(visit, pointer, '[data-name~="secrecy"]')?.textContent?.replace(/\s+/g, ' ').trim();

describe('a field that may be secret', () => {
  const databaseName = tempDatabases();
  let url: string;
  let options: SessionOptions;
  beforeEach(async () => {
    url = await serverWith([deploy]);
    options = { namespace: databaseName() };
  });
  const visit = (): Promise<Visit> => Visit.to(url, options, 'deploy');
  const stored = async ({ form }: Visit): Promise<string> => {
    const { storage } = (await form.session!.storage.ready())!;
    await (await form.session!.transcript.load())!.flush();
    const kinds = ['draft', 'arguments', 'message', 'audit', 'view'] as const;
    return JSON.stringify(await Promise.all(kinds.map((kind) => storage.list(kind))));
  };
  const holds = async (one: Visit, text: string): Promise<boolean> => (await stored(one)).includes(text);

  it('shows what is typed, and says that it is not stored', async () => {
    const first = await visit();
    await first.fill('/token', 'main');
    expect(inField<HTMLInputElement>(first, '/token', '#control')!.type).to.equal('text');
    expect(noteOf(first, '/token')).to.equal('This may be a secret: it is sent, but not stored. Store as shown');
    expect(inField(first, '/token', '#control')!.getAttribute('aria-describedby')).to.contain('secrecy');
    await first.fill('/place', 'harbour');
    expect(noteOf(first, '/place')).to.equal(undefined);
    await waitUntil(() => holds(first, 'harbour'), 'written');
    expect(await stored(first)).not.to.contain('main');
  });

  it('is stored as shown after one press, everywhere, and again not after another', async () => {
    const first = await visit();
    await first.fill('/token', 'main-branch');
    const button = inField<HTMLButtonElement>(first, '/token', '[data-name~="store-button"]')!;
    button.focus();
    await sendKeys({ press: ' ' });
    await waitUntil(
      () => noteOf(first, '/token') === 'This may be a secret. It is stored as shown. Do not store',
      'pressed',
    );
    expect(inField(first, '/token', '[data-name~="store-button"]') === button, 'the focus stays').to.equal(true);
    expect(button.textContent!.trim()).to.equal('Do not store');
    await waitUntil(() => holds(first, 'main-branch'), 'the draft');
    await first.run();
    const storedNow = await stored(first);
    const record = JSON.stringify(openAuditLog(options).all.get());
    expect(storedNow.match(/main-branch/g)!.length, 'draft or arguments, and transcript').to.be.at.least(2);
    expect(record).to.contain('main-branch');
    // Files too, and what they give when they are opened.
    const entries = (await first.form.session!.transcript.load())!.entries.get();
    const file = (await saveRecording(entries, { level: 'values' }))!.join('');
    expect(file).to.contain('main-branch');
    expect(JSON.stringify((await openRecording(file)).entries.get())).to.contain('main-branch');
    button.click();
    await waitUntil(() => /not stored/.test(noteOf(first, '/token')!), 'undone');
    await waitUntil(async () => {
      const { storage } = (await first.form.session!.storage.ready())!;
      return !JSON.stringify(await storage.list('draft')).includes('main-branch');
    }, 'gone from the draft');
  });

  it('is remembered for that field of that tool, as long as the server says the same of it', async () => {
    const first = await visit();
    await first.fill('/token', 'main');
    inField(first, '/token', '[data-name~="store-button"]')!.click();
    await waitUntil(() => holds(first, '"main"'), 'written');
    first.leave();
    const next = await visit();
    await next.part('restored');
    expect(next.values).to.deep.equal({ token: 'main' });
    await waitUntil(
      () => noteOf(next, '/token') === 'This may be a secret. It is stored as shown. Do not store',
      'remembered',
    );
    next.leave();
    const properties = { ...deploy.inputSchema.properties, token: { type: 'string', description: 'Of your account.' } };
    url = await serverWith([{ ...deploy, inputSchema: { ...deploy.inputSchema, properties } }]);
    const other = await visit();
    await other.fill('/token', 'main');
    expect(noteOf(other, '/token')).to.contain('not stored');
  });

  it('in the rows of a list is pressed once for all of them', async () => {
    const first = await visit();
    const form = first.form.renderRoot.querySelector('mcp-schema-field')!.form!;
    form.field('/list')!.setValue([{ pin: 'aaaa' }, { pin: 'bbbb' }]);
    await waitUntil(() => noteOf(first, '/list/1/pin')?.includes('not stored'), 'both are shown');
    inField(first, '/list/0/pin', '[data-name~="store-button"]')!.click();
    await waitUntil(() => noteOf(first, '/list/1/pin')?.includes('stored as shown'), 'both are stored');
  });

  it('when the form is restored, it says what was left out and why', async () => {
    const first = await visit();
    await first.fill('/place', 'harbour');
    await first.fill('/token', 'main');
    await first.fill('/word', 'hunter2');
    await waitUntil(() => holds(first, 'harbour'), 'written');
    first.leave();
    const next = await visit();
    await next.part('restored');
    expect(next.values).to.deep.equal({ place: 'harbour' });
    expect(next.find('restored')!.textContent!.replace(/\s+/g, ' ')).to.match(
      /Draft restored from .*\. Not saved: token \(may be a secret\), word \(a secret\)\./,
    );
  });
});

describe('a field that is secret', () => {
  const databaseName = tempDatabases();
  const visit = async (): Promise<Visit> =>
    Visit.to(await serverWith([deploy]), { namespace: databaseName() }, 'deploy');

  it('is masked where the schema declares it, by a reference and as a number too, and never stored', async () => {
    const first = await visit();
    for (const [pointer, value] of [
      ['/word', 'hunter2'],
      ['/number', '4711'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await first.fill(pointer, value);
      expect(inField<HTMLInputElement>(first, pointer, '#control')!.type, pointer).to.equal('password');
      expect(inField(first, pointer, '[data-name~="store-button"]'), pointer).to.equal(null);
    }
    expect(first.values).to.deep.equal({ word: 'hunter2', number: 4711 });
  });

  it('is masked where what is typed is a key, without losing the focus, and says that it is never stored', async () => {
    const first = await visit();
    await first.fill('/place', KEY);
    const box = inField<HTMLInputElement>(first, '/place', '#control')!;
    expect(box.type).to.equal('password');
    expect(box.matches(':focus')).to.equal(true);
    expect(box.value).to.equal(KEY);
    expect(noteOf(first, '/place')).to.equal('This holds a password or key: it is sent, but never stored.');
    await first.fill('/text', KEY);
    expect(inField(first, '/text', '#control')!.matches('textarea.masked:focus')).to.equal(true);
    inField(first, '/place', '[data-name~="reveal-button"]')!.click();
    await waitUntil(() => inField<HTMLInputElement>(first, '/place', '#control')!.type === 'text', 'shown');
  });
});
