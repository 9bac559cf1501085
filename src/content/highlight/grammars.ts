import { clike } from '@codemirror/legacy-modes/mode/clike';
import type { StreamParser, StringStream } from '@codemirror/streamparser';

interface MarkdownState {
  /** The mark that ends the current fence; empty outside of a fence. */
  fence: string;
}

/** Markdown source, line by line. Colours the syntax; does not interpret it. */
const grammar: StreamParser<MarkdownState> = {
  startState: () => ({ fence: '' }),
  token(stream, state) {
    if (stream.sol()) {
      const fence = /^ {0,3}(`{3,}|~{3,})/.exec(stream.string)?.[1] ?? '';
      if (state.fence) {
        if (fence.startsWith(state.fence)) state.fence = '';
        stream.skipToEnd();
        return state.fence ? 'string' : 'meta';
      }
      if (fence) {
        state.fence = fence;
        stream.skipToEnd();
        return 'meta';
      }
      if (stream.match(/^ {0,3}#{1,6}(?=\s|$)/)) {
        stream.skipToEnd();
        return 'heading';
      }
      if (stream.match(/^ {0,3}>/)) return 'comment';
      if (stream.match(/^\s{0,20}(?:[-+*]|\d{1,9}[.)])(?=\s)/)) return 'keyword';
      if (stream.match(/^ {0,3}\[[^\]\n]{1,200}\]:/)) return 'property';
    }
    return inLine(stream);
  },
  copyState: (state) => ({ ...state }),
};

function inLine(stream: StringStream): string | null {
  if (stream.match(/^\\[^\w\s]/)) return null;
  const ticks = stream.match(/^`+/);
  if (ticks) {
    const mark = (ticks as RegExpMatchArray)[0];
    const end = stream.string.indexOf(mark, stream.pos);
    if (end < 0) return null;
    stream.pos = end + mark.length;
    return 'string';
  }
  if (stream.match(/^(?:\*\*|__)[^\s*_][^*_]{0,200}(?:\*\*|__)/)) return 'heading';
  if (stream.match(/^!?\[[^\]]{0,200}\]\([^)\s]{0,500}\)/)) return 'link';
  if (stream.match(/^<https?:[^>\s]{1,500}>/)) return 'link';
  stream.next();
  stream.eatWhile(/[^\\`*_[<!]/);
  return null;
}

export const markdown: StreamParser<unknown> = grammar;

interface PageState {
  readonly outer: unknown;
  /** The current tag. */
  tag: string;
  isOpeningTag: boolean;
  inner: { readonly name: string; readonly parser: StreamParser<unknown>; readonly state: unknown } | undefined;
}

const INDENT = 2;

/** HTML with coloured scripts and styles: the library’s own grammar covers only HTML. */
export function pageGrammar(
  html: StreamParser<unknown>,
  insides: Readonly<Record<string, StreamParser<unknown>>>,
): StreamParser<unknown> {
  const copyOf = (parser: StreamParser<unknown>, state: unknown): unknown =>
    parser.copyState ? parser.copyState(state) : { ...(state as object) };
  const outside = (stream: StringStream, page: PageState): string | null => {
    const style = html.token(stream, page.outer);
    const word = stream.current();
    if (word === '<' || word === '</') page.isOpeningTag = word === '<';
    else if (style === 'tag') page.tag = word.toLowerCase();
    else if (word === '>' && page.isOpeningTag && Object.hasOwn(insides, page.tag)) {
      const parser = insides[page.tag]!;
      page.inner = { name: page.tag, parser, state: parser.startState?.(INDENT) ?? {} };
    }
    return style;
  };
  const inside = (stream: StringStream, page: PageState, inner: NonNullable<PageState['inner']>): string | null => {
    const end = stream.string.toLowerCase().indexOf(`</${inner.name}`, stream.pos);
    if (end === stream.pos) {
      page.inner = undefined;
      return outside(stream, page);
    }
    const style = inner.parser.token(stream, inner.state);
    // The end tag ends a script, whatever state its grammar is in.
    if (end >= 0 && stream.pos > end) stream.pos = end;
    return style;
  };
  const grammar: StreamParser<PageState> = {
    startState: (indent) => ({
      outer: html.startState?.(indent) ?? {},
      tag: '',
      isOpeningTag: false,
      inner: undefined,
    }),
    token: (stream, page) => (page.inner ? inside(stream, page, page.inner) : outside(stream, page)),
    blankLine: (page, indent) => page.inner?.parser.blankLine?.(page.inner.state, indent),
    copyState: (page) => ({
      ...page,
      outer: copyOf(html, page.outer),
      inner: page.inner && { ...page.inner, state: copyOf(page.inner.parser, page.inner.state) },
    }),
  };
  return grammar;
}

interface PhpState {
  /** State of the code between `<?php` and `?>`; undefined outside of it. */
  code: unknown;
}

const PHP_INDENT = 2;

const words = (list: string): Record<string, true> => Object.fromEntries(list.split(' ').map((word) => [word, true]));

/** The library has no PHP grammar, so PHP is read as a C-like language. */
const code: StreamParser<unknown> = clike({
  name: 'php',
  keywords: words(
    'abstract and as break callable case catch class clone const continue declare default do echo else elseif empty ' +
      'enddeclare endfor endforeach endif endswitch endwhile enum extends final finally fn for foreach function global ' +
      'goto if implements include include_once instanceof insteadof interface isset list match namespace new or print ' +
      'private protected public readonly require require_once return static switch throw trait try unset use var while ' +
      'xor yield',
  ),
  types: words('array bool float int iterable mixed never object string void self parent'),
  atoms: words(
    'true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__',
  ),
  multiLineStrings: true,
  hooks: {
    $(stream: StringStream) {
      stream.eatWhile(/\w/);
      return 'property';
    },
    '#'(stream: StringStream) {
      if (stream.eat('[')) return 'meta';
      return skipComment(stream);
    },
    '/'(stream: StringStream) {
      return stream.eat('/') ? skipComment(stream) : false;
    },
  },
});

/** Reads to the end of the line or of the PHP code. */
function skipComment(stream: StringStream): string {
  const end = stream.string.indexOf('?>', stream.pos);
  stream.pos = end < 0 ? stream.string.length : end;
  return 'comment';
}

const phpGrammar: StreamParser<PhpState> = {
  startState: () => ({ code: undefined }),
  token(stream, state) {
    if (state.code === undefined) {
      const begin = stream.string.indexOf('<?', stream.pos);
      if (begin !== stream.pos) {
        stream.pos = begin < 0 ? stream.string.length : begin;
        return null;
      }
      stream.match(/^<\?(?:php|=)?/i);
      state.code = code.startState?.(PHP_INDENT);
      return 'meta';
    }
    if (stream.match('?>')) {
      state.code = undefined;
      return 'meta';
    }
    return code.token(stream, state.code);
  },
  copyState: (state) => ({ code: state.code && { ...state.code } }),
};

/** PHP code; the text around it stays plain. */
export const php: StreamParser<unknown> = phpGrammar;
