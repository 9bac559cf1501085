import { nothing, type TemplateResult } from 'lit';
import { isWholeDisk } from '../../src/consent/index.js';
import type { Root } from '../../src/index.js';
import { shortened } from '../words/cut.js';
import { html } from '../words/html.js';

export const FOLDER = { one: 'folder', other: 'folders' };

/** Characters of an address in a sentence or in the name of a button. */
const NAMED = 80;

/** What to call a root on a button. */
export function nameOfRoot({ name, uri }: Root): string {
  return shortened(name ?? uri, NAMED);
}

/** One root: its name, its address as the server gets it, and what of that a person could overlook. */
export function rootWords({ name, uri }: Root): TemplateResult {
  const readable = readablePath(uri);
  return html`${name === undefined ? nothing : html`<bdi class="name">${name}</bdi>`}
    <bdi class="mono address" dir="ltr">${uri}</bdi>
    ${readable === undefined ? nothing : html`<span class="small quiet">that is <bdi class="mono" dir="ltr">${readable}</bdi></span>`}
    ${isWholeDisk(uri) ? html`<span class="small whole">Everything on that disk, not one folder.</span>` : nothing}`;
}

/** The path as a person writes it; undefined where that is how it stands, or nobody could read it. */
function readablePath(uri: string): string | undefined {
  if (!uri.includes('%')) return undefined;
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    return undefined;
  }
}
