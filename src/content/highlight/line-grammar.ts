import { StringStream, type StreamParser } from '@codemirror/streamparser';
import { LINE_CHARACTERS, LINE_RUNS, STATE_ENTRIES } from './limits.js';
import { kindOf, type CodeRun, type TokenKind } from './token-kind.js';

/** Calls without progress before a grammar counts as stuck; the grammars themselves allow ten. */
const MAX_STILL = 10;
const TAB = 4;
const INDENT = 2;

/** Reads source line by line. What one line leaves open (a comment, a string) stands in the state. */
export interface LineGrammar<Run = CodeRun> {
  /** Reads the further pieces of a very long line like lines; otherwise these stay plain. */
  readonly readsPieces?: boolean;
  start(): unknown;
  copy(state: unknown): unknown;
  /** Changes `state` to what it is behind the line. @throws where the grammar fails; the text then stays plain. */
  read(line: string, state: unknown): readonly Run[];
}

/** @param characters of a line that are read */
export function lineGrammar(parser: StreamParser<unknown>, characters: number = LINE_CHARACTERS): LineGrammar {
  return {
    start: () => parser.startState?.(INDENT) ?? {},
    copy: (state) => (parser.copyState ? parser.copyState(state) : copyOf(state)),
    read(line, state) {
      if (line === '') {
        parser.blankLine?.(state, INDENT);
        return [];
      }
      const stream = new StringStream(line.slice(0, characters), TAB, INDENT);
      const runs = new Runs(line);
      while (!stream.eol()) {
        const kind = kindOf(nextToken(parser, stream, state));
        runs.add(kind, stream.pos);
      }
      return runs.end();
    },
  };
}

function nextToken(parser: StreamParser<unknown>, stream: StringStream, state: unknown): unknown {
  stream.start = stream.pos;
  for (let still = 0; still < MAX_STILL; still++) {
    const style: unknown = parser.token(stream, state);
    if (stream.pos > stream.start) return style;
  }
  throw new Error('The grammar makes no progress.');
}

/** Neighbours of one kind as one run. */
class Runs {
  readonly #line: string;
  readonly #runs: CodeRun[] = [];
  #from = 0;
  #to = 0;
  #kind: TokenKind | undefined;

  constructor(line: string) {
    this.#line = line;
  }

  add(kind: TokenKind | undefined, to: number): void {
    if (kind !== this.#kind && this.#runs.length < LINE_RUNS) {
      this.#close();
      this.#kind = kind;
    }
    this.#to = to;
  }

  /** Everything that was not read is plain. */
  end(): readonly CodeRun[] {
    if (this.#runs.length < LINE_RUNS) this.#close();
    this.#kind = undefined;
    this.#to = this.#line.length;
    this.#close();
    return this.#runs;
  }

  #close(): void {
    if (this.#to > this.#from) this.#runs.push({ text: this.#line.slice(this.#from, this.#to), kind: this.#kind });
    this.#from = this.#to;
  }
}

/** As the library copies: the object and the lists in it. @throws where there is too much to copy. */
function copyOf(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return state;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(state)) {
    if (Array.isArray(value) && value.length > STATE_ENTRIES) throw new Error('Too much is open at once.');
    copy[name] = Array.isArray(value) ? [...(value as unknown[])] : value;
  }
  return copy;
}
