import { aTimeout, expect } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { SamplingRequest } from '../../src/protocol/model.js';
import { eventually } from '../fixtures/eventually.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';

const LONG = 'word '.repeat(300);
const said = (text: string): SamplingRequest['messages'][number] => ({
  role: 'user',
  content: [{ type: 'text', text }],
});
const SCHEMA = { type: 'object', properties: { q: { type: 'string', description: LONG } } } as const;

describe('<mcp-sampling-approval>: what is folded is opened before the model is asked', () => {
  const on = new SamplingApprovalHarness();
  const approve = (): HTMLButtonElement => on.root().querySelector('[part~="approve-button"]:not([data-name])')!;
  const label = (): string => approve().textContent.replace(/\s+/g, ' ').trim();
  /** Engines tell that a fold was opened at different times: WebKit needs two seconds for 44 of them. */
  const labelled = (text: string): Promise<unknown> => eventually(() => label() === text);
  const isAsked = (): boolean => on.pending()?.step.at !== 'review-request';

  async function openAll(): Promise<void> {
    for (const fold of on.root().querySelectorAll('details')) fold.open = true;
    await aTimeout(0);
    await on.element.updateComplete;
  }

  it('says nothing where nothing is folded', async () => {
    await on.show({
      messages: [said('short')],
      tools: [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }],
      metadata: { trace: 1 },
    });
    await labelled('Ask the model');
    await on.press('Ask the model');
    expect(isAsked()).to.equal(true);
  });

  for (const [what, request, characters] of [
    ['a long message', { messages: [said(LONG)] }, '1,100'],
    ['a message of many lines', { messages: [said('x\n'.repeat(20))] }, '25'],
    ['a long system prompt', { systemPrompt: LONG }, '1,100'],
    ['messages after the first 20', { messages: Array.from({ length: 23 }, () => said('1234567890')) }, '30'],
    [
      'a description of a tool',
      { tools: [{ name: 'a', description: LONG, inputSchema: { type: 'object' } }] },
      '1,100',
    ],
    ['the definition of a tool', { tools: [{ name: 'a', inputSchema: SCHEMA }] }, '1,598'],
    [
      'tools after the first 20',
      { tools: Array.from({ length: 21 }, () => ({ name: 'a', inputSchema: { type: 'object' } })) },
      '44',
    ],
    ['metadata', { metadata: { hidden: LONG } }, '1,513'],
    [
      'the result of a tool',
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'a', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: LONG }] }] },
        ],
      },
      '1,500',
    ],
    [
      'a resource',
      { messages: [{ role: 'user', content: [{ type: 'resource', resource: { uri: 'a:b', text: LONG } }] }] },
      '1,500',
    ],
  ] as [string, Partial<SamplingRequest>, string][])
    it(`counts ${what} on the button, and asks when it was open once`, async () => {
      await on.show(request);
      await labelled(`Ask the model – ${characters} characters not seen yet`);
      approve().click();
      await on.element.updateComplete;
      expect(isAsked()).to.equal(false);
      expect(on.root().querySelector('.issue[role="alert"]')!.textContent).to.equal(
        'Open what is folded first: the model gets all of it.',
      );
      // The focus is where it can be opened with a key.
      expect((on.root().activeElement as HTMLElement).matches('summary, button')).to.equal(true);
      expect(on.root().activeElement!.id).to.match(/^fold-/);
      (on.root().activeElement as HTMLElement).click();
      await labelled('Ask the model');
      // Closed again, it was seen.
      for (const fold of on.root().querySelectorAll('details')) fold.open = false;
      await aTimeout(0);
      await on.press('Ask the model');
      expect(isAsked()).to.equal(true);
    });

  it('counts all of it together, and less with each that is opened', async () => {
    await on.show({ systemPrompt: LONG, messages: [said(LONG)] });
    await labelled('Ask the model – 2,200 characters not seen yet');
    on.root().querySelector('details')!.open = true;
    await labelled('Ask the model – 1,100 characters not seen yet');
    await openAll();
    await labelled('Ask the model');
  });

  it('opens everything at once on request, also what is in messages and tools that were not shown', async () => {
    await on.show({
      messages: Array.from({ length: 22 }, () => said(LONG)),
      tools: Array.from({ length: 22 }, () => ({ name: 'a', description: LONG, inputSchema: SCHEMA })),
    });
    await on.press('Open everything');
    await labelled('Ask the model');
    expect(on.button('Open everything')).to.equal(undefined);
    const folds = [...on.root().querySelectorAll('details.fold')];
    expect(folds).to.have.length(44);
    expect(folds.every((fold) => (fold as HTMLDetailsElement).open)).to.equal(true);
  });

  it('does not count what is left out, and what was edited', async () => {
    await on.show({ messages: [said(LONG), said(LONG), said('short')] });
    await on.press('Leave out Message 1, user');
    await labelled('Ask the model – 1,100 characters not seen yet');
    on.item('Message 2').querySelector('button')!.click();
    await on.element.updateComplete;
    await labelled('Ask the model');
  });

  it('begins again with another question', async () => {
    await on.show({ messages: [said(LONG)] });
    await openAll();
    await labelled('Ask the model');
    const { approval } = on.element;
    on.element.approval = { ...approval!, id: 'another' };
    await on.element.updateComplete;
    expect(label()).to.include('not seen yet');
  });
});
