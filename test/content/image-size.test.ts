import { expect } from '@esm-bundle/chai';
import { planBlock, type ContentPolicy, type RenderPlan } from '../../src/content/index.js';
import { encodedSource, imageSize } from '../../src/content/image-size.js';
import { svgShapes } from '../../src/content/remote.js';
import { GIF, PNG, base64 } from './samples.js';
import { inEnglish } from './in-english.js';

const be16 = (value: number): string => String.fromCharCode(value >> 8, value & 255);
const be32 = (value: number): string => be16(value >>> 16) + be16(value & 0xffff);
const le16 = (value: number): string => String.fromCharCode(value & 255, value >> 8);
const le32 = (value: number): string => le16(value & 0xffff) + le16(value >>> 16);
const png = (width: number, height: number): string =>
  `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${be32(width)}${be32(height)}\x08\x06\0\0\0`;
const segment = (type: string, body: string): string => `\xff${type}${be16(body.length + 2)}${body}`;
const frame = (width: number, height: number): string => segment('\xc2', `\x08${be16(height)}${be16(width)}\x03`);
const jpeg = (width: number, height: number, before = ''): string => `\xff\xd8${before}${frame(width, height)}`;

const box = (type: string, body: string): string => `${be32(body.length + 8)}${type}${body}`;
const extent = (width: number, height: number): string => box('ispe', `\0\0\0\0${be32(width)}${be32(height)}`);
/** A first item of 512 × 512, a tile, and a second one that is shown. */
const avif = (width: number, height: number, before = ''): string => {
  const items = box('ipma', `\0\0\0\0${be32(2)}${be16(1)}\x01\x01${be16(2)}\x01\x02`);
  const properties = box('iprp', box('ipco', extent(512, 512) + extent(width, height)) + items);
  const meta = box('meta', `\0\0\0\0${box('pitm', `\0\0\0\0${be16(2)}`)}${before}${properties}`);
  return `${box('ftyp', 'avif\0\0\0\0avifmif1')}${meta}`;
};

const SIZES: readonly (readonly [title: string, mimeType: string, bytes: string, size: readonly [number, number]])[] = [
  ['PNG', 'image/png', png(640, 480), [640, 480]],
  ['a real PNG', 'image/png', atob(PNG), [1, 1]],
  ['a real GIF', 'image/gif', atob(GIF), [1, 1]],
  ['JPEG', 'image/jpeg', jpeg(4000, 3000), [4000, 3000]],
  [
    'JPEG behind a thumbnail, a profile and fill bytes',
    'image/jpeg',
    jpeg(4000, 3000, `${segment('\xe1', 'x'.repeat(60_000))}${segment('\xe2', 'y'.repeat(65_000))}\xff\xff`),
    [4000, 3000],
  ],
  [
    'a GIF whose frame is larger than its screen',
    'image/gif',
    `GIF89a${le16(1)}${le16(1)}\x80\0\0${'\0'.repeat(6)}\x21\xf9\x04\0\0\0\0\0\x2c${le16(5)}${le16(0)}${le16(60_000)}${le16(50_000)}\0`,
    [60_005, 50_000],
  ],
  ['WebP, lossy', 'image/webp', `RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a${le16(800)}${le16(600)}`, [800, 600]],
  ['WebP, lossless', 'image/webp', `RIFF\0\0\0\0WEBPVP8L\x05\0\0\0\x2f${le32((99 << 14) | 199)}\0\0\0\0\0`, [200, 100]],
  [
    'WebP, extended',
    'image/webp',
    `RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0${le32(15_999).slice(0, 3)}${le32(7_999).slice(0, 3)}`,
    [16_000, 8000],
  ],
  ['BMP', 'image/bmp', `BM${'\0'.repeat(12)}${le32(40)}${le32(30)}${le32(-20 >>> 0)}`, [30, 20]],
  ['AVIF, its tiles aside', 'image/avif', avif(9000, 7000), [9000, 7000]],
];

describe('how large an image becomes, before it is decoded', () => {
  for (const [title, mimeType, bytes, [width, height]] of SIZES) {
    it(title, () => {
      expect(imageSize(mimeType, encodedSource(base64(bytes)))).to.deep.equal({ width, height });
    });
    it(`${title}, in lines of 76 characters`, () => {
      const lines = base64(bytes).replace(/.{76}/g, '$&\r\n');
      expect(imageSize(mimeType, encodedSource(lines))).to.deep.equal({ width, height });
    });
    it(`${title}, cut anywhere: no size, or one, and no error`, () => {
      for (let end = 0; end < Math.min(bytes.length, 200); end += 3)
        expect(() => imageSize(mimeType, encodedSource(base64(bytes.slice(0, end))))).to.not.throw();
    });
  }
});

