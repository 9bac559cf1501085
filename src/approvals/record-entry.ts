import type { StartedBy } from '../protocol/started-by.js';
import type { Approval } from './approval.js';
import type { RecordedValue } from './record-preview.js';

/** On whose word it happened, or did not. */
export type Consent =
  /** A person decided in the question. */
  | 'person'
  /** A person pressed the button that does it. */
  | 'button'
  /** A decision that the person wanted remembered. */
  | 'remembered'
  /** The page's policy, its rules, or its own code that answers. */
  | 'policy'
  /** Page code that called by itself. */
  | 'page'
  /** There was nobody to ask. */
  | 'nobody';

/** One thing that a server asked for, or that was to be done in the person's name, and what became of it. */
export interface RecordEntry {
  readonly id: string;
  /** Origin of the page in which it happened. */
  readonly origin: string;
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  /** As the server calls itself. */
  readonly serverName: string;
  readonly host: string;
  readonly kind: Approval['kind'];
  /** Name of the tool; what else was asked for, by its method. */
  readonly about: string;
  readonly startedBy: StartedBy | 'server';
  /** What was running when the server asked: `tools/call get-weather`. */
  readonly during?: string | undefined;
  /** The beginning of what was to be decided. Nothing that looks secret. */
  readonly shown: readonly RecordedValue[];
  /** The beginning of what was answered, where that is not what was shown. Nothing that looks secret. */
  readonly given?: readonly RecordedValue[] | undefined;
  /** `withdrawn`: nobody decided in time. */
  readonly answer: 'allowed' | 'refused' | 'withdrawn';
  readonly consent: Consent;
  /** Id of the remembered decision, for `remembered`. */
  readonly grant?: string | undefined;
  /** When it was asked, in epoch milliseconds. */
  readonly at: number;
  /** Milliseconds until it was decided. */
  readonly decidedAfter: number;
  /** Of an allowed call: how it ended. Absent while it runs, and where the page went first. */
  readonly outcome?: 'done' | 'tool-error' | 'failed' | undefined;
  /** Milliseconds that the call took. */
  readonly took?: number | undefined;
  /** How often the same happened one after the other without anybody deciding anew. Absent for once. */
  readonly times?: number | undefined;
  /** When it happened last, in epoch milliseconds; with `times`. */
  readonly until?: number | undefined;
}

/** An entry before it is noted. */
export type NewEntry = Omit<RecordEntry, 'id' | 'origin' | 'times' | 'until'>;

/** Where the record is kept over visits. Methods may reject; what they do not take holds for the page. */
export interface RecordStore {
  listEntries(): Promise<readonly RecordEntry[]>;
  /** Adds them, or replaces those of the same ids. */
  putEntries(entries: readonly RecordEntry[]): Promise<void>;
  removeEntries(ids: readonly string[]): Promise<void>;
}
