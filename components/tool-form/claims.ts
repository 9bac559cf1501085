import { nothing, type TemplateResult } from 'lit';
import type { ToolAnnotations } from '../../src/index.js';
import { html } from '../words/html.js';

/** What a server says of its own tool, as short phrases. Only what it does say: silence is not a claim. */
function claimsOf(annotations: ToolAnnotations | undefined): readonly string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
  const claims: string[] = [];
  if (readOnlyHint === true) claims.push('reads only');
  if (readOnlyHint === false) claims.push('writes data');
  // For a tool that only reads, the other two mean nothing.
  if (readOnlyHint !== true) {
    if (destructiveHint === true) claims.push('may delete or overwrite');
    if (destructiveHint === false) claims.push('only adds');
    if (idempotentHint === true) claims.push('safe to repeat');
    if (idempotentHint === false) claims.push('not repeatable');
  }
  if (openWorldHint === true) claims.push('reaches other systems');
  if (openWorldHint === false) claims.push('stays within its own data');
  return claims;
}

/**
 * The server's claims as claims: what it says is not what we know.
 * @param whose stands before them; empty where it is said beside them
 */
export function claimsLine(annotations: ToolAnnotations | undefined, whose = 'Server says: '): TemplateResult {
  const claims = claimsOf(annotations);
  if (claims.length === 0) return html`<p class="claims small quiet">The server does not say what this changes.</p>`;
  return html`<p class="claims small quiet" part="claims">
    ${whose}${claims.map((claim, index) => html`${index > 0 ? ' · ' : nothing}<em>${claim}</em>`)}
  </p>`;
}
