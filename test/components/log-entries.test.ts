import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { everythingUrl, modernUrl, script } from '/__servers__.js';
import '../../components/define/mcp-session.js';
import '../../components/define/mcp-tool-form.js';
import '../../components/define/mcp-log.js';
import type { McpRunAgainRequestEvent, McpSessionElement, McpLogElement } from '../../components/index.js';
import { openRecording, Recording, type TranscriptEntry } from '../../src/transcript/index.js';

const entryAt = (at: number, more: Partial<TranscriptEntry> = {}): TranscriptEntry => ({
  id: String(at).padStart(9, '0'),
  session: 's',
  server: 'https://a.example/mcp',
  at: 1_790_000_000_000 + at,
  clock: at,
  revision: 'r',
  direction: 'sent',
  kind: 'request',
  method: 'tools/call',
  subject: `tool-${at % 3}`,
  requestId: at,
  params: { json: `{"name":"tool-${at % 3}","arguments":{"at":${at}}}`, size: 30 },
  result: { json: `{"content":[{"type":"text","text":"answer ${at}"}]}`, size: 50 },
  duration: 12,
  ended: 'answered',
  ...more,
});
const recordingOfEntries = (entries: readonly TranscriptEntry[], problems: readonly string[] = []): Recording =>
  new Recording({
    server: { address: 'https://a.example/mcp', name: 'Notes' },
    at: entries[0]?.at ?? 0,
    level: 'values',
    entries,
    blobs: new Map(),
    problems,
  });

