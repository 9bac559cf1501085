import type { McpError } from '../errors.js';
import type { Begun, ConnectContext, Connection, FollowContext, Subscription } from '../protocol/era.js';
import { disconnect } from '../protocol/era.js';
import { serverOffers } from '../protocol/capabilities.js';
import { open } from '../protocol/negotiate.js';
import { ProvenHeaders } from '../transport/cors-failure.js';
import { sitePolicy } from '../policy/site-policy.js';
import { hasStoredData } from '../storage/database-name.js';
import { abortable } from '../util/async.js';
import { tapTransport, type WireEvent } from '../wire/tap.js';
import { toJson } from '../util/json.js';
import { addressIn } from './address.js';
import { capabilitiesOf } from './capabilities.js';
import { DEFAULT_CLIENT, DEFAULT_CONNECT_TIMEOUT_MS, DEFAULT_MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS } from './defaults.js';
import type { CapabilityName, SessionOptions } from './options.js';

/** The session that takes a connection over: the rest of what it would have connected with. */
export interface Successor extends ConnectContext {
  /** Takes each message, in order. Those of the time before come first. */
  takeEvent(event: WireEvent): void;
}

/** Options that change what a session sends while it connects and asks for a list. */
const SENT_FIRST: readonly (keyof SessionOptions)[] = [
  ...(['headers', 'auth', 'fetch', 'messages', 'timeoutMs', 'maxTimeoutMs', 'connectTimeoutMs'] as const),
  ...(['revision', 'meta', 'clientInfo'] as const),
];

/** What an early connection sends besides the handshake. */
export interface EarlyRequests {
  /** The option `capabilities` of its session, which has a queue for questions. */
  readonly capabilities: readonly CapabilityName[];
  /** The list to ask for as soon as the connection is open. */
  readonly method?: 'tools/list' | undefined;
}

/**
 * A connection that is opened while the code of its session still loads, exactly as a session without options would open it. What
 * happens on it waits for the session: messages, notifications, problems, requests of the server.
 */
