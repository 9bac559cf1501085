import { nothing, type TemplateResult } from 'lit';
import type { Body, TranscriptEntry } from '../../src/recording/index.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';
import { sizeInWords } from './body-size.js';
import { dateOf } from '../words/exact-time.js';
import { sideOf, stateOf, titleOf } from './entry-words.js';
import { canRunAgain } from './run-again.js';

/** Characters of a body that is no whole JSON which are shown. */
const SHOWN = 20_000;

export interface DetailView {
  readonly entry: TranscriptEntry;
  /** The request it belongs to. */
  readonly about: TranscriptEntry | undefined;
  /** A server is there that can be asked again. */
  readonly isLive: boolean;
  readonly isRunning: boolean;
  readonly show: (entry: TranscriptEntry) => void;
  readonly runAgain: (entry: TranscriptEntry, isEdit: boolean) => void;
  readonly close: () => void;
}

/** One entry: what is known of it, what was sent, and what came back. */
export function entryDetail(view: DetailView): TemplateResult {
  const { entry, about, show, close } = view;
  const { revision, requestId, problem } = entry;
  return html`<section class="detail" part="detail" tabindex="-1" aria-label=${titleOf(entry)}>
    <div class="detail-head">
      <h3>${titleOf(entry)}</h3>
      <button class="plain small" part="close-button" type="button" @click=${close}>Close</button>
    </div>
    <p class="small quiet">
      ${[dateOf(entry.at), sideOf(entry), stateOf(entry), revision && `MCP ${revision}`].filter(Boolean).join(' · ')}${
        requestId === undefined ? nothing : html` · id <span class="mono">${String(requestId)}</span>`
      }
    </p>
    ${problem ? html`<p class="small">${problem}</p>` : nothing}
    ${
      about
        ? html`<p class="small">
            Belongs to
            <button class="plain small" type="button" @click=${() => show(about)}>${titleOf(about)}</button>
          </p>`
        : nothing
    }
    ${actions(view)} ${body('What was sent', entry.direction === 'sent' ? entry.params : (entry.result ?? entry.error))}
    ${body('What came', entry.direction === 'sent' ? (entry.result ?? entry.error) : entry.params)}
  </section>`;
}

function actions({ entry, isLive, isRunning, runAgain }: DetailView): TemplateResult | typeof nothing {
  const can = isLive ? canRunAgain(entry) : 'no';
  if (can === 'no') return nothing;
  return html`<div class="row">
    ${
      can === 'as it was'
        ? html`<button part="run-button" type="button" ?disabled=${isRunning} @click=${() => runAgain(entry, false)}>
            Run again
          </button>`
        : html`<span class="small quiet">It had a secret, which is not recorded.</span>`
    }
    ${
      entry.method === 'tools/call'
        ? html`<button part="edit-button" type="button" @click=${() => runAgain(entry, true)}>
            Edit and run again
          </button>`
        : nothing
    }
  </div>`;
}

function body(title: string, of: Body | undefined): TemplateResult | typeof nothing {
  if (!of) return nothing;
  return html`<div class="body" part="body">
    <h4>${title} <span class="small quiet">${sizeInWords(of)}</span></h4>
    ${
      of.isCut
        ? html`<p class="small quiet">Too long to be recorded. It began:</p>
            <pre class="mono" tabindex="0" aria-label=${title}>${cut(of.json, SHOWN)}</pre>`
        : html`<mcp-json-view .source=${of.json}></mcp-json-view>`
    }
    ${
      of.blobs && of.blobs.length > 0
        ? html`<p class="small quiet">Pictures and files in it are kept apart.</p>`
        : nothing
    }
  </div>`;
}
