/**
 * Characters of Markdown that are read at a time. Measured: the slowest text of that length takes the engine and the sanitizer 25 ms
 * together, an honest one 5.
 */
export const GROUP_CHARACTERS: number = 4 * 1024;
/**
 * Characters after which a block is divided although it has not ended: a list, table, quote or paragraph is then shown as several. A fence
 * may be longer, since the engine only looks for its end.
 */
export const BLOCK_CHARACTERS: number = 8 * 1024;
export const FENCE_CHARACTERS: number = 128 * 1024;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/;
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*){0,500}\|?\s*$/;
/** Cells of tables in a group. The engine fills rows up: a line of one character can be hundreds of cells. */
const GROUP_CELLS = 1000;
/** A line longer than this is divided between words. */
const LINE_CHARACTERS = BLOCK_CHARACTERS;

/**
 * Markdown in groups of whole blocks, which can be read one after the other: what comes of the groups, put together, is what
 * comes of the whole, save for blocks that are very long. Linear.
 */
export function* markdownGroups(source: string): Generator<string, void, undefined> {
  const reader = new GroupReader();
  for (let at = 0; at < source.length;) {
    const found = source.indexOf('\n', at);
    let end = found < 0 ? source.length : found + 1;
    if (end - at > LINE_CHARACTERS) end = betweenWords(source, at, at + LINE_CHARACTERS);
    const group = reader.add(source.slice(at, end));
    if (group !== undefined) yield group;
    at = end;
  }
  if (reader.group !== '') yield reader.group;
}

class GroupReader {
  group = '';
  /** Characters since the last place where a block surely begins. */
  #block = 0;
  /** After a blank line or a fence. */
  #hasEnded = true;
  /** A list may go on after a blank line. */
  #isInList = false;
  /** The line that opened the fence we are in. */
  #fence: { readonly opening: string; readonly mark: string } | undefined;
  #lineBefore = '';
  /** The two lines that a table begins with. */
  #tableHead = '';
  #columns = 0;
  #cells = 0;

  /** @returns the group that this line is the first after */
  add(line: string): string | undefined {
    const done = this.#isDue(line) ? this.#close() : undefined;
    this.group += line;
    this.#block += line.length;
    this.#note(line);
    return done;
  }

  /** True where the group ends before this line. */
  #isDue(line: string): boolean {
    const mayBegin = this.#hasEnded && !this.#fence && /^\S/.test(line) && !LIST_ITEM.test(line);
    if (mayBegin) {
      this.#isInList = false;
      this.#block = 0;
      return this.group.length + line.length > GROUP_CHARACTERS;
    }
    if (this.#fence) return this.#block > FENCE_CHARACTERS;
    if (this.#tableHead !== '' && this.#cells > GROUP_CELLS) return true;
    // A list is best divided between its items.
    const most = this.#isInList && !LIST_ITEM.test(line) ? 2 * BLOCK_CHARACTERS : BLOCK_CHARACTERS;
    return this.#block + line.length > most;
  }

  #close(): string {
    const done = this.group;
    // What is divided goes on as what it is.
    this.group = this.#fence ? this.#fence.opening : this.#tableHead;
    this.#block = 0;
    this.#cells = 2 * this.#columns;
    return done;
  }

  #note(line: string): void {
    const isBlank = line.trim() === '';
    this.#hasEnded = isBlank;
    const mark = FENCE.exec(line.trimEnd())?.[1];
    if (this.#fence) {
      if (mark?.startsWith(this.#fence.mark) && line.trim() === mark) {
        this.#fence = undefined;
        this.#hasEnded = true;
        this.#block = 0;
      }
    } else if (mark) this.#fence = { opening: line.endsWith('\n') ? line : `${line}\n`, mark };
    if (!this.#fence && LIST_ITEM.test(line)) this.#isInList = true;
    this.#noteTable(line, isBlank);
    this.#lineBefore = line;
  }

  #noteTable(line: string, isBlank: boolean): void {
    if (isBlank) {
      this.#tableHead = '';
      this.#columns = 0;
    } else if (this.#tableHead !== '') this.#cells += this.#columns;
    else if (line.includes('-') && this.#lineBefore.includes('|') && TABLE_RULE.test(line)) {
      this.#tableHead = this.#lineBefore + line;
      this.#columns = line.split('|').length;
      this.#cells += this.#columns;
    }
  }
}

function betweenWords(text: string, from: number, to: number): number {
  const space = text.lastIndexOf(' ', to);
  if (space > from) return space + 1;
  const code = text.charCodeAt(to - 1);
  return code >= 0xd800 && code < 0xdc00 ? to - 1 : to;
}
