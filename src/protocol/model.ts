import type { ErrorParams, ErrorText } from '../errors.js';

/**
 * The name to show: for tools `title`, then `annotations.title`, then `name`; for everything else `title`, then `name`.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#basemetadata
 */
export function displayName(item: {
  readonly name: string;
  readonly title?: string | undefined;
  readonly annotations?: object | undefined;
}): string {
  const annotated = item.annotations && 'title' in item.annotations ? item.annotations.title : undefined;
  return item.title || (typeof annotated === 'string' && annotated) || item.name;
}

/** True where tasks are an extension; false where they are built into the revision (2025-11-25). */
export function hasTasksAsExtension({ era }: Pick<ServerProfile, 'era'>): boolean {
  return era === 'modern';
}

/** True if the headers of a call repeat its content, and the server refuses a call with other headers. */
export function hasParamHeaders({ era }: Pick<ServerProfile, 'era'>): boolean {
  return era === 'modern';
}

export interface SamplingMessage {
  readonly role: Role;
  readonly content: readonly ContentBlock[];
  readonly _meta?: JsonObject | undefined;
}

export interface ModelPreferences {
  readonly hints?: readonly { readonly name?: string | undefined }[] | undefined;
  readonly costPriority?: number | undefined;
  readonly speedPriority?: number | undefined;
  readonly intelligencePriority?: number | undefined;
}

/**
 * A request of a server to ask a model (sampling).
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
 */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  /** Tokens that the answer may have at most. */
  readonly maxTokens: number;
  readonly systemPrompt?: string | undefined;
  readonly modelPreferences?: ModelPreferences | undefined;
  readonly includeContext?: 'none' | 'thisServer' | 'allServers' | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  /** Tools the model may use. The server runs them, and sends a new request with their results. */
  readonly tools?: readonly Tool[] | undefined;
  /** Default mode: `auto`. */
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' | undefined } | undefined;
}

export interface SamplingResult {
  readonly role: Role;
  /** The model’s text, or the tools that it wants used (any number of `tool_use`). */
  readonly content: readonly ContentBlock[];
  /** Name of the model that answered; `human` where a person did. */
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a value of the model’s maker. */
  readonly stopReason?: string | undefined;
}

/**
 * A request that the person fills in a form.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export interface ElicitationForm {
  readonly mode: 'form';
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** A request that the person visits a page, outside of this page and of the protocol. */
export interface ElicitationPage {
  readonly mode: 'url';
  readonly message: string;
  /** An http or https address. */
  readonly url: string;
  /** Id with which the server may report that the person is done there; absent in revisions without it. */
  readonly elicitationId?: string | undefined;
  /**
   * True if the call is sent again after the answer: answer when the person is done on the page. Absent: the answer
   * only means that the person agreed to open the page.
   */
  readonly resumesCall?: true | undefined;
}

/** A request of a server to the person (elicitation). */
export type ElicitationRequest = ElicitationForm | ElicitationPage;

export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Values of an accepted form. Absent for a page: only the person and the page know the input there. */
  readonly content?: JsonObject | undefined;
}

export interface Root {
  /** `file://…` */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** All requests that a server can send, with their results. */
export interface ServerRequests {
  'sampling/createMessage': { request: SamplingRequest; result: SamplingResult };
  'elicitation/create': { request: ElicitationRequest; result: ElicitationResult };
  'roots/list': { request: undefined; result: readonly Root[] };
}
export type ServerRequestMethod = keyof ServerRequests;

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface LogMessage {
  readonly level: LogLevel;
  /** At most 200 characters (`MAX_LOGGER_NAME_LENGTH`). */
  readonly logger?: string | undefined;
  /** As sent. Of data over 65,536 characters of JSON, the first as many as text. */
  readonly data: unknown;
  /** When the message came, in epoch milliseconds. */
  readonly at: number;
  /** The faults of the message and how they were handled; absent if there are none. */
  readonly issues?: readonly ErrorText[] | undefined;
}

export type TaskStatus =
  | 'working'
  /** The task waits for answers of the client. */
  | 'input_required'
  | 'completed'
  | 'failed'
  | 'cancelled';

export interface Task {
  /** As secret as the content of the task: everyone who has the id may read it. */
  readonly taskId: string;
  readonly status: TaskStatus;
  /** The status in the server’s words. Untrusted text. */
  readonly statusMessage?: string | undefined;
  /** ISO 8601 time, of the server’s clock. */
  readonly createdAt?: string | undefined;
  readonly lastUpdatedAt?: string | undefined;
  /** Milliseconds after creation until the server may delete the task; null for never. May change. */
  readonly ttlMs?: number | null | undefined;
  /** Milliseconds that the server wants between two requests for the status. May change. */
  readonly pollIntervalMs?: number | undefined;
}

/** The initiator of a call: a person by pressing a button, the page's own code, a model, or an app inside the page. */
export type Initiator = 'person' | 'page' | 'model' | 'app';

/**
 * The neutral model: the union of the messages of all revisions. Older wire forms are lifted when read and narrowed
 * when written; no code here knows the revision of a server.
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

/** The self-description of a client or server. Unverified: for display, never for decisions. */
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
/** The result of a tool use; only inside sampling. */
export interface ToolResultBlock extends Block {
  readonly type: 'tool_result';
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Json | undefined;
  readonly isError?: boolean | undefined;
}
/** A block that could not be read. It stays in the list, so that it is shown beside the others. */
export interface UnreadableBlock {
  readonly type: 'unreadable';
  /** The reason why it cannot be read, as a sentence. */
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
  /** The tool's support for tasks: `taskSupport` is `forbidden`, `optional` or `required`. */
  readonly execution?: { readonly taskSupport?: Json | undefined } | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** A finding about a result, as a sentence: in English, and by its key for other languages (`docs/errors.md`). */
export interface OutputIssue {
  readonly message: string;
  readonly key: string;
  readonly params: ErrorParams;
}

export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** Absent when the server sent none, or `null`; `false` and `0` are values. */
  readonly structuredContent?: Json | undefined;
  readonly isError: boolean;
  /**
   * The parts of `structuredContent` that do not match the tool’s output schema; or one that says that the check failed
   * (`session.output.unchecked`, `session.output.notLoaded`). This library finds them, not the server. Absent if all
   * match, if the tool failed, has no output schema or was never listed. The result is complete in any case.
   */
  readonly outputIssues?: readonly OutputIssue[] | undefined;
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
