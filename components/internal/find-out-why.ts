import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { McpError, Session } from '../../src/index.js';
import { isLoopbackHost, parseWebAddress } from '../../src/util/hosts.js';
import { html } from './html.js';
import type { ProblemOptions } from './problem.js';
import { programOf } from './server-place.js';
import { t } from '../words/common-words.js';

/**
 * The button below a connection that failed, and the diagnosis that it opens. It stays until there is a connection, so
 * that a person can read it while they change the server and try again. On the machine of a developer it opens by itself
 * if no answer came.
 */
export class FindOutWhy implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  readonly #startsByItself: () => boolean;
  /** Of which session the person wants to know. */
  #asked: Session | undefined;

  /** @param startsByItself false if another element starts it for this session */
  constructor(host: ReactiveControllerHost, session: () => Session | undefined, startsByItself = (): boolean => true) {
    this.#host = host;
    this.#session = session;
    this.#startsByItself = startsByItself;
    host.addController(this);
  }

  hostUpdate(): void {
    const session = this.#session();
    const state = session?.state.get();
    if (session !== this.#asked || state?.phase === 'ready' || state?.phase === 'closed') this.#asked = undefined;
    const hasNoAnswer = state?.phase === 'failed' && state.error.code === 'network';
    if (session && hasNoAnswer && isOnOwnMachine(session) && this.#startsByItself()) this.#asked = session;
  }

  /** The button; undefined once it was pressed, and for a server without HTTP. */
  get button(): TemplateResult | undefined {
    return this.#button('');
  }

  /**
   * The options to show an error: the header lines of a remedy are in the diagnosis, which the first button opens. Once it is open,
   * it alone says why.
   */
  problemOptions(error: McpError): ProblemOptions {
    const session = this.#session();
    const brief = session !== undefined && isDiagnosable(session) && error.remedyText?.params['lines'] !== undefined;
    return {
      brief,
      quiet: this.#asked !== undefined,
      first: this.#button(error.code === 'unauthorized' ? '' : 'primary'),
    };
  }

  /** The diagnosis, once the button was pressed. For a place outside a live region: it has its own announcements. */
  get diagnosis(): TemplateResult | typeof nothing {
    return this.#asked ? html`<mcp-diagnosis autorun .session=${this.#asked}></mcp-diagnosis>` : nothing;
  }

  #button(look: '' | 'primary'): TemplateResult | undefined {
    const session = this.#session();
    if (!session || !isDiagnosable(session) || this.#asked === session) return undefined;
    return html`<button class=${look} part="button" data-name="find-out-why-button" type="button" @click=${this.#ask}>
      ${t('common.findOutWhy')}
    </button>`;
  }

  readonly #ask = (): void => {
    this.#asked = this.#session();
    this.#host.requestUpdate();
  };
}

/** A program behind a relay has nothing that a page could ask for. */
function isDiagnosable(session: Session): boolean {
  return session.url.startsWith('http') && programOf(session) === undefined;
}

/** True if the server or the page is on this machine: the person develops one of them, or uses the command. */
function isOnOwnMachine(session: Session): boolean {
  const hosts = [parseWebAddress(session.url)?.hostname, globalThis.location?.hostname];
  return isDiagnosable(session) && hosts.some((host) => host !== undefined && isLoopbackHost(host));
}
