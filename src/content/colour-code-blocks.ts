import { grammarOf, isColoured } from './highlight/grammar-of.js';
import { CodeColours } from './highlight/code-colours.js';
import { TextRows } from './text-rows.js';

/** Characters of one block of code in formatted text that is coloured; a longer one stays plain. */
export const BLOCK_OF_CODE = 50_000;
/** Characters coloured in one formatted text. Coloured code takes ten times as many nodes as plain. */
export const CODE_OF_DOCUMENT = 200_000;

/** A `code` element of a sanitized text, and the language its author named. */
export interface BlockOfCode {
  readonly element: Element;
  readonly language: string;
}

/** Fetches what the languages need, then gives the steps that colour the blocks in their place. */
export async function colourCodeBlocks(blocks: readonly BlockOfCode[]): Promise<Generator<undefined, void, undefined>> {
  const known = blocks.filter(({ language }) => isColoured(language));
  const grammars = new Map(
    await Promise.all(
      [...new Set(known.map(({ language }) => language))].map(async (one) => [one, await grammarOf(one)] as const),
    ),
  );
  return steps();

  function* steps(): Generator<undefined, void, undefined> {
    let left = CODE_OF_DOCUMENT;
    for (const { element, language } of known) {
      const grammar = grammars.get(language);
      const text = element.textContent;
      // Signs that stand for hidden characters would become words of the code.
      if (!grammar || text.length > BLOCK_OF_CODE || text.length > left || element.querySelector('.hidden-character'))
        continue;
      left -= text.length;
      const rows = new TextRows(text);
      yield* rows.read();
      const colours = new CodeColours(rows, grammar);
      const coloured = document.createDocumentFragment();
      for (let row = 0; row < rows.count; row++) {
        if (!colours.has(row, row + 1)) yield* colours.read(row, row + 1);
        const runs = colours.runsOf(row);
        if (runs) coloured.append(...runs.map(({ text: words, kind }) => (kind ? span(words, `tok-${kind}`) : words)));
        else coloured.append(rows.textOf(row));
        coloured.append(text.slice(rows.startOf(row) + rows.textOf(row).length, rows.startOf(row + 1)));
      }
      if (!colours.hasGivenUp) element.replaceChildren(coloured);
      yield;
    }
  }
}

function span(text: string, name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}
