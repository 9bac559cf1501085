import { nothing, type TemplateResult } from 'lit';
import { isWholeDisk } from '../../src/approvals/index.js';
import { type Root } from '../../src/index.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** `2 folders`: the common word for roots. */
export function folders(count: number): string {
  return t('roots.count', { count });
}

/** One root: its name, the URI that the server gets, and warnings about it. */
export function rootWords({ name, uri }: Root): TemplateResult {
  const readable = readablePath(uri);
  return html`${name === undefined ? nothing : html`<bdi class="name">${name}</bdi>`}
    <bdi class="mono address" dir="ltr">${uri}</bdi>
    ${
      readable === undefined
        ? nothing
        : html`<span class="small quiet"
            >${t.rich('roots.thatIs', { readable: html`<bdi class="mono" dir="ltr">${readable}</bdi>` })}</span
          >`
    }
    ${isWholeDisk(uri) ? html`<span class="small whole">${t('roots.everythingOnThatDisk')}</span>` : nothing}`;
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
