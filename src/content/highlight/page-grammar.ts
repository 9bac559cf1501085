import type { StreamParser, StringStream } from '@codemirror/streamparser';

interface PageState {
  readonly outer: unknown;
  /** The tag that is being read. */
  tag: string;
  isOpening: boolean;
  inner: { readonly name: string; readonly parser: StreamParser<unknown>; readonly state: unknown } | undefined;
}

const INDENT = 2;

/** HTML in which scripts and styles are read as what they are; the library has only the HTML itself. */
export function pageGrammar(
  html: StreamParser<unknown>,
  insides: Readonly<Record<string, StreamParser<unknown>>>,
): StreamParser<unknown> {
  const copyOf = (parser: StreamParser<unknown>, state: unknown): unknown =>
    parser.copyState ? parser.copyState(state) : { ...(state as object) };
  const outside = (stream: StringStream, page: PageState): string | null => {
    const style = html.token(stream, page.outer);
    const word = stream.current();
    if (word === '<' || word === '</') page.isOpening = word === '<';
    else if (style === 'tag') page.tag = word.toLowerCase();
    else if (word === '>' && page.isOpening && Object.hasOwn(insides, page.tag)) {
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
    // Whatever the script is in the middle of, its end tag ends it.
    if (end >= 0 && stream.pos > end) stream.pos = end;
    return style;
  };
  const grammar: StreamParser<PageState> = {
    startState: (indent) => ({ outer: html.startState?.(indent) ?? {}, tag: '', isOpening: false, inner: undefined }),
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
