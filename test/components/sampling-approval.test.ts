import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import type { SamplingApproval } from '../../src/approvals/types.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';
import { askSampling } from '../support/questions.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('<mcp-sampling-approval>', () => {
  const on = new SamplingApprovalHarness();

  describe('what is shown', () => {
    it('names who asks, from where and during what', async () => {
      await on.show();
      const words = (name: string): string =>
        on.root().querySelector(`[part~="${name}"]`)!.textContent!.replace(/\s+/g, ' ');
      expect(words('source')).to.contain('Files files.example · encrypted');
      expect(words('header')).to.contain('Server name files-server');
      expect(words('header')).to.contain('While running get-weather, which you started');
      expect(on.title()).to.equal('Ask your model to answer this?');
    });

    it('shows everything that goes to the model', async () => {
      await on.show({
        systemPrompt: 'Be brief.',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'What is this?' }] },
          { role: 'assistant', content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] },
        ],
        maxTokens: 1500,
        temperature: 0.7,
        stopSequences: ['END'],
        includeContext: 'allServers',
        modelPreferences: { hints: [{ name: 'sonnet' }, { name: 'claude' }], speedPriority: 0.9, costPriority: 0.1 },
        tools: [{ name: 'search', title: 'Search the web', inputSchema: { type: 'object' } }],
        toolChoice: { mode: 'required' },
        metadata: { trace: 'abc' },
      });
      expect(on.text('System prompt')).to.equal('Be brief.');
      expect(on.item('Message 1').querySelector('dt')!.textContent).to.contain('user');
      expect(on.text('Message 1')).to.equal('What is this?');
      expect(on.item('Message 2').querySelector('dt')!.textContent).to.contain('assistant');
      expect(on.item('Message 2').querySelector('mcp-content')!.block).to.deep.include({ type: 'image', data: PIXEL });
      expect(on.text('Tools offered')).to.contain('1 tool · the model must use a tool');
      expect(on.text('Tools offered')).to.contain('search Search the web');
      expect(on.text('Extra context')).to.equal('from all connected servers');
      expect(on.text('Limits')).to.equal('Up to 1,500 tokens · temperature 0.7 · stops at “END”');
      expect(on.text('Model wished')).to.equal(
        'a model like “sonnet” or “claude” · cares about speed (0.9), low cost (0.1)',
      );
      expect(on.item('Metadata')).to.exist;
    });

    it('says what is missing', async () => {
      await on.show();
      expect(on.text('System prompt')).to.equal('none');
      expect(on.text('Extra context')).to.equal('none');
      expect(on.item('Tools offered')).not.to.exist;
      expect(on.item('Model wished')).not.to.exist;
    });

    it('shows text as it is: no markup, no links', async () => {
      const hostile = '<img src=x onerror=alert(1)> [link](javascript:alert(1)) https://evil.example';
      await on.show({ messages: [{ role: 'user', content: [{ type: 'text', text: hostile }] }] });
      expect(on.text('Message 1')).to.equal(hostile);
      expect(on.item('Message 1').querySelector('a, img')).not.to.exist;
    });

    it('folds a long text, whole and reachable', async () => {
      const long = 'word '.repeat(2000);
      await on.show({ messages: [{ role: 'user', content: [{ type: 'text', text: long }] }] });
      const fold = on.item('Message 1').querySelector('details')!;
      expect(fold.open).to.equal(false);
      expect(fold.querySelector('summary')!.textContent).to.contain('Show all 10,000 characters');
      fold.open = true;
      expect(fold.querySelector('div')!.textContent).to.equal(long);
    });

    it('shows many messages in two steps', async () => {
      const messages = Array.from(
        { length: 50 },
        (_, i) => ({ role: 'user', content: [{ type: 'text', text: `Number ${i + 1}.` }] }) as const,
      );
      await on.show({ messages });
      expect(on.item('Message 21')).not.to.exist;
      await on.press('Show 30 more messages');
      expect(on.text('Message 50')).to.equal('Number 50.');
    });

    it('spells out the whole request as JSON, as it would go now', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      const [details] = [...on.root().querySelectorAll('details')].slice(-1);
      details!.open = true;
      await aTimeout(0);
      expect(JSON.parse(details!.querySelector('pre')!.textContent!)).to.deep.equal(on.pending().asked);
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('textarea')!, 'Be long.');
      expect(JSON.parse(details!.querySelector('pre')!.textContent!)).to.include({ systemPrompt: 'Be long.' });
    });
  });

  describe('events', () => {
    const decisions: [press: readonly string[], kind: string][] = [
      [['Ask the model'], 'ask-model'],
      [['Ask the model', 'Send to Files'], 'respond'],
      [['Decline'], 'decline'],
    ];
    for (const [presses, kind] of decisions)
      it(`fires mcp-approval-decide-request: ${kind}`, async () => {
        await on.show();
        const seen: McpApprovalDecideRequestEvent[] = [];
        on.element.addEventListener('mcp-approval-decide-request', (event) => seen.push(event));
        for (const name of presses) await on.press(name);
        expect(seen.at(-1)!.decision.kind).to.equal(kind);
        expect(seen.at(-1)!.approval.kind).to.equal('sampling');
      });

    it('carries nothing out that the page prevents', async () => {
      await on.show();
      on.element.addEventListener('mcp-approval-decide-request', (event) => event.preventDefault());
      await on.press('Ask the model');
      await on.press('Decline');
      expect(on.pending().step.at).to.equal('review-request');
    });
  });

  describe('properties and parts', () => {
    it('shows nothing without a question', async () => {
      on.element = await fixture(html`<mcp-sampling-approval></mcp-sampling-approval>`);
      expect(on.root().querySelector('*')).not.to.exist;
    });

    it('forgets one question’s edits for the next', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('textarea')!, 'Be kind.');
      askSampling(on.queue, { systemPrompt: 'Other.' });
      on.element.approval = on.queue.pending.get()[1] as SamplingApproval;
      await on.element.updateComplete;
      expect(on.root().querySelector('textarea')).not.to.exist;
      expect(on.text('System prompt')).to.equal('Other.');
    });

    it('has the parts that pages style', async () => {
      await on.show();
      for (const part of ['base', 'header', 'title', 'item', 'actions', 'approve-button', 'decline-button'])
        expect(on.root().querySelector(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`), part).to
          .exist;
    });
  });
});
