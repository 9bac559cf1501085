import type { Session, SessionState } from '../../src/index.js';

/** The connection of a host moved on: connecting, ready, failed or closed. */
export class McpStateChangeEvent extends Event {
  /** Where the session stands now. */
  readonly state: SessionState;
  /** The session it is about; undefined while the host has none. */
  readonly session: Session | undefined;

  constructor(state: SessionState, session: Session | undefined) {
    super('mcp-state-change', { bubbles: true, composed: true });
    this.state = state;
    this.session = session;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-state-change': McpStateChangeEvent;
  }
}
