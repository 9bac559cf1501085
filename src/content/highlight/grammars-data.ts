/* Settings, scripts, queries and notes. A file of its own, which loads when the first of them is shown. */
import { diff } from '@codemirror/legacy-modes/mode/diff';
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { standardSQL } from '@codemirror/legacy-modes/mode/sql';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { SHORTER_LINES } from './limits.js';
import { lineGrammar, type LineGrammar } from './line-grammar.js';
import { markdown } from './markdown-grammar.js';

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
