import { nothing, type TemplateResult } from 'lit';
import { displayName, type ServerProfile, type Session, type SessionState } from '../../src/index.js';
import { problem } from '../problem/problem.js';
import { cut } from '../words/cut.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';
import type { Section } from './sections.js';

/** Characters of a server's own words that are shown beside an empty choice. */
const SHOWN_WORDS = 600;

export interface ConnectionFacts {
  readonly url: string | undefined;
  readonly state: SessionState;
  readonly connect: () => void;
}

/** Why there is no connection. */
export function connectionProblem({ url, state, connect }: ConnectionFacts): TemplateResult | typeof nothing {
  if (state.phase !== 'failed') return nothing;
  return problem(`No connection to ${hostOf(url)}.`, state.error, { label: 'Try again', run: connect });
}

/** What has to be seen before anything else. @param signsIn the session that people sign in to, if it is such a one */
export function notices(connection: ConnectionFacts, signsIn: Session | undefined): TemplateResult {
  const { state } = connection;
  return html`<div class="notices">
    ${signsIn ? html`<mcp-sign-in .session=${signsIn}></mcp-sign-in>` : nothing}
    <div class="banner" aria-live="polite">
      ${'server' in state && state.server ? connectionProblem(connection) : nothing}
    </div>
  </div>`;
}

/** What there is to see instead of sections. */
export function whole(connection: ConnectionFacts): TemplateResult {
  const { url, state, connect } = connection;
  if (!url) return noAddress;
  switch (state.phase) {
    case 'ready':
      return html`<div class="whole" part="empty">
        <h2>${displayName(state.server)}</h2>
        <p class="quiet">This server offers no tools, resources or prompts.</p>
      </div>`;
    case 'failed':
      // Where a server is remembered, the banner says it already.
      return html`<div class="whole" aria-live="polite">
        ${state.server ? nothing : connectionProblem(connection)}
      </div>`;
    case 'connecting':
      return skeleton;
    default:
      return html`<div class="whole" part="empty">
        <h2>Not connected</h2>
        <p class="quiet">What ${hostOf(url)} offers shows here once you connect.</p>
        <button class="primary" type="button" @click=${connect}>Connect</button>
      </div>`;
  }
}

/** Nobody said which server. */
const noAddress: TemplateResult = html`<div class="whole" part="empty">
  <h2>No server yet</h2>
  <p class="quiet">Give this element the address of an MCP server, and its tools, resources and prompts show here.</p>
  <code>&lt;mcp-client url="https://example.com/mcp"&gt;&lt;/mcp-client&gt;</code>
</div>`;

/** Stands where the sections will be. */
const skeleton: TemplateResult = html`<div class="body" aria-hidden="true">
  <div class="sections skeleton"></div>
  <div class="list-pane skeleton">${bars(7)}</div>
  <div class="detail-pane skeleton">${bars(3)}</div>
</div>`;

/** Where nothing is chosen: what can be done here. */
export function overview(section: Section, server: ServerProfile): TemplateResult {
  const words = server.description;
  return html`<div class="hint" part="empty">
    <span class="sign">${section.icon}</span>
    <p>${section.hint}</p>
    <p class="small quiet keys"><kbd>/</kbd> searches, <kbd>↑</kbd> <kbd>↓</kbd> and <kbd>Enter</kbd> choose.</p>
    ${
      words
        ? html`<p class="small quiet saying">
            Server says: ${cut(words, SHOWN_WORDS)}${words.length > SHOWN_WORDS ? '…' : nothing}
          </p>`
        : nothing
    }
  </div>`;
}

function bars(count: number): readonly TemplateResult[] {
  return Array.from({ length: count }, () => html`<i></i>`);
}
