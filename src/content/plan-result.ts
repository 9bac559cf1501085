import type { ContentBlock } from '../protocol/model.js';
import { base64Size } from '../util/bytes.js';
import type { ContentLimits } from './limits.js';
import { type ContentPolicy, limitsOf } from './policy.js';

/** How much of one result is shown without asking. */
export interface ResultPlan {
  /** Blocks that have a place, from the first one on. */
  readonly shown: number;
  /** Blocks after these: there are too many. */
  readonly left: number;
  /** Of those with a place, the ones that wait for a press, because they are too large together with the others. */
  readonly waiting: readonly number[];
}

/** Bytes of a block that is always shown, whatever stands before it: fifty of them are 5 MB. */
const SMALL_BLOCK_BYTES = 100_000;

/**
 * Decides how much of one result, or list of blocks, is shown before the person asks for all of it. A block that is too
 * large hides nothing but itself. Pure; nothing is decoded. Never throws, even for invalid blocks of a page.
 */
export function planResult(blocks: readonly ContentBlock[], policy?: ContentPolicy): ResultPlan {
  const limits = limitsOf(policy);
  const shown = Math.min(blocks.length, limits.blocks);
  const waiting: number[] = [];
  let bytes = 0;
  for (let at = 0; at < shown; at++) {
    const size = countedSize(blocks[at], limits);
    const isSmall = size <= Math.min(SMALL_BLOCK_BYTES, limits.resultBytes);
    // The first block is always shown, within its own limits.
    if (at > 0 && !isSmall && bytes + size > limits.resultBytes) waiting.push(at);
    // One that alone has more takes nothing from the others.
    else if (size <= limits.resultBytes) bytes += size;
  }
  return { shown, left: blocks.length - shown, waiting };
}

/** A block that is too large to be shown without asking has its own button. */
function countedSize(block: ContentBlock | undefined, limits: ContentLimits): number {
  const size = sizeOfBlock(block);
  return size > limits.mediaBytes && !holdsText(block) ? 0 : size;
}

/** Approximate bytes of a block, from the length of its data. */
export function sizeOfBlock(block: ContentBlock | undefined): number {
  switch (block?.type) {
    case 'text':
      return lengthOf(block.text);
    case 'image':
    case 'audio':
      return measureBase64(block.data);
    case 'resource':
      return lengthOf(block.resource?.text) + measureBase64(block.resource?.blob);
    case 'tool_result':
      return Array.isArray(block.content) ? (block.content as ContentBlock[]).length * 100 : 0;
    default:
      return 0;
  }
}

function holdsText(block: ContentBlock | undefined): boolean {
  return block?.type === 'text' || (block?.type === 'resource' && block.resource?.blob === undefined);
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}

function measureBase64(data: unknown): number {
  return typeof data === 'string' ? base64Size(data) : 0;
}
