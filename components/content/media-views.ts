import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes, type DownloadPlan, type MediaPlan } from '../../src/content/index.js';
import type { ContentView } from './content-view.js';
import { notes } from './text-views.js';

const NAMES = { image: 'image', audio: 'audio' } as const;

export function mediaView(plan: MediaPlan, view: ContentView): TemplateResult {
  const { state } = view.media;
  const facts = `${plan.formatName} · ${formatBytes(plan.size)}`;
  return html`${shown(plan, view)}${notes(plan.notes)}
    <div class="row actions" part="actions">
      <span class="small quiet">${facts}</span>
      ${
        state.phase === 'waiting'
          ? html`<button class="small" part="show-button" type="button" @click=${() => void view.media.load()}>
              Show ${NAMES[plan.kind]}
            </button>`
          : nothing
      }
      ${view.save.render(plan.fileName, plan.data)}
    </div>`;
}

export function downloadView(plan: DownloadPlan, view: ContentView): TemplateResult {
  return html`<div class="card" part="card">
      <div class="row">
        <strong><bdi>${plan.fileName}</bdi></strong>
        <span class="small quiet">${plan.mimeType || 'type unknown'} · ${formatBytes(plan.size)}</span>
        <span class="end">${view.save.render(plan.fileName, plan.data)}</span>
      </div>
    </div>
    ${notes(plan.notes)}`;
}

function shown(plan: MediaPlan, view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.media;
  const name = NAMES[plan.kind];
  switch (state.phase) {
    case 'off':
      return nothing;
    case 'waiting':
      return html`<p class="quiet">Large ${name}: not opened yet.</p>`;
    case 'loading':
      return html`<p class="quiet" role="status">Opening the ${name}.</p>`;
    case 'failed':
      return html`<div class="note" part="note">
        <strong>The ${name} cannot be shown.</strong><span>${state.note}</span>
      </div>`;
    case 'ready': {
      const words = `${plan.kind === 'image' ? 'Image' : 'Audio'} from the server, ${plan.formatName}, ${formatBytes(plan.size)}`;
      const broken = (): void =>
        view.media.fail('It is damaged, or the security policy of this page forbids it (img-src or media-src blob:).');
      return plan.kind === 'image'
        ? html`<img part="image" src=${state.url} alt=${words} decoding="async" @error=${broken} />`
        : html`<audio
            part="audio"
            src=${state.url}
            controls
            preload="none"
            aria-label=${words}
            @error=${broken}
          ></audio>`;
    }
  }
}
