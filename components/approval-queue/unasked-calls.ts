import { nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { UnaskedCall } from '../../src/approvals/index.js';
import { html } from '../internal/html.js';
import { dayOf, oneLine, shortened } from '../internal/text.js';
import { shortenServerName } from './question.js';
import { t } from './messages.js';

/** Calls that are shown at once. The others follow, or are found among the decisions. */
const SHOWN_UNASKED = 2;
/** Characters of a tool’s name that are shown. */
const UNASKED_NAME_LENGTH = 80;

const toolOf = ({ tool }: UnaskedCall): string => shortened(oneLine(tool, 1000), UNASKED_NAME_LENGTH);

/** Says that a call ran without a question. */
export function unaskedWords(call: UnaskedCall): string {
  return t(`approvalQueue.ranUnasked.${call.initiator}`, {
    tool: toolOf(call),
    name: shortenServerName(call.requestingServer),
    day: dayOf(call.allowedAt),
  });
}

/** Says that a permission was revoked. */
export function takenBackWords(call: UnaskedCall): string {
  return t('approvalQueue.revokedYouWillBe', { tool: toolOf(call) });
}

interface UnaskedBar {
  readonly inline: boolean;
  readonly calls: readonly UnaskedCall[];
  /** The last action; empty if there was none. */
  readonly outcome: string;
  readonly takeBack: (call: UnaskedCall) => void;
  readonly dismiss: () => void;
}

/** Lists the calls that ran without a question, and lets the person revoke the permission. */
export function unaskedBar({ inline, calls, outcome, takeBack, dismiss }: UnaskedBar): TemplateResult {
  const more = calls.length - SHOWN_UNASKED;
  return html`<section
    part="bar"
    data-name="unasked"
    class="bar unasked ${inline ? 'inline' : ''}"
    popover=${inline ? nothing : 'manual'}
    aria-label=${t('approvalQueue.ranWithoutAQuestion')}
  >
    ${outcome ? html`<p>${outcome}</p>` : nothing}
    ${repeat(
      calls.slice(0, SHOWN_UNASKED),
      ({ id }) => id,
      (call) =>
        html`<div class="call">
          <p>
            ${t.rich(`approvalQueue.ranUnasked.${call.initiator}`, {
              tool: toolOf(call),
              name: shortenServerName(call.requestingServer),
              day: dayOf(call.allowedAt),
            })}
          </p>
          <button
            type="button"
            part="button"
            data-name="take-back-button"
            aria-label=${t('approvalQueue.revokeThePermissionFor', { tool: toolOf(call) })}
            @click=${() => takeBack(call)}
          >
            ${t('approvalQueue.revoke')}
          </button>
        </div>`,
    )}
    ${more > 0 ? html`<p class="small quiet">${t.rich('approvalQueue.andMoreAllPermissions', { more })}</p>` : nothing}
    <button type="button" part="button" data-name="dismiss-button" @click=${dismiss}>
      ${t('approvalQueue.dismiss')}
    </button>
  </section>`;
}
