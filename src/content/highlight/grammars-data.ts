import { diff } from '@codemirror/legacy-modes/mode/diff';
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { standardSQL } from '@codemirror/legacy-modes/mode/sql';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { lineGrammar, type LineGrammar, SHORTER_LINES } from './highlight.js';
import { markdown } from './grammars.js';

/** Grammars for settings, scripts, queries and notes. Loaded when the first of them is shown. */
export const grammars: Readonly<Record<string, LineGrammar>> = {
  bash: lineGrammar(shell),
  diff: lineGrammar(diff),
  dockerfile: lineGrammar(dockerFile),
  ini: lineGrammar(properties),
  markdown: lineGrammar(markdown),
  sql: lineGrammar(standardSQL),
  toml: lineGrammar(toml),
  yaml: lineGrammar(yaml, SHORTER_LINES['yaml']),
};
