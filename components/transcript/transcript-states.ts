import { nothing, type TemplateResult } from 'lit';
import type { Recording } from '../../src/recording/index.js';
import { counted } from '../words/counted.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';

const PROBLEM = { one: 'part of the file was left out', other: 'parts of the file were left out' };

/** That this was said at another time, and what could not be read of it. @param leave undefined where the page opened it */
export function recordingBanner(recording: Recording, leave: (() => void) | undefined): TemplateResult {
  const { problems, level } = recording.file;
  return html`<div class="note" part="recording">
    <strong>${hostOf(recording.url).replaceAll('\u00a0', ' ')}</strong>
    <span class="small"
      >Nothing here goes to a
      server.${
        level === 'shapes' ? ' Arguments and results were not saved, only what kind of values they were.' : nothing
      }</span
    >
    ${
      problems.length > 0
        ? html`<details class="small">
            <summary>${counted(problems.length, PROBLEM)}</summary>
            <ul>
              ${problems.map((each) => html`<li>${each}</li>`)}
            </ul>
          </details>`
        : nothing
    }
    ${leave ? html`<button class="small" part="leave-button" type="button" @click=${leave}>Close the recording</button>` : nothing}
  </div>`;
}

/** A client around plays what it was given; what a page gave to a session of its own, only the page takes back. */
export function canLeave(element: HTMLElement & { readonly recording: Recording | undefined }): boolean {
  const around = element.getRootNode();
  return element.recording !== undefined || (around instanceof ShadowRoot && around.host.localName === 'mcp-client');
}

/** Why there is nothing. */
export function nothingSaid(hasSession: boolean, isNone: boolean): TemplateResult {
  const words = !hasSession
    ? 'Inside <mcp-session>, or with its session property set, this shows what is said. A recording can be opened here too.'
    : isNone
      ? 'This page keeps no transcript.'
      : 'Nothing was said yet. Each request shows here with its answer, and whatever the server says by itself.';
  return html`<p class="quiet" part="empty">${words}</p>`;
}

export function nothingFits(showAll: () => void): TemplateResult {
  return html`<div class="empty" part="empty">
    <span>No entry fits to what is chosen above.</span>
    <button type="button" @click=${showAll}>Show all entries</button>
  </div>`;
}
