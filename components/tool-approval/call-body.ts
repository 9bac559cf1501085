import { nothing, type TemplateResult } from 'lit';
import type { ToolCallApproval } from '../../src/index.js';
import { foldedText } from '../approval-queue/folded-text.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { claimsLine } from '../tool-form/claims.js';
import { html } from '../words/html.js';
import { toolName } from './call-heading.js';
import type { Caution } from './cautions.js';
import { changesNote } from './changes-note.js';
import { whySentences } from './why.js';

/** Why the person is asked, and what the server says that the tool does. */
export function aboutCall(approval: ToolCallApproval): TemplateResult {
  const { tool, startedBy } = approval.asked;
  const isByOthers = startedBy === 'model' || startedBy === 'app';
  return html`<div class="why">${whySentences(approval).map((sentence) => html`<p>${sentence}</p>`)}</div>
    ${changesNote(approval)}
    <dl class="about">
      ${
        // The heading says it already.
        toolName(approval) === tool.name
          ? nothing
          : html`<div>
              <dt>Tool</dt>
              <dd><code dir="ltr">${tool.name}</code></dd>
            </div>`
      }
      <div>
        <dt>${approval.lastSaid === undefined ? 'Server says' : 'Server said'}</dt>
        <dd>
          ${tool.description ? foldedText(tool.description) : html`<span class="quiet">nothing about what it does</span>`}
          ${approval.lastSaid === 'never' ? nothing : claimsLine(tool.annotations, '', isByOthers)}
        </dd>
      </div>
      <div>
        <dt>Sent to</dt>
        <dd>${destination(approval)}</dd>
      </div>
    </dl>`;
}

function destination({ asker }: ToolCallApproval): TemplateResult {
  return html`<bdi>${nameOf(asker)}</bdi> at <strong>${asker.host}</strong>${
      asker.encrypted ? nothing : html`, not encrypted: anybody on the way can read it`
    }`;
}

/** What to look at before the arguments leave. */
export function cautionNotes(cautions: readonly Caution[]): TemplateResult | typeof nothing {
  if (cautions.length === 0) return nothing;
  const placesOf = (kind: Caution['kind']): string =>
    [...new Set(cautions.filter((caution) => caution.kind === kind).map(({ path }) => `“${path}”`))].join(', ');
  const secret = placesOf('secret');
  const hidden = placesOf('hidden');
  return html`<div class="note warning" part="caution">
    <strong>Look at this before it leaves.</strong>
    ${secret ? html`<span>${secret} looks like a password or a key. The server gets it as it is.</span>` : nothing}
    ${
      hidden
        ? html`<span>${hidden} holds characters that cannot be seen. They can carry hidden instructions.</span>`
        : nothing
    }
  </div>`;
}
