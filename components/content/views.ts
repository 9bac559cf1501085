import type { TemplateResult } from 'lit';
import { jsonText, type RenderPlan } from '../../src/content/index.js';
import { html } from '../words/html.js';
import { actionRow, pressButton } from './action-row.js';
import { linkView, resourceView, toolResultView, toolUseView } from './card-views.js';
import type { ContentView } from './content-view.js';
import { codeView, diffView, jsonView, tableView } from './data-views.js';
import { blockedView, downloadView } from './file-views.js';
import { mediaView } from './media-views.js';
import { remoteView } from './remote-view.js';
import { codeBox } from './text-box.js';
import { htmlView, markdownView, textView } from './text-views.js';

/** One row per kind of plan; a kind without a row does not compile. */
const VIEWS: {
  readonly [K in RenderPlan['kind']]: (plan: Extract<RenderPlan, { kind: K }>, view: ContentView) => TemplateResult;
} = {
  text: textView,
  json: jsonView,
  markdown: markdownView,
  html: htmlView,
  table: tableView,
  code: codeView,
  diff: diffView,
  image: mediaView,
  audio: mediaView,
  video: mediaView,
  remote: remoteView,
  download: downloadView,
  link: linkView,
  resource: resourceView,
  'tool-use': toolUseView,
  'tool-result': toolResultView,
  blocked: blockedView,
};

/** Kinds without text of their own: as they came they are JSON, with the data shortened. */
const RAW_AS_JSON: ReadonlySet<RenderPlan['kind']> = new Set(['image', 'audio', 'video', 'download', 'link', 'remote']);

/** What stands for a plan. */
export function viewOf(plan: RenderPlan, view: ContentView): TemplateResult {
  if (view.raw && RAW_AS_JSON.has(plan.kind)) return rawView(view);
  return (VIEWS[plan.kind] as (plan: RenderPlan, view: ContentView) => TemplateResult)(plan, view);
}

function rawView(view: ContentView): TemplateResult {
  const text = jsonText(view.block ?? view.contents, view.limits.rawCharacters);
  return html`${codeBox(text, 'What the server sent', view)}
  ${actionRow(
    pressButton(view, 'raw', 'raw-button', 'Raw'),
    view.copy.render(() => text),
  )}`;
}

const NAMES: Readonly<Partial<Record<RenderPlan['kind'], string>>> = {
  link: 'Linked resource',
  resource: 'Resource',
  'tool-use': 'Call of a tool',
  'tool-result': 'Result of a tool call',
  blocked: 'Not shown',
};

/** What a piece of content is called, where it has the page to itself. */
export function nameOf(plan: RenderPlan, uri: string | undefined): string {
  return uri ?? ('fileName' in plan ? plan.fileName : (NAMES[plan.kind] ?? 'Content'));
}
