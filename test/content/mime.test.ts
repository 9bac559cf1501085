import { expect } from '@esm-bundle/chai';
import { sniffMedia } from '../../src/content/index.js';
import { isSvg } from '../../src/content/sniff.js';
import { GIF, JPEG, MP3, OGG, PNG, SVG, WAV, WEBP } from './samples.js';

const bytes = (binary: string): Uint8Array => Uint8Array.from(binary, (character) => character.charCodeAt(0));
const found = (binary: string): string | undefined => sniffMedia(bytes(binary))?.mimeType;

describe('what bytes are', () => {
  for (const [mimeType, sample] of [
    ['image/png', PNG],
    ['image/gif', GIF],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['audio/wav', WAV],
    ['audio/mpeg', MP3],
    ['audio/ogg', OGG],
  ] as const)
    it(mimeType, () => expect(found(atob(sample))).to.equal(mimeType));

  it('MP3 without a tag, by its first frame', () => {
    expect(found('\xff\xfb\x90\x64')).to.equal('audio/mpeg');
    expect(found('\xff\xf3\x40\xc0')).to.equal('audio/mpeg');
  });

  for (const [what, binary] of [
    ['nothing', ''],
    ['half a signature', '\x89PN'],
    ['RIFF of another kind', 'RIFF\0\0\0\0AVI LIST'],
    ['a UTF-16 mark', '\xff\xfe<\0s\0v\0g\0'],
    ['AAC', '\xff\xf1\x50\x80'],
    ['a PDF', '%PDF-1.7'],
    ['a program', '\x7fELF'],
    ['HTML', '<!doctype html><svg></svg>'],
    ['a signature too late', ' \x89PNG\r\n\x1a\n'],
  ] as const)
    it(`${what}: nothing that is shown`, () => expect(found(binary)).to.equal(undefined));
});

describe('SVG', () => {
  for (const text of [
    '<svg/>',
    ' \n<svg xmlns="x">',
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<svg>',
    '<!-- a --><!-- b --><svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd"><svg>',
    SVG,
  ])
    it(`“${text.slice(0, 40)}” is`, () => expect(isSvg(text)).to.equal(true));

  for (const text of ['', '<svgx>', '<html><svg>', 'text <svg>', '<!-- <svg> -->', '<?xml?><html>'])
    it(`“${text}” is not`, () => expect(isSvg(text)).to.equal(false));

  it('is decided: the search ends, whatever comes', () => {
    for (const slow of [
      '<!--'.repeat(500_000),
      ' '.repeat(2_000_000),
      `<?xml${' '.repeat(2_000_000)}`,
      '<!---->'.repeat(500_000),
    ])
      expect(isSvg(slow)).to.equal(false);
  });
});
