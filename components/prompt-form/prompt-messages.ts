import { css, nothing, type CSSResult, type TemplateResult } from 'lit';
import type { PromptMessage, PromptResult } from '../../src/index.js';
import { folded } from '../schema-field/folded.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';

/** Messages that are shown; a server may send thousands. */
const SHOWN = 200;
const SHORT = 480;
export const MESSAGES = { one: 'message', other: 'messages' };
const ROLES = { user: 'User', assistant: 'Assistant' } as const;

/** What a prompt gave: who says what, in order. */
export function promptMessages({ description, messages }: PromptResult): TemplateResult {
  return html`<p class="small quiet">${counted(messages.length, MESSAGES)}</p>
    ${folded(description, SHORT)}
    <ol class="messages">
      ${messages.slice(0, SHOWN).map(message)}
    </ol>
    ${messages.length > SHOWN ? html`<p class="quiet">And ${counted(messages.length - SHOWN, MESSAGES)} more.</p>` : nothing}`;
}

function message({ role, content }: PromptMessage): TemplateResult {
  return html`<li part="message">
    <p class="role small" part="role">${ROLES[role]}</p>
    <mcp-content .block=${content}></mcp-content>
  </li>`;
}

export const promptMessagesStyles: CSSResult = css`
  .result {
    display: grid;
    gap: var(--_space-s);
  }
  .messages {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  .messages li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    padding-inline-start: var(--_space-m);
    border-inline-start: 2px solid var(--_line);
  }
  .role {
    font-weight: 600;
    color: var(--_text-2);
  }
`;
