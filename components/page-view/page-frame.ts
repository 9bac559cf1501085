import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type FrameState =
  | { readonly phase: 'off' }
  | { readonly phase: 'shown'; readonly url: string }
  /** The policy of the page around does not let the frame be. */
  | { readonly phase: 'refused'; readonly directive: string };

/** Directives that can keep a frame from being, and the scheme that our frames have. */
const FRAME_DIRECTIVES = /^(?:frame-src|child-src|default-src)$/;

/**
 * Keeps the address of one document for a frame, for exactly as long as its host shows it, and notices when the security policy
 * of the page refuses it: the frame itself says nothing, it stays empty.
 */
export class PageFrame implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #html: string | undefined;
  #state: FrameState = { phase: 'off' };

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get state(): FrameState {
    return this.#state;
  }

  hostConnected(): void {
    document.addEventListener('securitypolicyviolation', this.#onViolation);
    this.use(this.#html);
  }

  hostDisconnected(): void {
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
    this.#set({ phase: 'off' });
  }

  /** Shows another document, or none. */
  use(html: string | undefined): void {
    this.#html = html;
    if (html === undefined || !this.#host.isConnected) this.#set({ phase: 'off' });
    else {
      const blob = new Blob([html], { type: 'text/html;charset=utf-8' });
      this.#set({ phase: 'shown', url: URL.createObjectURL(blob) });
    }
  }

  readonly #onViolation = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    const isOurs = this.#state.phase === 'shown' && blockedURI.startsWith('blob');
    if (isOurs && disposition === 'enforce' && FRAME_DIRECTIVES.test(effectiveDirective))
      this.#set({ phase: 'refused', directive: effectiveDirective });
  };

  #set(state: FrameState): void {
    if (this.#state.phase === 'shown') URL.revokeObjectURL(this.#state.url);
    this.#state = state;
    this.#host.requestUpdate();
  }
}
