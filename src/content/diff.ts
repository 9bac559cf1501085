import type { TextRows } from './text-rows.js';

/** The kind of a line. `plain` belongs to no file or hunk. */
export type DiffKind = 'plain' | 'file' | 'hunk' | 'same' | 'added' | 'removed' | 'note';

const KINDS: readonly DiffKind[] = ['plain', 'file', 'hunk', 'same', 'added', 'removed', 'note'];
const [PLAIN, FILE, HUNK, SAME, ADDED, REMOVED, NOTE] = [0, 1, 2, 3, 4, 5, 6] as const;
/** In place of a sign: the row continues the line of the row before. */
const CONTINUES = 7;

/** Rows that are read before checking the time. */
const DIFF_ROWS_PER_STEP = 500;
/** Line numbers up to this one are valid. A hunk that begins beyond it counts as malformed. */
const MAX_DIFF_LINE_NUMBER = 100_000_000;

const FILE_LINE =
  /^(?:diff |index [\da-f]|--- |\+\+\+ |(?:new|deleted) file mode |(?:old|new) mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |Binary files |GIT binary patch|Index: |={20,})/;
/** Lines of a letter made by `git format-patch`, before its signature and after its message. They are no removed lines. */
const SEPARATOR_LINE = /^--[- ]?$/;
const HUNK_LINE = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** A diff, row by row. */
export interface DiffReading {
  readonly added: number;
  readonly removed: number;
  /** Hunks whose lines do not match the counts in their headers: their lines are read by sign, and have no numbers. */
  readonly malformed: number;
  /** The highest line number in the diff. */
  readonly lastLine: number;
  kindOf(row: number): DiffKind;
  /** Line number in the old file; 0 where there is none. */
  oldLineOf(row: number): number;
  /** Line number in the new file; 0 where there is none. */
  newLineOf(row: number): number;
}

/**
 * Reads a unified or git diff, in steps. Linear in the length of the text; never throws.
 * Why no library does it: docs/decisions/0014-libraries-tried.md
 * @see https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
 */
export function* readDiff(rows: TextRows): Generator<undefined, DiffReading, undefined> {
  const reader = new DiffReader(rows.count);
  for (let row = 0; row < rows.count; row++) {
    if (rows.isFirstOfLine(row)) reader.read(row, rows.textOf(row));
    else reader.goOn(row);
    if (row % DIFF_ROWS_PER_STEP === 0) yield;
  }
  reader.end(rows.count);
  return reader;
}

class DiffReader implements DiffReading {
  readonly #kinds: Uint8Array;
  /** The kind of each line by its first character alone; 0 where that is no sign. */
  readonly #signs: Uint8Array;
  readonly #oldLines: Uint32Array;
  readonly #newLines: Uint32Array;
  /** Row of the current hunk’s header; -1 between hunks. */
  #hunk = -1;
  /** Lines are read by sign: after a hunk, until a line that belongs to no hunk. */
  #isLoose = false;
  /** The last hunk was counted as malformed. */
  #isMalformed = false;
  #hasHunks = false;
  #old = { next: 0, left: 0 };
  #new = { next: 0, left: 0 };
  added = 0;
  removed = 0;
  malformed = 0;
  lastLine = 0;

  constructor(count: number) {
    this.#kinds = new Uint8Array(count);
    this.#signs = new Uint8Array(count);
    this.#oldLines = new Uint32Array(count);
    this.#newLines = new Uint32Array(count);
  }

