import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-approval-queue.js';
import '../../components/define/mcp-tool-approval.js';
import '../../components/define/mcp-tool-form.js';
import type { McpApprovalQueueElement, McpToolFormElement } from '../../components/index.js';
import { fillIn, type FilledBy } from '../../components/item-form/hand-over.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { Session, type JsonObject } from '../../src/index.js';
import { scriptedUrl } from '/__servers__.js';
import { eventually } from '../fixtures/eventually.js';
import { toldInSight } from '../fixtures/in-sight.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';
import { fieldIn } from '../support/harness/elicitation-approval.js';
import { requestingServer } from '../support/questions.js';

pressAtOnce();

const GAP = ' '.repeat(300);
const HIDDEN = `boss@corp.example${GAP},thief@evil.example`;

function named(root: ParentNode, name: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
}

/** Every element in it, also in shadow roots. */
function* all(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* all(element.shadowRoot);
  }
}

describe('what nobody but the person typed', () => {
  const property = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { to: schema } });

  describe('in the question about a call', () => {
    let element: McpApprovalQueueElement;
    let isSent = false;

    const ask = async (
      inputSchema: JsonObject,
      args: JsonObject,
      initiator: 'model' | 'app' | 'page' | 'person' = 'model',
    ): Promise<ShadowRoot> => {
      isSent = false;
      const queue = new ApprovalQueue();
      element = await fixture(html`<mcp-approval-queue .approvals=${queue}></mcp-approval-queue>`);
      const annotations = { readOnlyHint: true, openWorldHint: false };
      const asked = { tool: { name: 'send', inputSchema, annotations }, arguments: args, initiator } as const;
      const life = new AbortController().signal;
      queue.addCall({ kind: 'tool-call', asked, why: 'started-by' }, requestingServer, life).then(
        ({ allowed }) => (isSent = allowed),
        () => {},
      );
      const review = await eventually(() => named(element.shadowRoot!, 'review-button') ?? question());
      if (review instanceof HTMLButtonElement) review.click();
      await eventually(() => question()?.shadowRoot?.querySelector('mcp-schema-field'));
      // The browser tells what is in sight after two frames.
      await toldInSight();
      return question()!.shadowRoot!;
    };
    const question = (): Element | null => element.shadowRoot!.querySelector('mcp-tool-approval');
    const run = async (): Promise<boolean> => {
      named(question()!.shadowRoot!, 'approve-button')!.click();
      await aTimeout(50);
      return isSent;
    };
    const issue = (): string => question()!.shadowRoot!.querySelector('.press-hint')!.textContent!;

    it('a text with 300 spaces is a box in which all of it shows, and the spaces are counted', async () => {
      const root = await ask(property({ type: 'string' }), { to: HIDDEN });
      const box = fieldIn(root, 'to')!;
      expect(box.localName).to.equal('textarea');
      expect(box.scrollWidth, 'nothing to the right').to.be.at.most(box.clientWidth);
      expect([...all(root)].map((each) => each.textContent).join(' ')).to.contain('300 spaces in a row');
      expect(await run(), 'all of it is in sight').to.equal(true);
    });

    it('so is one with 5,000 spaces, in a list too', async () => {
      const text = `boss@corp.example${' '.repeat(5000)},thief@evil.example`;
      const root = await ask(property({ type: 'array', items: { type: 'string' } }), { to: [text] });
      const boxes = [...all(root)].filter((each) => each instanceof HTMLTextAreaElement);
      expect(boxes).to.have.length(1);
      expect(boxes[0]!.scrollWidth).to.be.at.most(boxes[0]!.clientWidth);
      expect(boxes[0]!.scrollHeight, 'the spaces hang, and what stands behind them does not').to.be.below(200);
    });

    for (const [what, schema, args] of [
      [
        '300 line breaks',
        property({ type: 'string' }),
        { to: `boss@corp.example${'\n'.repeat(300)}thief@evil.example` },
      ],
      [
        'a list',
        property({ type: 'array', items: { type: 'string' } }),
        { to: Array(60).fill('someone@corp.example') },
      ],
      ['what the schema does not describe', { type: 'object', properties: {} }, { other: 'x\n'.repeat(300) }],
      ['more than a box holds', property({ type: 'string' }), { to: 'word '.repeat(30_000) }],
      ['a value that fits no field', property({ type: 'string' }), { to: { list: Array(1000).fill('thief') } }],
    ] as const)
      it(`${what}: runs once the end was in sight`, async () => {
        const root = await ask(schema as JsonObject, args as JsonObject);
        expect(await run(), 'at first').to.equal(false);
        if (what !== 'a value that fits no field') expect(issue()).to.match(/not in sight yet/);
        else return;
        for (const each of all(root)) if (each instanceof HTMLDetailsElement) each.open = true;
        await toldInSight();
        for (const scroller of [...all(root)]) scroller.scrollTop = scroller.scrollHeight;
        for (const end of [...all(root)].filter((each) => each.matches('.end'))) {
          end.scrollIntoView();
          // oxlint-disable-next-line no-await-in-loop -- each is looked at for a moment
          await toldInSight();
        }
        expect(await run(), 'then').to.equal(true);
      });

    for (const schema of [{}, { type: 'object' }, { type: 'object', properties: {}, additionalProperties: false }])
      it(`nothing has to be seen where nothing is sent: ${JSON.stringify(schema)}`, async () => {
        // What is in sight is never told: there is nothing to tell of.
        const { IntersectionObserver: real } = window;
        window.IntersectionObserver = class {
          observe(): void {}
          disconnect(): void {}
        } as never;
        try {
          await ask(schema, {});
          expect(await run()).to.equal(true);
        } finally {
          window.IntersectionObserver = real;
        }
      });

    it('a secret of a model is shown before it can be sent', async () => {
      const root = await ask(property({ type: 'string', format: 'password' }), { to: 'what the person knows' });
      expect(await run()).to.equal(false);
      const show = [...all(root)].find((each) => each.matches('[data-name="reveal-button"]')) as HTMLElement;
      show.click();
      await toldInSight();
      expect(await run()).to.equal(true);
    });

    it('a title does not stand in the place of the value', async () => {
      const options = {
        oneOf: [
          { const: 'wipe', title: 'Preview only' },
          { const: 'look', title: 'Look' },
        ],
      };
      const root = await ask(property(options as never), { to: 'wipe' });
      expect([...all(root)].map((each) => each.textContent).join(' ')).to.match(/Sent as\s+"wipe"/);
    });

    for (const initiator of ['app', 'page'] as const)
      it(`holds for a call of ${initiator === 'app' ? 'an app' : 'the page'}`, async () => {
        await ask(property({ type: 'string' }), { to: 'x\n'.repeat(300) }, initiator);
        expect(await run()).to.equal(false);
      });

    it('a call that the person filled in has been seen by them', async () => {
      await ask(property({ type: 'string' }), { to: 'x\n'.repeat(300) }, 'person');
      expect(await run()).to.equal(true);
    });
  });

  describe('in the form of a tool', () => {
    let session: Session;
    let element: McpToolFormElement;
    let calls = 0;

    const fill = async (by: FilledBy, args: JsonObject): Promise<void> => {
      calls = 0;
      session = new Session(scriptedUrl('rev-2025-11-25'), { storage: 'none' });
      await session.connect();
      const inputSchema = { type: 'object', properties: { to: { type: 'string' }, subject: { type: 'string' } } };
      element = await fixture(
        html`<mcp-tool-form
          style="display: block; inline-size: 500px"
          .session=${session}
          .definition=${{ name: 'send', inputSchema }}
          tool="send"
          @mcp-tool-call-request=${(event: Event) => {
            calls++;
            event.preventDefault();
          }}
        ></mcp-tool-form>`,
      );
      fillIn(session, { tool: 'send', arguments: args, by });
      await eventually(() => fieldIn(element.shadowRoot!, 'to')?.value === args['to']);
      await toldInSight();
    };
    const run = async (): Promise<number> => {
      named(element.shadowRoot!, 'submit-button')!.click();
      await aTimeout(50);
      return calls;
    };
    const note = (): string => named(element.shadowRoot!, 'filled')?.textContent ?? '';
    afterEach(() => session.close());

    it('a link says that it filled it in, until it has run', async () => {
      await fill('link', { to: 'ada@corp.example' });
      expect(note()).to.equal('A link filled in this form. Read all of it before you run it.');
      expect(await run()).to.equal(1);
    });

    it('a text of a link with 300 spaces is a box, and one that is longer is looked at first', async () => {
      await fill('link', { to: HIDDEN });
      expect(fieldIn(element.shadowRoot!, 'to')!.localName).to.equal('textarea');
      await fill('link', { to: `boss@corp.example${'\n'.repeat(300)}thief@evil.example` });
      expect(await run()).to.equal(0);
      expect(named(element.shadowRoot!, 'unseen')!.textContent).to.match(/1 value was not in sight yet/);
      const box = fieldIn(element.shadowRoot!, 'to')!;
      box.scrollTop = box.scrollHeight;
      await toldInSight();
      expect(await run()).to.equal(1);
    });

    it('an earlier call of the log, likewise', async () => {
      await fill('transcript', { to: `boss@corp.example${'\n'.repeat(300)}thief@evil.example` });
      expect(note()).to.match(/earlier call/);
      expect(await run()).to.equal(0);
    });

    it('the page itself needs no note', async () => {
      await fill('page', { to: 'x\n'.repeat(300) });
      expect(note()).to.equal('');
      expect(await run()).to.equal(1);
    });
  });
});
