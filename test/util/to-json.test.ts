import { expect } from '@esm-bundle/chai';
import { compact, fields, asString } from '../../src/protocol/decode/values.js';
import { compileValidator } from '../../src/json-schema/validator.js';
import { toJson } from '../../src/util/json.js';

/** Runs `then` in a page whose scripts have added members to the prototypes of the language. */
function withMembers(prototype: object, members: Readonly<Record<string, unknown>>, then: () => void): void {
  Object.assign(prototype, members);
  try {
    then();
  } finally {
    for (const name of Object.keys(members)) delete (prototype as Record<string, unknown>)[name];
  }
}

const VALUE = { list: [1, [2, { three: [] }]], at: new Date(0), text: 'a', nothing: undefined };
const JSON_TEXT = '{"list":[1,[2,{"three":[]}]],"at":"1970-01-01T00:00:00.000Z","text":"a"}';

describe('toJson', () => {
  it('is JSON.stringify in a clean page', () => {
    expect(toJson(VALUE)).to.equal(JSON_TEXT);
    expect(toJson([1], undefined, 1)).to.equal('[\n 1\n]');
  });

  it('writes lists and plain objects as they are, whatever toJSON the page gave them', () => {
    const toJSON = (): string => 'polluted';
    withMembers(Array.prototype, { toJSON }, () => expect(toJson(VALUE)).to.equal(JSON_TEXT));
    withMembers(Object.prototype, { toJSON }, () => expect(toJson(VALUE)).to.equal(JSON_TEXT));
  });

  it('lets an object that has its own toJSON decide, and gives a replacer the values as they are', () => {
    withMembers(Array.prototype, { toJSON: () => 'polluted' }, () => {
      expect(toJson({ own: { toJSON: () => 'mine' } })).to.equal('{"own":"mine"}');
      expect(toJson({ a: [1], b: 2 }, (name, value) => (name === 'b' ? undefined : value))).to.equal('{"a":[1]}');
    });
  });
});

describe('members that a page added to all objects', () => {
  const members = { extend: () => {}, x: 1, title: 'of the page' };

  it('are no fields of what a server sent', () => {
    const read = fields<{ name: string; title?: string }>({ name: asString, title: asString });
    withMembers(Object.prototype, members, () => {
      expect(Object.keys(compact({ a: 1 }))).to.deep.equal(['a']);
      expect(Object.keys(read({ name: 'n', other: 3 })!)).to.deep.equal(['name']);
      expect(Object.keys(read({ name: 4 })!)).to.deep.equal([]);
    });
  });

  it('are neither properties of a value nor keywords of a schema', () => {
    withMembers(Object.prototype, members, () => {
      const check = compileValidator(
        { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
        { fitsPattern: () => true },
      );
      expect(check({ a: 1 })).to.deep.equal({ faults: [] });
      expect((check({ a: 'b' }) as { faults: unknown[] }).faults).to.have.length(1);
    });
  });
});
