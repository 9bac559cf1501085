import { PLAIN_STYLE } from '../ansi-style.js';
import { readAnsi, type AnsiRun, type AnsiState } from '../ansi.js';
import type { LineGrammar } from './line-grammar.js';

/** What a terminal shows, line by line: a colour goes on until it is changed. */
export const ansiLines: LineGrammar<AnsiRun> = {
  readsPieces: true,
  start: (): AnsiState => ({ style: PLAIN_STYLE }),
  copy: (state) => ({ ...(state as AnsiState) }),
  read: (line, state) => readAnsi(line, state as AnsiState),
};
