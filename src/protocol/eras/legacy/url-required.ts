import { McpError, type ProtocolError } from '../../../errors.js';
import { readElicitationRequest } from '../../check/elicitation.js';
import { asArray, asObject } from '../../check/object.js';
import type { Reading } from '../../era.js';

/** A call that goes out again, as it was, once the person has visited some pages. */
export type PagesFirst = Extract<Reading, { kind: 'input-required' }> & {
  readonly asItWas: true;
  /** What the server said. It is how the call ends where nobody here visits pages. */
  readonly refusal: ProtocolError;
};

/**
 * The pages that an error asks the person to visit first.
 * @throws the error itself, where it names none
 * @throws McpError `bad-message` where one of them is no page that could be visited
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export function readUrlRequired(error: ProtocolError): PagesFirst {
  const pages = asArray(asObject(error.data)?.['elicitations']) ?? [];
  if (pages.length === 0) throw error;
  for (const page of pages) {
    const fault = faultOf(page);
    if (fault === undefined) continue;
    const words = `The server wants a page visited first that cannot be: ${fault} It says: “${error.message}”`;
    throw new McpError('bad-message', words, { cause: error });
  }
  const asks = pages.map((params, index) => [`page-${index + 1}`, { method: 'elicitation/create', params }] as const);
  return { kind: 'input-required', asks: Object.fromEntries(asks), asItWas: true, refusal: error };
}

function faultOf(page: unknown): string | undefined {
  const request = readElicitationRequest(page);
  if (typeof request === 'string') return request;
  return request.mode === 'url' ? undefined : 'The request is a form.';
}
