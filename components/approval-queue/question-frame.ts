import { nothing, type TemplateResult } from 'lit';
import { displayName, type Approval } from '../../src/index.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';
import { pressHint } from './press-hint.js';

/** Characters of a server's name that are shown at all. */
const NAME_LENGTH = 200;

const WHILE: { readonly [method: string]: string } = {
  'tools/call': 'running',
  'prompts/get': 'getting the prompt',
  'resources/read': 'reading',
};

/** What changes while one question moves on. */
export interface QuestionStep {
  /** With what, and what happens to the answer. */
  readonly body: unknown;
  /** What the person can do. The act itself comes last. */
  readonly actions: unknown;
}

export interface Question extends QuestionStep {
  readonly approval: Approval;
  /** One sentence: what may happen. */
  readonly heading: string;
  /** How many wait, where the queue says so. */
  readonly count?: unknown;
}

/** The one shape of every question: who, what, with what, decide. */
export function questionFrame({ approval, heading, body, actions, count }: Question): TemplateResult {
  const { host, encrypted, server } = approval.asker;
  const name = displayName(server);
  return html`
    <article part="base" aria-labelledby="heading">
      <header part="header">
        <div class="who">
          <bdi><strong>${cut(name, NAME_LENGTH)}</strong></bdi>
          ${name === server.name ? nothing : html`<code class="quiet">${cut(server.name, NAME_LENGTH)}</code>`}
          <span class="quiet small">${host} · ${encrypted ? 'encrypted' : 'not encrypted'}</span>
          <span class="end quiet small">${count ?? html`<slot name="count"></slot>`}</span>
        </div>
        <h2 part="title" id="heading" tabindex="-1">${heading}</h2>
        ${during(approval)}
      </header>
      <div class="body">${body}</div>
      <footer part="actions">${pressHint}${actions}</footer>
    </article>
  `;
}

function during({ during: call }: Approval): TemplateResult | typeof nothing {
  if (!call) return nothing;
  const what = WHILE[call.method] ?? `answering ${call.method}`;
  return html`<p class="quiet small">
    While ${what}${call.name === undefined ? nothing : html` <bdi class="mono">${cut(call.name, NAME_LENGTH)}</bdi>`}
  </p>`;
}
