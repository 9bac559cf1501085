import { render } from 'lit';
import { runInSlices } from '../../src/content/index.js';
import { html } from '../internal/html.js';

/** Characters of one piece: it is laid out in a few milliseconds, even without a line break. */
export const PIECE = 16_384;

/** Characters of a line while the width of the box is unknown. */
const COLUMNS = 100;

/** Splits long text into pieces, at the end of a line if possible. Joined, the pieces are the text. */
export function* textPieces(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1);
      if (line > from) to = line + 1;
      // Never between the two halves of a surrogate pair.
      else if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--;
    }
    yield text.slice(from, to);
    from = to;
  }
}

/** Estimates the lines that a piece takes on the screen. */
export function linesIn(piece: string): number {
  let breaks = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) breaks++;
  return Math.max(breaks, Math.ceil(piece.length / COLUMNS));
}

/** The line height of the base styles, in em. */
const LINE_EM = 1.45;

/**
 * A box of very long text. It is filled piece by piece, and the browser lays out only the visible pieces: 10 MB at once
 * would block the page for seconds.
 */
export class LongText {
  #box: HTMLElement | undefined;
  #text: string | undefined;
  #filling: AbortController | undefined;

  /** Call it before another text is shown. */
  forget(): void {
    this.#filling?.abort();
    this.#box = undefined;
    this.#text = undefined;
  }

  /** Returns the box of this text: the same element while the text stays the same. */
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
    // An estimate for the scroll bar, until the piece has been visible once.
    part.style.setProperty('contain-intrinsic-block-size', `auto ${Math.round(linesIn(piece) * LINE_EM)}em`);
    render(html`${piece}`, part);
    box.append(part);
    yield;
  }
}
