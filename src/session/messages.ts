import type { HttpExchange } from '../jsonrpc/http-exchange.js';
import { observedFetch, type ObservedVisit, observedVisit } from '../transport/exchange-observer.js';
import { cappedTranscript } from '../policy/site-policy.js';
import type { WireEvent } from '../wire/tap.js';
import type { SessionOptions } from './options.js';

/** Facts that wait for a listener. Beyond that, the oldest are dropped. */
const MAX_WAITING_FACTS = 5000;
/** Characters of messages that wait. With more, the older half of the facts is dropped: one message may have 64 million. */
const MAX_WAITING_CHARACTERS = 10_000_000;

/** A message, or an HTTP request that began. */
export type WireNews = WireEvent | { readonly what: 'exchange'; readonly exchange: HttpExchange };

/** Follows the messages and HTTP exchanges of a session. */
export interface WireListener {
  take(news: WireNews): void;
  /** Something of an exchange that was taken changed. */
  changed(exchange: HttpExchange): void;
}

/**
 * All messages between a session and its server, unchanged and with secrets, for a listener. Nothing is stored.
 * Recorded only if the page wants it: option `messages`.
 */
export class SessionMessages {
  /** True if the page wants them, and its site allows transcripts. */
  readonly isOn: boolean;
  #waiting: WireNews[] = [];
  #characters = 0;
  #listener: WireListener | undefined;

  constructor({ messages }: SessionOptions) {
    this.isOn = messages === true && cappedTranscript('memory') !== false;
  }

  /** Hands over what waits, and everything from now on. There is one listener: that of `mcp-embed/messages`. */
  follow(listener: WireListener): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    for (const news of waiting) listener.take(news);
  }

  /** Takes a message while it is delivered. */
  takeEvent(event: WireEvent): void {
    if (this.isOn) this.#takeNews(event);
  }

  /** Wraps `fetch`, to report each HTTP exchange. */
  observeFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return this.isOn ? observedFetch(fetch, this.#takeExchange, this.#reportChange) : fetch;
  }

  /** Reports a page that a person is sent to. Undefined without a listener. */
  get visiting(): ((url: string) => ObservedVisit) | undefined {
    return this.isOn ? (url) => observedVisit(url, this.#takeExchange, this.#reportChange) : undefined;
  }

  readonly #takeExchange = (exchange: HttpExchange): void => this.#takeNews({ what: 'exchange', exchange });
  readonly #reportChange = (exchange: HttpExchange): void => this.#listener?.changed(exchange);

  #takeNews(news: WireNews): void {
    if (this.#listener) return this.#listener.take(news);
    this.#waiting.push(news);
    this.#characters += charactersOf(news);
    const isMuch = this.#characters > MAX_WAITING_CHARACTERS;
    if (!isMuch && this.#waiting.length < 2 * MAX_WAITING_FACTS) return;
    // In groups: taking the first of thousands away costs as much as all the rest.
    this.#waiting = this.#waiting.slice(isMuch ? Math.ceil(this.#waiting.length / 2) : -MAX_WAITING_FACTS);
    this.#characters = this.#waiting.reduce((sum, one) => sum + charactersOf(one), 0);
  }
}

function charactersOf(news: WireNews): number {
  if (news.what === 'exchange') return news.exchange.requestSize;
  return news.from?.event?.size ?? news.from?.exchange.responseSize ?? 0;
}
