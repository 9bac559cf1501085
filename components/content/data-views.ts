import { nothing, type TemplateResult } from 'lit';
import type { CodePlan, DiffPlan, JsonPlan, TablePlan } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { actionRow, type ContentView, moreActions, notes, pressButton } from './content-view.js';
import { codeBox, showAllButton } from './text-box.js';

export function jsonView(plan: JsonPlan, view: ContentView): TemplateResult {
  const { source: text, fileName, notes: said } = plan;
  const shown = html`<mcp-json-view .source=${text}></mcp-json-view>`;
  return dataView({ text, fileName, notes: said }, view, 'JSON', shown);
}

export function tableView(plan: TablePlan, view: ContentView): TemplateResult {
  const shown = html`<mcp-table-view .text=${plan.text} .separator=${plan.separator}></mcp-table-view>`;
  return dataView(plan, view, 'Table', shown);
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
  return dataView(plan, view, 'Text', shown);
}

function linesView(plan: DataPlan, language: string, view: ContentView): TemplateResult {
  const shown = html`<mcp-code-view .text=${plan.text} .language=${language}></mcp-code-view>`;
  return dataView(plan, view, language === 'diff' ? 'Changes' : 'Source', shown);
}

interface DataPlan {
  readonly text: string;
  readonly fileName: string;
  readonly notes: readonly string[];
}

/**
 * Text with a view of its own, and a button that shows the source. Views of lines have their own buttons to wrap and to
 * copy.
 */
function dataView(plan: DataPlan, view: ContentView, label: string, shown: TemplateResult): TemplateResult {
  const { text, fileName } = plan;
  const isLines = label === 'Changes' || label === 'Source' || label === 'Text';
  return html`${view.raw ? codeBox(text, `${label} as it came`, view) : shown}${notes(plan.notes)}
  ${actionRow(
    view.raw ? showAllButton(text, view, true) : nothing,
    view.raw ? pressButton(view, 'wrap', 'wrap-button', 'Wrap lines') : nothing,
    isLines && !view.raw ? nothing : view.copy.render(() => text),
    moreActions(
      view,
      pressButton(view, 'raw', 'raw-button', 'Raw'),
      view.save.render(fileName, { text }),
      view.page.button(view),
    ),
  )}`;
}
