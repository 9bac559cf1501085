import type { Kind } from './records.js';

/** What tells one kind of record from another: data, so that a new kind is a row here and a type in `Kept`. */
export interface KindRow {
  /** `strict`: a person decided it, and it must hold after a power cut too. The others are safe from a crash of the page. */
  readonly durability: 'strict' | 'relaxed';
  /** Days until it goes; absent for what goes only when somebody erases it. */
  readonly days?: number;
  /** Records of one group that are kept, the newest. */
  readonly perGroup?: number;
  /**
   * What may go where room is needed, oldest first: the `cache` before all else, since the server has it too, then the
   * `history`. Absent for what a person made: that never goes by itself.
   */
  readonly spare?: 'cache' | 'history';
  /** A person typed it: whatever looks like a key is left out as it is written, should nobody have done so before. */
  readonly isTyped?: true;
}

/** Argument sets that are kept for each tool. A person finds their way through some dozens, not through hundreds. */
export const MAX_ARGUMENTS = 50;

/** Days until what was noted by itself goes, as in the record of consents: to look back, not to be a diary. */
export const HISTORY_DAYS = 30;
/** Days until a server’s lists and resources go that nobody asked for again. Until then they are shown when it is down. */
export const CACHE_DAYS = 30;
/** Days until what somebody began, and arguments they used, go: two seasons of a tool that is used now and then. */
export const WORK_DAYS = 180;
/** Days until a task is not asked about any more: no server keeps one that long. */
export const TASK_DAYS = 7;

const cache: KindRow = { durability: 'relaxed', days: CACHE_DAYS, spare: 'cache' };
const noted: KindRow = { durability: 'relaxed', days: HISTORY_DAYS, spare: 'history' };
const work: KindRow = { durability: 'relaxed', days: WORK_DAYS, isTyped: true };
const decided: KindRow = { durability: 'strict' };

export const KINDS: Readonly<Record<Kind, KindRow>> = {
  server: { durability: 'relaxed', days: 365 },
  list: cache,
  resource: cache,
  hosts: decided,
  grant: decided,
  // Has limits of its own, where it is written.
  record: { durability: 'relaxed' },
  roots: decided,
  draft: work,
  arguments: { ...work, perGroup: MAX_ARGUMENTS },
  preset: { ...decided, isTyped: true },
  view: work,
  message: noted,
  blob: noted,
  task: { durability: 'relaxed', days: TASK_DAYS },
  watch: { durability: 'relaxed', days: WORK_DAYS },
};
