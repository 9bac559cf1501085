import { nothing, type TemplateResult } from 'lit';
import { isWholeDisk } from '../../src/approvals/index.js';
import { type Root } from '../../src/index.js';
import { html } from '../internal/html.js';

/** What people call a root, for sentences that count them. */
export const FOLDER = { one: 'folder', other: 'folders' };

/** One root: its name, the URI that the server gets, and warnings about it. */
export function rootWords({ name, uri }: Root): TemplateResult {
  const readable = readablePath(uri);
  return html`${name === undefined ? nothing : html`<bdi class="name">${name}</bdi>`}
    <bdi class="mono address" dir="ltr">${uri}</bdi>
    ${readable === undefined ? nothing : html`<span class="small quiet">that is <bdi class="mono" dir="ltr">${readable}</bdi></span>`}
    ${isWholeDisk(uri) ? html`<span class="small whole">Everything on that disk, not one folder.</span>` : nothing}`;
}

/** The decoded path; undefined if it equals the URI's path or cannot be decoded. */
function readablePath(uri: string): string | undefined {
  if (!uri.includes('%')) return undefined;
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    return undefined;
  }
}
