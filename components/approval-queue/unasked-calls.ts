import { nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { UnaskedCall } from '../../src/approvals/index.js';
import { html } from '../internal/html.js';
import { dayOf, formatCount, oneLine, shortened } from '../internal/text.js';
import { nameOf } from './question.js';

/** Calls that are shown at once. The others follow, or are found among the decisions. */
const SHOWN_UNASKED = 2;
/** Characters of a tool’s name that are shown. */
const UNASKED_NAME_LENGTH = 80;

const STARTED: Readonly<Record<UnaskedCall['initiator'], string>> = {
  person: '',
  page: ' for this page',
  model: ' for the model',
  app: ' for an app',
};

const toolOf = ({ tool }: UnaskedCall): string => shortened(oneLine(tool, 1000), UNASKED_NAME_LENGTH);

/** What ran without a question, as a sentence. */
export function unaskedWords(call: UnaskedCall): string {
  return `“${toolOf(call)}” of ${nameOf(call.requestingServer)} ${ranWords(call)}`;
}

function ranWords({ initiator, allowedAt }: UnaskedCall): string {
  return `ran without a question${STARTED[initiator]}: you allowed this on ${dayOf(allowedAt)}.`;
}

/** What is said once a permission is taken back. */
export function takenBackWords(call: UnaskedCall): string {
  return `Revoked: “${toolOf(call)}”. You will be asked again.`;
}

interface UnaskedBar {
  readonly inline: boolean;
  readonly calls: readonly UnaskedCall[];
  /** What was done last; empty where nothing was. */
  readonly outcome: string;
  readonly takeBack: (call: UnaskedCall) => void;
  readonly dismiss: () => void;
}

/** Says quietly what ran without a question, by which permission, and takes it back. */
export function unaskedBar({ inline, calls, outcome, takeBack, dismiss }: UnaskedBar): TemplateResult {
  const more = calls.length - SHOWN_UNASKED;
  return html`<section
    part="bar"
    data-name="unasked"
    class="bar unasked ${inline ? 'inline' : ''}"
    popover=${inline ? nothing : 'manual'}
    aria-label="Ran without a question"
  >
    ${outcome ? html`<p>${outcome}</p>` : nothing}
    ${repeat(
      calls.slice(0, SHOWN_UNASKED),
      ({ id }) => id,
      (call) =>
        html`<div class="call">
          <p>“<bdi>${toolOf(call)}</bdi>” of <bdi>${nameOf(call.requestingServer)}</bdi> ${ranWords(call)}</p>
          <button
            type="button"
            part="button"
            data-name="take-back-button"
            aria-label="Revoke the permission for ${toolOf(call)}"
            @click=${() => takeBack(call)}
          >
            Revoke
          </button>
        </div>`,
    )}
    ${more > 0 ? html`<p class="small quiet">And ${formatCount(more)} more. All permissions stand under “Decisions”.</p>` : nothing}
    <button type="button" part="button" data-name="dismiss-button" @click=${dismiss}>Dismiss</button>
  </section>`;
}
