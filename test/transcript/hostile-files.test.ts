import { expect } from '@esm-bundle/chai';
import { MAX_RECORDING_ENTRIES, openRecording, type Recording, RECORDING_FORMAT } from '../../src/transcript/index.js';
import { CountedClock } from '../fixtures/counted-clock.js';
import { failureOf } from '../fixtures/failure.js';

const entry = (more: object = {}): object => ({
  id: 'a',
  session: 's',
  at: 1000,
  clock: 1,
  direction: 'sent',
  kind: 'request',
  method: 'ping',
  ...more,
});
const fileWith = (entries: unknown, more: object = {}): string =>
  JSON.stringify({
    format: RECORDING_FORMAT,
    version: 1,
    level: 'values',
    server: { address: 'https://a.example' },
    ...more,
    entries,
  });
const methodsIn = (recording: Recording): readonly string[] => recording.entries.get().map(({ method }) => method);

describe('a file that is opened as a recording', () => {
  for (const [what, text, words] of [
    ['nothing', '', 'not a JSON object'],
    ['a picture', '\u0089PNG\r\n', 'not a JSON object'],
    ['a list', '[]', 'not a JSON object'],
    ['JSON of another kind', '{"a":1}', 'format'],
    ['a HAR file', '{"log":{"version":"1.2","entries":[]}}', 'HAR'],
    ['a later version', JSON.stringify({ format: RECORDING_FORMAT, version: 3 }), 'version 3'],
    ['a version that is none', JSON.stringify({ format: RECORDING_FORMAT, version: { a: 1 } }), 'version'],
    ['too large', ' '.repeat(50_000_001), '50 MB'],
  ] as const)
    it(`says what is wrong with it: ${what}`, async () => {
      const error = await failureOf(openRecording(text));
      expect(error.message).to.contain(words);
      expect(error.remedy).to.be.a('string');
    });

  it('one bad entry hides no other', async () => {
    const bad = [
      null,
      7,
      'x',
      [],
      {},
      entry({ at: 'soon' }),
      entry({ direction: 'up' }),
      entry({ kind: 1 }),
      entry({ at: 1e99 }),
    ];
    const recording = await openRecording(fileWith([...bad, entry({ id: 'b', method: 'good' })]));
    expect(methodsIn(recording)).to.deep.equal(['good']);
    expect(recording.file.problems).to.have.length(bad.length);
    expect(recording.file.problems[0]).to.equal('Entry 1 was left out: it is no object.');
  });

  it('one entry that is not JSON hides no other', async () => {
    const text = fileWith([entry({ id: 'a', method: 'one' }), 'HERE', entry({ id: 'b', method: 'two' })]).replace(
      '"HERE"',
      '{"a":nope}',
    );
    const recording = await openRecording(text);
    expect(methodsIn(recording)).to.deep.equal(['one', 'two']);
    expect(recording.file.problems).to.deep.equal(['Entry 2 was left out: it is not JSON.']);
  });

  it('a file that breaks off gives what it has', async () => {
    const text = fileWith([entry({ id: 'a', method: 'one' }), entry({ id: 'b', method: 'two' })]);
    expect(methodsIn(await openRecording(text.slice(0, -30)))).to.deep.equal(['one']);
  });

  it('wrong types of single members are left out', async () => {
    const strange = {
      duration: 'long',
      ended: 'blown up',
      revision: 7,
      subject: {},
      params: 'x',
      result: { value: 1 },
      times: -1,
      about: [],
    };
    const [read] = (await openRecording(fileWith([entry(strange)]))).entries.get();
    expect(read).to.deep.equal({
      ...entry(),
      server: '',
      result: { json: '1', size: 1 },
    });
  });

  it('keys of the prototype change nothing', async () => {
    const text = fileWith([entry({ method: 'good', params: { value: { x: 1 }, size: 1 } })]).replace(
      '"x":1',
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}',
    );
    const recording = await openRecording(text.replace('"server":', '"__proto__":{"level":"values"},"server":'));
    expect(methodsIn(recording)).to.deep.equal(['good']);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
  });

  it('depth does no harm', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = fileWith([entry({ id: 'a', params: { value: 'HERE', size: 1 } }), entry({ id: 'b', method: 'good' })]);
    expect(methodsIn(await openRecording(text.replace('"HERE"', deep)))).to.contain('good');
    expect((await failureOf(openRecording(`{"a":${deep}`))).message).to.contain('not a recording');
  });

  it('more entries than are kept are left out, and said', async () => {
    const entries = Array.from({ length: MAX_RECORDING_ENTRIES + 5 }, (_, at) => entry({ id: `n${at}`, at }));
    const recording = await openRecording(fileWith(entries));
    expect(recording.entries.get()).to.have.length(MAX_RECORDING_ENTRIES);
    expect(recording.file.problems.join()).to.contain(`${MAX_RECORDING_ENTRIES + 5} entries`);
  });

  it('entries of the same id are all there; ids, names and secrets of others do no harm', async () => {
    const recording = await openRecording(
      fileWith(
        [entry(), entry({ method: 'two' }), entry({ params: { value: { password: 'in-the-file' }, size: 1 } })],
        {
          server: { name: '<img src=x>\u202e'.repeat(1000), address: 7 },
        },
      ),
    );
    expect(recording.entries.get()).to.have.length(3);
    expect(recording.url.length).to.be.below(200);
    expect(JSON.stringify(recording.entries.get())).not.to.contain('in-the-file');
  });

  it('ten megabytes are read in steps of one entry or less, with turns of the page between them', async () => {
    const body = { value: { text: 'word '.repeat(1000) }, size: 5000 };
    const text = fileWith(Array.from({ length: 2000 }, (_, at) => entry({ id: `n${at}`, at, params: body })));
    const { result: recording, looks, turns } = await CountedClock.during(() => openRecording(text));
    expect(recording.entries.get()).to.have.length(2000);
    // A step for each entry, and before that one for each 50,000 characters, which are searched for its end.
    expect(looks).to.be.above(2000 + text.length / 50_000);
    expect(turns).to.be.above(2000 / 8);
  });
});