export class EarlyConnection {
  readonly #life = new AbortController();
  readonly #events: WireEvent[] = [];
  /** What waits until the session has begun to use the connection: a list that changed meanwhile is then fetched again. */
  readonly #waiting: ((successor: Successor) => void)[] = [];
  #isInUse = false;
  /** The answer to the request for a list, until it is taken. */
  #list: Promise<unknown> | undefined;
  #successor: Successor | undefined;
  #adopted: () => void = () => {};
  readonly #whenAdopted = new Promise<void>((resolve) => {
    this.#adopted = resolve;
  });
  readonly #connection: Promise<Connection>;

  /** The capabilities that the server was told, as JSON. */
  readonly #declared: string;

  constructor(url: string, { capabilities: answered, method }: EarlyRequests) {
    const capabilities = capabilitiesOf({ capabilities: answered, approvals: {} });
    this.#declared = toJson(capabilities);
    const onProblem = (problem: McpError): void => this.#later(({ onProblem: report }) => report(problem));
    const context: ConnectContext = {
      endpoint: {
        url,
        fetch: (...asked) => (this.#successor?.endpoint.fetch ?? globalThis.fetch)(...asked),
        headers: async () => ({}),
        onProblem,
        onUnreachable: (problem) => this.#later(({ endpoint }) => endpoint.onUnreachable?.(problem)),
        provenHeaders: new ProvenHeaders(),
      },
      client: DEFAULT_CLIENT,
      timeoutMs: DEFAULT_CONNECT_TIMEOUT_MS,
      capabilities: () => this.#successor?.capabilities() ?? capabilities,
      logLevel: () => this.#successor?.logLevel?.(),
      observe: (transport) =>
        tapTransport(transport, (event) => {
          if (this.#successor) this.#successor.takeEvent(event);
          else this.#events.push(event);
        }),
      answerServerRequest: () => this.#whenAdopted.then(() => this.#successor!.answerServerRequest()),
      onNotification: (...heard) => {
        // The list that was asked for may be from before the change: the session asks for it.
        if (heard[0] === 'notifications/tools/list_changed') this.#list = undefined;
        this.#later(({ onNotification }) => onNotification(...heard));
      },
      onStreamEnd: (error) => this.#later(({ onStreamEnd }) => onStreamEnd(error)),
      onProblem,
      signal: this.#life.signal,
    };
    this.#connection = open(context).then((connection) => ({ ...connection, begun: this.#begin(connection, method) }));
    // A session that takes it over hears of a failure; without one nobody asked.
    this.#connection.catch(() => {});
  }

  /** True if a session with these options would have connected, and asked, in the same way. */
  fits(options: SessionOptions): boolean {
    return (
      SENT_FIRST.every((name) => options[name] === undefined) && toJson(capabilitiesOf(options)) === this.#declared
    );
  }

  /**
   * Gives the connection to a session, which ends it with its own signal.
   * @throws McpError the error that connecting ended with
   */
  adopt(successor: Successor): Promise<Connection> {
    const { signal } = successor;
    this.#successor = successor;
    if (signal.aborted) this.#life.abort(signal.reason);
    else signal.addEventListener('abort', () => this.#life.abort(signal.reason), { once: true });
    for (const event of this.#events.splice(0)) successor.takeEvent(event);
    this.#adopted();
    this.#connection.catch(() => this.#release());
    return this.#connection;
  }

  /** Ends it, where no session wants it. */
  close(): void {
    void this.#connection.then(disconnect, () => {}).finally(() => this.#life.abort());
  }

  #later(tell: (successor: Successor) => void): void {
    if (this.#isInUse) tell(this.#successor!);
    else this.#waiting.push(tell);
  }

  #release(): void {
    this.#isInUse = true;
    for (const tell of this.#waiting.splice(0)) tell(this.#successor!);
  }

  /** Asks for the list and follows notifications, as a session does first. A change of the list is then not missed. */
  #begin(connection: Connection, method: EarlyRequests['method']): Begun {
    const { era, peer, protocol, server } = connection;
    const { signal } = this.#life;
    this.#list =
      method && serverOffers(server.capabilities, method)
        ? peer.request(era.encodeRequest({ method, params: {} }, protocol), {
            signal,
            timeoutMs: DEFAULT_TIMEOUT_MS,
            maxTimeoutMs: DEFAULT_MAX_TIMEOUT_MS,
          })
        : undefined;
    this.#list?.catch(() => {});
    let follower: FollowContext | undefined;
    const subscription = era.subscribe(connection, {
      uris: [],
      signal,
      timeoutMs: DEFAULT_TIMEOUT_MS,
      onGap: () => {
        this.#list = undefined;
        follower?.onGap();
      },
      onProblem: (problem) => this.#later(() => follower?.onProblem(problem)),
      onUnreachable: (problem) => this.#later(() => follower?.onUnreachable(problem)),
    });
    subscription.catch(() => {});
    return {
      takeList: (asked, end) => {
        if (asked !== method) return undefined;
        const list = this.#list;
        this.#list = undefined;
        return list && end ? abortable(list, end) : list;
      },
      follow: async (context): Promise<Subscription> => {
        follower = context;
        this.#release();
        const following = await subscription;
        for (const uri of context.uris) following.subscribe(uri).catch(context.onProblem);
        return following;
      },
    };
  }
}

/** The connections that no session has taken over, by address. */
const unclaimed = new Map<string, EarlyConnection>();

/**
 * True on a first visit without a site policy. A later visit begins with what worked before, which is in the store; and a policy has a
 * session to ask for more than its address.
 * @throws McpError `invalid-input` where the policy is wrong
 */
export async function mayConnectEarly(): Promise<boolean> {
  return Object.keys(sitePolicy()).length === 0 && !(await hasStoredData());
}

/** Opens a connection for the first session that will ask for this address; none to an address that a session would refuse. */
export function connectEarly(given: string, requests: EarlyRequests): void {
  const address = addressIn(given);
  if (!address?.protocol.startsWith('http') || address.username || address.password) return;
  address.hash = '';
  const { href } = address;
  if (!unclaimed.has(href)) unclaimed.set(href, new EarlyConnection(href, requests));
}

/** The early connection to this address, for one session only; undefined where none would have begun like it. */
export function claimEarlyConnection(url: string, options: SessionOptions): EarlyConnection | undefined {
  const found = unclaimed.get(url);
  unclaimed.delete(url);
  if (found?.fits(options)) return found;
  found?.close();
  return undefined;
}

/** Ends those that no session has asked for. */
export function closeUnclaimed(): void {
  for (const connection of unclaimed.values()) connection.close();
  unclaimed.clear();
}
