import { expect } from '@esm-bundle/chai';
import {
  isWholeDisk,
  MAX_ROOT_URI_LENGTH,
  rootFault,
  type RootFault,
  suggestRoot,
} from '../../src/protocol/decode/server-requests.js';
import { verifies } from '../requirements/verifies.js';

describe('an address that is to be a root', () => {
  for (const good of [
    'file:///',
    'file:///home/me/project',
    'file:///home/me/project/',
    'FILE:///C:/Users/me',
    'file:///c:/a%20b',
    'file://localhost/home/me',
    'file:///home/Grüße/世界',
    'file:///home/me/100%25',
    'file:///home/me/...',
    'file:///home/me/..hidden',
    'file:///home/me/./x',
    'file:///home/m%FCller',
    'file:///a:b@c',
  ])
    it(`${good} may`, () => {
      expect(rootFault(good)).to.equal(undefined);
      expect(new URL(good).protocol).to.equal('file:');
    });

  for (const [bad, fault] of [
    ['', 'empty'],
    ['/home/me', 'path'],
    ['\\\\nas\\share', 'path'],
    ['C:\\Users\\me', 'path'],
    ['C:', 'path'],
    ['~/project', 'path'],
    ['../x', 'path'],
    ['home/me', 'scheme'],
    ['http://files.example/x', 'scheme'],
    ['https://files.example/x', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['blob:https://page.example/1', 'scheme'],
    ['filesystem:file:///x', 'scheme'],
    ['view-source:file:///x', 'scheme'],
    ['\u200Bfile:///x', 'scheme'],
    ['file:relative', 'slashes'],
    ['file:/x', 'slashes'],
    ['file:\\\\x', 'slashes'],
    ['file://host/x', 'host'],
    ['file://home/me', 'host'],
    ['file://C:/Users/me', 'host'],
    ['file://user@host/x', 'host'],
    ['file://..', 'host'],
    ['file:///home/me/../you', 'climbs'],
    ['file:///home/me/..', 'climbs'],
    ['file:///..', 'climbs'],
    ['file:///home/me\\..\\you', 'climbs'],
    ['file:///home/%2e%2e/you', 'climbs'],
    ['file:///home/.%2E/you', 'climbs'],
    ['file:///home/%252e%252e/you', 'climbs'],
    ['file:///home/%25252e%25252e/you', 'climbs'],
    ['file:///home/..%2f..%2fetc', 'hidden-slash'],
    ['file:///home/..%5cetc', 'hidden-slash'],
    ['file:///home/..%255c..', 'hidden-slash'],
    ['file:///a%00b', 'control'],
    ['file:///a%0d%0ab', 'control'],
    ['file:///a\nb', 'control'],
    ['file:///a\tb', 'control'],
    ['file:///a\0', 'control'],
    ['file:///a\x85', 'control'],
    ['java\nscript:x', 'control'],
    ['file:///a%zz', 'percent'],
    ['file:///100%', 'percent'],
    ['file:///a?b', 'query'],
    ['file:///a#b', 'query'],
    [`file:///${'a'.repeat(MAX_ROOT_URI_LENGTH)}`, 'long'],
  ] as readonly [string, RootFault][])
    it(`${JSON.stringify(bad.slice(0, 40))} must not: ${fault}`, () => {
      verifies('roots-shared-by-consent', 'roots-are-file-folders');
      expect(rootFault(bad)).to.equal(fault);
    });

  it('ten million characters are refused unread: it ends where that is done ten thousand times', () => {
    for (const begin of ['file:///', 'file:///%2e', 'x', '/', 'file:///../']) {
      const huge = begin.padEnd(10_000_000, '%2e');
      for (let round = 1; round < 10_000; round++) void [rootFault(huge), suggestRoot(huge)];
      expect(rootFault(huge)).to.equal('long');
      expect(suggestRoot(huge)).to.equal(undefined);
    }
  });

  it('what was probably meant is offered, and nothing that climbs', () => {
    for (const [written, meant] of [
      ['/home/me/my project', 'file:///home/me/my%20project'],
      ['C:\\Users\\me', 'file:///C:/Users/me'],
      ['/100%/a?b#c', 'file:///100%25/a%3Fb%23c'],
      ['file://home/me', 'file:///home/me'],
      ['file:/x', 'file:///x'],
      ['file://C:\\Users', 'file:///C:/Users'],
      ['file:relative', 'file:///relative'],
      ['file:///a?b#c', 'file:///a%3Fb%23c'],
      ['file:///100%', 'file:///100%25'],
      ['file:///fine', undefined],
      ['~/project', undefined],
      ['../x', undefined],
      ['/home/../etc', undefined],
      ['javascript:alert(1)', undefined],
      ['file:///a/../b', undefined],
      ['', undefined],
    ] as const)
      expect(suggestRoot(written), written).to.equal(meant);
  });

  it('a whole disk is known for one', () => {
    expect(['file:///', 'file:///C:/', 'file:///c:'].every(isWholeDisk)).to.equal(true);
    expect(['file:///home', 'file:///C:/Users'].some(isWholeDisk)).to.equal(false);
  });
});
