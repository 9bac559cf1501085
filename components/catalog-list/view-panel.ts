import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { selectField } from '../internal/bar.js';
import { html } from '../internal/html.js';
import { itemsIn, type Noun } from '../words/common-words.js';
import { formatCount } from '../internal/text.js';
import type { Hints } from './list-kind.js';
import { t } from './messages.js';
import { type Offers } from './shown-rows.js';
import { type Arrangement, SORTS } from './arrangement.js';

interface ViewPanel {
  readonly noun: Noun;
  readonly offers: Offers;
  readonly hints: Hints<never> | undefined;
  readonly total: number;
  /** The filter that is in force. */
  readonly hint: string | undefined;
  readonly grouping: Arrangement['group'];
  readonly arrangement: Arrangement;
  readonly change: (change: Partial<Arrangement>) => void;
  readonly foldAll: (isFolded: boolean) => void;
  readonly close: () => void;
}

/** True if there is something to choose. */
export function hasView({ isSorted, hints, groups }: Offers): boolean {
  return isSorted || hints.length > 0 || groups.length > 0;
}

/** The controls for the filter, the order and the groups. */
export function viewPanel(panel: ViewPanel): TemplateResult {
  const { noun, offers, arrangement, grouping, change, foldAll, close } = panel;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  return html`<div
    class="view"
    id="view"
    role="group"
    aria-label=${t('catalogList.viewOf', { items: itemsIn(noun) })}
    data-name="view"
    @keydown=${onKey}
  >
    ${offers.hints.length > 0 && panel.hints ? filter(panel, panel.hints) : nothing}
    ${
      offers.isSorted
        ? selectField({
            label: t('catalogList.sort'),
            name: 'sort-select',
            options: SORTS.map((sort) => [sort, t(`catalogList.sort.${sort}`)] as const),
            selected: arrangement.sort,
            onChange: (sort) => change({ sort }),
          })
        : nothing
    }
    ${
      offers.groups.length > 0
        ? selectField({
            label: t('catalogList.group'),
            name: 'group-select',
            options: offers.groups.map((group) => [group, t(`catalogList.group.${group}`)] as const),
            selected: grouping,
            onChange: (group) => change({ group, folded: [] }),
          })
        : nothing
    }
    ${
      grouping === 'none'
        ? nothing
        : html`<div class="folds">
            ${foldButton('fold-all-button', t('catalogList.foldAll'), () => foldAll(true))}
            ${foldButton('unfold-all-button', t('catalogList.unfoldAll'), () => foldAll(false))}
          </div>`
    }
  </div>`;
}

function foldButton(name: string, label: string, press: () => void): TemplateResult {
  return html`<button class="plain small" part="button" data-name=${name} type="button" @click=${press}>
    ${label}
  </button>`;
}

function filter({ offers, hint, total, change }: ViewPanel, { title, all }: Hints<never>): TemplateResult {
  return html`<fieldset class="filter" data-name="filter">
    <legend class="small quiet">${title}</legend>
    ${filterChoice({ label: t('catalogList.all'), count: total, isChosen: hint === undefined, choose: () => change({ hint: undefined }) })}
    ${offers.hints.map(([key, count]) => {
      const { label } = all.get(key)!;
      return filterChoice({ label, count, isChosen: key === hint, choose: () => change({ hint: key }) });
    })}
  </fieldset>`;
}

interface FilterChoice {
  readonly label: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function filterChoice({ label, count, isChosen, choose }: FilterChoice): TemplateResult {
  return html`<label class="check"
    ><input part="checkbox" type="radio" name="hint" .checked=${isChosen} @change=${choose} />
    <span>${label}</span>
    <span class="quiet">${formatCount(count)}</span></label
  >`;
}

export const viewPanelStyles: CSSResult = css`
  .view {
    flex: none;
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(14em, 100%), 1fr));
    gap: var(--_space-s) var(--_space-m);
    align-items: start;
    max-block-size: 60%;
    margin-block-end: var(--_space-s);
    padding: var(--_space-s) 10px;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .filter,
  .folds {
    grid-column: 1 / -1;
  }
  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-m);
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: none;
  }
  .filter legend {
    padding: 0;
  }
  .filter .check {
    min-block-size: max(24px, var(--_hit) * 0.8);
  }
  .view .choice {
    grid-template-columns: minmax(0, 1fr) minmax(0, 3fr);
    align-items: center;
  }
  .view .choice select {
    inline-size: 100%;
  }
  .claim {
    flex: none;
    color: var(--_text-2);
    line-height: 1;
  }
  .claim.destroys {
    color: var(--_warning);
  }
`;
