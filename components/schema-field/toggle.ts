import type { ReactiveControllerHost } from 'lit';

/** Something of a field that a person turns on and off. Each kind is a class of its own: a field keeps one of each. */
export class Toggle {
  readonly #host: ReactiveControllerHost;
  isOn = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  readonly toggle = (): void => {
    this.isOn = !this.isOn;
    this.#host.requestUpdate();
  };
}
