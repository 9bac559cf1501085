import type { Recording } from '../../src/recording/index.js';

/** The person opened a recording, or closed the one they had: an `<mcp-client>` around plays it back instead of a server. */
export class McpRecordingOpenEvent extends Event {
  /** Undefined: back to the server. */
  readonly recording: Recording | undefined;

  constructor(recording: Recording | undefined) {
    super('mcp-recording-open', { bubbles: true, composed: true });
    this.recording = recording;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-recording-open': McpRecordingOpenEvent;
  }
}
