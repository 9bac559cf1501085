import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../src/index.js';
import { keepView, type ViewHost } from './kept-view.js';

/** Shows what the person saw when they left the server, and keeps what they see. */
export class KeepView implements ReactiveController {
  readonly #host: LitElement & { readonly session: Session | undefined };
  readonly #view: Pick<ViewHost, 'read' | 'apply'>;
  #of: Session | undefined;

  constructor(host: LitElement & { readonly session: Session | undefined }, view: Pick<ViewHost, 'read' | 'apply'>) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostUpdated(): void {
    const { session } = this.#host;
    if (session === this.#of) return;
    this.#of = session;
    if (!session) return;
    const before = JSON.stringify(this.#view.read());
    void keepView({ element: this.#host, session, before, ...this.#view });
  }
}
