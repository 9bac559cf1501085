import { expect } from '@esm-bundle/chai';
import { wordsInAnswer } from '../../src/transport/server-words.js';

describe('why a server refused, in an answer that is no MCP message', () => {
  for (const [framework, body, words] of [
    ['FastAPI', { detail: [{ loc: ['body', 'amount'], msg: 'must be positive' }] }, 'body.amount: must be positive'],
    [
      'FastAPI, twice',
      {
        detail: [
          { loc: ['body', 'items', 0], msg: 'too short' },
          { loc: ['query', 'q'], msg: 'is missing' },
        ],
      },
      'body.items.0: too short\nquery.q: is missing',
    ],
    ['Starlette', { detail: 'Not Found' }, 'Not Found'],
    [
      'Nest',
      { statusCode: 400, message: ['amount must be positive'], error: 'Bad Request' },
      'amount must be positive',
    ],
    ['Express', { error: { message: 'No such order' } }, 'No such order'],
    ['Spring', { status: 500, error: 'Internal Server Error', message: 'Disk is full' }, 'Disk is full'],
    ['problem details', { title: 'Out of credit', detail: 'Your balance is 30.' }, 'Your balance is 30.'],
    ['OAuth', { error: 'invalid_scope', error_description: 'Unknown scope' }, 'Unknown scope'],
    ['a list of errors', { errors: [{ field: 'to', message: 'is no address' }] }, 'to: is no address'],
    ['no words', { code: 5, detail: [], message: '' }, undefined],
    ['words too deep', { detail: { detail: { detail: { detail: 'x' } } } }, undefined],
  ] as const)
    it(framework, () => expect(wordsInAnswer('application/json', JSON.stringify(body))).to.equal(words));

  it('a plain text is one', () => expect(wordsInAnswer('text/plain', ' Rate limited \n')).to.equal('Rate limited'));
  it('a web page has none', () => expect(wordsInAnswer('text/html', '<h1>502</h1>')).to.equal(undefined));
  it('JSON that cannot be read has none', () => expect(wordsInAnswer('application/json', '{"a')).to.equal(undefined));
  it('problem details by their type', () =>
    expect(wordsInAnswer('application/problem+json', '{"detail":"x"}')).to.equal('x'));
  it('many and long ones are cut', () => {
    const many = JSON.stringify({ errors: Array(1000).fill('x'.repeat(1000)) });
    expect(wordsInAnswer('application/json', many)!.length).to.equal(2000);
  });
});