describe('a size that is not where it should be', () => {
  for (const [title, mimeType, bytes] of [
    // The true size stands behind a part of more than a megabyte; a text that looks like another one stands in front.
    [
      'AVIF with a false size in a text',
      'image/avif',
      avif(9000, 7000, box('free', extent(10, 10) + 'x'.repeat(1_100_000))),
    ],
    [
      'AVIF whose shown item has none',
      'image/avif',
      avif(9000, 7000).replace(`${be16(2)}\x01\x02`, `${be16(3)}\x01\x02`),
    ],
    [
      'JPEG behind more than a megabyte of other things',
      'image/jpeg',
      jpeg(10, 10, segment('\xe2', 'y'.repeat(65_000)).repeat(17)),
    ],
    ['JPEG with a picture before its size', 'image/jpeg', jpeg(10, 10, segment('\xda', 'x'))],
    ['PNG that begins with another part', 'image/png', png(10, 10).replace('IHDR', 'IDAT')],
    [
      'a WebP that says it is a PNG',
      'image/png',
      `RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0${le32(9).slice(0, 3)}${le32(9).slice(0, 3)}`,
    ],
  ] as const)
    it(`is none: ${title}`, () => {
      expect(imageSize(mimeType, encodedSource(base64(bytes)))).to.equal(undefined);
    });
});

describe('an image that would take much memory', () => {
  const image = (bytes: string, mimeType: string, limits?: ContentPolicy['limits']): RenderPlan =>
    planBlock({ type: 'image', data: base64(bytes), mimeType }, { limits });

  it('tells its size', () => {
    expect(image(png(640, 480), 'image/png')).to.deep.include({ width: 640, height: 480, onRequest: false });
  });
  it('waits for the person', () => {
    expect(inEnglish(image(png(10_000, 10_000), 'image/png'))).to.deep.include({
      kind: 'image',
      onRequest: true,
      requestReason: 'It has 10,000 × 10,000 pixels, which take 400 MB of memory when they are shown.',
    });
  });
  it('is only saved when it is a bomb', () => {
    const plan = image(png(60_000, 60_000), 'image/png');
    expect(plan).to.deep.include({
      kind: 'blocked',
      reason: 'too-large',
      message: 'The image has 60,000 × 60,000 pixels. At most 256,000,000 are shown here.',
    });
    expect(plan.kind === 'blocked' && plan.file?.fileName).to.equal('image.png');
  });
  it('by limits of the page', () => {
    expect(image(png(10, 10), 'image/png', { imagePixels: 99 })).to.deep.include({ onRequest: true });
    expect(image(png(10, 10), 'image/png', { decodedPixels: 99 }).kind).to.equal('blocked');
    expect(image(png(10_000, 10_000), 'image/png', { imagePixels: 1e9 })).to.deep.include({ onRequest: false });
  });
  it('that hides its size waits too', () => {
    expect(image('\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg')).to.deep.include({ kind: 'image', onRequest: true });
  });
});

describe('a drawing that repeats itself', () => {
  const uses = (count: number, id: string): string => `<use href="#${id}"/>`.repeat(count);
  const levels = (count: number): string =>
    `<svg><g id="l0"><path/></g>${Array.from({ length: count }, (_, level) => `<g id="l${level + 1}">${uses(10, `l${level}`)}</g>`).join('')}</svg>`;

  it('is counted with its copies', () => {
    expect(svgShapes('<svg><rect/><rect/></svg>', 1000)).to.equal(3);
    expect(svgShapes(levels(2), 100_000)).to.be.within(200, 400);
    expect(svgShapes(levels(12), 100_000)).to.equal(100_001);
  });
  it('waits for the person', () => {
    const plan = planBlock({ type: 'image', data: base64(levels(9)), mimeType: 'image/svg+xml' });
    expect(plan).to.deep.include({ kind: 'image', onRequest: true });
    expect(plan.kind === 'image' && plan.requestReason?.text).to.include('can stop the page');
  });
  it('through entities waits too', () => {
    // More tags than are looked at, none of which draws anything.
    expect(svgShapes('</g>'.repeat(100_001), 100)).to.equal(101);
    expect(svgShapes('<!DOCTYPE svg [<!ENTITY a "<g/>">]><svg>&a;</svg>', 10)).to.equal(11);
  });
  it('in rings, deep or broken: the count ends', () => {
    const deep = Array.from({ length: 250_000 }, (_, at) => `<g id="${at}">`).join('');
    expect(svgShapes(`<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>`, 1000)).to.equal(7);
    expect(svgShapes(`<svg>${deep}`, 1e9), 'too deep to be counted').to.equal(1e9 + 1);
    expect(svgShapes(`<svg>${'<a x  x  x="'.repeat(200_000)}`, 1e9)).to.equal(1);
    expect(svgShapes(`<svg ${'x  '.repeat(500_000)}`, 1e9)).to.equal(0);
  });
});