  kindOf(row: number): DiffKind {
    return KINDS[this.#kinds[row] ?? PLAIN]!;
  }
  oldLineOf(row: number): number {
    return this.#oldLines[row] ?? 0;
  }
  newLineOf(row: number): number {
    return this.#newLines[row] ?? 0;
  }

  read(row: number, line: string): void {
    const sign = SEPARATOR_LINE.test(line) || FILE_LINE.test(line) ? PLAIN : signOf(line);
    this.#signs[row] = sign;
    if (this.#hunk >= 0) {
      if (this.#inHunk(row, line)) return;
      this.#giveUpHunk(row);
    }
    const header = HUNK_LINE.exec(line);
    if (header) this.#open(row, header);
    else if (line.startsWith('\\ ') && row > 0 && this.#kinds[row - 1]! >= SAME) this.#kinds[row] = NOTE;
    else if (this.#isLoose && sign !== PLAIN) this.#readLoose(row, sign);
    else {
      this.#isLoose = false;
      if (FILE_LINE.test(line)) this.#kinds[row] = FILE;
    }
  }

  /** Adds a row that continues a long line. */
  goOn(row: number): void {
    this.#kinds[row] = this.#kinds[row - 1] ?? PLAIN;
    this.#signs[row] = CONTINUES;
  }

  end(count: number): void {
    if (this.#hunk >= 0) this.#giveUpHunk(count);
    if (!this.#hasHunks) this.#readBySigns(count);
    for (let row = 0; row < count; row++) {
      this.lastLine = Math.max(this.lastLine, this.#oldLines[row]!, this.#newLines[row]!);
      if (this.#signs[row] === CONTINUES) continue;
      if (this.#kinds[row] === ADDED) this.added++;
      else if (this.#kinds[row] === REMOVED) this.removed++;
    }
  }

  /** Reads a diff without any hunk header. The lines before its first file are a message. */
  #readBySigns(count: number): void {
    for (let row = Math.max(0, this.#kinds.indexOf(FILE)); row < count; row++)
      if (this.#signs[row] === CONTINUES) this.#kinds[row] = this.#kinds[row - 1] ?? PLAIN;
      else if (this.#kinds[row] === PLAIN) this.#kinds[row] = this.#signs[row]!;
  }

  #open(row: number, [, from, count = '1', to, newCount = '1']: readonly (string | undefined)[]): void {
    this.#old = { next: Number(from), left: Number(count) };
    this.#new = { next: Number(to), left: Number(newCount) };
    if (Math.max(this.#old.next, this.#new.next) > MAX_DIFF_LINE_NUMBER) return;
    this.#kinds[row] = HUNK;
    this.#hasHunks = true;
    this.#isLoose = true;
    this.#isMalformed = false;
    if (this.#old.left + this.#new.left > 0) this.#hunk = row;
  }

  /** @returns false for a line that is not allowed here */
  #inHunk(row: number, line: string): boolean {
    const sign = line[0];
    // Some programs remove spaces at the end of lines, and with them the sign of an empty line.
    if (sign === ' ' || sign === undefined) {
      if (this.#old.left < 1 || this.#new.left < 1) return false;
      this.#kinds[row] = SAME;
      this.#oldLines[row] = take(this.#old);
      this.#newLines[row] = take(this.#new);
    } else if (sign === '-' && this.#old.left > 0) {
      this.#kinds[row] = REMOVED;
      this.#oldLines[row] = take(this.#old);
    } else if (sign === '+' && this.#new.left > 0) {
      this.#kinds[row] = ADDED;
      this.#newLines[row] = take(this.#new);
    } else if (sign === '\\') this.#kinds[row] = NOTE;
    else return false;
    if (this.#old.left + this.#new.left === 0) this.#hunk = -1;
    return true;
  }

  /** The header has wrong counts: the lines are read by their signs, and lose their numbers, which may be wrong too. */
  #giveUpHunk(end: number): void {
    for (const lines of [this.#oldLines, this.#newLines]) lines.fill(0, this.#hunk, end);
    this.#hunk = -1;
    this.#countMalformed();
  }

  #readLoose(row: number, sign: number): void {
    this.#kinds[row] = sign;
    this.#countMalformed();
  }

  #countMalformed(): void {
    if (!this.#isMalformed) this.malformed++;
    this.#isMalformed = true;
  }
}

function signOf(line: string): number {
  return { '+': ADDED, '-': REMOVED, ' ': SAME }[line[0] ?? ''] ?? PLAIN;
}

function take(side: { next: number; left: number }): number {
  side.left--;
  return side.next++;
}
