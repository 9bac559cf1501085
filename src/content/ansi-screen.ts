import { formatCount } from '../util/numbers.js';
import { type AnsiStyle, isSameStyle, PLAIN_STYLE, styleAlone } from './ansi-style.js';
import { visibleText } from './hidden-text.js';

/** A piece of text in one style. The texts of all runs together are the shown text. */
export interface AnsiRun extends AnsiStyle {
  readonly text: string;
  /**
   * Set if the text is not the server’s: it describes something that a terminal would not show, and this is its name.
   * Show it as a sign.
   */
  readonly sign?: string | undefined;
}

/**
 * Runs of one coloured text. The text after the last run is plain, because more runs would fill the page with elements.
 */
export const MAX_ANSI_RUNS = 5000;
/** Characters of overwritten text that are shown in one line. Of more there is the number. */
const MAX_OVERWRITTEN_SHOWN = 200;

interface ScreenRun {
  /** In parts: deleting one character from a text of a megabyte, a million times, must not copy the text each time. */
  readonly parts: string[];
  readonly style: AnsiStyle;
  /** The name of a sign. */
  readonly sign?: string;
}

/** Characters that were erased one by one, the last one first, until their replacement is known. */
interface Erased {
  characters: string[];
  count: number;
}

/** The text so far, with its styles. */
export class Screen {
  readonly #runs: ScreenRun[] = [];
  /** Number of runs before the current line. */
  #lineStart = 0;
  /** Set by a carriage return: the next text replaces the line. */
  #isOverwriting = false;
  #overwritten: Overwritten | undefined;
  #erased: Erased | undefined;
  style: AnsiStyle;

  constructor(style: AnsiStyle) {
    this.style = style;
  }

  get runs(): readonly AnsiRun[] {
    return this.#runs.map(({ parts, style, sign }) => ({
      text: parts.join(''),
      ...styleAlone(style),
      ...(sign !== undefined && { sign }),
    }));
  }

  put(text: string): void {
    if (text === '') return;
    if (this.#isOverwriting) this.#replaceLine();
    if (this.#erased) this.#noteErased(text);
    const last = this.#runs.at(-1);
    const style = this.#runs.length < MAX_ANSI_RUNS ? this.style : PLAIN_STYLE;
    // A run never crosses the beginning of the current line, so that the line can be replaced.
    if (last && this.#runs.length > this.#lineStart && last.sign === undefined && isSameStyle(last.style, style))
      last.parts.push(text);
    else this.#runs.push({ parts: [text], style });
  }

  /** Puts words in the place of something that a terminal does not show. */
  sign(words: string, name: string): void {
    if (this.#runs.length < MAX_ANSI_RUNS) this.#runs.push({ parts: [words], style: PLAIN_STYLE, sign: name });
    else this.put(`‹${words}›`);
  }

  newLine(): void {
    this.#endLine();
    const last = this.#runs.at(-1);
    if (last && last.sign === undefined) last.parts.push('\n');
    else this.#runs.push({ parts: ['\n'], style: this.style });
    this.#merge();
    this.#lineStart = this.#runs.length;
  }

  overwrite(): void {
    this.#noteErased('');
    this.#isOverwriting = true;
  }

  /** Backspace deletes a character, because printers wrote `N\bN` for a bold N. */
  erase(): void {
    const last = this.#runs.at(-1);
    if (!last || last.sign !== undefined || this.#runs.length <= this.#lineStart || this.#isOverwriting) return;
    const part = last.parts.pop() ?? '';
    const erased = (this.#erased ??= { characters: [], count: 0 });
    erased.count++;
    if (erased.count <= MAX_OVERWRITTEN_SHOWN) erased.characters.push(part.slice(-1));
    if (part.length > 1) last.parts.push(part.slice(0, -1));
    if (last.parts.length === 0) this.#runs.pop();
  }

  end(): void {
    this.#endLine();
  }

  #replaceLine(): void {
    const line = this.#runs.splice(this.#lineStart);
    this.#note(joinRuns(line));
    // Signs stay: a terminal would not show their content.
    this.#runs.push(...line.filter(({ sign }) => sign !== undefined));
    this.#isOverwriting = false;
  }

  /** A letter written again in its place is bold, and one in the place of a low line is underlined: nothing is lost. */
  #noteErased(replacement: string): void {
    const erased = this.#erased;
    if (!erased) return;
    this.#erased = undefined;
    const text = erased.characters.reverse().join('');
    const isStruckOver =
      erased.count === text.length &&
      [...text].every((each, at) => each === '_' || each === ' ' || each === replacement[at]);
    if (!isStruckOver) this.#note(text, erased.count);
  }

  #note(text: string, characters?: number): void {
    this.#overwritten ??= new Overwritten();
    this.#overwritten.add(text, characters);
  }

  #endLine(): void {
    this.#isOverwriting = false;
    this.#noteErased('');
    const words = this.#overwritten?.inWords(joinRuns(this.#runs.slice(this.#lineStart)));
    this.#overwritten = undefined;
    if (words === undefined) return;
    if (this.#runs.length < MAX_ANSI_RUNS)
      this.#runs.splice(this.#lineStart, 0, { parts: [words], style: PLAIN_STYLE, sign: 'OVERWRITTEN TEXT' });
    else this.#runs.splice(this.#lineStart, 0, { parts: [`‹${words}›`], style: PLAIN_STYLE });
  }

  /** Joins the finished line with the run before it, if both have the same style. */
  #merge(): void {
    const at = this.#lineStart;
    const before = this.#runs[at - 1];
    const first = this.#runs[at];
    if (!before || !first || before.sign !== undefined || first.sign !== undefined) return;
    if (!(isSameStyle(before.style, first.style) || this.#runs.length >= MAX_ANSI_RUNS)) return;
    for (const part of first.parts) before.parts.push(part);
    this.#runs.splice(at, 1);
  }
}

/** The overwritten texts of a line. */
class Overwritten {
  readonly #texts: string[] = [];
  #kept = 0;
  #characters = 0;

  /** @param characters more than those of the text, where it is only a part */
  add(text: string, characters: number = text.length): void {
    if (text.trim() === '') return;
    this.#characters += characters;
    if (this.#kept >= MAX_OVERWRITTEN_SHOWN) return;
    const kept = text.slice(0, MAX_OVERWRITTEN_SHOWN + 1 - this.#kept);
    this.#texts.push(kept);
    this.#kept += kept.length;
  }

  /** @returns undefined where the line still shows all that was overwritten */
  inWords(line: string): string | undefined {
    let characters = this.#characters;
    const texts = this.#texts.filter((text) => {
      const isShown = line.startsWith(text.trimEnd());
      if (isShown) characters -= text.length;
      return !isShown;
    });
    if (texts.length === 0 || characters <= 0) return undefined;
    const shown = texts.map((text) => text.trim()).join(' ');
    return this.#kept <= MAX_OVERWRITTEN_SHOWN && characters <= MAX_OVERWRITTEN_SHOWN
      ? `overwritten: “${visibleText(shown)}”`
      : `${formatCount(characters)} characters overwritten: “${visibleText(shown.slice(0, MAX_OVERWRITTEN_SHOWN))}…”`;
  }
}

function joinRuns(runs: readonly ScreenRun[]): string {
  return runs.map(({ parts, sign }) => (sign === undefined ? parts.join('') : '')).join('');
}
