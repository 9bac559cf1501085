import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  checkedBlock,
  type ContentPolicy,
  planBlock,
  planResult,
  type ResultPlan,
  sizeOfBlock,
  yieldToMain,
} from '../../src/content/index.js';
import type { ContentBlock } from '../../src/index.js';
import { html } from '../internal/html.js';
import type { MarkdownChoice } from '../internal/markdown-choice.js';
import { t } from './messages.js';
import { formatBytes } from '../internal/text.js';

/** Blocks that are rendered in one step. Each is an element, which takes some milliseconds. */
const BLOCKS_PER_STEP = 8;

/** Pixels of the width of an image that may stand beside another one. */
const MAX_WIDTH_BESIDE = 320;

/**
 * The blocks of one result, small images side by side. They are rendered in steps; those beyond the limits after a
 * press.
 */
export class BlockList implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #blocks: readonly ContentBlock[] = [];
  /** The blocks as they are shown: an empty one is replaced by a block that says so. */
  #shown: readonly ContentBlock[] = [];
  #policy: ContentPolicy | undefined;
  #plan: ResultPlan | undefined;
  /** Blocks that wait for a press, by their place. */
  readonly #waiting = new Set<number>();
  #beside: ReadonlySet<ContentBlock> = new Set();
  #rendered = 0;
  #rendering: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#plan) void this.#renderRest();
  }

  hostDisconnected(): void {
    this.#rendering?.abort();
  }

  /** The blocks are no longer shown. Next time they are rendered in steps again. */
  forget(): void {
    this.#rendering?.abort();
    this.#blocks = [];
    this.#plan = undefined;
  }

  render(
    blocks: readonly ContentBlock[],
    policy: ContentPolicy | undefined,
    markdownChoice?: MarkdownChoice,
  ): TemplateResult {
    if (!this.#plan || blocks !== this.#blocks || policy !== this.#policy) this.#replan(blocks, policy);
    const plan = this.#plan!;
    return html`<div class="blocks">
        ${this.#shown
          .slice(0, this.#rendered)
          .map((block, at) =>
            this.#waiting.has(at)
              ? this.#placeOf(block, at)
              : html`<mcp-content
                  part="item"
                  class=${this.#beside.has(block) ? 'beside' : ''}
                  .block=${block}
                  .policy=${policy}
                  .markdownChoice=${markdownChoice}
                ></mcp-content>`,
          )}
      </div>
      ${
        plan.left > 0
          ? html`<button class="others" part="button" data-name="more-button" type="button" @click=${this.#showAll}>
              ${showOthersLabel(plan)}
            </button>`
          : nothing
      }`;
  }

  /** The placeholder of a block that waits for a press. */
  #placeOf(block: ContentBlock, at: number): TemplateResult {
    const size = formatBytes(sizeOfBlock(block));
    return html`<div class="row" part="note" data-name="waiting">
      <span>${t.rich('content.blockNotShownYet', { number: at + 1, size })}</span>
      <button part="button" data-name="show-button" type="button" @click=${() => this.#show(at)}>
        ${t.rich('content.showBlock', { number: at + 1, size })}
      </button>
    </div>`;
  }

  #show(at: number): void {
    this.#waiting.delete(at);
    this.#host.requestUpdate();
  }

  #replan(blocks: readonly ContentBlock[], policy: ContentPolicy | undefined): void {
    this.#blocks = blocks;
    this.#policy = policy;
    // An element without a block shows nothing, and one that is null must be seen.
    this.#shown = blocks.map((block) => (block ? block : checkedBlock(block).value));
    this.#plan = planResult(this.#shown, policy);
    this.#waiting.clear();
    for (const at of this.#plan.waiting) this.#waiting.add(at);
    this.#beside = new Set(this.#shown.slice(0, this.#plan.shown).filter((block) => isSmallImage(block, policy)));
    this.#rendered = Math.min(BLOCKS_PER_STEP, this.#plan.shown);
    void this.#renderRest();
  }

  readonly #showAll = (): void => {
    this.#plan = { shown: this.#blocks.length, left: 0, waiting: [] };
    this.#beside = new Set(this.#shown.filter((block) => isSmallImage(block, this.#policy)));
    void this.#renderRest();
    this.#host.requestUpdate();
  };

  async #renderRest(): Promise<void> {
    this.#rendering?.abort();
    const { signal } = (this.#rendering = new AbortController());
    while (this.#rendered < this.#plan!.shown) {
      // oxlint-disable-next-line no-await-in-loop -- one portion after the other is the point
      await this.#host.updateComplete;
      // oxlint-disable-next-line no-await-in-loop -- one portion after the other is the point
      await yieldToMain();
      if (signal.aborted) return;
      this.#rendered = Math.min(this.#rendered + BLOCKS_PER_STEP, this.#plan!.shown);
      this.#host.requestUpdate();
    }
  }
}

function showOthersLabel({ left }: ResultPlan): string {
  return left === 1 ? t('content.showTheOtherOne') : t('content.showTheOther', { left });
}

/** Only the head of the image is read. */
function isSmallImage(block: ContentBlock, policy: ContentPolicy | undefined): boolean {
  if (block.type !== 'image') return false;
  const plan = planBlock(block, policy);
  return plan.kind === 'image' && plan.width !== undefined && plan.width <= MAX_WIDTH_BESIDE;
}
