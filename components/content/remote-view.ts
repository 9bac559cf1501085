import type { TemplateResult } from 'lit';
import type { RemotePlan } from '../../src/content/index.js';
import { html } from '../words/html.js';
import type { ContentView } from './content-view.js';

/** Something on another site: named, and loaded when the person says so. */
export function remoteView(plan: RemotePlan, view: ContentView): TemplateResult {
  return html`<mcp-remote-media
    .src=${plan.address.href}
    .what=${plan.what}
    .policy=${view.policy}
  ></mcp-remote-media>`;
}
