import type { StreamParser, StringStream } from '@codemirror/streamparser';

interface MarkdownState {
  /** The characters that end the fence we are in; empty outside of one. */
  fence: string;
}

/** Markdown as source, a line at a time: what stands out, not what it means. */
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
