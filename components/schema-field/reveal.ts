import type { ReactiveControllerHost } from 'lit';
import type { Aside } from './field-frame.js';

/** Whether a secret may be seen, which it may not until the person says so. */
export class Reveal {
  readonly #host: ReactiveControllerHost;
  isShown = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  readonly toggle = (): void => {
    this.isShown = !this.isShown;
    this.#host.requestUpdate();
  };
}

export function revealButton({ isShown, toggle }: Reveal): Aside {
  return { label: 'Show', part: 'reveal-button', isPressed: isShown, isSteady: true, press: toggle };
}
