import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import type { FormIssue, FormState } from '../../src/schema/index.js';
import { errorTextOf } from '../../src/errors.js';
import { html } from '../internal/html.js';
import { richErrorWords } from '../words/messages.js';
import { t } from './messages.js';
import { labelOf } from './words.js';

/** Issues that are listed one by one. */
const SHOWN = 10;

export interface IssueSummary {
  readonly form: FormState;
  readonly issues: readonly FormIssue[];
  /** The purpose of the form: `send` by default. */
  readonly act?: Act | undefined;
  /** True if the server reported the issues after the form was sent. */
  readonly isRefusal?: boolean;
  /** Focuses the field at a JSON Pointer. */
  readonly goTo: (pointer: string) => void;
}

/** The purpose of the form: to run a tool, to get a prompt, or to send an answer. */
export type Act = 'tool' | 'prompt' | 'send';

/** Returns the number of issues as a sentence. */
export function issuesInWords(issues: readonly FormIssue[], isRefusal = false, act: Act = 'send'): string {
  if (issues.length === 0) return '';
  return isRefusal
    ? t('schemaField.theServerDidNot', { count: issues.length })
    : t(`schemaField.fix.${act}`, { count: issues.length });
}

/**
 * Returns a list of the issues that keep a form from being sent, with a button to each field. The element `.summary`
 * can get focus.
 */
export function issueSummary({ form, issues, isRefusal, act, goTo }: IssueSummary): TemplateResult | typeof nothing {
  if (issues.length === 0) return nothing;
  return html`<div
    class="note error summary"
    part="error"
    data-name="error-summary"
    role="group"
    tabindex="-1"
    aria-labelledby="summary"
  >
    <strong id="summary">${issuesInWords(issues, isRefusal, act)}</strong>
    <ul>
      ${issues
        .slice(0, SHOWN)
        .map(
          (issue) =>
            html`<li>
              <button class="link" type="button" @click=${() => goTo(issue.pointer)}>${way(form, issue)}</button>:
              ${richErrorWords(errorTextOf(issue))}
            </li>`,
        )}
      ${issues.length > SHOWN ? html`<li>${t.rich('schemaField.andMore', { more: issues.length - SHOWN })}</li>` : nothing}
    </ul>
  </div>`;
}

/** Issues of a form in which the first wrong field gets the focus. More of them are read as a list first. */
const FEW = 2;

/** Gives the focus to the first wrong field or, if many are wrong, to their summary. */
export function focusIssues(root: ParentNode, issues: readonly FormIssue[]): void {
  // An issue of the form as a whole has no field.
  const areFew = issues.length <= FEW && issues.every(({ pointer }) => pointer !== '');
  if (areFew && root.querySelector('mcp-schema-field')?.focusFirstIssue()) return;
  const summary = root.querySelector<HTMLElement>('.summary');
  // WebKit heeds `scroll-margin` in `scrollIntoView` only.
  summary?.focus({ preventScroll: true });
  summary?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

/**
 * Returns the labels of the surrounding fields and of the field itself: in a list of objects, each object has its own
 * “Name”.
 */
function way(form: FormState, { pointer, label }: FormIssue): TemplateResult {
  const labels: string[] = [];
  const own = form.field(pointer);
  let inside = own;
  for (let field = inside?.parent; field?.parent; inside = field, field = field.parent) {
    // The label of a row already contains the name of its list.
    const isSaid = field.role === 'alternative' || (inside?.role === 'row' && field.node.kind === 'list');
    if (!isSaid) labels.unshift(labelOf(field));
  }
  return html`${labels.map((each) => html`<bdi>${each}</bdi> › `)}<bdi>${own ? labelOf(own) : label}</bdi>`;
}

export const issueSummaryStyles: CSSResult = css`
  /* Above what stands over the lower edge of the form. */
  .summary {
    scroll-margin: var(--_space-l);
    scroll-margin-block-end: calc(var(--_covered, 0px) + var(--_space-s));
  }
  .summary:focus-visible {
    outline-offset: 0;
  }
  .link {
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font-weight: 600;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .link:hover {
    background: none;
    text-decoration-thickness: 2px;
  }
`;
