import { expect } from '@esm-bundle/chai';
import { isForbiddenByName } from '../../src/approvals/name-rules.js';

describe('the rules of a page for URIs', () => {
  const isForbidden = (uri: string, rules: object): boolean =>
    isForbiddenByName('resources', uri, { resources: rules });

  it('take bytes that are no character as they are written', () => {
    expect(isForbidden('file:///a%ff', { allow: ['file:///a%ff'] })).to.equal(false);
    expect(isForbidden('file:///a%ff', { allow: ['file:///a*'] })).to.equal(false);
    expect(isForbidden('file:///aundefined', { allow: ['file:///a%ff'] })).to.equal(true);
    expect(isForbidden('file:///a%ff', { deny: ['file:///a%ff'] })).to.equal(true);
  });

  it('look at the characters beside them', () => {
    expect(isForbidden('file:///%73ecret/%ff', { deny: ['file:///secret/*'] })).to.equal(true);
  });
});

describe('a pattern for names', () => {
  const fits = (pattern: string, name: string): boolean =>
    isForbiddenByName('tools', name, { tools: { deny: [pattern] } });

  for (const [pattern, named, unnamed] of [
    ['read', ['read'], ['read_file', 'a read', '']],
    ['read_*', ['read_', 'read_file'], ['read', 'a read_file']],
    ['*_file', ['_file', 'read_file'], ['file', 'read_files']],
    ['*file*', ['file', 'file_read', 'read_file', 'read_file_at'], ['fil', 'f_ile']],
    ['fs.*.delete.*', ['fs.a.delete.b', 'fs.a.b.delete.c.d'], ['fs.a.read.b', 'fs.delete.', 'fs.a.delete']],
    ['a*b*c', ['abc', 'a b c', 'abbcc'], ['ac', 'acb', 'bac', 'abcd']],
    ['aba*aba', ['abaaba', 'aba-aba'], ['aba', 'ababa']],
    ['*', ['', 'anything'], []],
  ] as const)
    it(`${pattern} is ${named.join(', ')}, and not ${unnamed.join(', ')}`, () => {
      expect(named.filter((name) => !fits(pattern, name))).to.deep.equal([]);
      expect(unnamed.filter((name) => fits(pattern, name))).to.deep.equal([]);
    });
});
