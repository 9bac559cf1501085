import { McpError } from '../errors.js';
import type {
  ServerRequestMethod,
  ElicitationRequest,
  Initiator,
  JsonObject,
  SamplingRequest,
  SamplingResult,
  ServerProfile,
  Tool,
  ToolResult,
} from '../protocol/model.js';
import type { SamplingUsage } from './budget.js';
import type { CoveredTools, Remember } from './grants.js';
import type { CallReason } from './policy.js';
import type { RootsOffer } from './roots.js';

/** The server that sends a request. The server chooses its own name; this library determines host and encryption. */
export interface RequestingServer {
  readonly server: ServerProfile;
  /** Host and port of the endpoint, e.g. `files.example` or `localhost:3001`. */
  readonly host: string;
  /** True for https, or where nothing leaves this page. */
  readonly encrypted: boolean;
}

interface Waiting {
  /** Unique in this page. */
  readonly id: string;
  readonly requestingServer: RequestingServer;
  /**
   * The operation that ran when the server asked, e.g. `{method: 'tools/call', name: 'get-weather'}`; absent if
   * unknown.
   */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
  /**
   * Returns true if it belongs to a call that the person started here, as far as known at that moment. Only such a
   * question opens by itself; others only show a notice. Absent: no.
   */
  readonly isOwn?: (() => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * The step of a sampling request. The specification requires two reviews: of the request before it goes to the model, and
 * of the answer before it goes to the server.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
 */
export type SamplingStep =
  | {
      readonly at: 'review-request';
      readonly request: SamplingRequest;
      /** Why the last try to generate failed. */
      readonly problem?: McpError | undefined;
    }
  | {
      readonly at: 'generating';
      readonly request: SamplingRequest;
      readonly startedAt: number;
      /** The text of the model so far, if its sampler reports it. */
      readonly text: string;
    }
  | {
      readonly at: 'review-response';
      readonly request: SamplingRequest;
      readonly response: SamplingResult;
      readonly usage: SamplingUsage;
      /** The reason for an incomplete answer: the model was interrupted. */
      readonly problem?: McpError | undefined;
    };

export interface SamplingApproval extends Waiting {
  readonly kind: 'sampling';
  /** The request as the server sent it; `step.request` carries the person's edits. */
  readonly asked: SamplingRequest;
  readonly step: SamplingStep;
}

export interface ElicitationApproval extends Waiting {
  readonly kind: 'elicitation';
  readonly asked: ElicitationRequest;
  /**
   * `review`: the person has not decided. `opened`: they agreed to a page that their call waits for, and may be there
   * now; the call continues when they, or the server, report that they are done. If no call waits for the page, the
   * request ends with their consent.
   */
  readonly step: 'review' | 'opened';
}

export interface RootsApproval extends Waiting {
  readonly kind: 'roots';
  /** The folders that can be shared; absent if there are none. */
  readonly offer?: RootsOffer | undefined;
}

/** A call that the person must see before it is made. */
export interface ToolCallApproval extends Waiting, ToolCallQuestion {}

/** A result that the person must see before its initiator gets it. */
export interface ToolResultApproval extends Waiting, ToolResultQuestion {}

/**
 * One question that waits for the person. A snapshot: after each change the queue contains a new one with the same id.
 */
export type Approval = SamplingApproval | ElicitationApproval | RootsApproval | ToolCallApproval | ToolResultApproval;

/** How a question left the queue. Its content and the answer are not stored. */
export interface EndedApproval {
  readonly id: string;
  readonly kind: Approval['kind'];
  readonly requestingServer: RequestingServer;
  /**
   * `completed`: the server reported that the page is done. `withdrawn`: there was no decision. The server withdrew it,
   * or the call, the connection or the time it belonged to ended.
   */
  readonly how: 'answered' | 'refused' | 'completed' | 'withdrawn';
  /** Why it was withdrawn. */
  readonly reason?: McpError | undefined;
}

/** A call that was made without a question, by a permission that the person gave at an earlier visit. */
export interface UnaskedCall {
  /** That of the permission. */
  readonly id: string;
  readonly tool: string;
  readonly initiator: Initiator;
  readonly requestingServer: RequestingServer;
  /** When the person gave the permission, in epoch milliseconds. */
  readonly allowedAt: number;
  /** Takes the permission back. Never throws. */
  readonly takeBack: () => Promise<void>;
}

export interface ToolCallQuestion {
  readonly kind: 'tool-call';
  readonly asked: {
    /** As the server describes it, or did; of a tool that no list ever had, only its name and an empty schema. */
    readonly tool: Tool;
    readonly arguments: JsonObject;
    readonly initiator: Initiator;
  };
  readonly why: CallReason;
  /**
   * If `why` is `unconfirmed` or `unlisted`: when the server last confirmed the definition, in epoch milliseconds, or
   * `never`. Claims of that definition in favour of the tool do not count, and no consent is remembered.
   */
  readonly lastSaid?: number | 'never' | undefined;
  /** The tools that the choice “all that read only” covers; absent if the person cannot choose it. */
  readonly covered?: CoveredTools | undefined;
  /** The description that the person once allowed, where it is not the same any more: `why` is then `changed`. */
  readonly before?: JsonObject | undefined;
}

export interface ToolResultQuestion {
  readonly kind: 'tool-result';
  readonly asked: { readonly tool: string; readonly initiator: Initiator; readonly result: ToolResult };
}

/** The person's decision. */
export type CallDecision =
  | {
      readonly allowed: true;
      /** As edited. Absent for a result. */
      readonly arguments?: JsonObject | undefined;
      readonly remember?: Remember | undefined;
    }
  | { readonly allowed: false; readonly remember?: Remember | undefined };

/** The kind of approval for each server request. */
export const APPROVAL_KINDS: {
  readonly 'sampling/createMessage': 'sampling';
  readonly 'elicitation/create': 'elicitation';
  readonly 'roots/list': 'roots';
} = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
} satisfies Record<ServerRequestMethod, Approval['kind']>;
