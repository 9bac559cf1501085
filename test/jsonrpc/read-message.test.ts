import { expect } from '@esm-bundle/chai';
import type { McpError } from '../../src/errors.js';
import {
  isErrorBody,
  isRequest,
  isResponse,
  MAX_BATCH_MESSAGES,
  MAX_BROKEN_REPORTED,
  readMessages,
  type RpcMessage,
} from '../../src/jsonrpc/messages.js';

function read(text: string): { messages: readonly RpcMessage[]; problems: McpError[] } {
  const problems: McpError[] = [];
  return { messages: readMessages(text, (problem) => problems.push(problem)), problems };
}

describe('reading messages', () => {
  describe('what is a message', () => {
    for (const [what, value, kind] of [
      ['a request', { jsonrpc: '2.0', id: 1, method: 'ping' }, 'request'],
      ['a request with a text id', { jsonrpc: '2.0', id: 'a', method: 'ping', params: {} }, 'request'],
      ['a request with id 0', { jsonrpc: '2.0', id: 0, method: 'ping' }, 'request'],
      ['a request with an empty text id', { jsonrpc: '2.0', id: '', method: 'ping' }, 'request'],
      ['a notification', { jsonrpc: '2.0', method: 'news', params: { a: 1 } }, 'notification'],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }, 'response'],
      ['a response whose result is null', { jsonrpc: '2.0', id: 1, result: null }, 'response'],
      ['an error', { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } }, 'response'],
      ['an error with data', { jsonrpc: '2.0', id: 1, error: { code: -1, message: '', data: [1] } }, 'response'],
      ['an error without id', { jsonrpc: '2.0', error: { code: -1, message: 'no' } }, 'response'],
      ['an error whose id is null', { jsonrpc: '2.0', id: null, error: { code: -1, message: 'no' } }, 'response'],
      ['a response that has no error, and says so', { jsonrpc: '2.0', id: 1, result: {}, error: null }, 'response'],
      ['a message with more in it', { jsonrpc: '2.0', id: 1, result: {}, extra: true, __x: 1 }, 'response'],
    ] as const)
      it(what, () => {
        const { messages, problems } = read(JSON.stringify(value));
        expect(problems).to.be.empty;
        expect(messages).to.deep.equal([value]);
        const [message] = messages;
        expect(isResponse(message!) ? 'response' : isRequest(message!) ? 'request' : 'notification').to.equal(kind);
      });
  });

  describe('what is none is skipped and said so', () => {
    for (const [what, text] of [
      ['not JSON', '{"jsonrpc":'],
      ['nothing', ''],
      ['HTML', '<!doctype html>'],
      ['null', 'null'],
      ['a number', '17'],
      ['text', '"hello"'],
      ['no version', '{"id":1,"result":{}}'],
      ['another version', '{"jsonrpc":"1.0","id":1,"result":{}}'],
      ['a response without id', '{"jsonrpc":"2.0","result":{}}'],
      ['a response whose id is null', '{"jsonrpc":"2.0","id":null,"result":{}}'],
      ['a request whose id is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
      ['a request whose id is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
      ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":7}'],
      ['parameters that are a list', '{"jsonrpc":"2.0","method":"news","params":[1]}'],
      ['parameters that are text', '{"jsonrpc":"2.0","method":"news","params":"x"}'],
      ['an error that is text', '{"jsonrpc":"2.0","id":1,"error":"no"}'],
      ['an error without code', '{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}'],
      ['an error without words', '{"jsonrpc":"2.0","id":1,"error":{"code":1}}'],
      ['neither method, result nor error', '{"jsonrpc":"2.0","id":1}'],
    ] as const)
      it(what, () => {
        const { messages, problems } = read(text);
        expect(messages).to.be.empty;
        expect(problems).to.have.length(1);
        expect(problems[0]!.code).to.equal('bad-message');
        expect(problems[0]!.message).to.match(/^A message from the server is not .* and was skipped: /);
      });

    it('quotes only the beginning', () => {
      const { problems } = read(`"${'x'.repeat(100_000)}"`);
      expect(problems[0]!.message.length).to.be.below(250);
    });

    it('also where the text is nested deeper than the stack', () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      expect(read(`{"jsonrpc":"2.0","what":${deep}}`).problems).to.have.length(1);
      expect(read(`[{"what":${deep}}]`).problems).to.have.length(1);
    });
  });

  describe('batches', () => {
    const one = { jsonrpc: '2.0', id: 1, result: {} };
    const news = { jsonrpc: '2.0', method: 'news' };

    it('are unrolled, in order', () => {
      expect(read(JSON.stringify([news, one, news])).messages).to.deep.equal([news, one, news]);
    });
    it('one bad message does not hide the others', () => {
      const { messages, problems } = read(JSON.stringify([one, 'bad', [], news]));
      expect(messages).to.deep.equal([one, news]);
      expect(problems).to.have.length(2);
    });
    it('of broken messages report the first of them, and how many there were', () => {
      const { messages, problems } = read(JSON.stringify([...Array(MAX_BROKEN_REPORTED + 50).fill(0), news]));
      expect(messages).to.deep.equal([news]);
      expect(problems).to.have.length(MAX_BROKEN_REPORTED + 1);
      expect(problems.at(-1)!.code).to.equal('limit');
      expect(problems.at(-1)!.message).to.contain(`${MAX_BROKEN_REPORTED + 50} messages`);
    });
    it('an empty one holds nothing', () => {
      expect(read('[]')).to.deep.equal({ messages: [], problems: [] });
    });
    it('are cut at a limit that is said', () => {
      const { messages, problems } = read(JSON.stringify(Array(MAX_BATCH_MESSAGES + 1).fill(news)));
      expect(messages).to.have.length(MAX_BATCH_MESSAGES);
      expect(problems[0]!.code).to.equal('limit');
      expect(problems[0]!.message).to.contain(`${MAX_BATCH_MESSAGES}`);
    });
  });

  it('a key named __proto__ is data', () => {
    const { messages } = read('{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":1}}}');
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
    expect(Object.keys((messages[0] as { result: object }).result)).to.deep.equal(['__proto__']);
  });

  it('an error body has a code and words', () => {
    expect(isErrorBody({ code: 1, message: '' })).to.equal(true);
    for (const value of [undefined, null, 'no', [], {}, { code: '1', message: '' }, { code: 1 }])
      expect(isErrorBody(value)).to.equal(false);
  });
});
