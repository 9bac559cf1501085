import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { SamplingResult } from '../../src/index.js';
import { guarded } from '../approval-queue/guarded.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { byHandStep } from './by-hand-step.js';

/** What the person writes instead of a model. */
export class OwnAnswer {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #send: (response: SamplingResult, press: Event) => void;
  #text: string | undefined;
  #issue = '';

  constructor(host: ReactiveControllerHost & HTMLElement, send: (response: SamplingResult, press: Event) => void) {
    this.#host = host;
    this.#send = send;
  }

  get isOpen(): boolean {
    return this.#text !== undefined;
  }

  readonly open = (): void => {
    this.#write('');
    void this.#host.updateComplete.then(() => this.#focus());
  };

  readonly leave = (): void => {
    this.#text = undefined;
    this.#issue = '';
    this.#host.requestUpdate();
  };

  render(id: string, asked: TemplateResult, decline: TemplateResult): QuestionStep {
    return byHandStep({
      guard: guarded(id, this),
      root: this.#host.shadowRoot!,
      text: this.#text ?? '',
      issue: this.#issue,
      asked,
      decline,
      write: this.#write,
      send: this.#sendMine,
      leave: this.leave,
    });
  }

  readonly #write = (text: string): void => {
    this.#text = text;
    this.#issue = '';
    this.#host.requestUpdate();
  };

  readonly #sendMine = (press: Event): void => {
    const text = this.#text ?? '';
    if (text.trim() === '') {
      this.#issue = 'Write an answer first.';
      this.#host.requestUpdate();
      this.#focus();
      return;
    }
    this.#send({ role: 'assistant', content: [{ type: 'text', text }], model: 'human', stopReason: 'endTurn' }, press);
  };

  #focus(): void {
    this.#host.shadowRoot?.querySelector<HTMLElement>('#by-hand')?.focus();
  }
}
