import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-tool-approval.js';
import type { McpToolApprovalElement } from '../../components/tool-approval/tool-approval.js';
import { ApprovalQueue, type CallDecision, type ToolCallApproval } from '../../src/approvals/index.js';
import type { JsonObject, Tool } from '../../src/index.js';
import { verifies } from '../requirements/verifies.js';
import { fieldIn } from '../support/harness/elicitation-approval.js';
import { asker } from '../support/questions.js';

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
const destructive = { ...tool, annotations: { destructiveHint: true } };

describe('<mcp-tool-approval>', () => {
  let queue: ApprovalQueue;
  let element: McpToolApprovalElement;
  let decision: Promise<CallDecision>;

  const show = async (
    some: Partial<ToolCallApproval['asked']> = {},
    more: Partial<Pick<ToolCallApproval, 'why' | 'before'>> = {},
    who: ToolCallApproval['asker'] = asker,
  ): Promise<void> => {
    queue = new ApprovalQueue();
    const asked = { tool, arguments: { path: '/a' }, startedBy: 'model', ...some } as const;
    decision = queue.addCall(
      { kind: 'tool-call', asked, why: 'started-by', ...more },
      who,
      new AbortController().signal,
    );
    element = await fixture(
      html`<mcp-tool-approval .approval=${queue.pending.get()[0]} .approvals=${queue}></mcp-tool-approval>`,
    );
    await aTimeout(0);
  };
  const root = (): ShadowRoot => element.shadowRoot!;
  const part = (name: string): HTMLElement => root().querySelector<HTMLElement>(`[part~="${name}"]`)!;
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

  it('is accessible, plain and with everything there is to warn of', async () => {
    await show();
    await expect(element).to.be.accessible();
    await show(
      { tool: destructive, arguments: { path: '/a', token: `sk-${'a'.repeat(30)}` } },
      { why: 'changed', before: { ...tool, description: 'Reads one file.' } as unknown as JsonObject },
    );
    await expect(element).to.be.accessible();
  });

  it('shows who asks, what runs, what the server says of it as its claim, and where it goes', async () => {
    verifies(
      'tool-calls-can-be-denied',
      'operations-are-confirmed',
      'arguments-are-seen-first',
      'tools-run-by-consent',
    );
    await show({ tool: destructive });
    expect(part('header').textContent).to.contain('files.example');
    expect(part('title').textContent).to.equal('Run Delete a file on files.example?');
    expect(text()).to.contain('A model wants to make this call; no person asked for it.');
    expect(text()).to.contain('Removes one file for good.');
    expect(text()).to.match(/Server says Removes one file for good\. +may delete or overwrite/);
    expect(text()).to.contain('delete_file');
    expect(part('approve-button').textContent!.trim()).to.equal('Run Delete a file on files.example');
  });

  it('says where what is sent can be read on the way', async () => {
    await show({}, {}, { ...asker, encrypted: false });
    expect(text()).to.contain('not encrypted: anybody on the way can read it');
  });

  it('runs with the arguments as they are, adding nothing', async () => {
    const withDefault = { ...tool, inputSchema: { type: 'object', properties: { n: { type: 'number', default: 7 } } } };
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
      ['the same, pressed by a person', { tool: destructive, startedBy: 'person' }, true],
      ['a model that reaches other systems', { tool: { ...tool, annotations: { openWorldHint: true } } }, true],
      [
        'a person who reaches other systems',
        { tool: { ...tool, annotations: { openWorldHint: true } }, startedBy: 'person' },
        false,
      ],
      ['a tool that says nothing', {}, false],
    ] as const)
      it(`${name}: ${isNeeded ? 'takes a tick' : 'takes none'}`, async () => {
        await show(some);
        expect(part('deliberate') !== null).to.equal(isNeeded);
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

  describe('how long it holds', () => {
    it('once, where nobody says otherwise', async () => {
      await show();
      await press('approve-button');
      expect(await decision).to.deep.include({ remember: undefined });
    });

    for (const [term, termLabel] of [
      ['session', 'Until this page is closed'],
      ['always', 'Always, until'],
    ] as const)
      for (const [scope, scopeLabel] of [
        ['arguments', 'exactly these arguments'],
        ['tool', 'with any arguments'],
        ['read-only', 'all tools of this server'],
      ] as const)
        it(`${term}, ${scope}`, async () => {
          await show({ tool: { ...tool, annotations: { readOnlyHint: true } } });
          await choose(termLabel);
          await choose(scopeLabel);
          await press('approve-button');
          expect(await decision).to.deep.include({ remember: { term, scope } });
        });

    it('“all that read only” is not offered by a tool that does not say so', async () => {
      await show();
      await choose('Always, until');
      expect(text()).not.to.contain('all tools of this server');
    });

    it('never', async () => {
      await show();
      await press('never-button');
      expect(await decision).to.deep.equal({ allowed: false, remember: { term: 'always', scope: 'tool' } });
    });
  });

  it('shows what is different since the person allowed it', async () => {
    const before = { ...tool, description: 'Reads one file.' } as unknown as JsonObject;
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
