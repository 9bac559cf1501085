import type {
  Approval,
  SamplingOptions,
  JsonObject,
  McpError,
  Prompt,
  PromptResult,
  Remember,
  Resource,
  ResourceTemplate,
  RootsDecision,
  SamplingRequest,
  SamplingResult,
  Session,
  SessionState,
  Initiator,
  Tool,
  ToolResult,
} from '../src/index.js';
import type { Recording } from '../src/transcript/index.js';

/** What a person decided about a question. */
export type ApprovalDecision =
  /** Sampling: the model may see this request; that model, where the page has several, and past the budget, where the person said so. */
  | ({ readonly kind: 'ask-model'; readonly request: SamplingRequest } & SamplingOptions)
  /** Sampling: the server gets this answer. */
  | { readonly kind: 'respond'; readonly response: SamplingResult }
  /** Elicitation: the server gets this content, or its page is opened. */
  | { readonly kind: 'accept'; readonly content?: JsonObject | undefined }
  /** Elicitation: the person is done with the page, and the call that waited for it goes on. */
  | { readonly kind: 'resume' }
  /** A tool is called with these arguments; and others like it, where that is to be remembered. */
  | { readonly kind: 'run'; readonly arguments: JsonObject; readonly remember?: Remember | undefined }
  /** The result of a tool goes on to who wanted it. */
  | { readonly kind: 'pass-result' }
  /** Roots: the server learns these, or none; and what holds for the next time, where that is to be remembered. */
  | { readonly kind: 'answer-roots'; readonly answer: RootsDecision }
  /** The person said no; of a tool, also for the next time where that is to be remembered. */
  | { readonly kind: 'decline'; readonly remember?: Remember | undefined }
  /** The person turned away without deciding. */
  | { readonly kind: 'cancel' };

/**
 * A person decided, and it is about to be carried out. Prevent it to decide elsewhere: the question then waits until
 * the page tells the queue.
 */
export class McpApprovalDecideRequestEvent extends Event {
  readonly approval: Approval;
  readonly decision: ApprovalDecision;

  constructor(approval: Approval, decision: ApprovalDecision) {
    super('mcp-approval-decide-request', { bubbles: true, composed: true, cancelable: true });
    this.approval = approval;
    this.decision = decision;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-approval-decide-request': McpApprovalDecideRequestEvent;
  }
}

/** Something went wrong. The element shows it already; this is for pages that also want to know. */
export class McpErrorEvent extends Event {
  readonly error: McpError;

  constructor(error: McpError) {
    super('mcp-error', { bubbles: true, composed: true });
    this.error = error;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-error': McpErrorEvent;
  }
}

/** The person wants to open a web address that came from a server. Prevent it to open it another way, or not at all. */
export class McpLinkOpenRequestEvent extends Event {
  /** Always `http:`, `https:` or `mailto:`. */
  readonly url: string;

  constructor(url: string) {
    super('mcp-link-open-request', { bubbles: true, composed: true, cancelable: true });
    this.url = url;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-link-open-request': McpLinkOpenRequestEvent;
  }
}

/** A server gave the messages of a prompt. */
export class McpPromptResultEvent extends Event {
  /** The prompt's name. */
  readonly name: string;
  /** What it was filled in with. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly result: PromptResult;

  constructor(name: string, args: Readonly<Record<string, string>>, result: PromptResult) {
    super('mcp-prompt-result', { bubbles: true, composed: true });
    this.name = name;
    this.arguments = args;
    this.result = result;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-prompt-result': McpPromptResultEvent;
  }
}

/** The person chose a prompt in a list. */
export class McpPromptSelectEvent extends Event {
  readonly prompt: Prompt;

  constructor(prompt: Prompt) {
    super('mcp-prompt-select', { bubbles: true, composed: true });
    this.prompt = prompt;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-prompt-select': McpPromptSelectEvent;
  }
}

/** The person opened a recording, or closed the one they had: an `<mcp-client>` around plays it back instead of a server. */
export class McpRecordingOpenEvent extends Event {
  /** Undefined: back to the server. */
  readonly recording: Recording | undefined;

  constructor(recording: Recording | undefined) {
    super('mcp-recording-open', { bubbles: true, composed: true });
    this.recording = recording;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-recording-open': McpRecordingOpenEvent;
  }
}

/** The person wants to read a resource that a server named. Prevent it to show the resource somewhere else. */
export class McpResourceOpenRequestEvent extends Event {
  /** As the server gave it. */
  readonly uri: string;

  constructor(uri: string) {
    super('mcp-resource-open-request', { bubbles: true, composed: true, cancelable: true });
    this.uri = uri;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-resource-open-request': McpResourceOpenRequestEvent;
  }
}

/** The person chose a resource, or a template for resources, in a list. Exactly one of the two is there. */
export class McpResourceSelectEvent extends Event {
  readonly resource: Resource | undefined;
  readonly template: ResourceTemplate | undefined;

