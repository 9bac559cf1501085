/* Grammars are patterns, and some patterns take quadratic time on a line made for it: what bounds a line bounds them. */

/** Characters of a line that are coloured; the rest of it stays plain. Measured: the worst line of that length takes 2 ms. */
export const LINE_CHARACTERS = 1000;
/** Fewer where a grammar is slower: YAML's takes time with the third power of a line of blanks, 300 characters 40 ms. */
export const SHORTER_LINES: Readonly<Record<string, number>> = { yaml: 120 };
/** Coloured runs of one line. More is no program but an attempt to fill the page with elements. */
export const LINE_RUNS = 250;
/** A line that takes this many milliseconds is slow; a busy machine makes one slow by chance. */
export const SLOW_LINE_MS = 25;
/** Slow lines after which a text stays plain. */
export const SLOW_LINES = 3;
/** Lists that a grammar may keep from line to line, such as open brackets; their copies would fill the memory. */
export const STATE_ENTRIES = 2000;
/** Rows between two states that are kept, to go on from when the view moves. */
export const CHECKPOINT_ROWS = 256;
/** States kept of one text. */
export const CHECKPOINTS = 64;
/** Rows read to find out what the first row in view is in. Further away it is a guess that starts this close by. */
export const COLD_ROWS = 200;
export const WARM_ROWS = 5000;
/** Rows whose runs are remembered. */
export const REMEMBERED_ROWS = 2000;
