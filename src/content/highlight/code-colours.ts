import {
  CHECKPOINTS,
  CHECKPOINT_ROWS,
  COLD_ROWS,
  REMEMBERED_ROWS,
  SLOW_LINES,
  SLOW_LINE_MS,
  WARM_ROWS,
} from './limits.js';
import type { LineGrammar } from './line-grammar.js';
import type { CodeRun } from './token-kind.js';

/** The lines of a text, or pieces of long ones. */
interface Lines {
  readonly count: number;
  textOf(row: number): string;
  isFirstOfLine(row: number): boolean;
}

/**
 * Colours the rows that somebody looks at. What a row is in (a comment, a string) is found out by reading from the nearest
 * place where it is known; from far away it is taken for the beginning of a text, which is right nearly always.
 */
export class CodeColours<Run = CodeRun> {
  readonly #lines: Lines;
  readonly #grammar: LineGrammar<Run>;
  readonly #runs = new Map<number, readonly Run[]>();
  /** States before rows, in their order. */
  #checkpoints: (readonly [row: number, state: unknown])[];
  #slowLines = 0;
  #hasGivenUp = false;

  constructor(lines: Lines, grammar: LineGrammar<Run>) {
    this.#lines = lines;
    this.#grammar = grammar;
    this.#checkpoints = [[0, grammar.start()]];
  }

  /** True when the text takes too long, or the grammar failed: it stays plain. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** The row in pieces; undefined where it is plain, or not read yet. */
  runsOf(row: number): readonly Run[] | undefined {
    return this.#hasGivenUp ? undefined : this.#runs.get(row);
  }

  /** True where nothing is left to read of these rows. */
  has(first: number, end: number): boolean {
    if (this.#hasGivenUp) return true;
    for (let row = first; row < end; row++) if (this.#isRead(row) && !this.#runs.has(row)) return false;
    return true;
  }

  /** Reads these rows, in steps of a line each. */
  *read(first: number, end: number): Generator<undefined, void, undefined> {
    let from = first;
    while (from < end && (this.#runs.has(from) || !this.#isRead(from))) from++;
    if (from >= end || this.#hasGivenUp) return;
    if (this.#runs.size > REMEMBERED_ROWS) this.#runs.clear();
    let [row, state, isSure] = this.#before(from);
    try {
      state = this.#grammar.copy(state);
      for (; row < end && !this.#hasGivenUp; row++) {
        if (isSure && row % CHECKPOINT_ROWS === 0) this.#remember(row, state);
        this.#readRow(row, state, row >= from);
        yield;
      }
    } catch {
      this.#hasGivenUp = true;
    }
  }

  #readRow(row: number, state: unknown, isShown: boolean): void {
    if (!this.#isRead(row)) return;
    const began = performance.now();
    const runs = this.#grammar.read(this.#lines.textOf(row), state);
    if (isShown) this.#runs.set(row, runs);
    if (performance.now() - began > SLOW_LINE_MS && ++this.#slowLines >= SLOW_LINES) this.#hasGivenUp = true;
  }

  /** Long lines are coloured at their beginning; what follows is no line of its own to most grammars. */
  #isRead(row: number): boolean {
    return this.#grammar.readsPieces === true || this.#lines.isFirstOfLine(row);
  }

  /** Where to begin so that the row is read right, if that is not too far. */
  #before(row: number): [row: number, state: unknown, isSure: boolean] {
    const known = this.#checkpoints.findLast(([at]) => at <= row) ?? [0, this.#grammar.start()];
    if (row - known[0] <= WARM_ROWS) return [known[0], known[1], true];
    return [row - COLD_ROWS, this.#grammar.start(), false];
  }

  #remember(row: number, state: unknown): void {
    if (this.#checkpoints.some(([at]) => at === row)) return;
    if (this.#checkpoints.length >= CHECKPOINTS)
      this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0);
    this.#checkpoints.push([row, this.#grammar.copy(state)]);
    this.#checkpoints.sort(([a], [b]) => a - b);
  }
}
