import { type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Session } from '../../src/index.js';
import { html } from '../internal/html.js';
import { downIcon, removeIcon } from '../internal/icons.js';
import { oneLine } from '../internal/text.js';
import { formatDuration } from '../tool-result/result-text.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Width from which the log has room at the side: 1100 px at the size of text of a client. */
const WIDE_EM = 73;
/** Height from which it is open at first, where there is room. */
const TALL_EM = 60;
/** Widths of the log, in em. The most is also at most half of the client. */
const LEAST_EM = 18;
const FIRST_EM = 24;
const MOST_EM = 60;
/** Characters of the last message on its line. */
const LINE_LENGTH = 120;
/** Milliseconds between two drawings of the last message. */
const LINE_RENDER_MS = 250;

/** What the person chose, for the saved view. */
export interface DockView {
  readonly isOpen?: boolean | undefined;
  /** Its width in em. */
  readonly width?: number | undefined;
}

type Host = LitElement & { readonly session: Session | undefined };

/** The log beside the rooms of a wide client; elsewhere one line with the last message, which opens it. */
export class LogDock implements ReactiveController {
  readonly #host: Host;
  readonly #openRoom: () => void;
  #view: DockView = {};
  #em = 16;
  #width = 0;
  #height = 0;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #wasBeside = false;
  #followed: Session | undefined;
  #end: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param openRoom shows the log in a room of its own, where there is no room beside */
  constructor(host: Host, openRoom: () => void) {
    this.#host = host;
    this.#openRoom = openRoom;
    host.addController(this);
  }

  get view(): DockView {
    return this.#view;
  }

  set view(view: DockView) {
    this.#view = view;
    this.#host.requestUpdate();
  }

  /** True if the log stands beside the other rooms. */
  get isBeside(): boolean {
    return this.#isWide && (this.#view.isOpen ?? this.#height >= TALL_EM * this.#em);
  }

  /** True if it was open beside a room: it stays as it was left. */
  get wasBeside(): boolean {
    return this.#wasBeside;
  }

  /** Its width, in em. */
  get width(): number {
    return Math.min(Math.max(this.#view.width ?? FIRST_EM, LEAST_EM), this.#most);
  }

  get #isWide(): boolean {
    return this.#width >= WIDE_EM * this.#em;
  }

  get #most(): number {
    return Math.max(LEAST_EM, Math.min(MOST_EM, Math.floor(this.#width / this.#em / 2)));
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostUpdate(): void {
    const { session } = this.#host;
    if (session === this.#followed) return;
    this.#unfollow();
    this.#followed = session;
    this.#wasBeside = false;
    // A session of another version of this library, which a page may give, has none.
    this.#end = session?.transcript?.last?.said.subscribe(() => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#host.requestUpdate();
      }, LINE_RENDER_MS);
    });
  }

  /** Not in the template: a page’s policy may forbid attributes of style. */
  hostUpdated(): void {
    const frame = this.#host.renderRoot.querySelector<HTMLElement>('.frame');
    frame?.style.setProperty('--_log', `${this.width}em`);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#unfollow();
  }

  #unfollow(): void {
    this.#end?.();
    this.#end = undefined;
    this.#followed = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#host;
    const em = Number.parseFloat(getComputedStyle(this.#host).fontSize) || 16;
    const [before, most] = [this.isBeside, this.#most];
    [this.#width, this.#height, this.#em] = [clientWidth, clientHeight, em];
    if (before !== this.isBeside || most !== this.#most) this.#host.requestUpdate();
  }

  #open(isOpen: boolean): void {
    this.view = { ...this.#view, isOpen };
    void this.#host.updateComplete.then(() =>
      this.#host.renderRoot
        .querySelector<HTMLElement>(isOpen ? '[data-name~="fold-log-button"]' : '.log-line')
        ?.focus(),
    );
  }

  /** The folded log: one line, with the last message. */
  renderLine(): TemplateResult {
    const { session } = this.#host;
    const said = session?.transcript?.last?.describe(session.redactor);
    return html`<button
      class="log-line plain small"
      part="button"
      data-name="log-button"
      type="button"
      aria-expanded="false"
      @click=${() => (this.#isWide ? this.#open(true) : this.#openRoom())}
    >
      <span class="fold">${downIcon}</span><span>${t('client.section.log')}</span>${said ? lastMessage(said) : nothing}
    </button>`;
  }

  /** The edge that changes the width, and the head with the button that folds the log. */
  renderHead(): TemplateResult {
    this.#wasBeside = true;
    return html`<div
        class="handle"
        role="separator"
        tabindex="0"
        aria-orientation="vertical"
        aria-label=${t('client.widthOfTheLog')}
        aria-valuemin=${LEAST_EM}
        aria-valuemax=${this.#most}
        aria-valuenow=${Math.round(this.width)}
        data-name="log-handle"
        @keydown=${this.#onKeydown}
        @pointerdown=${this.#onPointerdown}
      ></div>
      <div class="log-head">
        <h2>${t('client.section.log')}</h2>
        <button
          class="plain small"
          part="button"
          data-name="fold-log-button"
          type="button"
          aria-expanded="true"
          title=${common('common.close')}
          aria-label="${common('common.close')}: ${t('client.section.log')}"
          @click=${() => this.#open(false)}
        >
          ${removeIcon}
        </button>
      </div>`;
  }

  get #isRtl(): boolean {
    return getComputedStyle(this.#host).direction === 'rtl';
  }

  #resize(width: number): void {
    this.view = { ...this.#view, isOpen: true, width: Math.min(Math.max(width, LEAST_EM), this.#most) };
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const wider = this.#isRtl ? 'ArrowRight' : 'ArrowLeft';
    const narrower = this.#isRtl ? 'ArrowLeft' : 'ArrowRight';
    const step = event.shiftKey ? 6 : 2;
    const next: Readonly<Record<string, number>> = {
      [wider]: this.width + step,
      [narrower]: this.width - step,
      Home: LEAST_EM,
      End: this.#most,
    };
    const width = next[event.key];
    if (width === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#resize(width);
  };

  readonly #onPointerdown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget as HTMLElement;
    const [from, width, sign] = [event.clientX, this.width, this.#isRtl ? 1 : -1];
    handle.setPointerCapture(event.pointerId);
    handle.focus();
    const done = new AbortController();
    const { signal } = done;
    const move = ({ clientX }: PointerEvent): void => this.#resize(width + (sign * (clientX - from)) / this.#em);
    handle.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      handle.addEventListener(end, () => done.abort(), { signal });
  };
}

type Described = ReturnType<Session['transcript']['last']['describe']>;

function lastMessage({ direction, name, duration }: NonNullable<Described>): TemplateResult {
  return html`<span class="said mono" dir="ltr"
    ><span aria-hidden="true">${direction === 'sent' ? '→' : '←'} </span><bdi>${oneLine(name, LINE_LENGTH)}</bdi>${
      duration === undefined ? nothing : html` · ${formatDuration(duration)}`
    }</span
  >`;
}
