import { render } from 'lit';
import { runInSlices } from '../../src/content/index.js';
import { html } from '../internal/html.js';

/** Characters of a piece: laid out in a few milliseconds, also without any line break. */
export const PIECE = 16_384;

/** Characters of a line, where nobody knows how wide the box is. */
const COLUMNS = 100;

/** Long text in pieces, cut at the end of a line where there is one. Joined, the pieces are the text. */
export function* textPieces(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1);
      if (line > from) to = line + 1;
      // Between the two halves of a letter there is no place to cut.
      else if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--;
    }
    yield text.slice(from, to);
    from = to;
  }
}

/** About how many lines a piece takes on the screen. */
export function linesIn(piece: string): number {
  let breaks = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) breaks++;
  return Math.max(breaks, Math.ceil(piece.length / COLUMNS));
}

/** Height of a line, as in the base style. */
const LINE_EM = 1.45;

/**
 * A box of very long text. It is filled piece by piece, and the browser lays out only the pieces in view: one text of 10 MB
 * would stop the page for seconds.
 */
export class LongText {
  #box: HTMLElement | undefined;
  #text: string | undefined;
  #filling: AbortController | undefined;

  /** For another text. */
  forget(): void {
    this.#filling?.abort();
    this.#box = undefined;
    this.#text = undefined;
  }

  /** The box with this text: the same one as long as the text is the same. */
  box(text: string, name: { readonly part: string; readonly classes: string; readonly label: string }): HTMLElement {
    if (!this.#box || this.#text !== text || this.#box.part.value !== name.part) {
      this.forget();
      this.#text = text;
      this.#box = document.createElement('div');
      this.#filling = new AbortController();
      void runInSlices(fill(this.#box, text), this.#filling.signal);
    }
    const box = this.#box;
    box.className = `long ${name.classes}`;
    box.part.value = name.part;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', name.label);
    return box;
  }
}

function* fill(box: HTMLElement, text: string): Iterator<undefined, void, undefined> {
  for (const piece of textPieces(text)) {
    const part = document.createElement('div');
    part.className = 'piece';
    part.dir = 'auto';
    // A guess, until it was in view once: the scroll bar needs one.
    part.style.setProperty('contain-intrinsic-block-size', `auto ${Math.round(linesIn(piece) * LINE_EM)}em`);
    render(html`${piece}`, part);
    box.append(part);
    yield;
  }
}
