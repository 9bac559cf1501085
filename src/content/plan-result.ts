import { base64Size } from '../util/bytes.js';
import type { ContentBlock } from '../protocol/model.js';
import { limitsOf } from './limits.js';
import type { ContentPolicy } from './policy.js';

/** How many blocks of a result are shown without asking, counted from the front. */
export interface ResultPlan {
  readonly shown: number;
  readonly left: number;
  /** About how many bytes the others have together. */
  readonly bytesLeft: number;
  /** Which limit the others are beyond; undefined when there are none. */
  readonly reason: 'blocks' | 'bytes' | undefined;
}

/** Where one result, or one list of blocks, ends until the person wants all of it. Pure; nothing is decoded. */
export function planResult(blocks: readonly ContentBlock[], policy?: ContentPolicy): ResultPlan {
  const limits = limitsOf(policy);
  let bytes = 0;
  let shown = 0;
  let reason: ResultPlan['reason'];
  for (const block of blocks) {
    const size = bytesOf(block);
    // What is larger alone than anything shown without asking waits for the person anyway.
    const counts = size > limits.mediaBytes && !holdsText(block) ? 0 : size;
    if (shown >= limits.blocks) reason = 'blocks';
    // The first is shown whatever it has: its own limits hold.
    else if (shown > 0 && bytes + counts > limits.resultBytes) reason = 'bytes';
    if (reason) break;
    bytes += counts;
    shown++;
  }
  const others = blocks.slice(shown);
  return {
    shown,
    left: others.length,
    bytesLeft: others.reduce((sum, block) => sum + bytesOf(block), 0),
    reason,
  };
}

/** About how much a block holds, from the length of what came. Never throws, whatever a page hands over. */
function bytesOf(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return lengthOf(block.text);
    case 'image':
    case 'audio':
      return sizeOf(block.data);
    case 'resource':
      return lengthOf(block.resource?.text) + sizeOf(block.resource?.blob);
    case 'tool_result':
      return Array.isArray(block.content) ? (block.content as ContentBlock[]).length * 100 : 0;
    default:
      return 0;
  }
}

function holdsText(block: ContentBlock): boolean {
  return block.type === 'text' || (block.type === 'resource' && block.resource?.blob === undefined);
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}

function sizeOf(data: unknown): number {
  return typeof data === 'string' ? base64Size(data) : 0;
}
