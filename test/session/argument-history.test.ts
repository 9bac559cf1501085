import { expect } from '@esm-bundle/chai';
import {
  ArgumentHistory,
  type StoredForm,
  MAX_ARGUMENT_SETS,
  MAX_DRAFT_CHARACTERS,
  MAX_SAVED_ARGUMENTS,
} from '../../src/session/person/index.js';
import { McpError } from '../../src/errors.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { partitionOf } from '../fixtures/partition.js';

const echo = { kind: 'tool', name: 'echo' } as const;
const words = (text: string): StoredForm => ({ form: { fields: [['message', { text, of: 'string' }]] } });
const textOf = ({ form }: StoredForm): unknown =>
  form && 'fields' in form && (form.fields[0]?.[1] as { text: string } | undefined)?.text;
const SERVER = 'https://one.example/mcp';

describe('arguments that were used', () => {
  let storage: MemoryStorage;
  let history: ArgumentHistory;
  beforeEach(() => {
    storage = new MemoryStorage();
    history = new ArgumentHistory(partitionOf({ storage, server: SERVER }));
  });

  /** The clock must move between two: they are told apart by when they were used. */
  const use = async (...texts: string[]): Promise<void> => {
    for (const text of texts) {
      await history.add(echo, words(text));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const texts = async (): Promise<unknown[]> => (await history.list(echo)).map(textOf);

  it('stand there newest first, the same once, as of the last time', async () => {
    await use('a', 'b', 'c', 'a');
    expect(await texts()).to.deep.equal(['a', 'c', 'b']);
  });

  it('of one tool are not those of another, nor of a prompt, nor of another server', async () => {
    await use('a');
    expect(await history.list({ kind: 'prompt', name: 'echo' })).to.deep.equal([]);
    expect(await history.list({ kind: 'tool', name: 'other' })).to.deep.equal([]);
    expect(
      await new ArgumentHistory(partitionOf({ storage, server: 'https://two.example/mcp' })).list(echo),
    ).to.deep.equal([]);
  });

  it(`are the last ${MAX_ARGUMENT_SETS}: older ones leave the store too`, async () => {
    await use(...Array.from({ length: MAX_ARGUMENT_SETS + 3 }, (_, index) => String(index)));
    const found = await texts();
    expect(found).to.have.length(MAX_ARGUMENT_SETS);
    expect([found[0], found.at(-1)]).to.deep.equal([String(MAX_ARGUMENT_SETS + 2), '3']);
    expect(await storage.list('arguments')).to.have.length(MAX_ARGUMENT_SETS);
  });

  it('with a name come first, by name, and do not fall out', async () => {
    await history.keepAs(echo, words('kept'), ' Zebra ');
    await history.keepAs(echo, words('also'), 'Apple');
    await use(...Array.from({ length: MAX_ARGUMENT_SETS + 1 }, (_, index) => String(index)));
    const found = await history.list(echo);
    expect(found.slice(0, 3).map(({ name }) => name)).to.deep.equal(['Apple', 'Zebra', undefined]);
    expect(textOf(found[1]!)).to.equal('kept');
    expect(found).to.have.length(MAX_ARGUMENT_SETS + 2);
  });

  it('a name that is there already is given to the new ones', async () => {
    await history.keepAs(echo, words('old'), 'Mine');
    await history.keepAs(echo, words('new'), 'Mine');
    expect(await texts()).to.deep.equal(['new']);
  });

  it('no name, too many names and too much are refused in words', async () => {
    const failure = (form: StoredForm, name: string): Promise<string> =>
      history.keepAs(echo, form, name).then(
        () => 'kept',
        (error: { code: string; remedy?: string }) => `${error.code} ${error.remedy}`,
      );
    expect(await failure(words('a'), '  ')).to.equal('invalid-input Type a name.');
    expect(await failure(words('x'.repeat(MAX_DRAFT_CHARACTERS)), 'Large')).to.contain('limit ');
    for (let index = 0; index < MAX_SAVED_ARGUMENTS; index++) await history.keepAs(echo, words('a'), `Name ${index}`);
    expect(await failure(words('a'), 'One more')).to.equal('limit Remove one of them first.');
    expect(await failure(words('b'), 'Name 0')).to.equal('kept');
  });

  it('are removed one at a time, or all of one tool', async () => {
    await use('a', 'b');
    await history.keepAs(echo, words('c'), 'Named');
    await history.add({ kind: 'tool', name: 'other' }, words('stays'));
    const [named, newest] = await history.list(echo);
    await history.remove(newest!);
    expect(await texts()).to.deep.equal(['c', 'a']);
    await history.remove(named!);
    expect(await texts()).to.deep.equal(['a']);
    await use('d');
    await history.removeAll(echo);
    expect(await texts()).to.deep.equal([]);
    expect(await history.list({ kind: 'tool', name: 'other' })).to.have.length(1);
  });

  it('that are too large are not kept, and nothing else is lost', async () => {
    await use('a');
    await history.add(echo, words('x'.repeat(MAX_DRAFT_CHARACTERS)));
    expect(await texts()).to.deep.equal(['a']);
  });

  it('noted by two tabs at the same moment stand there once', async () => {
    await Promise.all([
      history.add(echo, words('same')),
      new ArgumentHistory(partitionOf({ storage, server: SERVER })).add(echo, words('same')),
    ]);
    expect(await texts()).to.deep.equal(['same']);
    await use('same');
    expect(await storage.list('arguments'), 'one of the two is gone with the next use').to.have.length(1);
  });

  it('a store that fails is a store without any', async () => {
    const fail = (): Promise<never> => Promise.reject(new McpError('storage', 'Not now.' as never));
    Object.assign(storage, { get: fail, list: fail, put: fail, remove: fail });
    await history.add(echo, words('a'));
    expect(await history.list(echo)).to.deep.equal([]);
    expect(await history.keepAs(echo, words('a'), 'x').catch(({ code }: { code: string }) => code)).to.equal('storage');
  });
});
