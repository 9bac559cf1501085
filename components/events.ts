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

/** The decision of a person about a question. */
export type ApprovalDecision =
  /**
   * Sampling: the model gets this request. `model` names one of several models of the page; `pastBudget` if the person
   * allowed it.
   */
  | ({ readonly kind: 'ask-model'; readonly request: SamplingRequest } & SamplingOptions)
  /** Sampling: the server gets this answer. */
  | { readonly kind: 'respond'; readonly response: SamplingResult }
  /** Elicitation: the server gets this content, or its page is opened. */
  | { readonly kind: 'accept'; readonly content?: JsonObject | undefined }
  /** Elicitation: the person is done with the page, and the waiting call continues. */
  | { readonly kind: 'resume' }
  /** A tool is called with these arguments; `remember` if later calls are allowed too. */
  | { readonly kind: 'run'; readonly arguments: JsonObject; readonly remember?: Remember | undefined }
  /** The result of a tool is passed on to the caller. */
  | { readonly kind: 'pass-result' }
  /** Roots: the server gets these, or none; `remember` if that also holds later. */
  | { readonly kind: 'answer-roots'; readonly answer: RootsDecision }
  /** The person declined; `remember` if a tool is declined later too. */
  | { readonly kind: 'decline'; readonly remember?: Remember | undefined }
  /** The person closed the question without a decision. */
  | { readonly kind: 'cancel' };

/**
 * Sent before a decision of the person is carried out. Prevent it to decide elsewhere: the question then waits until
 * the page calls the queue.
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

/** An error. The element shows it; this event is for pages that handle errors too. */
export class McpErrorEvent extends Event {
  readonly error: McpError;

  constructor(error: McpError) {
    super('mcp-error', { bubbles: true, composed: true });
    this.error = error;
  }
}

/** The person wants to open a web address that came from a server. Prevent it to open it another way, or not at all. */
export class McpLinkOpenRequestEvent extends Event {
  /** An `http:`, `https:` or `mailto:` URL. */
  readonly url: string;

  constructor(url: string) {
    super('mcp-link-open-request', { bubbles: true, composed: true, cancelable: true });
    this.url = url;
  }
}

/** The server has returned the messages of a prompt. */
export class McpPromptResultEvent extends Event {
  /** The name of the prompt. */
  readonly name: string;
  /** The arguments of the prompt. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly result: PromptResult;

  constructor(name: string, args: Readonly<Record<string, string>>, result: PromptResult) {
    super('mcp-prompt-result', { bubbles: true, composed: true });
    this.name = name;
    this.arguments = args;
    this.result = result;
  }
}

/** The person selected a prompt in a list. */
export class McpPromptSelectEvent extends Event {
  readonly prompt: Prompt;

  constructor(prompt: Prompt) {
    super('mcp-prompt-select', { bubbles: true, composed: true });
    this.prompt = prompt;
  }
}

/**
 * The person opened or closed a recording. A surrounding `<mcp-client>` plays it back instead of a connection to a
 * server.
 */
export class McpRecordingOpenEvent extends Event {
  /** Undefined if the person closed it. */
  readonly recording: Recording | undefined;

  constructor(recording: Recording | undefined) {
    super('mcp-recording-open', { bubbles: true, composed: true });
    this.recording = recording;
  }
}

/** The person wants to read a resource that a server named. Prevent it to show the resource somewhere else. */
export class McpResourceOpenRequestEvent extends Event {
  /** The URI as the server sent it. */
  readonly uri: string;

  constructor(uri: string) {
    super('mcp-resource-open-request', { bubbles: true, composed: true, cancelable: true });
    this.uri = uri;
  }
}

/** The person selected a resource, or a resource template, in a list. Exactly one of the two properties is set. */
export class McpResourceSelectEvent extends Event {
  readonly resource: Resource | undefined;
  readonly template: ResourceTemplate | undefined;

  constructor(chosen: { resource: Resource } | { template: ResourceTemplate }) {
    super('mcp-resource-select', { bubbles: true, composed: true });
    this.resource = 'resource' in chosen ? chosen.resource : undefined;
    this.template = 'template' in chosen ? chosen.template : undefined;
  }
}

/** The person wants to repeat a request of a transcript. Prevent it to do that elsewhere, or not at all. */
export class McpRunAgainRequestEvent extends Event {
  /** The method: `tools/call`, `resources/read`. */
  readonly method: string;
  /** The parameters as they were sent, with a placeholder for each secret. */
  readonly params: JsonObject;
  /** The name of the tool, if the request was a tool call. */
  readonly tool: string | undefined;
  /** The arguments of the tool call. */
  readonly arguments: JsonObject | undefined;
  /** The person wants to change the arguments first: they go into the form of the tool. */
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

/**
 * The person wants to open an address of a server that is not on the web: `ui:`, `file:`, the scheme of an application.
 * This library never opens one. Prevent the event if the page handles it; otherwise the person reads that nothing
 * happened.
 */
export class McpSchemeOpenRequestEvent extends Event {
  /** The address as the server wrote it: never http or https, never a scheme that runs script. It is still hostile. */
  readonly url: string;
  /** Without the colon, in lower case: `vscode`. */
  readonly scheme: string;

