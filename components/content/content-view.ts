import { nothing, type TemplateResult } from 'lit';
import type { ContentLimits } from '../../src/content/index.js';
import type { ErrorText } from '../../src/errors.js';
import type { Annotations } from '../../src/index.js';
import type { CopyButton } from '../internal/copy-button.js';
import { closeOnEscape } from '../internal/close-on-escape.js';
import { html } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import type { BlockList } from './block-list.js';
import type { FileAsText, OpenButton, SaveButton } from './file-buttons.js';
import type { FormatController } from './formatted-text.js';
import type { LinkGuard } from './links.js';
import type { LongText } from './long-text.js';
import type { MediaController } from './media-controller.js';
import type { PageContent, PageDialog } from './page-dialog.js';
import { formatter, richErrorWords } from '../words/messages.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** The row of buttons below a piece of content. */
export function actionRow(...actions: readonly unknown[]): TemplateResult {
  return html`<div class="row actions" part="actions">${actions}</div>`;
}

/** The buttons that are needed less often, behind one. A single one is in the row itself. */
export function moreActions(
  view: ContentView,
  ...actions: readonly (TemplateResult | typeof nothing)[]
): TemplateResult | typeof nothing {
  const given = actions.filter((action) => action !== nothing);
  if (given.length < 2) return given[0] ?? nothing;
  return html`<button
      class="plain small more-button"
      part="button"
      data-name="actions-button"
      type="button"
      aria-expanded=${view.more}
      aria-controls="more-actions"
      @click=${() => view.toggle('more')}
    >
      ${view.more ? common('common.less') : common('common.more')}${downIcon}</button
    ><span
      class="more-actions"
      id="more-actions"
      part="actions"
      role="group"
      aria-label=${t('content.moreActions')}
      ?hidden=${!view.more}
      @keydown=${(event: KeyboardEvent) => closeOnEscape(() => closeActions(view, event.currentTarget as HTMLElement))(event)}
      >${given}</span
    >`;
}

/** The focus returns to the button that opened the further ones. */
function closeActions(view: ContentView, actions: HTMLElement): void {
  view.toggle('more');
  actions.parentElement?.querySelector<HTMLElement>('.more-button')?.focus();
}

/** A button whose label says what a press shows. */
export function switchButton(
  view: ContentView,
  name: keyof Switches,
  part: string,
  labels: { readonly on: string; readonly off: string },
): TemplateResult {
  return html`<button
    class="plain small"
    part="button"
    data-name=${part}
    type="button"
    @click=${() => view.toggle(name)}
  >
    ${view[name] ? labels.off : labels.on}
  </button>`;
}

/** A toggle button: its label stays the same. */
export function pressButton(view: ContentView, name: keyof Switches, part: string, label: string): TemplateResult {
  return html`<button
    class="plain small"
    part="button"
    data-name=${part}
    type="button"
    aria-pressed=${view[name]}
    @click=${() => view.toggle(name)}
  >
    ${label}
  </button>`;
}

/** Sentences beside the content. */
export function notes(sentences: readonly (string | ErrorText)[]): readonly TemplateResult[] | typeof nothing {
  if (sentences.length === 0) return nothing;
  return sentences.map((sentence) => {
    const words = typeof sentence === 'string' ? sentence : richErrorWords(sentence);
    return html`<p class="small quiet" part="note">${words}</p>`;
  });
}

/** The state of a linked resource below its link; `no-session` without a session that can read it. */
export type LinkedResource = 'closed' | 'open' | 'no-session';

/** The state of the buttons of one piece of content. */
export interface Switches {
  /** Long text is shown whole. */
  readonly expanded: boolean;
  /** Shown as the server sent it. */
  readonly raw: boolean;
  /** Long lines of source wrap. */
  readonly wrap: boolean;
  /** Shown by this library, although the page has a renderer for it. */
  readonly withoutPageRenderer: boolean;
  /** HTML is shown as a page in a frame. */
  readonly asPage: boolean;
  /** JSON is shown as the table instead of the tree, or the other way round. */
  readonly otherView: boolean;
  /** The less usual buttons are shown. */
  readonly more: boolean;
}

/** The element, as the templates of one piece of content see it: its state, its controllers and its actions. */
export interface ContentView extends Switches, PageContent {
  readonly limits: ContentLimits;
  toggle(name: keyof Switches): void;
  /** Shows text formatted, or its source again. */
  toggleFormatted(language: 'markdown' | 'html', text: string): void;
  readonly linkedResource: LinkedResource;
  toggleResource(uri: string): void;
  readonly format: FormatController;
  readonly media: MediaController;
  readonly links: LinkGuard;
  readonly copy: CopyButton;
  readonly save: SaveButton;
  readonly open: OpenButton;
  readonly long: LongText;
  readonly page: PageDialog;
  readonly asText: FileAsText;
  readonly list: BlockList;
}

const DATE = { dateStyle: 'medium', timeStyle: 'short' } as const;

const NUMBER = { maximumFractionDigits: 2 };

/** Characters of an invalid date that are shown. The rest is cut. */
const MAX_BROKEN_DATE_SHOWN = 40;

/** A line with a block's annotations: audience, priority, last change. */
export function annotationsView(annotations: Annotations | undefined): TemplateResult | typeof nothing {
  const facts = annotations ? annotationWords(annotations) : [];
  if (facts.length === 0) return nothing;
  return html`<p class="small quiet annotations" part="note" data-name="annotations">
    ${t.rich('content.serverSays', { facts: facts.join(' · ') })}
  </p>`;
}

function annotationWords({ audience = [], priority, lastModified }: Annotations): readonly string[] {
  const [isForPeople, isForModel] = [audience.includes('user'), audience.includes('assistant')];
  return [
    isForPeople && isForModel
      ? t('content.forBoth')
      : isForPeople
        ? t('content.forPeople')
        : isForModel
          ? t('content.forTheModel')
          : undefined,
    priority === undefined ? undefined : priorityWords(priority),
    lastModified ? t('content.changed', { date: dateWords(lastModified) }) : undefined,
  ].filter((fact) => fact !== undefined);
}

/** The priority is from 0, the least, to 1. Servers also send other numbers. */
function priorityWords(priority: number): string {
  if (priority === 1) return t('content.important');
  if (priority === 0) return t('content.unimportant');
  return t('content.priority', { priority: formatter('NumberFormat', NUMBER).format(priority) });
}

function dateWords(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? `“${text.slice(0, MAX_BROKEN_DATE_SHOWN)}”`
    : formatter('DateTimeFormat', DATE).format(date);
}
