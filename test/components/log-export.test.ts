import { expect, waitUntil } from '@open-wc/testing';
import { MAX_LOG_COPIED } from '../../components/log/log-export.js';
import type { McpLogElement } from '../../components/log/log.js';
import type { LogMessage } from '../../src/index.js';
import { Logging, part, root, search, settled, show } from './log-harness.js';

describe('<mcp-log>, copied and saved', () => {
  const at = Date.UTC(2026, 10, 18, 9, 5, 7, 42);
  const { writeText } = navigator.clipboard;
  const { createObjectURL } = URL;
  let copied: string[] = [];
  let blobs: Blob[] = [];
  let saved: string[] = [];
  const { click } = HTMLAnchorElement.prototype;

  beforeEach(() => {
    copied = [];
    blobs = [];
    saved = [];
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    URL.createObjectURL = (blob: Blob) => (blobs.push(blob), 'blob:nothing');
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this.download);
    };
  });
  afterEach(() => {
    navigator.clipboard.writeText = writeText;
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  });

  const outcome = (element: McpLogElement): string => root(element).querySelector('.outcome')!.textContent.trim();
  async function of(...messages: Partial<LogMessage>[]): Promise<McpLogElement> {
    const logging = new Logging();
    logging.add(...messages.map((each) => ({ at, ...each })));
    return show(logging);
  }

  it('copies the lines that are shown, one on each line', async () => {
    const element = await of(
      { level: 'error', logger: 'db', data: 'connection lost' },
      { data: { n: 1 } },
      { data: 'not this one' },
      { data: 'two\nlines, \u001b[31mred\u001b[0m' },
    );
    await search(element, 'info');
    await search(element, '');
    part(element, 'copy-button').click();
    await waitUntil(() => copied.length > 0);
    expect(copied[0]!.split('\n')).to.deep.equal([
      '2026-11-18T09:05:07.042Z error db: connection lost',
      '2026-11-18T09:05:07.042Z info {"n": 1}',
      '2026-11-18T09:05:07.042Z info not this one',
      '2026-11-18T09:05:07.042Z info two⏎lines, red',
      '',
    ]);
    await search(element, 'db');
    part(element, 'copy-button').click();
    await waitUntil(() => copied.length > 1);
    expect(copied[1]).to.equal('2026-11-18T09:05:07.042Z error db: connection lost\n');
    await settled(element);
    expect(outcome(element)).to.equal('Copied 1 line.');
  });

  it('copies the newest of very many, and says so', async () => {
    const size = 50_000;
    const element = await of(...Array.from({ length: 150 }, (_, n) => ({ data: `${n} ${'x'.repeat(size)}` })));
    part(element, 'copy-button').click();
    await waitUntil(() => copied.length > 0);
    expect(copied[0]!.length).to.be.within(MAX_LOG_COPIED - size * 1.1, MAX_LOG_COPIED);
    expect(copied[0]!.slice(0, 60)).to.include(' 51 xx');
    await settled(element);
    expect(outcome(element)).to.equal('Copied the newest 99 of 150 lines. Save takes all of them.');
  });

  it('says when the browser refuses', async () => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('No', 'NotAllowedError');
    };
    const element = await of({ data: 'x' });
    part(element, 'copy-button').click();
    await waitUntil(() => outcome(element) === 'Not copied: the browser refused.');
  });

  it('saves them as a file that no browser opens as a page', async () => {
    const element = await of({ data: '<script>alert(1)</script>' });
    part(element, 'download-button').click();
    await waitUntil(() => saved.length > 0);
    expect(saved[0]).to.match(/^log-[\d-]+T[\d-]+\.txt$/);
    expect(blobs[0]!.type).to.equal('application/octet-stream');
    expect(await blobs[0]!.text()).to.equal('2026-11-18T09:05:07.042Z info <script>alert(1)</script>\n');
  });
});
