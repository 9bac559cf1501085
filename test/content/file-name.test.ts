import { expect } from '@esm-bundle/chai';
import { safeFileName } from '../../src/content/index.js';

describe('a safe file name', () => {
  for (const [source, mimeType, name] of [
    ['file:///reports/2026 Q3.pdf', 'application/pdf', '2026 Q3.pdf'],
    ['https://a.example/x/logo.png?size=2#top', 'image/png', 'logo.png'],
    ['demo://resource/7', 'text/plain', '7.txt'],
    ['image', 'image/png', 'image.png'],
    ['notes', '', 'notes.data'],
    ['archive.tar.gz', '', 'archive.tar.gz'],
    ['hf://models/model.safetensors', 'application/octet-stream', 'model.safetensors'],
    ['Model-Q4.GGUF', '', 'Model-Q4.GGUF'],
    ['app.AppImage', '', 'app.data'],
    ['x.appinstaller', '', 'x.data'],
    ['x.settingcontent-ms', '', 'x.settingcontent-ms.data'],
    [undefined, undefined, 'download.data'],
    ['', 'application/json', 'download.json'],
    ['https://a.example/', 'text/html', 'a.html'],
    // The type decides, not the name.
    ['invoice.exe', 'application/pdf', 'invoice.pdf'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpg'],
    // Never something that a double click would run.
    ['setup.exe', 'application/octet-stream', 'setup.data'],
    ['run.SH', '', 'run.data'],
    ['page.hta', 'application/x-foo', 'page.data'],
    // Nothing that means something to a file system or deceives a reader.
    ['..%2F..%2Fetc%2Fpasswd', '', '_.._etc_passwd.data'],
    ['C:\\Windows\\x.txt', 'text/plain', 'x.txt'],
    ['.bashrc', '', 'bashrc.data'],
    ['CON', 'text/plain', 'CON_.txt'],
    ['a\u202Etxt.exe', '', 'atxt.data'],
    ['a<b>|c?.txt', 'text/plain', 'a_b__c.txt'],
    ['%E0%A4%A', 'text/plain', '_E0_A4_A.txt'],
    [`${'x'.repeat(200)}.txt`, 'text/plain', `${'x'.repeat(60)}.txt`],
  ] as const)
    it(`${String(source).slice(0, 40)} as ${mimeType} → ${name.slice(0, 40)}`, () => {
      expect(safeFileName(source, mimeType)).to.equal(name);
    });
});
