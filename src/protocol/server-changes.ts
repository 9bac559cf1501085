import { type ErrorText, McpError } from '../errors.js';
import { errorText } from './error-texts.js';
import type { ServerProfile } from './model.js';
import { revisions } from './revisions.js';

/** Characters of a server’s name that a notice quotes. The rest is cut. */
export const MAX_QUOTED_SERVER_NAME_LENGTH = 100;

/** The features of each revision that a person notices. Older revisions lack them. */
const BROUGHT: Readonly<Record<string, ErrorText>> = {
  '2026-07-28': errorText('protocol.brought.2026-07-28'),
  '2025-11-25': errorText('protocol.brought.2025-11-25'),
  '2025-06-18': errorText('protocol.brought.2025-06-18'),
  '2025-03-26': errorText('protocol.brought.2025-03-26'),
};

/**
 * The changes of a server that a person should know: it uses an older revision, or has another name. Another version,
 * title or list is no problem.
 * @param before from an earlier connection, and stored, so it may be any value
 */
export function changesOfServer(before: ServerProfile | undefined, now: ServerProfile): readonly McpError[] {
  if (!before) return [];
  return [olderRevision(before, now), otherServer(before, now)].filter((change) => change !== undefined);
}

function olderRevision(before: ServerProfile, now: ServerProfile): McpError | undefined {
  const at = revisions.findIndex(({ id }) => id === before.revision);
  const lost = revisions.slice(
    at,
    revisions.findIndex(({ id }) => id === now.revision),
  );
  if (at < 0 || lost.length === 0) return undefined;
  const missing = lost.map(({ id }) => BROUGHT[id]!);
  return new McpError(
    'server-changed',
    errorText('protocol.olderRevision', { before: before.revision, now: now.revision, missing }),
    { remedy: errorText('protocol.checkOlderRevision') },
  );
}

/** The warning for the person that another server than before answers at the URL. */
export function otherServer(before: ServerProfile, now: ServerProfile): McpError | undefined {
  const names = [before.name, now.name];
  // A server without a name is called by its host.
  const unsaid = new URL(now.url).host || 'server';
  if (before.name === now.name || names.some((name) => typeof name !== 'string' || !name || name === unsaid))
    return undefined;
  return new McpError(
    'server-changed',
    errorText('protocol.otherServer', { before: quoted(before.name), now: quoted(now.name) }),
    { remedy: errorText('protocol.checkOtherServer') },
  );
}

function quoted(name: string): string {
  return name.length > MAX_QUOTED_SERVER_NAME_LENGTH ? `${name.slice(0, MAX_QUOTED_SERVER_NAME_LENGTH)}…` : name;
}
