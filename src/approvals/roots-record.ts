import type { Root } from '../protocol/model.js';
import type { RememberTerm } from './call-question.js';

/** What the person decided about a server that asks for roots, and wanted remembered. */
export interface RootsConsent {
  readonly verdict: 'allow' | 'deny';
  readonly term: RememberTerm;
  /** Addresses of the roots that they agreed to share. */
  readonly shared: readonly string[];
  /** Addresses of those that stood beside them and were left out. One that is in neither list is asked about. */
  readonly leftOut: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The roots of one server: where the person says that it is to work. */
export interface RootsRecord {
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  /** Origin of the page in which they were added. */
  readonly origin: string;
  readonly roots: readonly Root[];
  /** Absent where the person is asked each time. Only what holds longer than the page. */
  readonly consent?: RootsConsent | undefined;
}

/** Where roots are kept that outlive the page. Methods may reject; they then last as long as the page. */
export interface RootsStore {
  getRoots(server: string, origin: string): Promise<RootsRecord | undefined>;
  putRoots(record: RootsRecord): Promise<void>;
}
