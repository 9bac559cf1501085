import type { JsonObject } from '../protocol/model.js';
import type { RememberScope, RememberTerm } from './call-question.js';

/** A tool, and what it was when the person decided. */
export interface GrantedTool {
  readonly name: string;
  /** Of its definition. */
  readonly fingerprint: string;
}

/** One decision that the person wanted remembered. It holds for one page origin, one server and one identity there. */
export interface Grant {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: RememberScope;
  readonly term: RememberTerm;
  /** Origin of the page in which it was decided. */
  readonly origin: string;
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  /** As the server called itself then. */
  readonly serverName: string;
  /** The tool it was decided for; for `read-only`, those that said of themselves that they only read and were shown. */
  readonly tools: readonly GrantedTool[];
  /** What the server said of the tool, to show what is different when it changes. Not for `read-only`. */
  readonly definition?: JsonObject | undefined;
  /** Fingerprint of the arguments, for the scope `arguments`: they themselves are not kept. */
  readonly arguments?: string | undefined;
  /** When it was decided, in epoch milliseconds. */
  readonly at: number;
}

/** Where decisions are kept that hold longer than the page. Methods may reject; a decision then holds for the page. */
export interface GrantStore {
  listGrants(): Promise<readonly Grant[]>;
  putGrant(grant: Grant): Promise<void>;
  removeGrant(id: string): Promise<void>;
}
