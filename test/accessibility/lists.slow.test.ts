import { everythingUrl, script, scriptedUrl, type Scenario } from '/__servers__.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { checks, type Draw } from './check.js';

const THOUSAND = 1000;
const tool = (name: string, more: object = {}): object => ({ name, inputSchema: { type: 'object' }, ...more });
const HINTED = [
  tool('look', { annotations: { readOnlyHint: true }, description: 'Looks at it.' }),
  tool('drop', { annotations: { destructiveHint: true }, title: 'Drop it' }),
  tool('write', { annotations: { readOnlyHint: false } }),
  tool('silent'),
];
const GROUPED = ['git_push', 'slack_post', 'git_log', 'echo', 'slack_list', 'git_commit', 'sum', 'git_tag'];
const LONG = 'A name that says everything about the tool, and more than fits on any line, '.repeat(4);

/** A client whose tools are these. */
async function listing(
  main: HTMLElement,
  tools: NonNullable<Scenario['replies']>[string],
  capabilities: object = { tools: {} },
): Promise<ClientHarness> {
  const url = await script({ session: false, capabilities, replies: { 'tools/list': tools } });
  return ClientHarness.connect(url, {}, main);
}
const list = (...tools: readonly object[]): { result: unknown } => ({ result: { tools } });

const section =
  (name: string, item: string): Draw =>
  async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.press(new RegExp(`^${name}`));
    await client.option(item);
    return client;
  };

const searching =
  (words: string, shown: string | RegExp): Draw =>
  async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.option('echo');
    const box = await client.until(() => client.all<HTMLInputElement>('input[type=search]')[0], 'a search');
    box.value = words;
    box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await client.reads(shown);
    return client;
  };

checks('lists', {
  tools: section('Tools', 'echo'),
  'tools with hints, and the view open': async (main) => {
    const client = await listing(main, list(...HINTED));
    await client.press('Filter and sort');
    await client.reads('Can delete or overwrite');
    return client;
  },
  'groups of tools, some closed': async (main) => {
    const client = await listing(main, list(...GROUPED.map((name) => tool(name))));
    await client.press('Filter and sort');
    const group = await client.until(
      () => client.all<HTMLSelectElement>('[data-name="group-select"]')[0],
      'a choice of groups',
    );
    group.value = 'name';
    group.dispatchEvent(new Event('change'));
    const head = await client.until(() => client.all('[aria-expanded=true].item')[0], 'the head of a group');
    head.click();
    await client.until(() => client.all('[aria-expanded=false].item')[0], 'a closed group');
    return client;
  },
  'a search that finds': searching('get', /\d of \d+ tools/),
  'a search that finds nothing here and something elsewhere': searching('architecture', 'Also found'),
  'a search that finds nothing': searching('zzzz', 'matches “zzzz”'),
  'a list that loads': async (main) => {
    const client = await listing(main, { hang: true });
    await client.until(() => client.all('mcp-tool-list')[0], 'a list');
    return client;
  },
  'a list that failed': async (main) => {
    const client = await listing(main, { error: { code: -32603, message: 'The database is away.', data: { at: 7 } } });
    await client.reads('could not be loaded');
    client.unfold();
    return client;
  },
  'a list of which some could not be read': async (main) => {
    const client = await ClientHarness.connect(scriptedUrl('broken-item'), {}, main);
    await client.reads(/could not be shown/);
    client.unfold();
    return client;
  },
  'a list that is never complete': async (main) => {
    const client = await ClientHarness.connect(scriptedUrl('repeating-cursor'), {}, main);
    await client.option('again');
    client.unfold();
    return client;
  },
  'an empty list': async (main) => {
    const client = await listing(main, list(), { tools: {}, prompts: {} });
    await client.reads('has no tools at the moment');
    return client;
  },
  'a list of one thousand tools': async (main) => {
    const client = await listing(main, list(...Array.from({ length: THOUSAND }, (_, at) => tool(`tool-${at}`))));
    await client.option('tool-1');
    return client;
  },
  'long names, and names of bidirectional text': async (main) => {
    const client = await listing(
      main,
      list(
        tool('long', { title: LONG, description: LONG }),
        tool('x'.repeat(120)),
        tool('hebrew', { title: 'שלום (world) 1-2' }),
        tool('controls', { title: '\u202Eeman\u202C \u2066x\u2069', description: 'أهلا and hello' }),
      ),
    );
    (await client.option('long')).click();
    await client.until(() => client.button(/^Run/), 'a form');
    return client;
  },
  'a list that has changed': async (main) => {
    const client = await listing(main, [list(tool('b'), tool('c')), list(tool('a'), tool('b'), tool('d'))] as never);
    await client.option('b');
    client.all('[role=listbox]')[0]!.focus();
    await client.element.session!.tools.refresh();
    await client.reads('The list has changed');
    return client;
  },
  'resources and templates': section('Resources', 'architecture'),
  prompts: section('Prompts', 'Simple Prompt'),
});
