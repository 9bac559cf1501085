import type { LitElement, ReactiveController } from 'lit';

/** Accepts a file that is dropped on its host. */
export class FileDrop implements ReactiveController {
  readonly #host: LitElement;
  readonly #take: (file: File) => void;
  #isOver = false;
  #life: AbortController | undefined;

  constructor(host: LitElement, take: (file: File) => void) {
    this.#host = host;
    this.#take = take;
    host.addController(this);
  }

  /** True while a file is dragged over the host. */
  get isOver(): boolean {
    return this.#isOver;
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController());
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      this.#become(true);
    };
    this.#host.addEventListener('dragenter', over, { signal });
    this.#host.addEventListener('dragover', over, { signal });
    this.#host.addEventListener('dragleave', () => this.#become(false), { signal });
    this.#host.addEventListener(
      'drop',
      (event) => {
        const [file] = event.dataTransfer?.files ?? [];
        this.#become(false);
        if (!file) return;
        event.preventDefault();
        this.#take(file);
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#life?.abort();
    this.#isOver = false;
  }

  #become(isOver: boolean): void {
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#host.requestUpdate();
  }
}
