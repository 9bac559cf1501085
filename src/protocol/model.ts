/**
 * The neutral model: the union of what all revisions can say. Older wire shapes are lifted when read and narrowed when
 * written; nothing here knows which revision a server speaks.
 * @see https://modelcontextprotocol.io/specification
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
/** A JSON Schema as a server sent it: hostile until compiled. */
export type JsonSchema = JsonObject | boolean;

export interface Icon {
  readonly src: string;
  readonly mimeType?: string | undefined;
  readonly sizes?: readonly string[] | undefined;
  readonly theme?: 'light' | 'dark' | undefined;
}

/** What a client or server says of itself. Self-reported: for display, never for decisions. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly websiteUrl?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
}

export interface ServerCapabilities {
  readonly tools?: { readonly listChanged?: boolean | undefined } | undefined;
  readonly resources?:
    { readonly subscribe?: boolean | undefined; readonly listChanged?: boolean | undefined } | undefined;
  readonly prompts?: { readonly listChanged?: boolean | undefined } | undefined;
  readonly logging?: JsonObject | undefined;
  readonly completions?: JsonObject | undefined;
  readonly tasks?: JsonObject | undefined;
  readonly extensions?: JsonObject | undefined;
  readonly experimental?: JsonObject | undefined;
}

export interface ClientCapabilities {
  readonly sampling?: { readonly context?: JsonObject; readonly tools?: JsonObject } | undefined;
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject } | undefined;
  readonly roots?: { readonly listChanged?: boolean | undefined } | undefined;
  readonly extensions?: JsonObject | undefined;
}

/** The server as we met it. */
export interface ServerProfile extends Implementation {
  /** The endpoint, as the page gave it. */
  readonly url: string;
  /** Protocol revision in use, e.g. `2025-11-25`. For display. */
  readonly revision: string;
  readonly era: 'legacy' | 'modern';
  readonly capabilities: ServerCapabilities;
  /** Words for a model. From the server: untrusted. */
  readonly instructions?: string | undefined;
}

export type Role = 'user' | 'assistant';

export interface Annotations {
  readonly audience?: readonly Role[] | undefined;
  /** 0 (least) to 1 (most important). */
  readonly priority?: number | undefined;
  readonly lastModified?: string | undefined;
}

interface Block {
  readonly annotations?: Annotations | undefined;
  readonly _meta?: JsonObject | undefined;
}

export interface TextBlock extends Block {
  readonly type: 'text';
  readonly text: string;
}
export interface ImageBlock extends Block {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}
export interface AudioBlock extends Block {
  readonly type: 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}
export interface ResourceLinkBlock extends Block {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
  readonly icons?: readonly Icon[] | undefined;
}
export interface ResourceBlock extends Block {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}
/** A model's wish to use a tool; only inside sampling. */
export interface ToolUseBlock extends Block {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}
/** What that tool gave; only inside sampling. */
export interface ToolResultBlock extends Block {
  readonly type: 'tool_result';
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Json | undefined;
  readonly isError?: boolean | undefined;
}
/** A block we could not read, kept so that it can be shown beside the ones we could. */
export interface UnreadableBlock {
  readonly type: 'unreadable';
  /** What is wrong with it, as a sentence. */
  readonly reason: string;
  readonly raw: unknown;
}

export type ContentBlock =
  | TextBlock
  | ImageBlock
  | AudioBlock
  | ResourceLinkBlock
  | ResourceBlock
  | ToolUseBlock
  | ToolResultBlock
  | UnreadableBlock;

export interface ToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonSchema | undefined;
  /** Claims of the server about its own tool: show them as claims. */
  readonly annotations?: ToolAnnotations | undefined;
  /** Whether it runs as a task: `taskSupport` is `forbidden`, `optional` or `required`. */
  readonly execution?: { readonly taskSupport?: Json | undefined } | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** Absent when the server sent none; `null`, `false` and `0` are values. */
  readonly structuredContent?: Json | undefined;
  readonly isError: boolean;
  /**
   * What in `structuredContent` does not fit the tool’s own output schema, as sentences; where that could not be found
   * out, one that begins with “Could not be checked”. Our own finding, not the server’s: absent where all fits, where the
   * tool failed, has no output schema or was never listed. A result is complete whatever stands here.
   */
  readonly outputIssues?: readonly string[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
  readonly annotations?: Annotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

export interface ResourceTemplate extends Omit<Resource, 'uri' | 'size'> {
  /** RFC 6570. */
  readonly uriTemplate: string;
}

/** One of the things a resource consists of: text, or base64 bytes. Exactly one of `text` and `blob` is there. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  /** Base64. */
  readonly blob?: string | undefined;
  readonly _meta?: JsonObject | undefined;
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

export interface Prompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments?: readonly PromptArgument[] | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

export interface PromptResult {
  readonly description?: string | undefined;
  readonly messages: readonly PromptMessage[];
}

export interface Completion {
  /** At most 100. */
  readonly values: readonly string[];
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** How far a call has come, in the server's own numbers. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export type * from './model-asks.js';
export type * from './model-log.js';
