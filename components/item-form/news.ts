import { nothing, type TemplateResult } from 'lit';
import { itemIn, type Noun } from '../words/common-words.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** The server at the address of a session. */
export interface AnsweringServer {
  readonly name: string;
  readonly version: string;
}

/**
 * Changes at the server since the person began to fill in a form. Until the person has seen them, nothing is sent: the
 * first press of the button only leads to them.
 */
export class News {
  /** The server for which the form was begun. */
  #server: AnsweringServer | undefined;
  /** Another server that answers now. */
  #other: AnsweringServer | undefined;
  #isFormChanged = false;
  #isUnseen = false;

  /** @param isHalfFilled false if nothing is lost with another server */
  followServer(server: AnsweringServer | undefined, isHalfFilled: () => boolean): void {
    if (!server || isSame(server, this.#other ?? this.#server)) return;
    this.#other = undefined;
    if (isSame(server, this.#server)) return;
    if (!this.#server || !isHalfFilled()) this.#server = server;
    else {
      this.#other = server;
      this.#isUnseen = true;
    }
  }

  formChanged(): void {
    this.#isFormChanged = true;
    this.#isUnseen = true;
  }

  /** The person has gone on filling in the form. */
  seen(): void {
    this.#isUnseen = false;
  }

  /** True once, if there is something that the person has not seen. */
  takeUnseen(): boolean {
    const isUnseen = this.#isUnseen && this.#hasNews;
    this.#isUnseen = false;
    return isUnseen;
  }

  /** Accepts the current server and form. */
  clear(): void {
    this.#server = this.#other ?? this.#server;
    this.#other = undefined;
    this.#isFormChanged = false;
    this.#isUnseen = false;
  }

  /** @param isGone true if the item is not listed any more, so that nothing can be sent */
  render(noun: Noun, isGone: boolean): TemplateResult | typeof nothing {
    const sentences = this.#sentences(noun);
    if (isGone) sentences.push(t('itemForm.theServerDoesNot', { item: itemIn(noun) }));
    else if (sentences.length > 0) sentences.push(t('itemForm.whatYouTypedStaysCheck'));
    if (sentences.length === 0) return nothing;
    return html`<div class="note warning news" part="warning" data-name="news" role="status" tabindex="-1">
      ${sentences.join(' ')}
    </div>`;
  }

  get #hasNews(): boolean {
    return this.#isFormChanged || (this.#server !== undefined && this.#other !== undefined);
  }

  #sentences(noun: Noun): string[] {
    const sentences: string[] = [];
    const [before, now] = [this.#server, this.#other];
    if (before && now) {
      const what = before.name === now.name ? t('itemForm.thisServerHasAnother') : t('itemForm.anotherServerAnswersAt');
      sentences.push(t('itemForm.beforeItWas', { what, now: named(now), before: named(before) }));
    }
    if (this.#isFormChanged) sentences.push(t('itemForm.theServerChangedWhat', { item: itemIn(noun) }));
    return sentences;
  }
}

function isSame(one: AnsweringServer, other: AnsweringServer | undefined): boolean {
  return one.name === other?.name && one.version === other.version;
}

/** Characters of a server's name and version that are shown; the rest is cut. */
const MAX_SHOWN_NAME = 60;

function named({ name, version }: AnsweringServer): string {
  return `${name.slice(0, MAX_SHOWN_NAME)} ${version.slice(0, MAX_SHOWN_NAME)}`.trim();
}