  constructor(chosen: { resource: Resource } | { template: ResourceTemplate }) {
    super('mcp-resource-select', { bubbles: true, composed: true });
    this.resource = 'resource' in chosen ? chosen.resource : undefined;
    this.template = 'template' in chosen ? chosen.template : undefined;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-resource-select': McpResourceSelectEvent;
  }
}

/** The person wants to do again what a transcript has. Prevented, the page does it, or does not. */
export class McpRunAgainRequestEvent extends Event {
  /** The method that was asked: `tools/call`, `resources/read`. */
  readonly method: string;
  /** Its parameters, as they were sent; in the place of what was secret stands that it was. */
  readonly params: JsonObject;
  /** The tool, where one was called. */
  readonly tool: string | undefined;
  /** What it was called with. */
  readonly arguments: JsonObject | undefined;
  /** They want to change something first: the arguments go into the form of the tool. */
  readonly isEdit: boolean;

  constructor(method: string, params: JsonObject, isEdit: boolean) {
    super('mcp-run-again-request', { bubbles: true, composed: true, cancelable: true });
    const { name, arguments: args } = params;
    const isCall = method === 'tools/call' && typeof name === 'string';
    this.method = method;
    this.params = params;
    this.tool = isCall ? name : undefined;
    this.arguments = isCall ? ((args ?? {}) as JsonObject) : undefined;
    this.isEdit = isEdit;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-run-again-request': McpRunAgainRequestEvent;
  }
}

/**
 * The person wants to open an address of a server that is not on the web: `ui:`, `file:`, a scheme of some application. This
 * library never opens one. Prevent the event to say that the page did something with it; otherwise the person is told that
 * nothing happened.
 */
export class McpSchemeOpenRequestEvent extends Event {
  /** As the server wrote it: never http or https, never one that runs script. Hostile all the same. */
  readonly url: string;
  /** Without the colon, in lower case: `vscode`. */
  readonly scheme: string;

  constructor(url: string, scheme: string) {
    super('mcp-scheme-open-request', { bubbles: true, composed: true, cancelable: true });
    this.url = url;
    this.scheme = scheme;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-scheme-open-request': McpSchemeOpenRequestEvent;
  }
}

/** The connection of a host moved on: connecting, ready, failed or closed. */
export class McpStateChangeEvent extends Event {
  /** Where the session stands now. */
  readonly state: SessionState;
  /** The session it is about; undefined while the host has none. */
  readonly session: Session | undefined;

  constructor(state: SessionState, session: Session | undefined) {
    super('mcp-state-change', { bubbles: true, composed: true });
    this.state = state;
    this.session = session;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-state-change': McpStateChangeEvent;
  }
}

/** Somebody wants to run a tool. Prevented, nothing is sent: the page runs it, or does not. */
export class McpToolCallRequestEvent extends Event {
  /** The tool's name. */
  readonly name: string;
  /** What it would be called with, as the person saw it. */
  readonly arguments: JsonObject;
  /** A person by a button of an element here, a model, or an app. Of the page's own calls it is not told. */
  readonly initiator: Initiator;

  constructor(name: string, args: JsonObject, initiator: Initiator = 'person') {
    super('mcp-tool-call-request', { bubbles: true, composed: true, cancelable: true });
    this.name = name;
    this.arguments = args;
    this.initiator = initiator;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-call-request': McpToolCallRequestEvent;
  }
}

/** A tool answered. With `result.isError` it ran and says that it failed. */
export class McpToolResultEvent extends Event {
  /** The tool's name. */
  readonly name: string;
  /** What it was called with. */
  readonly arguments: JsonObject;
  readonly result: ToolResult;
  /** Milliseconds from the call to the answer. */
  readonly durationMs: number;

  constructor(name: string, args: JsonObject, result: ToolResult, durationMs: number) {
    super('mcp-tool-result', { bubbles: true, composed: true });
    this.name = name;
    this.arguments = args;
    this.result = result;
    this.durationMs = durationMs;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-result': McpToolResultEvent;
  }
}

/** The person chose a tool in a list. */
export class McpToolSelectEvent extends Event {
  readonly tool: Tool;

  constructor(tool: Tool) {
    super('mcp-tool-select', { bubbles: true, composed: true });
    this.tool = tool;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-select': McpToolSelectEvent;
  }
}

/* Every event and the contexts: what a page needs beside the elements themselves. */
/* For a page's own elements that want to work with the session around them. */
export { approvalsContext } from './context.js';
export { contentContext } from './context.js';
export { sessionContext } from './context.js';
