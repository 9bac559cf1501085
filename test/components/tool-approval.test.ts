import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-tool-approval.js';
import type { McpToolApprovalElement } from '../../components/tool-approval/tool-approval.js';
import {
  ApprovalQueue,
  type CallDecision,
  MAX_COVERED_TOOLS,
  type ToolCallApproval,
} from '../../src/approvals/index.js';
import type { JsonObject, RequestingServer, Tool, ToolAnnotations } from '../../src/index.js';
import { verifies } from '../requirements/verifies.js';
import { fieldIn } from '../support/harness/elicitation-approval.js';
import { requestingServer } from '../support/questions.js';
import { toldInSight } from '../fixtures/in-sight.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

pressAtOnce();

const tool: Tool = {
  name: 'delete_file',
  title: 'Delete a file',
  description: 'Removes one file for good.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', title: 'Path', minLength: 2 }, deep: { type: 'boolean', title: 'Deep' } },
    required: ['path'],
  },
};
const claiming = (annotations: ToolAnnotations): Tool => ({ ...tool, annotations });
const destructive = claiming({ destructiveHint: true });
/** What a model may run by the button alone. */
const harmless = claiming({ readOnlyHint: false, destructiveHint: false, openWorldHint: false });

describe('<mcp-tool-approval>', () => {
  let queue: ApprovalQueue;
  let element: McpToolApprovalElement;
  let decision: Promise<CallDecision>;

  const show = async (
    some: Partial<ToolCallApproval['asked']> = {},
    more: Partial<Pick<ToolCallApproval, 'why' | 'before' | 'lastSaid' | 'covered'>> = {},
    who: ToolCallApproval['requestingServer'] = requestingServer,
  ): Promise<void> => {
    queue = new ApprovalQueue();
    const asked = { tool: harmless, arguments: { path: '/a' }, initiator: 'model', ...some } as const;
    decision = queue.addCall(
      { kind: 'tool-call', asked, why: 'started-by', ...more },
      who,
      new AbortController().signal,
    );
    element = await fixture(
      html`<mcp-tool-approval .approval=${queue.pending.get()[0]} .approvals=${queue}></mcp-tool-approval>`,
    );
    await toldInSight();
  };
  const root = (): ShadowRoot => element.shadowRoot!;
  const part = (name: string): HTMLElement =>
    root().querySelector<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`)!;
  const text = (): string => root().textContent!.replace(/\s+/g, ' ');
  const press = async (name: string): Promise<void> => {
    part(name).click();
    await aTimeout(0);
    await element.updateComplete;
  };
  const field = (label: string): HTMLInputElement => fieldIn(root(), label)!;
  const choose = async (label: string): Promise<void> => {
    const found = [...root().querySelectorAll<HTMLLabelElement>('label.choice')].find((one) =>
      one.textContent!.includes(label),
    )!;
    found.querySelector('input')!.click();
    await element.updateComplete;
  };

  it('shows who asks, what runs, what the server says of it as its claim, and where it goes', async () => {
    verifies(
      'tool-calls-can-be-denied',
      'operations-are-confirmed',
      'arguments-are-seen-first',
      'tools-run-by-consent',
    );
    await show({ tool: destructive });
    expect(part('source').textContent).to.contain('files.example');
    expect(part('title').textContent, 'its name, not what it calls itself').to.equal(
      'Run delete_file on files.example?',
    );
    expect(text()).to.contain('A model wants to make this call; no person asked for it.');
    expect(text()).to.contain('Removes one file for good.');
    expect(text()).to.match(/Server says Removes one file for good\. +may delete or overwrite/);
    expect(text()).to.contain('Title Delete a file');
    expect(part('approve-button').textContent!.trim()).to.equal('Run delete_file on files.example');
  });

  it('says what the server does not say, where no person started the call', async () => {
    await show({ tool });
    expect(part('claims').textContent).to.contain(
      'The server does not say whether it changes anything and whether it reaches other systems.',
    );
    await show({ tool: claiming({ readOnlyHint: true }) });
    expect(part('claims').textContent!.replace(/\s+/g, ' ')).to.contain(
      'reads only The server does not say whether it reaches other systems.',
    );
    await show({ tool: claiming({ readOnlyHint: true }), initiator: 'person' });
    expect(part('claims').textContent).not.to.contain('does not say');
  });

  it('says where what is sent can be read on the way', async () => {
    await show({}, {}, { ...requestingServer, encrypted: false });
    expect(text()).to.contain('not encrypted: anybody on the way can read it');
  });

  describe('does not warn of a way that nobody else is on', () => {
    const at = (url: string): RequestingServer => {
      const { host } = new URL(url);
      return { server: { ...requestingServer.server, url }, host: host || 'this page', encrypted: false };
    };
    for (const url of [
      'http://localhost:3000/mcp',
      'http://127.0.0.1:8080/mcp',
      'http://127.9.8.7/mcp',
      'http://[::1]:3000/mcp',
      'ws://mcp.localhost/mcp',
    ])
      it(url, async () => {
        await show({}, {}, at(url));
        expect(text()).not.to.contain('not encrypted');
        expect(text()).to.contain('on this computer');
        expect(part('source').textContent).to.contain(`${new URL(url).host} · on this computer`);
      });

    it('inside this page', async () => {
      await show({}, {}, at('port:/calculator'));
      expect(text()).not.to.contain('encrypted').and.not.to.contain('on this computer');
      expect(part('source').textContent).to.contain('inside this page');
    });

    it('and warns of one that only looks like this computer', async () => {
      for (const url of ['http://localhost.example/mcp', 'http://127.0.0.1.example/mcp', 'http://192.168.1.2/mcp']) {
        await show({}, {}, at(url));
        expect(text()).to.contain('not encrypted: anybody on the way can read it');
      }
    });
  });

  it('runs with the arguments as they are, adding nothing', async () => {
    const withDefault = {
      ...harmless,
      inputSchema: { type: 'object', properties: { n: { type: 'number', default: 7 } } },
    };
    await show({ tool: withDefault as Tool, arguments: {} });
    await press('approve-button');
    expect(await decision).to.deep.equal({ allowed: true, arguments: {}, remember: undefined });
  });

  it('runs with what the person made of them', async () => {
    await show();
    const path = field('Path');
    path.value = '/b';
    path.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await press('approve-button');
    expect(await decision).to.deep.include({ arguments: { path: '/b' } });
  });

  it('does not run with what the schema refuses', async () => {
    await show({ arguments: { path: 'x' } });
    await press('approve-button');
    await aTimeout(50);
    expect(queue.pending.get()).to.have.length(1);
    expect(part('error').textContent).to.contain('needs attention');
  });

  it('shows arguments that the schema does not know', async () => {
    await show({ arguments: { path: '/a', extra: { hidden: ['x'] } } });
    await press('json-button');
    expect(root().querySelector('textarea')!.value).to.contain('"hidden"');
  });

  it('can be edited as JSON', async () => {
    await show();
    await press('json-button');
    const editor = root().querySelector('textarea')!;
    editor.value = '{"path": "/c"}';
    editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await press('approve-button');
    expect(await decision).to.deep.include({ arguments: { path: '/c' } });
  });

  it('a refusal is a refusal', async () => {
    await show();
    await press('decline-button');
    expect(await decision).to.deep.equal({ allowed: false, remember: undefined });
  });

  describe('a deliberate act', () => {
    for (const [name, some, isNeeded] of [
      ['what its server calls destructive', { tool: destructive }, true],
      ['a model that reaches other systems', { tool: claiming({ readOnlyHint: true, openWorldHint: true }) }, true],
      ['a model that only reads, of what it does not say how far', { tool: claiming({ readOnlyHint: true }) }, true],
      ['a model that only reads here', { tool: claiming({ readOnlyHint: true, openWorldHint: false }) }, false],
      ['a model that only adds here', { tool: claiming({ destructiveHint: false, openWorldHint: false }) }, false],
      ['a model, what is both', { tool: claiming({ readOnlyHint: true, destructiveHint: true }) }, true],
      [
        'a person, what is both',
        { tool: claiming({ readOnlyHint: true, destructiveHint: true }), initiator: 'person' },
        true,
      ],
      ['a person who reaches other systems', { tool: claiming({ openWorldHint: true }), initiator: 'person' }, false],
      ['a model, of which nothing is said', { tool }, true],
      ['an app, of which nothing is said', { tool, initiator: 'app' }, true],
      ['a person, of which nothing is said', { tool, initiator: 'person' }, false],
      ['the page, of which nothing is said', { tool, initiator: 'page' }, false],
    ] as const)
      it(`${name}: ${isNeeded ? 'takes a tick' : 'takes none'}`, async () => {
        await show(some);
        expect(part('deliberate') !== null).to.equal(isNeeded);
      });

    describe('of a person who runs what its server calls destructive', () => {
      for (const [name, more, isNeeded] of [
        ['as they know it', { why: 'destructive' }, false],
        ['described differently than when they allowed it', { why: 'changed' }, true],
        ['not described now', { why: 'unconfirmed', lastSaid: 0 }, true],
        ['not listed now', { why: 'unlisted', lastSaid: 0 }, true],
        ['decided about before in a way that cannot be read', { why: 'unread' }, true],
      ] as const)
        it(`${name}: ${isNeeded ? 'takes a tick' : 'takes none'}`, async () => {
          await show({ tool: destructive, initiator: 'person' }, more);
          expect(part('deliberate') !== null).to.equal(isNeeded);
          expect(part('approve-button').classList.contains('danger'), 'the button has the colour of danger').to.equal(
            true,
          );
        });

      it('says what the tick said, and runs by the button', async () => {
        await show({ tool: destructive, initiator: 'person' }, { why: 'destructive' });
        expect(part('danger').textContent).to.contain('This tool can delete or overwrite data. Confirm to run it.');
        await press('approve-button');
        expect((await decision).allowed).to.equal(true);
      });
    });

    it('what a server said once in favour of its tool does not count where it does not say so now', async () => {
      const reading = claiming({ readOnlyHint: true, openWorldHint: false });
      await show({ tool: reading }, { why: 'unconfirmed', lastSaid: Date.now() });
      expect(part('deliberate')).not.to.equal(null);
    });

    it('says what is not said, and nothing that is not so', async () => {
      await show({ tool });
      expect(part('deliberate').textContent).to.contain('may delete or overwrite data: the server does not say');
      await show({ tool: claiming({ readOnlyHint: true }) });
      expect(part('deliberate').textContent).to.contain('may connect to other systems: the server does not say');
    });

    it('the button alone does nothing, and says why', async () => {
      await show({ tool: destructive });
      await press('approve-button');
      expect(queue.pending.get()).to.have.length(1);
      expect(part('error').textContent).to.equal('Tick the box first.');
      expect(root().activeElement).to.equal(root().getElementById('deliberate'));
      root().getElementById('deliberate')!.click();
      await press('approve-button');
      expect((await decision).allowed).to.equal(true);
    });
  });

  it('runs by Ctrl and Enter in an argument', async () => {
    await show();
    field('Path').focus();
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    expect((await decision).allowed).to.equal(true);
  });

  describe('how long it holds', () => {
    it('stands beside the buttons, off, and says what it would hold for once it is on', async () => {
      await show();
      const choices = [...part('remember').querySelectorAll('label')].map((label) => label.textContent!.trim());
      expect(choices).to.deep.equal(['No', 'Until this page is closed', 'For 90 days']);
      expect(part('remember').closest('footer')).to.exist;
      expect(part('remember').querySelector('input:checked')!.closest('label')!.textContent).to.contain('No');
      await choose('For 90 days');
      const words = part('remember').textContent!.replace(/\s+/g, ' ');
      expect(words).to.contain('delete_file with exactly these arguments').and.to.contain('On files.example.');
      expect(words).to.contain('“Run” holds for 90 days, or until the server describes the tool differently.');
      expect(words).to.contain('“Don’t run” holds until you revoke it. You can revoke both under “Decisions”.');
    });

    it('once, where nobody says otherwise', async () => {
      await show();
      await press('approve-button');
      expect(await decision).to.deep.include({ remember: undefined });
    });

    for (const [term, termLabel] of [
      ['session', 'Until this page is closed'],
      ['always', 'For 90 days'],
    ] as const)
      for (const [scope, scopeLabel] of [
        ['arguments', 'exactly these arguments'],
        ['tool', 'with any arguments'],
        ['read-only', 'all tools of this server'],
      ] as const)
        it(`${term}, ${scope}`, async () => {
          const reading = claiming({ readOnlyHint: true, openWorldHint: false });
          await show({ tool: reading }, { covered: { tools: [reading, { ...reading, name: 'list' }], of: 2 } });
          await choose(termLabel);
          await choose(scopeLabel);
          await press('approve-button');
          expect(await decision).to.deep.include({ remember: { duration: term, scope } });
        });

    it('“all that read only” is not offered by a tool that does not say so', async () => {
      await show();
      await choose('For 90 days');
      expect(text()).not.to.contain('all tools of this server');
    });

    const readers = (count: number): readonly Tool[] =>
      Array.from({ length: count }, (_, at) => ({
        ...claiming({ readOnlyHint: true }),
        name: `read_${at}`,
        title: undefined,
      }));

    it('“all that read only” counts them and lists them by name, folded, before it is chosen', async () => {
      const liars = readers(3);
      const hidden: Tool = { ...liars[0]!, name: 'get\u202Emrof\u200B' };
      await show({ tool: liars[0]! }, { covered: { tools: [...liars, hidden], of: 4 } });
      expect(part('covered')).to.equal(null);
      await choose('For 90 days');
      expect(text()).to.contain('all tools of this server that it says read only: these 4');
      const list = part('covered') as HTMLDetailsElement;
      expect(list.open).to.equal(false);
      expect([...list.querySelectorAll('li')].slice(0, 3).map((one) => one.textContent!.trim())).to.deep.equal([
        'read_0',
        'read_1',
        'read_2',
      ]);
      const signs = list.querySelectorAll('li:last-of-type [part~="hidden-character"]');
      expect(signs).to.have.length(2);
    });

    it('of 500 that say so, it says how many are covered', async () => {
      const liars = readers(MAX_COVERED_TOOLS);
      await show({ tool: liars[0]! }, { covered: { tools: liars, of: 500 } });
      await choose('For 90 days');
      expect(text()).to.contain(`${MAX_COVERED_TOOLS} of the 500 tools of this server that it says read only`);
      expect(part('covered').textContent).to.contain('400 more are not covered');
    });

    it('what the server does not say now cannot be allowed for longer, only refused', async () => {
      await show({}, { why: 'unconfirmed', lastSaid: Date.now() });
      expect(part('remember').querySelectorAll('input')).to.have.length(0);
      expect(text()).to.contain('The server did not say what this tool is now.');
      expect(text()).to.match(/This description is from \d\d:\d\d\./);
      expect(text()).to.contain('Server said');
      await press('never-button');
      expect(await decision).to.deep.equal({ allowed: false, remember: { duration: 'always', scope: 'tool' } });
    });

    it('of what nobody ever described, only the name is known', async () => {
      await show({ tool: { name: 'gone', inputSchema: {} } }, { why: 'unlisted', lastSaid: 'never' });
      expect(text()).to.contain('The server does not list this tool now');
      expect(text()).to.contain('Only its name is known.');
      expect(part('claims')).to.equal(null);
    });

    it('never', async () => {
      await show();
      await choose('For 90 days');
      await press('never-button');
      expect(await decision).to.deep.equal({ allowed: false, remember: { duration: 'always', scope: 'tool' } });
    });
  });

  it('shows what is different since the person allowed it', async () => {
    const before = { ...harmless, description: 'Reads one file.' } as unknown as JsonObject;
    await show({}, { why: 'changed', before });
    const changes = part('changes').textContent!.replace(/\s+/g, ' ');
    expect(changes).to.contain('Description Before Reads one file. Now Removes one file for good.');
    expect(changes).not.to.contain('Arguments it takes');
  });

  describe('what to look at before it leaves', () => {
    for (const [name, args] of [
      ['a field that is called like a secret', { path: '/a', api_key: 'x' }],
      ['a key inside', { path: '/a', headers: [{ name: 'x', value: `Bearer ${'a'.repeat(40)}` }] }],
      ['a private key', { path: '-----BEGIN RSA PRIVATE KEY-----\nMIIE' }],
      ['a password in an address', { path: 'https://ann:hunter2@host.example/' }],
    ] as const)
      it(name, async () => {
        await show({ arguments: args as unknown as JsonObject });
        expect(part('caution').textContent).to.contain('looks like a password or a key');
      });

    it('characters that nobody sees', async () => {
      await show({ arguments: { path: 'a\u200Bb\u202Ec' } });
      expect(part('caution').textContent).to.contain('cannot be seen');
    });

    it('nothing where there is nothing', async () => {
      await show({ arguments: { path: '/home/ann/Überraschung 👩‍👧.txt' } });
      expect(part('caution')).to.equal(null);
    });
  });
});
