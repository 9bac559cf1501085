import { css, type CSSResultGroup, type TemplateResult } from 'lit';
import { html } from '../words/html.js';
import { SessionHostElement } from './session-host.js';

/**
 * @summary Connects to a server and gives the session to the elements inside. Shows nothing itself.
 *
 * @slot - Elements that work with the session, anywhere inside and among anything else.
 * @fires mcp-state-change {McpStateChangeEvent} - The connection moved on.
 * @fires mcp-tool-call-request {McpToolCallRequestEvent} - A model or an app wants a tool called. Prevent it to refuse.
 * @fires mcp-error {McpErrorEvent} - The connection failed.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpSessionElement extends SessionHostElement {
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
  `;

  override render(): TemplateResult {
    return html`<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-session': McpSessionElement;
  }
}
