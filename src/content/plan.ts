import type { ContentBlock, ResourceContents } from '../protocol/model.js';
import { limitsOf, type ContentLimits, type ContentPolicy } from './limits.js';
import { planBytes } from './plan-bytes.js';
import { planText } from './plan-text.js';
import { jsonText } from './pretty-json.js';
import type { RenderPlan } from './render-plan.js';
import { readAddress } from './uri-policy.js';

type BlockOf<K extends ContentBlock['type']> = Extract<ContentBlock, { type: K }>;

/** One row per kind of block; a kind without a row does not compile. */
const PLANNERS: { readonly [K in ContentBlock['type']]: (block: BlockOf<K>, limits: ContentLimits) => RenderPlan } = {
  text: (block, limits) => planText(block.text, limits),
  image: (block, limits) => planBytes(block.data, limits, { what: 'image', mimeType: block.mimeType }),
  audio: (block, limits) => planBytes(block.data, limits, { what: 'audio', mimeType: block.mimeType }),
  resource_link: (block) => ({
    kind: 'link',
    uri: block.uri,
    name: block.name,
    title: block.title,
    description: block.description,
    mimeType: block.mimeType,
    size: block.size,
    address: readAddress(block.uri),
  }),
  resource: (block) => ({ kind: 'resource', contents: block.resource }),
  tool_use: (block, limits) => ({
    kind: 'tool-use',
    id: block.id,
    name: block.name,
    input: jsonText(block.input, limits.rawCharacters),
  }),
  tool_result: (block, limits) =>
    isDeeper(block, limits.nesting)
      ? {
          kind: 'blocked',
          reason: 'too-deep',
          message: `Tool results are nested more than ${limits.nesting} deep.`,
          raw: jsonText(block, limits.rawCharacters),
        }
      : {
          kind: 'tool-result',
          toolUseId: block.toolUseId,
          isError: block.isError === true,
          blocks: block.content,
          structured:
            block.structuredContent === undefined ? undefined : jsonText(block.structuredContent, limits.rawCharacters),
        },
  unreadable: (block, limits) => ({
    kind: 'blocked',
    reason: 'unreadable',
    message: block.reason,
    raw: jsonText(block.raw, limits.rawCharacters),
  }),
};

/** How one block of a tool result, prompt or sampling message is shown. Pure, and never throws. */
export function planBlock(block: ContentBlock, policy?: ContentPolicy): RenderPlan {
  const limits = limitsOf(policy);
  if (!Object.hasOwn(PLANNERS, block.type))
    return unreadable(block, limits, `Content of the kind “${String(block.type).slice(0, 100)}” is not known here.`);
  try {
    return (PLANNERS[block.type] as (block: ContentBlock, limits: ContentLimits) => RenderPlan)(block, limits);
  } catch {
    // A page may hand over what no guard has read.
    return unreadable(block, limits, `This content says it is “${block.type}”, but is not made like that.`);
  }
}

function unreadable(block: unknown, limits: ContentLimits, message: string): RenderPlan {
  return { kind: 'blocked', reason: 'unreadable', message, raw: jsonText(block, limits.rawCharacters) };
}

/** How one of the things that a resource consists of is shown. Pure, and never throws. */
export function planContents(contents: ResourceContents, policy?: ContentPolicy): RenderPlan {
  const limits = limitsOf(policy);
  const { uri: source, mimeType, text, blob } = contents;
  if (text !== undefined) return planText(text, limits, { mimeType, source });
  if (blob !== undefined) return planBytes(blob, limits, { what: 'resource', mimeType, source });
  return { kind: 'blocked', reason: 'unreadable', message: 'The resource has neither text nor data.', raw: undefined };
}

/** True when tool results stand inside each other more than `levels` deep. Never looks further than that. */
function isDeeper(block: ContentBlock, levels: number): boolean {
  if (block.type !== 'tool_result') return false;
  return levels <= 0 || block.content.some((inner) => isDeeper(inner, levels - 1));
}
