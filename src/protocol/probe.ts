import type { HttpError, McpError, ProtocolError } from '../errors.js';
import { headerMismatch, mutual, type Revision, unsupportedVersion } from './revisions.js';
import { asArray, asObject, asStrings } from './decode/values.js';

/** What came of the first words in the modern tongue. */
export type ProbeOutcome = { readonly result: unknown } | { readonly error: McpError };

/** What it means. */
export type ProbeVerdict =
  | { readonly kind: 'modern' }
  /** Ask again, in this revision. */
  | { readonly kind: 'retry'; readonly revision: Revision }
  /** Not a modern server; go on to the handshake, with this revision if it named one. */
  | { readonly kind: 'legacy'; readonly revision?: Revision | undefined }
  /** The two have no revision in common. */
  | { readonly kind: 'no-common-revision'; readonly offered: readonly string[] }
  /** Says nothing about the era: surface it. */
  | { readonly kind: 'failed' };

/** Codes that only a modern server uses. */
const MISSING_CAPABILITY = -32021;

/**
 * Modern, legacy, or no evidence either way. Pure, so that every row of the specification's table is a row of a test.
 * Who refuses us (401, 403) and what is broken (5xx, 429, time-outs) says nothing about the era. In a browser, no answer
 * at all counts as legacy: the CORS lists of older servers do not allow the new headers, and the browser hides which it was.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export function classifyProbe(outcome: ProbeOutcome): ProbeVerdict {
  if ('result' in outcome) return classifyResult(outcome.result);
  const { error } = outcome;
  switch (error.code) {
    case 'network':
    case 'not-mcp':
    case 'bad-message':
      return { kind: 'legacy' };
    case 'http':
      return isTrouble((error as HttpError).status) ? { kind: 'failed' } : { kind: 'legacy' };
    case 'server-error':
      return classifyRpcError(error as ProtocolError);
    default:
      return { kind: 'failed' };
  }
}

function classifyResult(result: unknown): ProbeVerdict {
  const supported = asObject(result)?.['supportedVersions'];
  if (!asArray(supported)) return { kind: 'legacy' };
  return classifyOffer(supported, { kind: 'modern' });
}

function classifyRpcError({ rpcCode, status, data }: ProtocolError): ProbeVerdict {
  if (rpcCode === unsupportedVersion) {
    const supported = asObject(data)?.['supported'];
    const revision = mutual('modern', supported);
    return classifyOffer(supported, revision ? { kind: 'retry', revision } : { kind: 'failed' });
  }
  if (rpcCode === headerMismatch || rpcCode === MISSING_CAPABILITY) return { kind: 'failed' };
  return status !== undefined && isTrouble(status) ? { kind: 'failed' } : { kind: 'legacy' };
}

function classifyOffer(supported: unknown, whenModern: ProbeVerdict): ProbeVerdict {
  if (mutual('modern', supported)) return whenModern;
  const revision = mutual('legacy', supported);
  return revision ? { kind: 'legacy', revision } : { kind: 'no-common-revision', offered: asStrings(supported) ?? [] };
}

function isTrouble(status: number): boolean {
  return status >= 500 || status === 429;
}
