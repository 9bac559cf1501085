import type { TemplateResult } from 'lit';
import { jsonText, type RenderPlan } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { blockedView, downloadView, linkView, resourceView, toolResultView, toolUseView } from './card-views.js';
import { actionRow, type ContentView, pressButton } from './content-view.js';
import { codeView, diffView, jsonView, tableView } from './data-views.js';
import { mediaView, remoteView } from './media-views.js';
import { codeBox } from './text-box.js';
import { htmlView, markdownView, textView } from './text-views.js';

/** The view of each kind of plan. A kind without a row does not compile. */
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

/** Kinds without text of their own: their raw form is JSON with shortened data. */
const RAW_AS_JSON: ReadonlySet<RenderPlan['kind']> = new Set(['image', 'audio', 'video', 'download', 'link', 'remote']);

/** Returns the view of a plan. */
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

/** The title of a piece of content on the full page. */
export function nameOf(plan: RenderPlan, uri: string | undefined): string {
  return uri ?? ('fileName' in plan ? plan.fileName : (NAMES[plan.kind] ?? 'Content'));
}
