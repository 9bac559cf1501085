import type { TemplateResult } from 'lit';
import { type AnsiRun, hasAnsi, readAnsi, withLineFeeds } from '../../src/content/index.js';
import { html, serverText, sign } from './html.js';

/**
 * A server's text with the colours of a terminal, without any other terminal commands, and with signs for hidden
 * characters, strings for the terminal and overwritten text. For a text node in an element with the styles `hues` (components/internal/hues.styles.ts).
 */
export function ansiText(text: string): unknown {
  const lines = withLineFeeds(text);
  return hasAnsi(lines) ? readAnsi(lines).map(ansiRun) : serverText(lines);
}

/** One run, for callers that read line by line. */
export function ansiRun(run: AnsiRun): unknown {
  if (run.sign !== undefined) return sign(run.text, run.sign);
  const classes = classesOf(run);
  return classes === '' ? serverText(run.text) : styled(run.text, classes);
}

/** The class names come from this library: a run has only known colours. */
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
