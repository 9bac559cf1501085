import { nothing, type TemplateResult } from 'lit';
import { hintsOf } from '../../src/consent/index.js';
import type { ToolAnnotations } from '../../src/index.js';
import { html } from '../words/html.js';

/** What a server says of its own tool, as short phrases. Silence is not a claim: where it matters, it is said to be silence. */
function claimsOf(annotations: ToolAnnotations | undefined): readonly string[] {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  const claims: string[] = [];
  if (readOnly === true) claims.push('reads only');
  if (isContradictory) claims.push('reads only, and may delete or overwrite: one of these is wrong');
  else {
    if (readOnly === false) claims.push('writes data');
    if (destructive === true) claims.push('may delete or overwrite');
    // For a tool that only reads, this and the next two mean nothing.
    if (destructive === false && readOnly !== true) claims.push('only adds');
    if (destructive === undefined && readOnly === false) claims.push('does not say whether it deletes or overwrites');
  }
  if (idempotent === true) claims.push('safe to repeat');
  if (idempotent === false) claims.push('not repeatable');
  if (openWorld === true) claims.push('reaches other systems');
  if (openWorld === false) claims.push('stays within its own data');
  return claims;
}

/**
 * The server's claims as claims: what it says is not what we know.
 * @param whose stands before them; empty where it is said beside them
 * @param asksAboutReach whether it matters here that the server does not say how far the tool reaches
 */
export function claimsLine(
  annotations: ToolAnnotations | undefined,
  whose = 'Server says: ',
  asksAboutReach = false,
): TemplateResult {
  const { readOnly, destructive, openWorld } = hintsOf(annotations);
  const claims = claimsOf(annotations);
  const unsaid = [
    ...(readOnly === undefined && destructive === undefined ? ['whether it changes anything'] : []),
    ...(asksAboutReach && openWorld === undefined ? ['whether it reaches other systems'] : []),
  ];
  const silence = unsaid.length > 0 ? `The server does not say ${unsaid.join(' and ')}.` : '';
  if (claims.length === 0) return html`<p class="claims small quiet" part="claims">${silence}</p>`;
  return html`<p class="claims small quiet" part="claims">
    ${whose}${claims.map((claim, index) => html`${index > 0 ? ' · ' : nothing}<em>${claim}</em>`)}${
      silence ? html`. ${silence}` : nothing
    }
  </p>`;
}
