import { ContextConsumer, ContextProvider } from '@lit/context';
import type { LitElement } from 'lit';
import { HostGrants, type ContentPolicy } from '../../src/content/index.js';
import type { SessionOptions } from '../../src/index.js';
import { rememberedHosts } from '../../src/session/remembered-hosts.js';
import { contentContext } from '../contexts/content-context.js';

/** Gives the elements inside its host the page's policy for content, and beside it what the person allowed for one server. */
export class GrantsProvider {
  readonly #content: ContextProvider<typeof contentContext>;
  /** What the page around says of content. */
  #around: ContentPolicy | undefined;
  #grants: HostGrants | undefined;

  constructor(host: LitElement) {
    this.#content = new ContextProvider(host, { context: contentContext, initialValue: undefined });
    new ContextConsumer(host, {
      context: contentContext,
      subscribe: true,
      callback: (policy) => {
        this.#around = policy;
        this.#tell();
      },
    });
  }

  /** From now on what is allowed holds for this server. */
  use(url: string, options: SessionOptions): void {
    this.#grants = new HostGrants(() => rememberedHosts(url, options));
    this.#tell();
  }

  /** There is no server any more. */
  forget(): void {
    this.#grants = undefined;
    this.#tell();
  }

  /** Grants of the page's own win: it may know its persons better. */
  #tell(): void {
    const isOurs = !this.#around?.remote && this.#grants;
    this.#content.setValue(isOurs ? { ...this.#around, remote: this.#grants } : this.#around);
  }
}
