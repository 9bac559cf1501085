import { nothing, type TemplateResult } from 'lit';
import { hintsOf } from '../../src/approvals/index.js';
import { type ToolAnnotations } from '../../src/index.js';
import { html } from '../internal/html.js';

/**
 * What a server says about its own tool, as short phrases. A missing annotation is no claim; where it matters, the
 * phrase says that it is missing.
 */
function toolAnnotationsOf(annotations: ToolAnnotations | undefined): readonly string[] {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  const claims: string[] = [];
  if (readOnly === true) claims.push('reads only');
  if (isContradictory) claims.push('reads only, and may delete or overwrite: one of these is wrong');
  else {
    if (readOnly === false) claims.push('writes data');
    if (destructive === true) claims.push('may delete or overwrite');
    // For a tool that only reads, this annotation and the next two have no meaning.
    if (destructive === false && readOnly !== true) claims.push('adds, never overwrites');
    if (destructive === undefined && readOnly === false) claims.push('does not say whether it deletes or overwrites');
  }
  if (idempotent === true) claims.push('safe to repeat');
  if (idempotent === false) claims.push('not repeatable');
  if (openWorld === true) claims.push('reaches other systems');
  if (openWorld === false) claims.push('closed world');
  return claims;
}

/**
 * The annotations, shown as claims of the server. @param whose the text before them; empty if it is shown elsewhere
 * @param asksAboutReach whether it matters here that the server does not say how far the tool reaches
 */
export function annotationsLine(
  annotations: ToolAnnotations | undefined,
  whose = 'Server says: ',
  asksAboutReach = false,
): TemplateResult {
  const { readOnly, destructive, openWorld } = hintsOf(annotations);
  const claims = toolAnnotationsOf(annotations);
  const unsaid = [
    ...(readOnly === undefined && destructive === undefined ? ['whether it changes anything'] : []),
    ...(asksAboutReach && openWorld === undefined ? ['whether it reaches other systems'] : []),
  ];
  const silence =
    claims.length === 0 && unsaid.length === 1
      ? 'No safety hints from the server.'
      : unsaid.length > 0
        ? `The server does not say ${unsaid.join(' and ')}.`
        : '';
  if (claims.length === 0) return html`<p class="claims small quiet" part="note" data-name="claims">${silence}</p>`;
  return html`<p class="claims small quiet" part="note" data-name="claims">
    ${whose}${claims.map((claim, index) => html`${index > 0 ? ' · ' : nothing}<em>${claim}</em>`)}${
      silence ? html`. ${silence}` : nothing
    }
  </p>`;
}
