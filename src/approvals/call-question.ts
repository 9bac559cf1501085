import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import type { StartedBy } from '../protocol/started-by.js';
import type { CallReason } from './call-policy.js';

/** How far a decision reaches. */
export type RememberScope =
  /** This tool, as it is described now, whatever it is called with. */
  | 'tool'
  /** This tool, as it is described now, with these arguments. */
  | 'arguments'
  /** Every tool of this server that says that it only reads, as they are described now. */
  | 'read-only';

/** How long a decision holds: until the page goes, or until it is taken back. */
export type RememberTerm = 'session' | 'always';

/** What the person wants to be remembered of a decision. */
export interface Remember {
  readonly scope: RememberScope;
  readonly term: RememberTerm;
}

export interface ToolCallQuestion {
  readonly kind: 'tool-call';
  readonly asked: {
    /** As the server describes it; of a tool that no list has, only its name and an empty schema. */
    readonly tool: Tool;
    readonly arguments: JsonObject;
    readonly startedBy: StartedBy;
  };
  readonly why: CallReason;
  /** The description that the person once allowed, where it is not the same any more: `why` is then `changed`. */
  readonly before?: JsonObject | undefined;
}

export interface ToolResultQuestion {
  readonly kind: 'tool-result';
  readonly asked: { readonly tool: string; readonly startedBy: StartedBy; readonly result: ToolResult };
}

/** What the person decided. */
export type CallDecision =
  | {
      readonly allowed: true;
      /** As edited. Absent for a result. */
      readonly arguments?: JsonObject | undefined;
      readonly remember?: Remember | undefined;
    }
  | { readonly allowed: false; readonly remember?: Remember | undefined };
