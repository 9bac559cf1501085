import type { McpError } from '../errors.js';
import type { ServerProfile } from '../protocol/model.js';

/** Where a session stands. `server` before `ready` is what an earlier visit remembered. */
export type SessionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'connecting'; readonly server?: ServerProfile | undefined }
  | { readonly phase: 'ready'; readonly server: ServerProfile }
  | { readonly phase: 'failed'; readonly error: McpError; readonly server?: ServerProfile | undefined }
  | { readonly phase: 'closed'; readonly server?: ServerProfile | undefined };
