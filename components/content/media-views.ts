import { nothing, type TemplateResult } from 'lit';
import { type MediaPlan, type RemotePlan } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { mediaElement } from '../internal/media.js';
import { formatBytes, formatCount } from '../internal/text.js';
import { actionRow, type ContentView, moreActions, notes, pressButton } from './content-view.js';
import { richErrorWords } from '../words/messages.js';
import { notice } from '../internal/notice.js';
import { t } from './messages.js';

export function mediaView(plan: MediaPlan, view: ContentView): TemplateResult {
  const { phase } = view.media.state;
  return html`${mediumOrNote(plan, view)}${notes([...thinWords(plan), ...plan.notes])}
  ${actionRow(
    html`<span class="small quiet">${factsOf(plan).join(' · ')}</span>`,
    phase === 'waiting'
      ? html`<button
          class="small"
          part="button"
          data-name="show-button"
          type="button"
          @click=${() => void view.media.load()}
        >
          ${t('content.showAnyway')}
        </button>`
      : nothing,
    view.save.render(plan.fileName, plan.data),
    moreActions(
      view,
      pressButton(view, 'raw', 'raw-button', t('content.raw')),
      phase === 'ready' && plan.kind !== 'audio' ? view.page.button(view) : nothing,
    ),
  )}`;
}

function factsOf(plan: MediaPlan): readonly string[] {
  const extent = plan.width === undefined ? [] : [`${formatCount(plan.width)} × ${formatCount(plan.height ?? 0)}`];
  return [plan.formatName, ...extent, formatBytes(plan.size)];
}

/** Pixels up to which a side of an image is too short to be seen once the other side fits the screen. */
const THIN_PIXELS = 3;

/** Says which side of an image is so short that it looks like nothing; empty for other images. */
function thinWords({ width, height }: MediaPlan): readonly string[] {
  if (width === undefined || height === undefined || Math.max(width, height) <= 8 * THIN_PIXELS) return [];
  if (width <= THIN_PIXELS) return [t('content.thisImageIsWide', { count: width, height })];
  if (height <= THIN_PIXELS) return [t('content.thisImageIsHigh', { count: height, width })];
  return [];
}

function mediumOrNote(plan: MediaPlan, view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.media;
  switch (state.phase) {
    case 'off':
      return nothing;
    case 'waiting':
      return notice({
        part: 'note',
        title: t(`content.isNotShown.${plan.kind}`),
        lines: [plan.requestReason && richErrorWords(plan.requestReason)],
      });
    case 'loading':
      return html`<p class="quiet" role="status">${t(`content.opening.${plan.kind}`)}</p>`;
    case 'failed':
      return notice({ part: 'note', title: t(`content.cannotBeShown.${plan.kind}`), lines: [t(state.note)] });
    case 'ready':
      return player(plan, view, state.url);
  }
}

function player(plan: MediaPlan, view: ContentView, url: string): TemplateResult {
  const label = t(`content.fromTheServer.${plan.kind}`, {
    format: plan.formatName,
    size: formatBytes(plan.size),
  });
  const onError = (): void => view.media.fail();
  return mediaElement({ kind: plan.kind, url, label, onError, isThin: thinWords(plan).length > 0 });
}

/** An image, sound or video on another site. It is loaded after a press. */
export function remoteView(plan: RemotePlan, view: ContentView): TemplateResult {
  return html`<mcp-remote-media
    .src=${plan.address.href}
    .what=${plan.what}
    .policy=${view.policy}
  ></mcp-remote-media>`;
}
