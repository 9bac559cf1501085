import { nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../../src/content/index.js';
import { problem } from '../problem/problem.js';
import type { UpdatedMark } from '../resource-list/updated-marks.js';
import { asOf } from '../words/as-of.js';
import { html } from '../words/html.js';
import { contentsView } from './contents-view.js';
import type { ReadingState } from './resource-reading.js';

export interface ReadingFacts {
  readonly uri: string | undefined;
  readonly reading: ReadingState;
  /** The server said that it changed since it was read. */
  readonly mark: UpdatedMark | undefined;
  /** Bytes that nobody agreed to yet; undefined where nobody has to. */
  readonly unagreed: number | undefined;
  readonly isConnected: boolean;
  readonly isConnecting: boolean;
  readonly following: TemplateResult | typeof nothing;
  readonly refresh: () => void;
  readonly retry: () => void;
}

/** What was read and how old it is, or why nothing was. */
export function readingView(facts: ReadingFacts): TemplateResult {
  const { uri, reading, mark, following, isConnected, refresh, retry } = facts;
  const isLoading = reading.phase === 'loading';
  const shown = reading.phase === 'ready' ? reading : reading.earlier;
  const age = shown ? `As of ${asOf(shown.asOf)}${mark ? ` · Updated ${asOf(mark.at)}` : ''}` : nothing;
  return html`<div class="reading">
      <div class="row">
        <span class="small ${mark ? 'updated' : 'quiet'}" part="age" role="status"
          >${isLoading && reading.slow ? 'Reading.' : age}</span
        >
        <button
          class="${mark && shown ? '' : 'plain'} small end"
          part="refresh-button"
          type="button"
          aria-disabled=${isLoading || !isConnected}
          @click=${() => (isLoading ? undefined : refresh())}
        >
          ${mark && shown ? 'Read again' : 'Refresh'}
        </button>
      </div>
      ${following}
      <div aria-live="polite">
        ${
          reading.phase === 'failed'
            ? problem('The resource could not be read.', reading.error, { label: 'Try again', run: retry })
            : nothing
        }
        ${reading.phase === 'idle' ? unread(facts) : nothing}
      </div>
    </div>
    ${
      isLoading && reading.slow && !shown
        ? html`<div class="skeleton" part="skeleton" aria-hidden="true"><i></i><i></i><i></i></div>`
        : nothing
    }
    ${shown ? contentsView(shown.contents, uri) : nothing}`;
}

function unread({ reading, isConnected, isConnecting, unagreed, refresh }: ReadingFacts): TemplateResult {
  if (isConnected && unagreed !== undefined) {
    const size = formatBytes(unagreed);
    return html`<div class="note" part="empty">
      <span>Not read yet: the server says that it has ${size}.</span>
      <button part="read-button" type="button" @click=${refresh}>Read ${size}</button>
    </div>`;
  }
  const isThere = reading.phase === 'idle' && reading.earlier !== undefined;
  const without = isThere
    ? 'This is what it held then: there is no connection to the server.'
    : 'Not read: there is no connection to a server.';
  const words = isConnecting ? 'Waiting for the connection.' : without;
  return html`<p class="quiet" part="empty">${words}</p>`;
}
