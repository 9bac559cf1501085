import { McpError, asMcpError } from '../errors.js';
import { classifyProbe, type ProbeOutcome } from './classify-probe.js';
import type { Connection, NotThisOne } from './connection.js';
import type { Framing } from './era.js';
import { noCommonRevision } from './no-common-revision.js';

/** The first words, to be said again where the server names another revision, and what they lead to. */
export interface ModernProbe {
  discover(framing: Framing): Promise<unknown>;
  connect(framing: Framing, result: unknown): Connection;
}

/**
 * What an outcome means that is neither a server of the newer era at once nor a plain refusal.
 * @throws McpError where it says nothing about the era, or that there is no revision in common
 */
export async function decide(
  probe: ModernProbe,
  framing: Framing,
  outcome: ProbeOutcome,
  isLast = false,
): Promise<Connection | NotThisOne> {
  const verdict = classifyProbe(outcome);
  switch (verdict.kind) {
    case 'modern':
      return probe.connect(framing, 'result' in outcome ? outcome.result : undefined);
    case 'legacy':
      return { notThisOne: probeError(outcome), offer: verdict.revision };
    case 'no-common-revision':
      throw noCommonRevision(verdict.offered);
    case 'failed':
      throw probeError(outcome);
    case 'retry': {
      // Twice at most: the second time in a revision the server named itself.
      if (isLast) throw probeError(outcome);
      const other = { ...framing, revision: verdict.revision };
      const next = await probe.discover(other).then(
        (result) => ({ result }),
        (error: unknown) => ({ error: asMcpError(error) }),
      );
      return decide(probe, other, next, true);
    }
  }
}

function probeError(outcome: ProbeOutcome): McpError {
  return 'error' in outcome ? outcome.error : new McpError('not-mcp', 'The server did not answer in MCP.');
}
