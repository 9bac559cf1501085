import { nothing, type TemplateResult } from 'lit';
import {
  type CodePlan,
  type DiffPlan,
  type JsonPlan,
  type Records,
  recordsIn,
  type TablePlan,
} from '../../src/content/index.js';
import type { ErrorText } from '../../src/errors.js';
import { html } from '../internal/html.js';
import { shortened } from '../internal/text.js';
import { actionRow, type ContentView, moreActions, notes, pressButton, switchButton } from './content-view.js';
import { codeBox, showAllButton } from './text-box.js';
import { t } from './messages.js';

export function jsonView(plan: JsonPlan, view: ContentView): TemplateResult {
  const { source: text, fileName, notes: said } = plan;
  const records = recordsOf(plan);
  // Opens as a table only if the table leaves nothing out.
  const isTable = records !== undefined && records.isAll !== view.otherView;
  const shown = isTable
    ? html`<mcp-table-view .text=${records.csv} named></mcp-table-view>`
    : html`<mcp-json-view .source=${text}></mcp-json-view>`;
  const name = records?.name === undefined ? '' : shortened(records.name, MAX_LIST_NAME_SHOWN);
  const only = isTable && !records.isAll ? [t('content.onlyIsInThis', { name })] : [];
  const toTable = records?.isAll ? t('content.showAsTable') : t('content.showAsTable4', { name });
  const label = isTable ? t('content.showAsTree') : toTable;
  const labels = { on: label, off: label };
  const other = records && !view.raw ? switchButton(view, 'otherView', 'table-button', labels) : nothing;
  return dataView({ text, fileName, notes: [...only, ...said] }, view, { label: 'JSON' }, shown, other);
}

/** Characters of the name of a list of records that are shown. */
const MAX_LIST_NAME_SHOWN = 40;

const recordsByPlan = new WeakMap<JsonPlan, Records | null>();

/** The records of a plan: found once, because it is rendered again and again. */
function recordsOf(plan: JsonPlan): Records | undefined {
  const known = recordsByPlan.get(plan);
  if (known !== undefined) return known ?? undefined;
  const found = recordsIn(plan.source);
  recordsByPlan.set(plan, found ?? null);
  return found;
}

export function tableView(plan: TablePlan, view: ContentView): TemplateResult {
  const shown = html`<mcp-table-view .text=${plan.text} .separator=${plan.separator}></mcp-table-view>`;
  return dataView(plan, view, { label: t('content.table') }, shown);
}

export function codeView(plan: CodePlan, view: ContentView): TemplateResult {
  return linesView(plan, plan.language, view);
}

export function diffView(plan: DiffPlan, view: ContentView): TemplateResult {
  return linesView(plan, 'diff', view);
}

/** Terminal output: its colours are shown, its other control sequences are removed. */
export function terminalView(plan: DataPlan, view: ContentView): TemplateResult {
  const shown = html`<mcp-code-view wrap .text=${plan.text}></mcp-code-view>`;
  return dataView(plan, view, { label: t('content.text'), isLines: true }, shown);
}

function linesView(plan: DataPlan, language: string, view: ContentView): TemplateResult {
  const shown = html`<mcp-code-view .text=${plan.text} .language=${language}></mcp-code-view>`;
  const label = language === 'diff' ? t('content.changes') : t('content.source');
  return dataView(plan, view, { label, isLines: true }, shown);
}

interface DataPlan {
  readonly text: string;
  readonly fileName: string;
  readonly notes: readonly (string | ErrorText)[];
}

/**
 * Text with a view of its own, and a button that shows the source. Views of lines have their own buttons to wrap and to
 * copy.
 */
function dataView(
  plan: DataPlan,
  view: ContentView,
  { label, isLines = false }: { readonly label: string; readonly isLines?: boolean },
  shown: TemplateResult,
  other: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { text, fileName } = plan;
  return html`${view.raw ? codeBox(text, t('content.asItCame', { label }), view) : shown}${notes(plan.notes)}
  ${actionRow(
    view.raw ? showAllButton(text, view, true) : nothing,
    view.raw ? pressButton(view, 'wrap', 'wrap-button', t('content.wrapLines')) : nothing,
    isLines && !view.raw ? nothing : view.copy.render(() => text),
    other,
    isLines ? view.save.render(fileName, { text }) : nothing,
    moreActions(
      view,
      pressButton(view, 'raw', 'raw-button', t('content.raw')),
      isLines ? nothing : view.save.render(fileName, { text }),
      view.page.button(view),
    ),
  )}`;
}
