import { expect } from '@esm-bundle/chai';
import { planBlock, planContents } from '../../src/content/index.js';
import { PNG, SVG, base64 } from './samples.js';
import { inEnglish } from './in-english.js';

const zip = (name: string): string => `PK\x03\x04${'\0'.repeat(22)}\x13\0\0\0${name}`;

/** What the first bytes of a file are, whatever it is called. */
const FILES: readonly (readonly [bytes: string, mimeType: string, name: string | undefined])[] = [
  ['%PDF-1.7\n', 'application/pdf', 'PDF document'],
  [zip('a.txt'), 'application/zip', 'ZIP archive'],
  [zip('[Content_Types].xml ........ word/document.xml'), '', 'Word document'],
  [zip('[Content_Types].xml ........ xl/workbook.xml'), '', 'Excel workbook'],
  [zip('[Content_Types].xml ........ ppt/x.xml'), '', 'PowerPoint presentation'],
  [
    zip('customXml/item1.xml'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'Word document',
  ],
  [zip('mimetypeapplication/epub+zip'), '', 'EPUB book'],
  [zip('mimetypeapplication/vnd.oasis.opendocument.text'), '', 'OpenDocument file'],
  ['\x1f\x8b\x08\0', 'application/gzip', 'gzip archive'],
  [`${'x'.repeat(257)}ustar\0`, 'application/x-tar', 'tar archive'],
  ["7z\xbc\xaf'\x1c\0\x04", '', '7-Zip archive'],
  ['Rar!\x1a\x07\x01\0', '', 'RAR archive'],
  ['BZh91AY&SY', '', 'bzip2 archive'],
  ['\xfd7zXZ\0\0', '', 'xz archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword', 'older Office document'],
  ['SQLite format 3\0', '', 'SQLite database'],
  ['II*\0....', 'image/tiff', 'TIFF image'],
  ['\0\0\0\x18ftypheic', 'image/heic', 'HEIC image'],
  ['wOF2\0\x01', 'font/woff2', 'font'],
  ['\0\x01\x02\x03', '', undefined],
];

/** What it is called, what it is → what a reader is told. */
const LIES: readonly (readonly [mimeType: string, bytes: string, notes: readonly string[]])[] = [
  ['image/png', '<!doctype html><script>1</script>', ['The server says image/png, but the data is text/html.']],
  ['image/png', '<?xml version="1.0"?><a/>', ['The server says image/png, but the data is application/xml.']],
  ['image/png', '%PDF-1.7', ['The server says image/png, but the data is application/pdf.']],
  [
    'application/pdf',
    '<html><script>1</script></html>',
    ['The server says application/pdf, but the data is text/html.'],
  ],
  ['application/pdf', zip('x'), ['The server says application/pdf, but the data is application/zip.']],
  [
    'application/pdf',
    'MZ\x90\0\x03',
    [
      'The server says application/pdf, but the data is application/vnd.microsoft.portable-executable.',
      'It is a program. Run it only if you know who made it.',
    ],
  ],
  ['application/octet-stream', '\x7fELF\x02', ['It is a program. Run it only if you know who made it.']],
  ['image/jpeg', '\0\0\0\0', ['The server says image/jpeg, but the data is nothing that is shown here.']],
  [
    'application/pdf',
    '\x00\x01\x02',
    ['The server says application/pdf, but the data is of another kind, which is not known.'],
  ],
  [
    'application/zip',
    '\x00\x01\x02',
    ['The server says application/zip, but the data is of another kind, which is not known.'],
  ],
  ['application/pdf', 'junk\n%PDF-1.7\n\0', []],
  ['application/vnd.unknown', '\x00\x01\x02', []],
  // Formats that are archives inside, and second names of one format, are no lies.
  ['application/vnd.oasis.opendocument.text', zip('mimetype'), []],
  ['application/x-tgz', '\x1f\x8b\x08\0', []],
  ['application/msword', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', []],
];

const plan = (bytes: string, mimeType: string) => planContents({ uri: 'a://x/file', mimeType, blob: base64(bytes) });

describe('a file that is not shown here', () => {
  for (const [bytes, mimeType, name] of FILES)
    it(`${name ?? 'unknown bytes'}, called ${mimeType || 'nothing'}`, () => {
      expect(inEnglish(plan(bytes, mimeType))).to.deep.include({ kind: 'download', formatName: name, notes: [] });
    });

  it('only a PDF opens in a tab, and only by its bytes', () => {
    expect(plan('%PDF-1.7', 'application/octet-stream')).to.deep.include({ opens: 'pdf' });
    expect(plan('<html>', 'application/pdf')).to.deep.include({ opens: undefined });
  });
});

describe('a type that lies', () => {
  for (const [mimeType, bytes, notes] of LIES)
    it(`${mimeType}: ${JSON.stringify(bytes.slice(0, 12))}`, () => {
      expect(inEnglish(plan(bytes, mimeType))).to.deep.include({ kind: 'download', notes });
    });

  it('never makes something that runs: markup called an image is saved, a drawing is an image', () => {
    const image = (bytes: string) => planBlock({ type: 'image', data: base64(bytes), mimeType: 'image/png' });
    for (const markup of ['<html><svg onload=alert(1)>', '<script>1</script>', '<?xml version="1.0"?><x/>', '<body>'])
      expect(image(markup).kind, markup).to.equal('download');
    expect(image(SVG)).to.deep.include({ kind: 'image', mimeType: 'image/svg+xml' });
  });
});

describe('a file that is shown', () => {
  for (const [bytes, mimeType, kind, shownAs] of [
    ['\0\0\0\x20ftypisom', 'video/mp4', 'video', 'video/mp4'],
    ['\0\0\0\x20ftypM4A ', 'audio/mp4', 'audio', 'audio/mp4'],
    ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86\x81\x01B\x82\x84webm', 'video/webm', 'video', 'video/webm'],
    [`OggS${'\0'.repeat(24)}\x80theora`, 'video/ogg', 'video', 'video/ogg'],
    ['fLaC\0', 'audio/x-flac', 'audio', 'audio/flac'],
    [`BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0`, 'image/bmp', 'image', 'image/bmp'],
  ] as const)
    it(shownAs, () => {
      expect(plan(bytes, mimeType)).to.deep.include({ kind, mimeType: shownAs, notes: [] });
    });

  it('too large to be opened, it can still be saved', () => {
    const blocked = planContents({ uri: 'a://x.png', blob: PNG }, { limits: { decodedBytes: 10 } });
    expect(blocked).to.deep.include({ kind: 'blocked', reason: 'too-large' });
    expect(blocked.kind === 'blocked' && blocked.file?.fileName).to.equal('x.png');
  });

  for (const declared of ['application/pdf', 'application/zip', 'application/gzip'])
    it(`words called ${declared} are shown as text, and saved as text`, () => {
      const found = planContents({ uri: 'demo://x/report.pdf', mimeType: declared, blob: base64('only words\n') });
      expect(inEnglish(found)).to.deep.include({
        kind: 'text',
        text: 'only words\n',
        fileName: 'report.txt',
        notes: [`The server says ${declared}, but the data is text.`],
      });
    });

  it('unknown bytes called a PDF are not saved as one', () => {
    const found = planContents({ uri: 'demo://x/report.pdf', mimeType: 'application/pdf', blob: base64('\0\x01\x02') });
    expect(found).to.deep.include({ kind: 'download', fileName: 'report.data', opens: undefined });
    expect(found).to.deep.include({ mimeType: 'application/pdf' });
  });
});
