import { expect } from '@esm-bundle/chai';
import { mediaTypeOf } from '../../src/util/media-type.js';

describe('the media type in a Content-Type header', () => {
  for (const [header, type] of [
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['application/json, application/json', 'application/json'],
    ['text/plain; charset=utf-8, text/event-stream', 'text/event-stream'],
    ['text/html, */*', 'text/html'],
    ['json', 'json'],
    ['', ''],
    [null, ''],
  ] as const)
    it(`${JSON.stringify(header)}: ${type || 'none'}`, () => {
      expect(mediaTypeOf(header)).to.equal(type);
    });
});
