import { nothing, type TemplateResult } from 'lit';
import { MAX_TREE_DEPTH, type JsonTree } from '../../src/content/index.js';
import { withMarks } from '../data-view/whole-text.js';
import { downIcon } from '../icons/icons.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';

/** Characters of a text and of a name that a row can show; more would not fit on any screen. */
const ROW_CHARACTERS = 300;
const NAME_CHARACTERS = 120;
/** Levels that are shown by indenting; deeper ones by their number. */
const INDENTED_LEVELS = 16;
/** Characters before a match that stay in view when the match is far inside a text. */
const BEFORE_MATCH = 24;

export interface JsonRowFacts {
  readonly row: number;
  readonly value: number;
  readonly isOpen: boolean;
  /** The keyboard is here, and the line below speaks of it. */
  readonly isActive: boolean;
  readonly sought: string;
}

/** One value as one line. All have the same height, so that it can be known which are in view. */
export function jsonRow(tree: JsonTree, facts: JsonRowFacts): TemplateResult {
  const { row, value, isOpen, isActive, sought } = facts;
  const level = tree.levelOf(value);
  const parent = tree.parentOf(value);
  const branch = tree.isBranch(value);
  return html`<div
    class="item ${isActive ? 'active' : ''}"
    part="row"
    role="treeitem"
    id="row-${row}"
    data-row=${row}
    aria-level=${level + 1}
    aria-setsize=${parent < 0 ? 1 : tree.sizeOf(parent)}
    aria-posinset=${tree.positionOf(value) + 1}
    aria-selected=${isActive ? 'true' : 'false'}
    aria-expanded=${branch ? (isOpen ? 'true' : 'false') : nothing}
  >
    <span class="indent" aria-hidden="true">${'\t'.repeat(Math.min(level, INDENTED_LEVELS))}</span>${
      level > INDENTED_LEVELS ? html`<span class="level" aria-hidden="true">${formatCount(level)}</span>` : nothing
    }<span class="twist ${branch ? (isOpen ? 'open' : 'folded') : ''}">${branch ? downIcon : nothing}</span
    >${nameOf(tree, value, sought)}${valueOf(tree, value, sought)}${remarks(tree, value)}
  </div>`;
}

function nameOf(tree: JsonTree, value: number, sought: string): TemplateResult | typeof nothing {
  if (value === 0) return nothing;
  const name = tree.nameOf(value);
  if (name === undefined) return html`<span class="index">${formatCount(tree.positionOf(value))}</span>: `;
  const shown = name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name;
  // Without its quotes, as long as one can see where it begins and ends.
  const written = /^$|^\s|\s$|[\n\r\t"]/.test(shown) ? JSON.stringify(shown) : shown;
  return html`<span class="name">${withMarks(written, sought)}</span>: `;
}

function valueOf(tree: JsonTree, value: number, sought: string): TemplateResult {
  const kind = tree.kindOf(value);
  const size = tree.sizeOf(value);
  if (kind === 'object')
    return html`<span class="bracket" aria-hidden="true">{}</span>
      <span class="count">${size === 0 ? 'empty object' : counted(size, FIELDS)}</span>`;
  if (kind === 'array')
    return html`<span class="bracket" aria-hidden="true">[]</span>
      <span class="count">${size === 0 ? 'empty list' : counted(size, ITEMS)}</span>`;
  const isLong = tree.lengthOf(value) > ROW_CHARACTERS + 2;
  const text = isLong ? excerpt(tree, value, sought) : tree.textOf(value);
  // In quotes and with \n for a new line, as JSON has it: a row is one line.
  const written = kind === 'string' ? JSON.stringify(text) : text;
  return html`<span class="value ${kind}">${withMarks(written, sought)}</span>${
      isLong
        ? html`<button class="plain small" type="button" tabindex="-1" data-whole=${value}>Show all</button>`
        : nothing
    }`;
}

/** The beginning of a long text, or where in it the sought one is. */
function excerpt(tree: JsonTree, value: number, sought: string): string {
  const beginning = tree.beginningOf(value, ROW_CHARACTERS);
  if (sought === '' || beginning.toLowerCase().includes(sought.toLowerCase())) return `${beginning}…`;
  if (tree.lengthOf(value) > EXCERPT_SEARCH) return `${beginning}…`;
  const text = tree.textOf(value);
  const at = text.toLowerCase().indexOf(sought.toLowerCase());
  if (at < 0) return `${beginning}…`;
  return `…${text.slice(at - BEFORE_MATCH, at - BEFORE_MATCH + ROW_CHARACTERS)}…`;
}

/** Characters of a text in which a match is looked for to show what is around it. It is done at each rendering. */
const EXCERPT_SEARCH = 20_000;

function remarks(tree: JsonTree, value: number): TemplateResult {
  const words = [
    tree.isRepeated(value) ? 'name given more than once' : '',
    tree.isTooDeep(value) ? `more than ${MAX_TREE_DEPTH} levels deep, see the raw text` : '',
    tree.isCut(value) ? 'not all of it is in this tree' : '',
  ].filter(Boolean);
  return html`${words.length > 0 ? html`<span class="remark">${words.join('; ')}</span>` : nothing}`;
}

const ITEMS = { one: 'item', other: 'items' };
const FIELDS = { one: 'field', other: 'fields' };
