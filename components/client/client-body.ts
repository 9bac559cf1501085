import { nothing, type TemplateResult } from 'lit';
import type { ServerProfile } from '../../src/index.js';
import { html } from '../words/html.js';
import { overview } from './client-states.js';
import type { SectionAmounts } from './section-amounts.js';
import { sectionTab } from './section-tab.js';
import type { Chosen, Section, SectionName } from './sections.js';

export interface ClientBody {
  readonly server: ServerProfile;
  readonly sections: readonly Section[];
  readonly current: Section;
  readonly chosen: Chosen;
  readonly amounts: SectionAmounts;
  readonly open: (section: SectionName) => void;
}

/** The choice between sections, where there are several, and the panes of each. */
export function clientBody(body: ClientBody): TemplateResult {
  const { sections, current, amounts, open } = body;
  return html`<div class="body ${sections.length === 1 ? 'single' : ''}">
    ${
      sections.length > 1
        ? html`<div class="sections" part="sections" role="group" aria-label="Sections">
            ${sections.map((section) =>
              sectionTab({
                section,
                isCurrent: section === current,
                amount: amounts.of(section),
                open: () => open(section.name),
              }),
            )}
          </div>`
        : nothing
    }
    ${sections.map((section) => panes(section, body))}
  </div>`;
}

/** A section’s list and, beside it, what was chosen there. They keep their place while another section is seen. */
function panes(section: Section, { server, current, chosen, amounts }: ClientBody): TemplateResult {
  const away = section === current ? '' : 'away';
  const { name, label, detail } = section;
  if (!detail)
    return html`<div class="list-pane alone ${away}" part="list-pane">
      ${section === current || amounts.of(section) !== undefined ? section.list(chosen) : nothing}
    </div>`;
  return html`<div class="list-pane ${away}" part="list-pane">${section.list(chosen)}</div>
    <div class="detail-pane ${away}" part="detail-pane" tabindex="-1" role="group" aria-label=${label}>
      ${chosen[name] !== undefined ? detail(chosen) : overview(section, server)}
    </div>`;
}
