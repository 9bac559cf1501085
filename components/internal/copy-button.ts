import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import { t } from '../words/common-words.js';
import { html } from './html.js';
import { currentClock, type Timer } from '../../src/util/clock.js';

/** Milliseconds for which the button shows the outcome of the press. */
export const COPY_TOLD_MS = 2000;

type Outcome = 'copied' | 'refused';

const labelOf = (outcome: Outcome): string => t(outcome === 'copied' ? 'common.copied' : 'common.notCopied');

/** A button that copies text, and says whether the browser allowed it. */
export class CopyButton implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #label: () => string;
  #outcome: 'idle' | Outcome = 'idle';
  #timer: Timer | undefined;

  /** @param label the label before a press */
  constructor(host: ReactiveControllerHost, label: () => string = () => t('common.copy')) {
    this.#host = host;
    this.#label = label;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#tell('idle');
  }

  /** @param text called at the press, so that no text is made before */
  render(text: () => string): TemplateResult {
    return html`<button
        class="plain small"
        part="button"
        data-name="copy-button"
        type="button"
        @click=${() => this.#copy(text())}
      >
        ${this.#outcome === 'idle' ? this.#label() : labelOf(this.#outcome)}</button
      ><span class="visually-hidden" role="status"
        >${this.#outcome === 'idle' ? '' : this.#outcome === 'copied' ? t('common.copiedSentence') : t('common.theBrowserRefusedToCopy')}</span
      >`;
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#tell('copied');
    } catch {
      this.#tell('refused');
    }
  }

  #tell(outcome: 'idle' | Outcome): void {
    currentClock.clearTimeout(this.#timer);
    this.#outcome = outcome;
    this.#timer = outcome === 'idle' ? undefined : currentClock.setTimeout(() => this.#tell('idle'), COPY_TOLD_MS);
    this.#host.requestUpdate();
  }
}

/**
 * For `@click` of a button in a template without a host: copies the text and says so on the button. The template sets
 * the label with `.textContent`: a child of the template would be lost here, and Lit could not draw the element again.
 */
export function copyOnPress(text: () => string): (event: Event) => void {
  return (event) => void copyFor(event.currentTarget as HTMLElement, text());
}

async function copyFor(button: HTMLElement, text: string): Promise<void> {
  const label = button.textContent;
  const outcome = await navigator.clipboard.writeText(text).then(
    () => labelOf('copied'),
    () => labelOf('refused'),
  );
  const say = (words: string): void => void (button.textContent = visibleText(words));
  say(outcome);
  currentClock.setTimeout(() => say(label), COPY_TOLD_MS);
}
