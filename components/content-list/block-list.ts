import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  formatBytes,
  pageTurn,
  planBlock,
  planResult,
  type ContentPolicy,
  type ResultPlan,
} from '../../src/content/index.js';
import type { ContentBlock } from '../../src/index.js';
import { formatCount } from '../words/counted.js';
import { html } from '../words/html.js';

/** Blocks that are made at a time. Each is an element with a view of its own, which takes some milliseconds. */
const AT_ONCE = 8;
/** Pixels of an image that leaves room for another one beside it. */
const SMALL = 320;

/** The blocks of one result below each other, small images side by side. Many of them come in portions, and beyond the limits by a press. */
export class BlockList implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #blocks: readonly ContentBlock[] = [];
  #policy: ContentPolicy | undefined;
  #plan: ResultPlan | undefined;
  #beside: ReadonlySet<ContentBlock> = new Set();
  #made = 0;
  #growing: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#plan) void this.#grow();
  }

  hostDisconnected(): void {
    this.#growing?.abort();
  }

  /** They are no longer shown; next time they come in portions again. */
  forget(): void {
    this.#growing?.abort();
    this.#blocks = [];
    this.#plan = undefined;
  }

  render(blocks: readonly ContentBlock[], policy: ContentPolicy | undefined): TemplateResult {
    if (!this.#plan || blocks !== this.#blocks || policy !== this.#policy) this.#use(blocks, policy);
    const plan = this.#plan!;
    return html`<div class="blocks">
        ${blocks
          .slice(0, this.#made)
          .map(
            (block) =>
              html`<mcp-content
                part="item"
                class=${this.#beside.has(block) ? 'beside' : ''}
                .block=${block}
                .policy=${policy}
              ></mcp-content>`,
          )}
      </div>
      ${
        plan.left > 0
          ? html`<button class="others" part="more-button" type="button" @click=${this.#showAll}>
              ${othersWords(plan)}
            </button>`
          : nothing
      }`;
  }

  #use(blocks: readonly ContentBlock[], policy: ContentPolicy | undefined): void {
    this.#blocks = blocks;
    this.#policy = policy;
    this.#plan = planResult(blocks, policy);
    this.#beside = new Set(blocks.slice(0, this.#plan.shown).filter((block) => isSmallImage(block, policy)));
    this.#made = Math.min(AT_ONCE, this.#plan.shown);
    void this.#grow();
  }

  readonly #showAll = (): void => {
    const all = this.#blocks.length;
    this.#plan = { shown: all, left: 0, bytesLeft: 0, reason: undefined };
    this.#beside = new Set(this.#blocks.filter((block) => isSmallImage(block, this.#policy)));
    void this.#grow();
    this.#host.requestUpdate();
  };

  async #grow(): Promise<void> {
    this.#growing?.abort();
    const { signal } = (this.#growing = new AbortController());
    while (this.#made < this.#plan!.shown) {
      // oxlint-disable-next-line no-await-in-loop -- one portion after the other is the point
      await this.#host.updateComplete;
      // oxlint-disable-next-line no-await-in-loop -- one portion after the other is the point
      await pageTurn();
      if (signal.aborted) return;
      this.#made = Math.min(this.#made + AT_ONCE, this.#plan!.shown);
      this.#host.requestUpdate();
    }
  }
}

function othersWords({ left, bytesLeft, reason }: ResultPlan): string {
  const what = left === 1 ? 'Show the other one' : `Show the other ${formatCount(left)}`;
  return reason === 'bytes' ? `${what}, ${formatBytes(bytesLeft)}` : what;
}

/** Only its head is read. */
function isSmallImage(block: ContentBlock, policy: ContentPolicy | undefined): boolean {
  if (block.type !== 'image') return false;
  const plan = planBlock(block, policy);
  return plan.kind === 'image' && plan.width !== undefined && plan.width <= SMALL;
}
