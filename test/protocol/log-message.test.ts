import { expect } from '@esm-bundle/chai';
import { MAX_LOG_DATA_LENGTH, readLogMessage } from '../../src/protocol/decode/server.js';
import type { JsonObject } from '../../src/protocol/model.js';

describe('a log message', () => {
  const read = (raw: object | undefined) => readLogMessage(raw as JsonObject | undefined).message;

  it('is read as sent where nothing is wrong', () => {
    const before = Date.now();
    const { at, ...rest } = read({ level: 'critical', logger: 'db', data: { code: 7 } });
    expect(rest).to.deep.equal({ level: 'critical', logger: 'db', data: { code: 7 } });
    expect(at).to.be.within(before, Date.now());
    expect(read({ level: 'info', data: null })).not.to.have.property('issues');
  });

  const rows: readonly [raw: object | undefined, level: string, ...issues: string[]][] = [
    [undefined, 'info', 'It has no level: it counts as info.', 'It has no data.'],
    [{ level: 'loud', data: 1 }, 'info', 'Its level “loud” is not known: it counts as info.'],
    [{ level: 7, data: 1 }, 'info', 'It has no level: it counts as info.'],
    [{ level: 'error' }, 'error', 'It has no data.'],
    [{ level: 'error', logger: {}, data: 1 }, 'error', 'The name of its logger is not a text and was left out.'],
  ];
  for (const [raw, level, ...issues] of rows)
    it(`is shown however wrong it is: ${JSON.stringify(raw)}`, () => {
      const message = read(raw);
      expect(message.level).to.equal(level);
      expect(message.issues?.map(({ text }) => text)).to.deep.equal(issues);
    });

  it('keeps the first of a logger with ten million characters', () => {
    const { logger, issues } = read({ level: 'info', logger: 'l'.repeat(10_000_000), data: 1 });
    expect(logger).to.have.length(200);
    expect(issues?.map(({ text }) => text)).to.deep.equal([
      'The name of its logger has 10,000,000 characters; the first 200 are kept.',
    ]);
  });

  it('keeps the first of large data, a text as a text and everything else as its JSON', () => {
    const text = read({ level: 'info', data: 'd'.repeat(10_000_000) });
    expect(text.data).to.have.length(MAX_LOG_DATA_LENGTH);
    expect(text.issues?.map((issue) => issue.text)).to.deep.equal([
      'Its data has 10,000,000 characters; the first 65,536 are kept.',
    ]);
    const list = read({ level: 'info', data: Array.from({ length: 100_000 }, (_, n) => n) });
    expect(list.data)
      .to.match(/^\[0, 1, 2, /)
      .and.have.length(MAX_LOG_DATA_LENGTH);
    expect(list.issues?.map(({ text: words }) => words)).to.deep.equal([
      'Its data has more than 65,536 characters; the first 65,536 are kept, as text.',
    ]);
  });

  it('says how large it is', () => {
    expect(readLogMessage({ level: 'info', logger: 'abc', data: 'four' }).size).to.equal(7);
    expect(readLogMessage({ level: 'info', data: [1, 2] }).size).to.equal(6);
  });
});
