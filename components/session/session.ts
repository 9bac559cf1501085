import { css, type CSSResultGroup, nothing, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';
import { formatHost } from '../internal/text.js';
import { SessionHostElement } from './host-element.js';
import { t } from './messages.js';

/**
 * @summary Connects to a server and gives the session to the elements inside. Shows nothing itself, except an error
 * where there is no session: a wrong address, or a server that the site does not allow.
 *
 * @slot - Elements that work with the session, anywhere inside and among anything else.
 * @fires {McpStateChangeEvent} mcp-state-change - The connection state changed.
 * @fires {McpToolCallRequestEvent} mcp-tool-call-request - A model or an app wants a tool called. Prevent it to refuse.
 * @fires {McpErrorEvent} mcp-error - The connection failed.
 * @csspart error - An error with its remedy.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpSessionElement extends SessionHostElement {
  // The colours and the font of the page: a style of the host would also apply to the page's own content inside.
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
    .error {
      box-sizing: border-box;
      padding: 0.5em 0.75em;
      border: 1px solid;
      border-inline-start-width: 4px;
      border-radius: 4px;
      line-height: 1.45;
      overflow-wrap: anywhere;
    }
  `;

  override render(): TemplateResult {
    const { state, session } = this.provider;
    const error = state.phase === 'failed' && !session ? state.error : undefined;
    return html`${
        error
          ? html`<div class="error" part="error" role="alert">
              <strong
                >${t.rich('session.noConnectionTo', { host: formatHost(this.endpoint ? 'port:?' : this.url) })}</strong
              >
              ${error.message} ${error.remedy}
            </div>`
          : nothing
      }<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-session': McpSessionElement;
  }
}
