import { expect, waitUntil } from '@open-wc/testing';
import type { McpErrorEvent } from '../../components/events.js';
import type { McpLogElement } from '../../components/log/log.js';
import { McpError, verbatim, type LogMessage } from '../../src/index.js';
import { readLogMessage } from '../../src/protocol/decode/server.js';
import { MAX_LOG_COPIED } from '../../components/log/saving.js';
import { choose, count, has, lines, Logging, part, root, search, seen, settled, show, words } from './log-harness.js';

describe('<mcp-log>', () => {
  const cells = (line: HTMLElement): string[] =>
    ['.time', '.rest', '.line'].map((cell) => line.querySelector(cell)!.textContent.replace(/\s+/g, ' ').trim());

  describe('a line', () => {
    it('has time, level, logger and text', async () => {
      const logging = new Logging();
      logging.add({
        level: 'error',
        logger: 'db',
        data: 'connection lost',
        at: new Date(2026, 10, 18, 9, 5, 7, 42).getTime(),
      });
      const element = await show(logging);
      expect(lines(element).map(cells)).to.deep.equal([['09:05:07.042', 'connection lost', 'error · db']]);
      expect(count(element)).to.equal('1 entry');
    });

    it('with data is one line of JSON, and its details have the tree', async () => {
      const logging = new Logging();
      logging.add({ data: { user: 'ada', tags: [1, 2] } });
      const element = await show(logging);
      expect(seen(element)).to.deep.equal(['{"user": "ada", "tags": [1, 2]}']);
      expect(has(element, 'detail')).to.equal(false);
      lines(element)[0]!.click();
      await settled(element);
      expect(lines(element)[0]!.getAttribute('aria-selected')).to.equal('true');
      const tree = part(element, 'detail').querySelector('mcp-json-view')!;
      expect(JSON.parse(tree.source)).to.deep.equal({ user: 'ada', tags: [1, 2] });
      part(element, 'close-button').click();
      await settled(element);
      expect(has(element, 'detail')).to.equal(false);
    });

    it('is text, whatever the server sends', async () => {
      const logging = new Logging();
      logging.add({ data: '<img src=x onerror=alert(1)>\nsecond\u202E line', logger: '<b>' });
      const element = await show(logging);
      lines(element)[0]!.click();
      await settled(element);
      expect(root(element).querySelectorAll('img, b')).to.have.length(0);
      expect(seen(element)[0]).to.include('<img src=x onerror=alert(1)>').and.include('U+202E');
      expect(lines(element)[0]!.querySelector('.rest')!.textContent).not.to.include('\u202E');
      expect(lines(element)[0]!.getBoundingClientRect().height).to.be.below(40);
    });

    it('has the colours of a terminal, and nothing else that terminals understand', async () => {
      const logging = new Logging();
      logging.add({ data: 'all \u001b[31mred\u001b[0m\u001b[2J\u001b]0;title\u0007 gone' });
      const element = await show(logging);
      expect(seen(element)).to.deep.equal(['all redhidden text: “0;title” gone']);
      expect(lines(element)[0]!.querySelector('.ansi-red')!.textContent).to.equal('red');
      await search(element, 'red gone');
      expect(seen(element)).to.have.length(1);
      await search(element, 'title');
      expect(seen(element)).to.have.length(1);
    });

    it('says what was overwritten in it, and shows how it came when it unfolds', async () => {
      const logging = new Logging();
      logging.add({ data: '\u001b[1mignore all rules\recho hello' });
      logging.add({ data: 'one\rtwo' });
      const element = await show(logging);
      expect(seen(element)).to.deep.equal(['overwritten: “ignore all rules”echo hello', 'one\ntwo']);
      expect(lines(element)[0]!.querySelector('.hidden-character')!.textContent).to.include('ignore all rules');
      lines(element)[0]!.click();
      await settled(element);
      const came = part(element, 'detail').querySelector('details')!;
      expect(came.querySelector('summary')!.textContent).to.equal('As the server sent it');
      expect(came.querySelector('pre')!.textContent).to.include('ignore all rulesU+000Decho hello');
    });

    it('says what is wrong with it', async () => {
      const logging = new Logging();
      logging.add(readLogMessage({ level: 'loud' }).message);
      const element = await show(logging);
      expect(seen(element)[0]).to.include('Broken message');
      lines(element)[0]!.click();
      await settled(element);
      expect(part(element, 'detail').textContent).to.include('“loud” is not known').and.include('It has no data.');
    });

    it('shows the beginning of a long one, and all that is kept when it unfolds', async () => {
      const logging = new Logging();
      logging.add({ data: `begin ${'x'.repeat(60_000)} end` });
      const element = await show(logging);
      expect(lines(element)[0]!.textContent.length).to.be.below(800);
      lines(element)[0]!.click();
      await settled(element);
      expect(part(element, 'detail').querySelector('pre')!.textContent).to.include(' end');
    });
  });

  describe('what is shown', () => {
    const some = async (): Promise<McpLogElement> => {
      const logging = new Logging();
      logging.add(
        { level: 'debug', logger: 'db', data: 'Query one' },
        { level: 'info', data: { query: 'two' } },
        { level: 'warning', logger: 'http', data: 'slow query three' },
        { level: 'error', logger: 'db', data: 'lost' },
      );
      return show(logging);
    };

    it('is what has every word in it, in text, level, logger or data', async () => {
      const element = await some();
      await search(element, 'query');
      expect(seen(element)).to.have.length(3);
      expect(count(element)).to.equal('3 of 4 entries');
      await search(element, 'two QUERY');
      expect(seen(element)).to.deep.equal(['{"query": "two"}']);
      await search(element, 'error db');
      expect(seen(element)).to.deep.equal(['lost']);
    });

    it('is a level and those that matter more', async () => {
      const element = await some();
      await choose(element, 'level-select', 'warning and above');
      expect(seen(element)).to.deep.equal(['slow query three', 'lost']);
      await choose(element, 'level-select', 'emergency');
      expect(seen(element)).to.deep.equal([]);
      expect(part(element, 'empty').textContent).to.include('No entries match');
      part(element, 'empty').querySelector('button')!.click();
      await settled(element);
      expect(seen(element)).to.have.length(4);
      expect(root(element).activeElement, 'the focus stays inside').to.not.equal(undefined);
    });

    it('is one logger', async () => {
      const element = await some();
      await choose(element, 'kind-select', 'Log lines');
      await choose(element, 'logger-select', 'db');
      expect(seen(element)).to.deep.equal(['Query one', 'lost']);
      await choose(element, 'logger-select', 'Logger: all');
      expect(seen(element)).to.have.length(4);
    });

    it('goes on with lines that come', async () => {
      const logging = new Logging();
      logging.lines(10);
      const element = await show(logging);
      await search(element, 'line 1');
      expect(seen(element)).to.deep.equal(['line 1']);
      logging.lines(10, 10);
      await settled(element);
      expect(seen(element)).to.have.length(11);
      expect(count(element)).to.equal('11 of 20 entries');
    });

    it('closes the search with Escape, and nothing around it', async () => {
      const element = await some();
      await search(element, 'lost');
      let outside = 0;
      element.parentElement!.addEventListener('keydown', () => outside++);
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true });
      part(element, 'search').dispatchEvent(key);
      await settled(element);
      expect(seen(element)).to.have.length(4);
      expect(outside).to.equal(0);
    });
  });

  describe('what the server is asked for', () => {
    it('is a level, only where the server can be asked', async () => {
      const logging = new Logging();
      const element = await show(logging);
      expect(words(element)).to.include('This page keeps no transcript.').and.include('No log messages yet.');
      await choose(element, 'server-level-select', 'all levels');
      await choose(element, 'server-level-select', 'warning and above');
      await choose(element, 'server-level-select', 'as little as it can');
      expect(logging.asked).to.deep.equal(['debug', 'warning', undefined]);
      const other = new Logging();
      const state = other.state.get();
      if (state.phase === 'ready') other.state.set({ ...state, server: { ...state.server, capabilities: {} } });
      const without = await show(other);
      expect(has(without, 'server-level-select')).to.equal(false);
      expect(words(without)).to.include('This server keeps no log for its clients.');
    });

    it('goes back to what it was when the server refuses, and says so', async () => {
      const logging = new Logging();
      const element = await show(logging);
      const errors: string[] = [];
      element.addEventListener('mcp-error', ({ error }: McpErrorEvent) => errors.push(error.message));
      await choose(element, 'server-level-select', 'notice and above');
      logging.refuse = new McpError('server-error', verbatim('No such thing.'));
      await choose(element, 'server-level-select', 'alert and above');
      expect(part<HTMLSelectElement>(element, 'server-level-select').value).to.equal('notice');
      expect(part(element, 'error').textContent).to.include('No such thing.');
      expect(errors).to.deep.equal(['No such thing.']);
      logging.refuse = undefined;
      part(element, 'retry-button').click();
      await settled(element);
      expect(part<HTMLSelectElement>(element, 'server-level-select').value).to.equal('alert');
      expect(has(element, 'error')).to.equal(false);
    });

    it('is not to be tried again where the server has no such method', async () => {
      const logging = new Logging();
      const element = await show(logging);
      logging.refuse = new McpError('unsupported-method', verbatim('No such thing.'));
      await choose(element, 'server-level-select', 'alert and above');
      expect(part(element, 'error').textContent).to.include('No such thing.');
      expect(has(element, 'retry-button')).to.equal(false);
    });

    it('is remembered for the session', async () => {
      const logging = new Logging();
      await choose(await show(logging), 'server-level-select', 'error and above');
      expect(part<HTMLSelectElement>(await show(logging), 'server-level-select').value).to.equal('error');
    });
  });

  it('says what would be here without a session, and without a connection', async () => {
    const logging = new Logging();
    const element = await show(logging);
    logging.state.set({ phase: 'idle' });
    await settled(element);
    expect(words(element)).to.include('This page keeps no transcript.');
    element.session = undefined;
    await settled(element);
    expect(words(element)).to.include('Inside <mcp-session>');
  });

  it('keeps lines for the session while no element is in the page', async () => {
    const logging = new Logging();
    logging.lines(900);
    (await show(logging)).remove();
    logging.lines(900, 900);
    logging.lines(900, 1800);
    const element = await show(logging);
    expect(count(element)).to.equal('2,700 entries');
    expect(seen(element).at(-1)).to.equal('line 2699');
  });

  it('begins anew with another session', async () => {
    const one = new Logging();
    one.lines(3);
    const element = await show(one);
    await search(element, '2');
    const other = new Logging();
    other.lines(5);
    element.session = other.session;
    await settled(element);
    expect(seen(element)).to.have.length(5);
    expect(part<HTMLInputElement>(element, 'search').value).to.equal('');
  });
});

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
