import { render } from 'lit';
import { inTurns } from '../../src/content/index.js';
import { html } from '../words/html.js';
import { linesIn, textPieces } from './text-pieces.js';

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
      void inTurns(fill(this.#box, text), this.#filling.signal);
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
