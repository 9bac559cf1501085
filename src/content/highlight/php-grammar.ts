import { clike } from '@codemirror/legacy-modes/mode/clike';
import type { StreamParser, StringStream } from '@codemirror/streamparser';

interface PhpState {
  /** Of the code between `<?php` and `?>`; undefined outside of it. */
  code: unknown;
}

const INDENT = 2;

const words = (list: string): Record<string, true> => Object.fromEntries(list.split(' ').map((word) => [word, true]));

/** What the library has no grammar for itself is a language like C to it. */
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

/** To the end of the line, or of the code. */
function skipComment(stream: StringStream): string {
  const end = stream.string.indexOf('?>', stream.pos);
  stream.pos = end < 0 ? stream.string.length : end;
  return 'comment';
}

const grammar: StreamParser<PhpState> = {
  startState: () => ({ code: undefined }),
  token(stream, state) {
    if (state.code === undefined) {
      const begin = stream.string.indexOf('<?', stream.pos);
      if (begin !== stream.pos) {
        stream.pos = begin < 0 ? stream.string.length : begin;
        return null;
      }
      stream.match(/^<\?(?:php|=)?/i);
      state.code = code.startState?.(INDENT);
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

/** PHP, and around it whatever it stands in, plain. */
export const php: StreamParser<unknown> = grammar;
