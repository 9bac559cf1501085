import { expect } from '@esm-bundle/chai';
import { bookOf, LogBook, MAX_LOG_DATA_CHARACTERS, MAX_LOG_LINES, MAX_LOGGERS } from '../../components/log/log-book.js';
import { Logging } from './logging.js';

describe('the lines of a log', () => {
  it('have numbers that stay, whatever is dropped', () => {
    const logging = new Logging();
    const book = bookOf(logging.session);
    logging.lines(MAX_LOG_LINES + 5000);
    expect(book.count).to.equal(MAX_LOG_LINES);
    expect(book.dropped).to.equal(5000);
    expect(book.first).to.equal(5000);
    expect(book.end).to.equal(MAX_LOG_LINES + 5000);
    expect(book.at(4999)).to.equal(undefined);
    for (const number of [5000, 77_777, MAX_LOG_LINES + 4999]) expect(book.at(number)!.data).to.equal(`line ${number}`);
  });

  it('begin with what the session has kept, and miss nothing then', () => {
    const logging = new Logging();
    logging.lines(1500);
    const book = bookOf(logging.session);
    expect(book.count).to.equal(1000);
    logging.lines(2, 1500);
    expect(book.at(book.end - 1)!.data).to.equal('line 1501');
    expect(book.count).to.equal(1002);
  });

  it('are fewer when they are large', () => {
    const logging = new Logging();
    const book = bookOf(logging.session);
    const data = 'x'.repeat(60_000);
    for (let n = 0; n < 1000; n++) logging.add({ data });
    expect(book.count).to.equal(Math.floor(MAX_LOG_DATA_CHARACTERS / 60_000));
    expect(book.dropped).to.equal(1000 - book.count);
  });

  it('are of loggers that can be chosen, up to a limit, as long as one of their lines is there', () => {
    const logging = new Logging();
    const book = new LogBook(logging.log);
    logging.add({ logger: 'first' });
    logging.lines(MAX_LOG_LINES - 1);
    expect(book.loggers).to.deep.equal(['first']);
    logging.lines(1);
    expect(book.loggers).to.deep.equal([]);
    logging.add(...Array.from({ length: MAX_LOGGERS + 50 }, (_, n) => ({ logger: `logger ${n}` })));
    expect(book.loggers).to.have.length(MAX_LOGGERS);
    expect(book.at(book.end - 1)!.logger).to.equal(`logger ${MAX_LOGGERS + 49}`);
  });

  it('are told of once for what comes together', () => {
    const logging = new Logging();
    const book = new LogBook(logging.log);
    let changes = 0;
    book.changes.subscribe(() => changes++);
    logging.lines(500);
    expect(changes).to.equal(1);
    book.clear();
    expect(changes).to.equal(2);
    expect(book.count).to.equal(0);
    expect(book.dropped).to.equal(0);
    logging.lines(3);
    expect(book.count).to.equal(3);
  });
});
