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

describe('rules for URIs hold in each spelling that a server may take for the same', () => {
  const isForbidden = (uri: string, rules: object): boolean =>
    isForbiddenByName('resources', uri, { resources: rules });

  for (const uri of [
    'file:///R/pub//../etc/passwd',
    'file:///R/pub/./..//etc/passwd',
    'file:///R/pub/?/../../etc/passwd',
    'file:///R/pub/#/../../etc/passwd',
    'file:///R/pub/..;/etc/passwd',
    'file:///R/pub/..;x=1/etc/passwd',
    'file:///R/pub/..\\etc\\passwd',
    'file:///R/pub/%2e%2e/etc/passwd',
    'file:///R/pub/%252e%252e%252fetc/passwd',
    'file:///R/pub/%c0%ae%c0%ae/etc/passwd',
    'file:///R/pub/%u002e%u002e/etc/passwd',
    'file:///R/pub/a%00.txt',
    'file:///R/pub/../../../../etc/passwd',
    'file:///../R/pub/a',
    'file://other/R/pub/a',
    'FILE:///R/pub//../x',
    'file:R/pub/../x',
  ])
    it(`${uri} is not of file:///R/pub/*`, () =>
      expect(isForbidden(uri, { allow: ['file:///R/pub/*'] })).to.equal(true));

  for (const uri of [
    'file:////R/etc/passwd',
    'file:///R//etc/passwd',
    'file:///R/./etc/passwd',
    'file:///tmp//../R/etc/passwd',
    'file://./R/etc/passwd',
    'file://R/etc/passwd',
    'file://host/R/etc/passwd',
    'file:///R/etc/passwd?x',
    'file:///R/etc/passwd#x',
    'file:///R/x/?/../../etc/passwd',
    'file:///R/ETC/passwd',
    'file:///R/\uff45tc/passwd',
    'file:/R/etc/passwd',
    'file:///R/etc;a/passwd',
    'file:///R\\etc\\passwd',
  ])
    it(`${uri} is of file:///R/etc/*`, () => expect(isForbidden(uri, { deny: ['file:///R/etc/*'] })).to.equal(true));

  for (const uri of [
    'https://USER@Intra.Example/a',
    'https://intra.example./a',
    'https://intra.example:443/a',
    'https:\\\\intra.example\\a',
    'https://x@intra.example//a',
    'db://INTRA.example/a',
    'db://me@intra.example/a',
    'db://intra.example./a',
  ])
    it(`${uri} is of its host`, () =>
      expect(isForbidden(uri, { deny: ['https://intra.example/*', 'db://intra.example/*'] })).to.equal(true));

  for (const [uri, pattern] of [
    ['file:///R/pub/a/../b.txt', 'file:///R/pub/*'],
    ['file:///R/pub/a%20b;c.txt', 'file:///R/pub/*'],
    ['file://server/share/a', 'file://server/share/*'],
    ['https://x.example/a?q=../../../b', 'https://x.example/a?q=*'],
    ['https://x.example/a?q=*', 'https://x.example/a?q=*'],
    ['https://x.example/a//b', 'https://x.example/a//b'],
    ['https://me@x.example/a', 'https://me@x.example/*'],
    ['https://x.example', 'https://x.example*'],
    ['note:1', 'note:*'],
    ['urn:a:b;c?d#e', 'urn:a:*'],
    ['file:///a', 'file://*'],
    ['file:///a/b', '*/b'],
    ['demo://resource/static/document/a.md', 'demo://resource/static/*'],
    ['a name without a scheme', 'a name*'],
    ['anything', '*'],
  ] as const)
    it(`${uri} is of ${pattern}`, () => expect(isForbidden(uri, { allow: [pattern] })).to.equal(false));

  it('a `..` that leads out of the root has no meaning that all agree on', () =>
    expect(isForbidden('db://x/../a', { allow: ['db://*'] })).to.equal(true));
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
