import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { everythingUrl, modernUrl, script } from '/__servers__.js';
import '../../components/define/mcp-client.js';
import '../../components/define/mcp-log.js';
import type { McpClientElement } from '../../components/index.js';
import { McpRecordingOpenEvent } from '../../components/index.js';
import { openRecording, type Recording, saveRecording, type Transcript } from '../../src/transcript/index.js';

const clientAt = async (of: { readonly url?: string; readonly recording?: Recording }): Promise<McpClientElement> => {
  const el = await fixture<McpClientElement>(
    html`<mcp-client transcript .storage=${'none'} .url=${of.url} .recording=${of.recording}></mcp-client>`,
  );
  await waitUntil(() => el.status === 'ready', 'connected');
  return el;
};
const open = async (el: McpClientElement, section: string): Promise<void> => {
  const buttons = [...el.shadowRoot!.querySelectorAll<HTMLElement>('[data-name~="section-button"]')];
  buttons.find((button) => button.textContent!.includes(section))!.click();
  await el.updateComplete;
};
const words = (root: ParentNode | undefined | null): string => root?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
/** Resolves once the lists of all sections are answered. Those that are not shown are fetched a moment later. */
async function listsAnswered(el: McpClientElement): Promise<void> {
  const { tools, resources, resourceTemplates, prompts } = el.session!;
  const lists = [tools, resources, resourceTemplates, prompts];
  await waitUntil(() => lists.every((list) => !['empty', 'loading'].includes(list.state.get().phase)), 'lists');
}
/** What the lists of a client show, and its transcript. */
async function screenOf(el: McpClientElement): Promise<object> {
  await (await el.session!.transcript.load())!.flush();
  const root = el.shadowRoot!;
  const all: Record<string, string> = {};
  for (const tag of ['mcp-tool-list', 'mcp-resource-list', 'mcp-prompt-list']) {
    const shown = (): ShadowRoot | null | undefined => root.querySelector(tag)?.shadowRoot;
    await waitUntil(() => (shown()?.querySelectorAll('[role="option"]').length ?? 0) > 0, tag);
    all[tag] = words(shown()!.querySelector('[role="listbox"]'));
  }
  await open(el, 'Log');
  const entries = (): string =>
    [...(root.querySelector('mcp-log')?.shadowRoot?.querySelectorAll('.entry') ?? [])].map(words).join();
  await waitUntil(() => entries() !== '', 'log');
  all['log'] = entries();
  return all;
}

async function recordingOf(el: McpClientElement): Promise<string> {
  const transcript = (await el.session!.transcript.load()) as Transcript;
  await transcript.flush();
  const { name, title, version } = el.session!.server;
  return (await saveRecording(transcript.entries.get(), { level: 'values', server: { name, title, version } }))!.join(
    '',
  );
}

// By itself: recordings of other tests of the page would be counted with its own.
describe('<mcp-client> with a recording', () => {
  for (const [era, url] of [
    ['older', everythingUrl],
    ['newer', modernUrl],
  ] as const)
    it(`plays a recording back on the same screen, marked as one: ${era} era`, async () => {
      const live = await clientAt({ url });
      const [tool] = await live.session!.tools.list();
      await live.session!.tools.call(tool!.name, {}).catch(() => {});
      await listsAnswered(live);
      const screen = await screenOf(live);
      const played = await clientAt({ recording: await openRecording(await recordingOf(live)) });
      expect(await screenOf(played)).to.deep.equal(screen);
      const status = played.shadowRoot!.querySelector('mcp-connection-status')!.shadowRoot!;
      expect(words(status)).to.match(/Recording of .+, \d+ \w+ \d{4} · .* Recording/);
      expect(words(played.shadowRoot!.querySelector('mcp-log')!.shadowRoot)).to.contain(
        'Nothing here goes to a server.',
      );
    });

  it('plays what the person opened in it, and goes back', async () => {
    const el = await clientAt({ url: everythingUrl });
    const recording = await openRecording(await recordingOf(el));
    await open(el, 'Log');
    const transcript = el.shadowRoot!.querySelector('mcp-log')!;
    transcript.dispatchEvent(new McpRecordingOpenEvent(recording));
    await waitUntil(() => el.session?.url === recording.url && el.status === 'ready');
    await open(el, 'Tools');
    await open(el, 'Log');
    const leave = (): HTMLElement | null | undefined =>
      el.shadowRoot!.querySelector('mcp-log')?.shadowRoot?.querySelector<HTMLElement>('[data-name~="leave-button"]');
    await waitUntil(() => leave());
    leave()!.click();
    await waitUntil(() => el.session?.url === everythingUrl && el.status === 'ready');
  });

  it('has no section for it unless the page wants one', async () => {
    const url = await script({});
    const el = await fixture<McpClientElement>(html`<mcp-client .url=${url} .storage=${'none'}></mcp-client>`);
    await waitUntil(() => el.status === 'ready', 'connected');
    await el.updateComplete;
    expect(words(el.shadowRoot!.querySelector('[data-name~="sections"]'))).not.to.contain('Log');
  });
});
