import { c, cpp, csharp, java, kotlin } from '@codemirror/legacy-modes/mode/clike';
import { go } from '@codemirror/legacy-modes/mode/go';
import { python } from '@codemirror/legacy-modes/mode/python';
import { ruby } from '@codemirror/legacy-modes/mode/ruby';
import { rust } from '@codemirror/legacy-modes/mode/rust';
import { swift } from '@codemirror/legacy-modes/mode/swift';
import { lineGrammar, type LineGrammar } from './highlight.js';
import { php } from './grammars.js';

/** Grammars for programming languages. Loaded when the first of them is shown. */
export const grammars: Readonly<Record<string, LineGrammar>> = {
  c: lineGrammar(c),
  cpp: lineGrammar(cpp),
  csharp: lineGrammar(csharp),
  go: lineGrammar(go),
  java: lineGrammar(java),
  kotlin: lineGrammar(kotlin),
  php: lineGrammar(php),
  python: lineGrammar(python),
  ruby: lineGrammar(ruby),
  rust: lineGrammar(rust),
  swift: lineGrammar(swift),
};