  constructor(url: string, scheme: string) {
    super('mcp-scheme-open-request', { bubbles: true, composed: true, cancelable: true });
    this.url = url;
    this.scheme = scheme;
  }
}

/** The connection state of a host changed: connecting, ready, failed or closed. */
export class McpStateChangeEvent extends Event {
  /** The new state of the session. */
  readonly state: SessionState;
  /** The session; undefined while the host has none. */
  readonly session: Session | undefined;

  constructor(state: SessionState, session: Session | undefined) {
    super('mcp-state-change', { bubbles: true, composed: true });
    this.state = state;
    this.session = session;
  }
}

/** A client shows another section, or another item of it. */
export class McpViewChangeEvent extends Event {
  readonly section: 'tools' | 'resources' | 'prompts' | 'log';
  /** The name of a tool or prompt, the URI of a resource or of its template; undefined while no item is chosen. */
  readonly item: string | undefined;

  constructor(section: McpViewChangeEvent['section'], item: string | undefined) {
    super('mcp-view-change', { bubbles: true, composed: true });
    this.section = section;
    this.item = item;
  }
}

/** A workspace shows another server, or none. */
export class McpServerChangeEvent extends Event {
  /** The address of the server, or `name:` and the name of one in this page; undefined if none is shown. */
  readonly url: string | undefined;
  /** Its name in the page or in a list. */
  readonly name: string | undefined;

  constructor(url: string | undefined, name: string | undefined) {
    super('mcp-server-change', { bubbles: true, composed: true });
    this.url = url;
    this.name = name;
  }
}

/** A tool call is about to be sent. Prevent it to call the tool elsewhere, or not at all. */
export class McpToolCallRequestEvent extends Event {
  /** The name of the tool. */
  readonly name: string;
  /** The arguments as the person saw them. */
  readonly arguments: JsonObject;
  /**
   * The initiator of the call: a person with a button of an element here, a model, or an app. Calls of the page's own code
   * send no event.
   */
  readonly initiator: Initiator;

  constructor(name: string, args: JsonObject, initiator: Initiator = 'person') {
    super('mcp-tool-call-request', { bubbles: true, composed: true, cancelable: true });
    this.name = name;
    this.arguments = args;
    this.initiator = initiator;
  }
}

/** A tool has returned its result. With `result.isError` it reported an error. */
export class McpToolResultEvent extends Event {
  /** The name of the tool. */
  readonly name: string;
  /** The arguments of the call. */
  readonly arguments: JsonObject;
  readonly result: ToolResult;
  /** Milliseconds in all, from the press to the result, without the time in which the person was asked. */
  readonly durationMs: number;
  /** Milliseconds that the server took, from sending to the last byte; undefined if that is not known. */
  readonly serverMs: number | undefined;

  constructor(name: string, args: JsonObject, result: ToolResult, durationMs: number, serverMs?: number) {
    super('mcp-tool-result', { bubbles: true, composed: true });
    this.name = name;
    this.arguments = args;
    this.result = result;
    this.durationMs = durationMs;
    this.serverMs = serverMs;
  }
}

/** The person selected a tool in a list. */
export class McpToolSelectEvent extends Event {
  readonly tool: Tool;

  constructor(tool: Tool) {
    super('mcp-tool-select', { bubbles: true, composed: true });
    this.tool = tool;
  }
}

/* For a page's own elements that use the surrounding session. */
export { approvalsContext } from './context.js';
export { contentContext } from './context.js';
export { sessionContext } from './context.js';

/** The events of this library, by name. */
export interface McpEventMap {
  'mcp-approval-decide-request': McpApprovalDecideRequestEvent;
  'mcp-error': McpErrorEvent;
  'mcp-link-open-request': McpLinkOpenRequestEvent;
  'mcp-prompt-result': McpPromptResultEvent;
  'mcp-prompt-select': McpPromptSelectEvent;
  'mcp-recording-open': McpRecordingOpenEvent;
  'mcp-resource-open-request': McpResourceOpenRequestEvent;
  'mcp-resource-select': McpResourceSelectEvent;
  'mcp-run-again-request': McpRunAgainRequestEvent;
  'mcp-scheme-open-request': McpSchemeOpenRequestEvent;
  'mcp-state-change': McpStateChangeEvent;
  'mcp-tool-call-request': McpToolCallRequestEvent;
  'mcp-tool-result': McpToolResultEvent;
  'mcp-tool-select': McpToolSelectEvent;
  'mcp-view-change': McpViewChangeEvent;
  'mcp-server-change': McpServerChangeEvent;
}

/* Events bubble and leave shadow roots, so a page may listen on any node around an element, and on the window. */
declare global {
  /** Also of `HTMLElementEventMap`, which extends it. */
  interface ElementEventMap extends McpEventMap {}
  interface ShadowRootEventMap extends McpEventMap {}
  interface DocumentEventMap extends McpEventMap {}
  interface WindowEventMap extends McpEventMap {}
}
