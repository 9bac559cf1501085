import { expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-tool-approval.js';
import { type McpToolApprovalElement } from '../../components/tool-approval/tool-approval.js';
import { changesOf, differentPart, MAX_SHOWN_CHANGES } from '../../components/tool-approval/tool-changes.js';
import { ApprovalQueue, type ToolCallApproval } from '../../src/approvals/index.js';
import type { JsonObject, Tool } from '../../src/index.js';
import { requestingServer } from '../support/questions.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

pressAtOnce();

const tool: Tool = {
  name: 'pay',
  description: 'Pays a bill.',
  inputSchema: { type: 'object', properties: { sum: { type: 'number', maximum: 10 }, to: { type: 'string' } } },
};
const approvalOf = (now: Partial<Tool>, before: object = tool): ToolCallApproval => {
  const queue = new ApprovalQueue();
  const asked = { tool: { ...tool, ...now }, arguments: {}, initiator: 'model' } as const;
  const question = { kind: 'tool-call', asked, why: 'changed', before: before as JsonObject } as const;
  queue.addCall(question, requestingServer, new AbortController().signal).catch(() => {});
  return queue.pending.get()[0] as ToolCallApproval;
};

describe('<mcp-tool-approval>: what is different since the person allowed it', () => {
  it('is the smallest part of a schema, with the way to it', () => {
    const properties = { sum: { type: 'number', maximum: 1000 }, to: { type: 'string' }, note: { type: 'string' } };
    expect(changesOf(approvalOf({ inputSchema: { type: 'object', properties } }))).to.deep.equal({
      listed: [
        { what: 'Arguments it takes › properties › sum › maximum', before: '10', now: '1000' },
        { what: 'Arguments it takes › properties › note', before: undefined, now: '{\n  "type": "string"\n}' },
      ],
      isAll: true,
    });
  });

  it('is nothing where only the order of keys, icons or _meta are different', () => {
    const { description, ...rest } = tool;
    expect(changesOf(approvalOf({ icons: [{ src: 'https://x.example/i.png' }] }, { description, ...rest })).listed).to
      .be.empty;
  });

  it('says so where it is more than fits, and has the whole definitions', async () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, { type: 'string' }]));
    const approval = approvalOf({ inputSchema: { type: 'object', properties } });
    expect(changesOf(approval).listed).to.have.length(MAX_SHOWN_CHANGES);
    const element = await fixture<McpToolApprovalElement>(
      html`<mcp-tool-approval .approval=${approval}></mcp-tool-approval>`,
    );
    const note = element.shadowRoot!.querySelector('[data-name~="changes"]')!;
    expect(note.textContent).to.contain('More is different than fits here.');
    const [, now] = note.querySelectorAll('details');
    now!.open = true;
    await new Promise((resolve) => now!.addEventListener('toggle', resolve, { once: true }));
    expect(now!.textContent).to.contain('"p29"');
  });

  it('is seen and marked where one letter at the end of a long text changed', async () => {
    const long = 'All of this is the same. '.repeat(100);
    const element = await fixture<McpToolApprovalElement>(
      html`<mcp-tool-approval
        .approval=${approvalOf({ description: `${long}It costs 9 euro.` }, { ...tool, description: `${long}It costs 1 euro.` })}
      ></mcp-tool-approval>`,
    );
    const marks = [...element.shadowRoot!.querySelectorAll('[data-name~="changes"] mark')];
    expect(marks.map((mark) => mark.textContent)).to.deep.equal(['1', '9']);
    expect(marks[1]!.parentElement!.textContent).to.match(/^….{20,100}It costs 9 euro\.$/);
  });

  it('stands whole where nothing is the same', () => {
    expect(differentPart('abc', 'xyz')).to.deep.equal({
      before: { before: '', different: 'abc', after: '' },
      now: { before: '', different: 'xyz', after: '' },
    });
  });

  it('never cuts a character in two', () => {
    const { before, now } = differentPart('a\u{1F600}b', 'a\u{1F601}b');
    expect([before.different, now.different]).to.deep.equal(['\u{1F600}', '\u{1F601}']);
    const tail = differentPart(`x${'\u{1F600}'.repeat(100)}`, `y${'\u{1F600}'.repeat(100)}`);
    expect(tail.now.after).to.match(/^(\u{1F600})+…$/u);
  });

  it('shows a hidden character that was put in', async () => {
    const element = await fixture<McpToolApprovalElement>(
      html`<mcp-tool-approval .approval=${approvalOf({ description: 'Pays\u200B a bill.' })}></mcp-tool-approval>`,
    );
    const [, now] = element.shadowRoot!.querySelectorAll('[data-name~="changes"] mark');
    expect(now!.textContent).to.contain('U+200B');
  });
});
