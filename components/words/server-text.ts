import { html, type TemplateResult } from 'lit';
import { hiddenParts, visibleText } from '../../src/content/index.js';

/** Hidden characters of one text that get a sign of their own on the screen; further ones are signs in plain text. */
const MAX_SIGNS = 500;

/**
 * What a server wrote, for the text of a page: the same string as a rule, with a sign in place of each run of hidden characters
 * otherwise. For attributes there is `visibleText`.
 */
export function serverText(text: string): string | readonly (string | TemplateResult)[] {
  const parts = hiddenParts(text);
  if (parts.length === 1 && typeof parts[0] === 'string') return parts[0];
  let signs = 0;
  let rest = '';
  const shown: (string | TemplateResult)[] = [];
  for (const part of parts) {
    if (signs >= MAX_SIGNS) rest += typeof part === 'string' ? part : `‹${part.sign}›`;
    else if (typeof part === 'string') shown.push(part);
    else {
      signs++;
      shown.push(sign(part.sign, part.name));
    }
  }
  if (rest) shown.push(rest);
  return shown;
}

/** Isolated: letters from left to right, whatever stands around. */
const sign = (text: string, name: string) =>
  html`<span class="hidden-character" part="hidden-character" dir="ltr" title=${name}>${text}</span>`;

/** For attributes that may be absent. */
export function visibleTextOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleText(text);
}
