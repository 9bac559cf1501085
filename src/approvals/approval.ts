import type { McpError } from '../errors.js';
import type { ElicitationRequest, SamplingRequest, SamplingResult, ServerProfile } from '../protocol/model.js';

/** Who asks, as far as we know it ourselves. The name is the server's own; host and encryption are ours. */
export interface Asker {
  readonly server: ServerProfile;
  /** Host and port of the endpoint, e.g. `files.example` or `localhost:3001`. */
  readonly host: string;
  /** True for https, or where nothing leaves this page. */
  readonly encrypted: boolean;
}

interface Waiting {
  /** Unique in this page. */
  readonly id: string;
  readonly asker: Asker;
  /** What was running when the server asked, e.g. `{method: 'tools/call', name: 'get-weather'}`; absent when not known. */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * Where a sampling question stands. The specification wants both looks: at what goes to the model, and at what the
 * model's answer tells the server.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
 */
export type SamplingStep =
  | {
      readonly at: 'review-request';
      readonly request: SamplingRequest;
      /** Why the last try to generate failed. */
      readonly problem?: McpError | undefined;
    }
  | { readonly at: 'generating'; readonly request: SamplingRequest; readonly startedAt: number }
  | {
      readonly at: 'review-response';
      readonly request: SamplingRequest;
      readonly response: SamplingResult;
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
}

export interface RootsApproval extends Waiting {
  readonly kind: 'roots';
}

/** One question that waits for the person. A snapshot: when it moves on, the queue holds a new one with the same id. */
export type Approval = SamplingApproval | ElicitationApproval | RootsApproval;

/** How a question left the queue. What was asked and answered is not kept. */
export interface EndedApproval {
  readonly id: string;
  readonly kind: Approval['kind'];
  readonly asker: Asker;
  /** `withdrawn`: nobody decided. The server took it back, or the call, the connection or the time it belonged to ended. */
  readonly how: 'answered' | 'refused' | 'withdrawn';
  /** Why it was withdrawn. */
  readonly reason?: McpError | undefined;
}