describe('<mcp-log> of what was said', () => {
  let element: McpLogElement;
  let url: string;
  before(async () => (url = await script({})));

  const settled = async (): Promise<void> => {
    await aTimeout(30);
    await element.updateComplete;
  };
  const root = (): ShadowRoot => element.shadowRoot!;
  const text = (): string => root().textContent!.replace(/\s+/g, ' ');
  const all = (name: string): HTMLElement[] => [
    ...root().querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`),
  ];
  const titles = (): readonly string[] =>
    [...root().querySelectorAll('.label')].map((each) => each.textContent!.replace(/[→←\s]+/g, ' ').trim());
  const show = async (entries: readonly TranscriptEntry[], problems?: readonly string[]): Promise<void> => {
    element = await fixture(html`<mcp-log .recording=${recordingOfEntries(entries, problems)}></mcp-log>`);
    await settled();
  };
  const inSession = async (url: string): Promise<McpSessionElement> => {
    const around = await fixture<McpSessionElement>(
      html`<mcp-session .url=${url} .storage=${'none'}
        ><mcp-log></mcp-log><mcp-tool-form></mcp-tool-form
      ></mcp-session>`,
    );
    element = around.querySelector('mcp-log')!;
    await waitUntil(() => around.status === 'ready', 'connected');
    return around;
  };
  const press = async (button: HTMLElement | undefined): Promise<void> => {
    button!.focus();
    button!.click();
    await settled();
  };
  const choose = async (title: string): Promise<void> => {
    await waitUntil(() => titles().includes(title), title);
    [...root().querySelectorAll<HTMLElement>('.item')].find((_row, at) => titles()[at] === title)!.click();
    await settled();
  };
  const MIXED: readonly TranscriptEntry[] = [
    entryAt(1),
    entryAt(2, { ended: 'error', result: undefined, error: { json: '{"code":-1}', size: 11 } }),
    entryAt(3, {
      method: 'notifications/progress',
      kind: 'notification',
      direction: 'received',
      about: '000000001',
      subject: undefined,
      times: 7,
    }),
    entryAt(4, { method: 'notifications/message', kind: 'notification', direction: 'received', subject: 'info' }),
    entryAt(5, { method: 'elicitation/create', direction: 'received', subject: undefined }),
    entryAt(6, { ended: undefined, result: undefined, duration: undefined }),
    entryAt(7, { isToolError: true }),
  ];

  it('lists requests with how they ended and how long it took, oldest first', async () => {
    await show(MIXED);
    expect(titles()).to.deep.equal([
      'tools/call tool-1',
      'tools/call tool-2',
      'notifications/progress',
      'notifications/message info',
      'elicitation/create',
      'tools/call tool-0',
      'tools/call tool-1',
    ]);
    const lines = [...root().querySelectorAll('.item > .line')].map((line) => line.textContent!.replace(/\s+/g, ' '));
    expect(lines).to.deep.equal([
      '12 ms, To the server',
      'Refused with an error, 12 ms, To the server',
      '7 times, From the server',
      ', From the server',
      '12 ms, From the server',
      'No answer yet, To the server',
      'The tool says that it failed, 12 ms, To the server',
    ]);
  });

  it('is searched, and filtered by kind, tool and failure', async () => {
    await show(MIXED);
    const select = async (part: string, words: string): Promise<void> => {
      const field = all(part)[0] as HTMLSelectElement;
      field.selectedIndex = [...field.options].findIndex((one) => one.textContent!.includes(words));
      field.dispatchEvent(new Event('change'));
      await settled();
    };
    await select('kind-select', 'Questions');
    expect(titles()).to.deep.equal(['elicitation/create']);
    await select('kind-select', 'Log');
    expect(titles()).to.deep.equal(['notifications/message info']);
    await select('kind-select', 'Notifications');
    await select('tool-select', 'tool-1');
    expect(titles()).to.deep.equal(['notifications/progress']);
    await select('kind-select', 'Calls');
    await select('tool-select', 'tool-1');
    expect(titles()).to.deep.equal(['tools/call tool-1', 'tools/call tool-1']);
    await select('tool-select', 'all');
    await select('kind-select', 'All kinds');
    const tick = all('failed-check')[0] as HTMLInputElement;
    tick.click();
    await settled();
    expect(titles()).to.deep.equal(['tools/call tool-2', 'tools/call tool-1']);
    tick.click();
    const search = all('search')[0] as HTMLInputElement;
    search.value = 'ANSWER 5';
    search.dispatchEvent(new Event('input'));
    await settled();
    expect(titles()).to.deep.equal(['elicitation/create']);
    search.value = 'nowhere';
    search.dispatchEvent(new Event('input'));
    await settled();
    expect(text()).to.contain('No entries match');
    await press([...root().querySelectorAll('button')].find((each) => each.textContent!.includes('Show all')));
    expect(titles()).to.have.length(7);
  });

  it('shows what was sent and what came, and to what it belongs', async () => {
    await show(MIXED);
    await choose('notifications/progress');
    await press(
      [...root().querySelectorAll('button')].find((each) => each.textContent!.trim() === 'tools/call tool-1'),
    );
    expect(text()).to.contain('Request 30 bytes').and.to.contain('Response 50 bytes');
    const [sent, came] = [...root().querySelectorAll('mcp-json-view')];
    await waitUntil(() => came!.shadowRoot!.textContent!.includes('answer 1'));
    expect(sent!.shadowRoot!.textContent).to.contain('arguments');
  });

  it('says of what is cut how much it was', async () => {
    await show([entryAt(1, { result: { json: '{"content":[', size: 12_000_000, isCut: true } })]);
    await choose('tools/call tool-1');
    expect(text()).to.contain('12,000 kB').and.to.contain('Too long to be recorded. It began: {"content":[');
  });

  it('has the keyboard of a list: arrows, Enter, Escape', async () => {
    await show(MIXED);
    element.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(all('detail')).to.have.length(1);
    root().querySelector<HTMLElement>('[role="listbox"]')!.focus();
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(all('detail')).to.have.length(0);
    expect(root().activeElement).not.to.equal(null);
  });

  it('closes the details by Escape from within them, and the focus goes back to the list', async () => {
    await show(MIXED);
    element.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await settled();
    all('detail')[0]!.querySelector<HTMLElement>('[data-name="close-button"]')!.focus();
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(all('detail')).to.have.length(0);
    expect(root().activeElement?.getAttribute('role')).to.equal('listbox');
  });

  it('of a thousand entries only those in view are in the page', async () => {
    await show(Array.from({ length: 1000 }, (_, at) => entryAt(at)));
    expect(root().querySelectorAll('.item').length).to.be.within(20, 200);
    expect(text()).to.contain('1,000 entries');
  });

  it('what a server wrote stays text, and hidden characters show', async () => {
    await show([entryAt(1, { subject: '<b>x</b>\u202e', problem: '<img src=x>' })]);
    root().querySelector<HTMLElement>('.item')!.click();
    await settled();
    expect(root().querySelector('b, img')).to.equal(null);
    expect(root().querySelectorAll('.hidden-character')).to.have.length.at.least(2);
  });

  it('marks a recording, and says what could not be read of it', async () => {
    await show(MIXED, ['Entry 3 was left out: it is no object.']);
    const [banner] = all('recording');
    expect(banner!.textContent).to.contain('Recording of Notes').and.to.contain('1 part of the file was left out');
  });

  for (const real of [everythingUrl, modernUrl])
    it(`inside a session, what is said in it, as it is said: ${real === modernUrl ? 'newer' : 'older'} era`, async () => {
      const around = await inSession(real);
      await around.session!.tools.list();
      await waitUntil(() => titles().includes('tools/list'));
      const row = (): Element | undefined =>
        [...root().querySelectorAll('.item')].find((_each, at) => titles()[at] === 'tools/list');
      await waitUntil(() => /^\s*[\d.]+ (ms|s)/.test(row()!.querySelector(':scope > .line')!.textContent), 'its time');
    });

  it('runs a call again as it was, keeps the focus on “Run again”, and goes on to what the new call gave', async () => {
    const around = await inSession(url);
    await around.session!.tools.call('add', { a: 2, b: 40 });
    await choose('tools/call add');
    const [again] = all('run-button');
    /** True if the last of the calls is selected. */
    const isLast = (): boolean =>
      [...root().querySelectorAll('.entry')].findLast((row) => row.textContent.includes('tools/call add'))!
        .ariaSelected === 'true';
    expect(isLast()).to.equal(true);
    again!.focus();
    again!.click();
    await settled();
    expect(root().activeElement === again, 'while it runs').to.equal(true);
    await waitUntil(() => titles().filter((title) => title === 'tools/call add').length === 2);
    await waitUntil(() => !again!.hasAttribute('aria-disabled'), 'it ran');
    expect(root().activeElement === again, 'afterwards').to.equal(true);
    await waitUntil(isLast, 'the newest');
    await waitUntil(() => /Response \d+ bytes/.test(text()), 'what it gave');
  });

  it('tells the time of the server apart from that in which it waited for answers from here', async () => {
    await show([entryAt(1, { duration: 5020, held: 5000, ended: 'answered' })]);
    expect(text()).to.include('20 ms (and 5.0 s for answers from here)');
  });

  it('tells the question for the newest revision, which an older server refuses, as no failure', async () => {
    await show([entryAt(1, { method: 'server/discover', ended: 'error', duration: 20 })]);
    expect(text()).to.include('Asked for the newest revision; this server is older, 20 ms');
    expect(root().querySelector('[role="option"]')!.className).not.to.include('failed');
    await show([entryAt(1, { method: 'server/discover', ended: 'failed', duration: 20 })]);
    expect(text()).to.include('Request failed');
  });

  it('puts a call into the form of its tool, to be changed first', async () => {
    const around = await inSession(url);
    const form = around.querySelector('mcp-tool-form')!;
    around.addEventListener('mcp-tool-select', ({ tool }) => (form.tool = tool.name));
    await around.session!.tools.list();
    await around.session!.tools.call('add', { a: 2, b: 40 });
    await choose('tools/call add');
    let event: McpRunAgainRequestEvent | undefined;
    element.addEventListener('mcp-run-again-request', (told) => (event = told), { once: true });
    await press(all('edit-button')[0]);
    expect(event).to.deep.include({ tool: 'add', arguments: { a: 2, b: 40 }, isEdit: true });
    const field = form.shadowRoot!;
    await waitUntil(() => field.querySelector('mcp-schema-field')?.form?.text.includes('40'));
  });

  it('does nothing where the page prevents it, and only edits what had a secret', async () => {
    const around = await inSession(url);
    await around.session!.tools.list();
    await around.session!.tools.call('echo', { message: 'x', password: 'y' });
    await choose('tools/call echo');
    expect(all('run-button')).to.have.length(0);
    expect(text()).to.contain('It had a secret, which is not recorded.');
    element.addEventListener('mcp-run-again-request', (event) => event.preventDefault());
    await press(all('edit-button')[0]);
    expect(around.querySelector('mcp-tool-form')!.tool).to.equal(undefined);
  });

  it('erases everything after a question, and keeps it on second thoughts', async () => {
    const around = await inSession(url);
    await around.session!.tools.list();
    await waitUntil(() => titles().includes('tools/list'));
    await press(all('clear-button')[0]);
    expect(root().activeElement).to.equal(all('keep-button')[0]);
    await press(all('keep-button')[0]);
    expect(titles()).to.include('tools/list');
    await press(all('clear-button')[0]);
    await press(all('confirm-button')[0]);
    await waitUntil(() => !titles().includes('tools/list'));
    expect(text()).to.contain('Erased.');
  });

  it('opens a recording, shows the same, and goes back to the session', async () => {
    const around = await inSession(url);
    await around.session!.tools.call('echo', { message: 'the same' });
    await waitUntil(() => titles().includes('tools/call echo'));
    const entries = (): string => [...root().querySelectorAll('.entry')].map((row) => row.textContent).join();
    await waitUntil(() => !entries().includes('No answer yet'), 'answered');
    const before = entries();
    const file = await savedBy(() => press(all('json-button')[0]));
    const field = root().querySelector<HTMLInputElement>('input[type="file"]')!;
    const files = new DataTransfer();
    files.items.add(new File([file], 'a.json'));
    field.files = files.files;
    field.dispatchEvent(new Event('change'));
    await waitUntil(() => all('recording').length === 1);
    expect(all('recording')[0]!.textContent).to.contain('Recording of scripted');
    await waitUntil(() => titles().length > 0);
    expect(entries()).to.equal(before);
    expect(all('run-button')).to.have.length(0);
    await press(all('leave-button')[0]);
    expect(all('recording')).to.have.length(0);
    expect((await openRecording(file)).file.server.address).to.equal(url);
  });

  it('says what is wrong with a file that is none', async () => {
    await show(MIXED);
    const files = new DataTransfer();
    files.items.add(new File(['hello'], 'a.json'));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    await waitUntil(() => all('error').length === 1);
    expect(all('error')[0]!.textContent).to.contain('This file is not a recording. It is not a JSON object.');
    expect(titles()).to.have.length(7);
  });

  /** What is given to the person as a file. */
  async function savedBy(act: () => Promise<void>): Promise<string> {
    const { createObjectURL } = URL;
    let blob: Blob | undefined;
    URL.createObjectURL = (given: Blob): string => {
      blob = given;
      return 'about:blank#saved';
    };
    const stay = (event: Event): void => event.preventDefault();
    window.addEventListener('click', stay);
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = () => {};
    try {
      await act();
      await waitUntil(() => blob !== undefined, 'saved');
    } finally {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
      window.removeEventListener('click', stay);
    }
    return blob!.text();
  }
});
