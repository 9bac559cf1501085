import { expect } from '@esm-bundle/chai';
import { ICON_LIMITS, iconCandidates, iconOf } from '../../src/content/icons.js';
import { GIF, PNG, SVG, base64 } from './samples.js';

const addresses = (...args: Parameters<typeof iconCandidates>): string[] =>
  iconCandidates(...args).map((source) => (source.kind === 'inline' ? source.src : source.address.href));
const at = (name: string): string => `https://a.example/${name}`;

describe('which icon is shown', () => {
  for (const src of [
    'http://a.example/x.png',
    'javascript:1',
    'file:///x.png',
    'ftp://a.example/x.png',
    'ws://a.example/x.png',
    'blob:https://a.example/x',
    'vscode://x.png',
    'data:text/html,<script>1</script>',
    'https://user:secret@a.example/x.png',
    '/x.png',
    '',
  ])
    it(`never ${src || 'an empty address'}`, () => expect(addresses([{ src }], 'light', 24)).to.deep.equal([]));

  it('never one of a type that is no icon', () => {
    const src = at('x');
    for (const mimeType of ['text/html', 'image/x-icon', 'application/pdf', 'image/bmp'])
      expect(addresses([{ src, mimeType }], 'light', 24)).to.deep.equal([]);
    for (const mimeType of [
      'image/png',
      'image/jpeg',
      'image/jpg',
      'IMAGE/SVG+XML; charset=utf-8',
      'image/webp',
      'image/gif',
    ])
      expect(addresses([{ src, mimeType }], 'light', 24)).to.deep.equal([src]);
  });

  it('the one for this scheme, then one for any, then the other', () => {
    const icons = [
      { src: at('dark'), theme: 'dark' },
      { src: at('any') },
      { src: at('light'), theme: 'light' },
    ] as const;
    expect(addresses(icons, 'light', 24)).to.deep.equal([at('light'), at('any'), at('dark')]);
    expect(addresses(icons, 'dark', 24)).to.deep.equal([at('dark'), at('any'), at('light')]);
  });

  it('the smallest that is large enough', () => {
    const icons = [
      { src: at('512'), sizes: ['512x512'] },
      { src: at('16'), sizes: ['16x16'] },
      { src: at('unknown') },
      { src: at('48'), sizes: ['48x48', '96x96'] },
      { src: at('broken'), sizes: ['huge'] },
    ];
    expect(addresses(icons, 'light', 24)).to.deep.equal([at('48'), at('512'), at('16'), at('unknown'), at('broken')]);
    expect(addresses(icons, 'light', 90)[0]).to.equal(at('48'));
    expect(addresses([...icons, { src: at('any'), sizes: ['any'] }], 'light', 24)[0]).to.equal(at('any'));
  });

  it('one of the first twenty', () => {
    expect(
      addresses(
        Array.from({ length: 100 }, () => ({ src: at('x') })),
        'light',
        24,
      ),
    ).to.have.length(20);
  });
});

describe('an icon inside its address', () => {
  it('is an image by its first bytes, whatever it calls itself', () => {
    expect(iconOf(`data:image/png;base64,${PNG}`)!.type).to.equal('image/png');
    expect(iconOf(`data:image/png;base64,${GIF}`)!.type).to.equal('image/gif');
    expect(iconOf(`data:image/svg+xml,${encodeURIComponent(SVG)}`)!.type).to.equal('image/svg+xml');
    expect(iconOf(`data:image/svg+xml;charset=utf-8,${SVG}`)!.type).to.equal('image/svg+xml');
  });
  for (const [title, src] of [
    ['HTML', 'data:image/png,<html><script>1</script>'],
    ['a sound', `data:image/png;base64,${base64('ID3\x04\0\0\0\0\0\0')}`],
    ['no base64', 'data:image/png;base64,%%%'],
    ['empty', 'data:image/png;base64,'],
    ['no data', 'data:image/png'],
    ['too long', `data:image/svg+xml,${SVG}${' '.repeat(ICON_LIMITS.bytes)}`],
    ['a bomb', `data:image/svg+xml,${SVG.replace('<circle', '<g/>'.repeat(ICON_LIMITS.shapes + 1) + '<circle')}`],
    [
      'too large a picture',
      `data:image/png;base64,${base64(`${atob(PNG).slice(0, 16)}\0\0\x80\0\0\0\x80\0${atob(PNG).slice(24)}`)}`,
    ],
  ] as const)
    it(`is none where it is ${title}`, () => expect(iconOf(src)).to.equal(undefined));
});
