import type { TemplateResult } from 'lit';
import { jsonText, type RenderPlan } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { blockedView, downloadView, linkView, resourceView, toolResultView, toolUseView } from './card-views.js';
import { actionRow, type ContentView, pressButton } from './content-view.js';
import { codeView, diffView, jsonView, tableView } from './data-views.js';
import { mediaView, remoteView } from './media-views.js';
import { codeBox } from './text-box.js';
import { htmlView, markdownView, textView } from './text-views.js';
import { t } from './messages.js';

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
  return html`${codeBox(text, t('content.whatTheServerSent'), view)}
  ${actionRow(
    pressButton(view, 'raw', 'raw-button', t('content.raw')),
    view.copy.render(() => text),
  )}`;
}

/** The title of a piece of content on the full page. */
export function nameContent(plan: RenderPlan, uri: string | undefined): string {
  return uri ?? ('fileName' in plan ? plan.fileName : nameOfKind(plan.kind));
}

/** Kinds of content that have a name for people. */
const NAMED = ['link', 'resource', 'tool-use', 'tool-result', 'blocked'] as const;

function nameOfKind(kind: RenderPlan['kind']): string {
  const named = NAMED.find((each) => each === kind);
  return named ? t(`content.names.${named}`) : t('content.content');
}
