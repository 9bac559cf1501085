import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

type MarkdownEngine = InstanceType<typeof MarkdownIt>;

const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;
const TASK = /^\[([ x])\][ \t\n]+(?=\S)/i;

/** The footnotes that the rules store beside the link definitions. */
interface NotesRead {
  readonly footnotes?: { readonly list?: readonly { readonly label: string }[] };
}

/** Blocks and parts of blocks in one group of footnotes. */
const MAX_NOTE_TOKENS = 100;

/** Footnotes of one text. Their definitions can be anywhere; they are shown at the end, also the unused ones. */
export class Footnotes {
  readonly #notes: { readonly label: string; readonly tokens: Token[]; isShown: boolean }[] = [];
  readonly #byLabel = new Map<string, number>();
  /** Notes that are numbered and shown. */
  #shown = 0;
  #number = 0;

  /** Takes the definitions out of the blocks of a text. */
  take(tokens: readonly Token[]): Token[] {
    const rest: Token[] = [];
    const open: { label: string; tokens: Token[] }[] = [];
    for (const token of tokens) {
      if (token.type === 'footnote_reference_open') {
        open.push({ label: (token.meta as { label: string }).label, tokens: [] });
      } else if (token.type === 'footnote_reference_close') {
        const { label, tokens: own } = open.pop()!;
        if (!this.#byLabel.has(label)) this.#byLabel.set(label, this.#notes.length);
        this.#notes.push({ label, tokens: own, isShown: false });
      } else (open.at(-1)?.tokens ?? rest).push(token);
    }
    return rest;
  }

  /** The notes that were named since the last call, in groups; with the last of them, those that nothing names. */
  next(shared: Readonly<Record<string, unknown>>): Token[][] {
    const named = ((shared as NotesRead).footnotes?.list ?? []).slice(this.#shown);
    this.#shown += named.length;
    const groups: Token[][] = [];
    for (const { label } of named) {
      const note = this.#notes[this.#byLabel.get(label) ?? -1];
      if (note) this.#add(groups, note, true);
    }
    if (named.length === 0) for (const note of this.#notes) if (!note.isShown) this.#add(groups, note, false);
    return groups.map((group) => this.#asList(group));
  }

  #add(groups: Token[][], note: { readonly tokens: Token[]; isShown: boolean }, isNamed: boolean): void {
    note.isShown = true;
    const [like] = note.tokens;
    if (!like) return;
    const open = newToken(like, 'list_item_open', 'li', 1);
    if (isNamed) open.attrSet('class', 'footnote');
    const last = groups.at(-1);
    const own = [open, ...note.tokens, newToken(like, 'list_item_close', 'li', -1)];
    if (last && last.length + own.length <= MAX_NOTE_TOKENS) last.push(...own);
    else groups.push(own);
  }

  #asList(items: Token[]): Token[] {
    const [like] = items as [Token];
    const [section, list] = [
      newToken(like, 'section_open', 'section', 1),
      newToken(like, 'ordered_list_open', 'ol', 1),
    ];
    section.attrSet('class', 'footnotes');
    list.attrSet('start', String(this.#number + 1));
    this.#number += items.filter((token) => token.type === 'list_item_open' && token.level === 0).length;
    return [
      section,
      list,
      ...items,
      newToken(like, 'ordered_list_close', 'ol', -1),
      newToken(like, 'section_close', 'section', -1),
    ];
  }
}

/*
 * Additions of GitHub to Markdown: alerts, task lists, footnotes, bare addresses, aligned columns. All of it becomes
 * elements with one of the classes that the sanitizer lets through (`MARKDOWN_CLASSES`), and no id: the sanitizer makes
 * check boxes and links of them.
 */

/** Adds the rule that reads definitions of footnotes. Call it before the core rules are chosen. */
export function readFootnotes(engine: MarkdownEngine): void {
  engine.use(footnotes);
}

/** Adds what is found within a line. Call it before the core rules are chosen. */
export function readWords(engine: MarkdownEngine): void {
  engine.use(footnotes);
  // A note within the text is no part of GitHub’s Markdown.
  engine.inline.ruler.disable('footnote_inline');
  engine.renderer.rules['footnote_ref'] = (tokens, index) =>
    `<sup class="footnote-ref">${Number((tokens[index]?.meta as { id: number } | undefined)?.id ?? 0) + 1}</sup>`;
  // `example.com` and `README.md` in running text are no links: half of them are file names.
  engine.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  engine.linkify.add('//', null).add('ftp:', null);
  for (const cell of ['th_open', 'td_open'])
    engine.renderer.rules[cell] = (tokens, index, options, _env, renderer) => {
      const token = tokens[index];
      // A style attribute would be removed, but a strict CSP would report it first.
      const side = /^text-align:(left|center|right)$/.exec(String(token?.attrGet('style') ?? ''))?.[1];
      if (token) token.attrs = side ? [['align', side]] : null;
      return renderer.renderToken(tokens, index, options);
    };
}

/** Marks alerts and the items of task lists in blocks whose content is not read yet. Changes the tokens. */
export function markBlocks(tokens: Token[]): void {
  for (let at = tokens.length - 1; at >= 2; at--) {
    const [block, paragraph, inline] = [tokens[at - 2]!, tokens[at - 1]!, tokens[at]!];
    if (inline.type !== 'inline' || paragraph.type !== 'paragraph_open') continue;
    if (block.type === 'blockquote_open') markAlert(tokens, at - 2);
    else if (block.type === 'list_item_open') markTask(block, inline);
  }
}

function markAlert(tokens: Token[], at: number): void {
  const [quote, paragraph, inline, end] = tokens.slice(at, at + 4) as [Token, Token, Token, Token];
  const found = ALERT.exec(inline.content);
  const kind = found?.[1]?.toLowerCase();
  if (!found || kind === undefined) return;
  quote.attrSet('class', `alert ${kind}`);
  const title = copyOf(inline, kind.charAt(0).toUpperCase() + kind.slice(1));
  inline.content = inline.content.slice(found[0].length);
  const titled = copyOf(paragraph, '');
  titled.hidden = false;
  titled.attrSet('class', 'alert-title');
  const rest = inline.content === '' ? [] : [paragraph, inline, end];
  tokens.splice(at + 1, 3, titled, title, end, ...rest);
}

function markTask(item: Token, inline: Token): void {
  const found = TASK.exec(inline.content);
  if (!found) return;
  item.attrSet('class', found[1] === ' ' ? 'task' : 'task done');
  inline.content = inline.content.slice(found[0].length);
}

function copyOf(token: Token, content: string): Token {
  const copy = newToken(token, token.type, token.tag, token.nesting);
  copy.content = content;
  copy.block = token.block;
  copy.children = token.children && [];
  return copy;
}

function newToken(like: Token, type: string, tag: string, nesting: Token['nesting']): Token {
  return new (like.constructor as new (type: string, tag: string, nesting: Token['nesting']) => Token)(
    type,
    tag,
    nesting,
  );
}
