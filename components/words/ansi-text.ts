import type { TemplateResult } from 'lit';
import { hasAnsi, readAnsi, type AnsiRun } from '../../src/content/index.js';
import { html } from './html.js';
import { serverText } from './server-text.js';

/**
 * What a server wrote, with the colours of a terminal and without anything else that terminals understand; characters nobody
 * would see have signs. For the text of a page, in an element whose styles have `hues` (components/styles/hues.styles.ts).
 */
export function ansiText(text: string): unknown {
  return hasAnsi(text) ? readAnsi(text).map(ansiRun) : serverText(text);
}

/** One run, for those who read line by line. */
export function ansiRun(run: AnsiRun): unknown {
  const classes = classesOf(run);
  return classes === '' ? serverText(run.text) : styled(run.text, classes);
}

/** The names are our own: a run has only colours that we know. */
function classesOf({ colour, background, bold, faint, italic, underline, strike }: AnsiRun): string {
  return [
    background ? `ansi-on ansi-on-${background}` : colour ? `ansi-${colour}` : faint ? 'ansi-faint' : '',
    bold ? 'ansi-bold' : '',
    italic ? 'ansi-italic' : '',
    underline ? 'ansi-underline' : '',
    strike ? 'ansi-strike' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const styled = (text: string, classes: string): TemplateResult => html`<span class=${classes}>${text}</span>`;
