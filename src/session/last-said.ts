import { isRequest, isResponse, type RpcRequest } from '../jsonrpc/messages.js';
import { redactAddress } from '../secrets/addresses.js';
import type { Redactor } from '../secrets/redactor.js';
import { Store } from '../util/store.js';
import type { WireRequest } from '../wire/correlation.js';
import { subjectOf } from '../wire/message-subject.js';
import type { WireEvent } from '../wire/tap.js';

/** Characters of the method and the subject of a message. */
const MAX_SAID_LENGTH = 200;

/** The last request of a session, or the answer to it. */
interface Said {
  readonly direction: 'sent' | 'received';
  readonly request: RpcRequest;
  /** Milliseconds until the answer came; undefined for a request. */
  readonly duration?: number | undefined;
}

/** The last message of a session, in words. */
interface SaidLast extends Pick<Said, 'direction' | 'duration'> {
  readonly name: string;
}

/** Follows what was said last, for a place that shows only that. Notifications are left out: thousands may come in a second. */
export class LastSaid {
  readonly said: Store<Said | undefined> = new Store<Said | undefined>(undefined);
  readonly #begun = new WeakMap<WireRequest, number>();

  take({ what, message, request, at }: WireEvent): void {
    if (!message || !request || (what !== 'sent' && what !== 'received')) return;
    if (isRequest(message)) {
      this.#begun.set(request, at);
      this.said.set({ direction: what, request: message });
    } else if (isResponse(message))
      this.said.set({
        direction: what,
        request: request.message,
        duration: at - (this.#begun.get(request) ?? at),
      });
  }

  /** What was said last, in words for a screen: its method and subject, without secrets. */
  describe(redactor: Redactor): SaidLast | undefined {
    const said = this.said.get();
    if (!said) return undefined;
    const { direction, request, duration } = said;
    return { direction, name: nameOf(request, redactor), duration };
  }
}

function nameOf({ method, params }: RpcRequest, redactor: Redactor): string {
  const subject = subjectOf(params);
  if (subject === undefined) return redactor.without(method.slice(0, MAX_SAID_LENGTH));
  const isAddress = subject === (params as { readonly uri?: unknown } | undefined)?.uri;
  return redactor.without(`${method} ${isAddress ? redactAddress(subject) : subject}`.slice(0, MAX_SAID_LENGTH));
}
