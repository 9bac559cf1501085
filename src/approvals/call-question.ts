import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import type { StartedBy } from '../protocol/started-by.js';
import type { CallReason } from './call-policy.js';
import type { CoveredTools } from './covered.js';

/** How far a decision reaches. */
export type RememberScope =
  /** This tool, as it is described now, whatever it is called with. */
  | 'tool'
  /** This tool, as it is described now, with these arguments. */
  | 'arguments'
  /** The tools of this server that say that they only read and were listed with the question, as they are described now. */
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
    /** As the server describes it, or did; of a tool that no list ever had, only its name and an empty schema. */
    readonly tool: Tool;
    readonly arguments: JsonObject;
    readonly startedBy: StartedBy;
  };
  readonly why: CallReason;
  /**
   * Where the server does not say now what the tool is (`why` is then `unconfirmed` or `unlisted`): when it last did, in
   * epoch milliseconds, or `never`. Nothing that it said then in favour of the tool counts, and no consent is remembered.
   */
  readonly lastSaid?: number | 'never' | undefined;
  /** What “all that read only” holds for; absent where that cannot be chosen. */
  readonly covered?: CoveredTools | undefined;
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
