import { css, less, sCSS } from '@codemirror/legacy-modes/mode/css';
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript';
import { html, xml } from '@codemirror/legacy-modes/mode/xml';
import { lineGrammar, type LineGrammar } from './highlight.js';
import { pageGrammar } from './grammars.js';

/** Grammars for the languages of web pages. Loaded when the first of them is shown. */
export const grammars: Readonly<Record<string, LineGrammar>> = {
  css: lineGrammar(css),
  scss: lineGrammar(sCSS),
  less: lineGrammar(less),
  html: lineGrammar(pageGrammar(html, { script: javascript, style: css })),
  javascript: lineGrammar(javascript),
  json: lineGrammar(json),
  typescript: lineGrammar(typescript),
  xml: lineGrammar(xml),
};
