import { nothing, type TemplateResult } from 'lit';
import { hintsOf } from '../../src/approvals/index.js';
import { type ToolAnnotations } from '../../src/index.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/**
 * What a server says about its own tool, as short phrases. A missing annotation is no claim; where it matters, the
 * phrase says that it is missing.
 */
function toolAnnotationsOf(annotations: ToolAnnotations | undefined): readonly string[] {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  const claims: string[] = [];
  if (readOnly === true) claims.push(t('toolForm.claim.readsOnly'));
  if (isContradictory) claims.push(t('toolForm.claim.contradictory'));
  else {
    if (readOnly === false) claims.push(t('toolForm.claim.writes'));
    if (destructive === true) claims.push(t('toolForm.claim.destroys'));
    // For a tool that only reads, this annotation and the next two have no meaning.
    if (destructive === false && readOnly !== true) claims.push(t('toolForm.claim.adds'));
    if (destructive === undefined && readOnly === false) claims.push(t('toolForm.claim.unsaidWhether'));
  }
  if (idempotent === true) claims.push(t('toolForm.claim.repeatable'));
  if (idempotent === false) claims.push(t('toolForm.claim.notRepeatable'));
  if (openWorld === true) claims.push(t('toolForm.claim.openWorld'));
  if (openWorld === false) claims.push(t('toolForm.claim.closedWorld'));
  return claims;
}

/**
 * The annotations, shown as claims of the server. @param whose the text before them; empty if it is shown elsewhere
 * @param asksAboutReach whether it matters here that the server does not say how far the tool reaches
 */
export function annotationsLine(
  annotations: ToolAnnotations | undefined,
  whose: string = `${t('toolForm.serverSays')} `,
  asksAboutReach = false,
): TemplateResult {
  const { readOnly, destructive, openWorld } = hintsOf(annotations);
  const claims = toolAnnotationsOf(annotations);
  const isChangeUnsaid = readOnly === undefined && destructive === undefined;
  const isReachUnsaid = asksAboutReach && openWorld === undefined;
  const silence =
    claims.length === 0 && isChangeUnsaid !== isReachUnsaid
      ? t('toolForm.noSafetyHintsFrom')
      : isChangeUnsaid && isReachUnsaid
        ? t('toolForm.unsaid.both')
        : isChangeUnsaid
          ? t('toolForm.unsaid.change')
          : isReachUnsaid
            ? t('toolForm.unsaid.reach')
            : '';
  if (claims.length === 0) return html`<p class="claims small quiet" part="note" data-name="claims">${silence}</p>`;
  return html`<p class="claims small quiet" part="note" data-name="claims">
    ${whose}${claims.map((claim, index) => html`${index > 0 ? ' · ' : nothing}<em>${claim}</em>`)}${
      silence ? html`. ${silence}` : nothing
    }
  </p>`;
}
