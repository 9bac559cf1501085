import { McpError, asMcpError } from '../../../errors.js';
import { backoff } from '../../../transport/backoff.js';
import { StreamPlace } from '../../../transport/stream-place.js';
import { LONG_LIFE_MS, MAX_IDLE_STREAMS } from '../../../transport/limits.js';
import { sleep } from '../../../util/abort.js';
import { untilOnline } from '../../../util/online.js';
import { asObject, asStrings } from '../../check/object.js';
import type { Connection } from '../../connection.js';
import type { FollowContext, Follower } from '../../era.js';
import type { JsonObject } from '../../model.js';
import { SUBSCRIPTION_ID } from './envelope.js';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/**
 * One request whose answer ends the news; until then they come on its stream. A stream that breaks is opened again,
 * later each time, and given up after {@link MAX_IDLE_STREAMS} times without a word. What a stream brings cannot be
 * changed: for other resources another one is opened, and the old one closed once the server has acknowledged it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export async function listen(connection: Connection, context: FollowContext): Promise<Follower> {
  const listening = new Listening(connection, context);
  // Not waited for: a server that is slow to agree holds up nobody.
  listening.start().catch((error: unknown) => {
    if (!context.signal.aborted) context.onProblem(asMcpError(error));
  });
  return listening;
}

/** One stream, and the ones that take its place when it breaks. */
interface Stream {
  readonly end: AbortController;
  readonly wanted: JsonObject;
  /** Told once what the server agreed to; undefined where it did not say. */
  agreed?: (granted: JsonObject | undefined) => void;
  wasOpen: boolean;
  /** Whether news came since it was opened last. */
  alive: boolean;
}

class Listening implements Follower {
  readonly #connection: Connection;
  readonly #context: FollowContext;
  /** Serves all streams of this connection: they take each other's place. */
  readonly #place: StreamPlace;
  #uris: readonly string[] = [];
  #stream: Stream | undefined;
  /** Streams change one after the other: which of them an acknowledgement is for is never in doubt. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, context: FollowContext) {
    this.#connection = connection;
    this.#context = context;
    this.#place = new StreamPlace(connection.server.url);
  }

  start(): Promise<unknown> {
    return this.#inTurn(() => this.#change(this.#context.uris));
  }

  watch(uri: string): Promise<void> {
    return this.#inTurn(async () => {
      const refused = await this.#change([...this.#uris, uri]);
      if (!refused.includes(uri)) return;
      this.#uris = this.#uris.filter((other) => other !== uri);
      throw new McpError('unsupported-method', `The server does not tell about changes of ${uri}.`);
    });
  }

  unwatch(uri: string): Promise<void> {
    return this.#inTurn(async () => void (await this.#change(this.#uris.filter((other) => other !== uri))));
  }

  heard(method: string, params: unknown): boolean {
    const raw = asObject(params);
    if (asObject(raw?.['_meta'])?.[SUBSCRIPTION_ID] === undefined) return method === ACKNOWLEDGED;
    if (method !== ACKNOWLEDGED) {
      if (this.#stream) this.#stream.alive = true;
      return false;
    }
    this.#stream?.agreed?.(asObject(raw?.['notifications']) ?? {});
    return true;
  }

  /**
   * Lets another stream bring the news, now with these resources.
   * @returns what the server does not tell about
   */
  async #change(uris: readonly string[]): Promise<readonly string[]> {
    const { tools, prompts, resources } = this.#connection.server.capabilities;
    const wanted = {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    };
    const before = this.#stream;
    this.#stream = undefined;
    let refused: readonly string[] = [];
    // A server without news is not asked.
    if (Object.keys(wanted).length > 0) {
      const stream: Stream = { end: new AbortController(), wanted, wasOpen: false, alive: false };
      this.#stream = stream;
      try {
        refused = refusedOf(wanted, await this.#open(stream));
      } catch (error) {
        this.#stream = before;
        if (!before) this.#place.release();
        throw error;
      }
      if (refused.length > 0) this.#context.onProblem(notAll(refused));
    }
    this.#uris = uris;
    before?.end.abort(new McpError('cancelled', 'Another stream of news took its place.'));
    if (!this.#stream) this.#place.release();
    return refused;
  }

  /** Resolves when the server has agreed, with what it agreed to. @throws McpError when it does not */
  #open(stream: Stream): Promise<JsonObject | undefined> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.#context.onProblem(new McpError('timeout', 'The server did not acknowledge that its news are wanted.'));
        // They may come all the same.
        stream.agreed?.(undefined);
      }, this.#context.timeoutMs);
      stream.agreed = (granted) => {
        clearTimeout(patience);
        delete stream.agreed;
        stream.wasOpen = true;
        resolve(granted);
      };
      void this.#keep(stream, (error) => {
        clearTimeout(patience);
        reject(error);
      });
    });
  }

  /** Reads a stream, and opens it again as long as that is worth it. */
  async #keep(stream: Stream, refuse: (error: unknown) => void): Promise<void> {
    const { onGap, onProblem } = this.#context;
    const life = AbortSignal.any([this.#context.signal, stream.end.signal]);
    const { era, peer, framing } = this.#connection;
    const request = { method: 'subscriptions/listen', params: { notifications: stream.wanted } };
    for (let idle = 0; idle < MAX_IDLE_STREAMS; idle++) {
      stream.alive = false;
      let held: AbortSignal;
      try {
        held = await this.#place.take(this.#context.signal);
      } catch (error) {
        return refuse(error);
      }
      if (life.aborted) {
        if (!this.#stream) this.#place.release();
        return refuse(life.reason);
      }
      const opened = Date.now();
      try {
        const signal = AbortSignal.any([life, held]);
        await peer.request(await era.dress(request, framing), { signal, timeoutMs: Infinity });
        // Ended in good order: the server has heard what was wanted.
        stream.agreed?.(undefined);
      } catch (error) {
        const problem = asMcpError(error);
        if (held.aborted && !life.aborted) {
          // Another tab needed the place more: this one comes again.
          idle = -1;
          onGap();
          continue;
        }
        if (life.aborted || !stream.wasOpen) return refuse(problem);
        // A broken line is worth another try; a server that says no is not.
        if (problem.code !== 'network' && problem.code !== 'stream-ended') {
          this.#place.release();
          return onProblem(problem);
        }
      }
      if (stream.alive || Date.now() - opened > LONG_LIFE_MS || (await untilOnline(life))) idle = -1;
      try {
        await sleep(backoff(Math.max(idle, 0)), life);
      } catch {
        return;
      }
      // Nothing is said twice: what happened in between is known only by asking.
      onGap();
    }
    this.#place.release();
    onProblem(new McpError('stream-ended', 'The server keeps ending its news; they are no longer followed.'));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#changing.then(act);
    this.#changing = turn.catch(() => {});
    return turn;
  }
}

/** What was wanted and not granted. A server that did not say is taken at its word for everything. */
function refusedOf(wanted: JsonObject, granted: JsonObject | undefined): readonly string[] {
  if (!granted) return [];
  const uris = asStrings(granted['resourceSubscriptions']) ?? [];
  return Object.entries(wanted).flatMap(([key, value]) =>
    value === true
      ? granted[key] === true
        ? []
        : [key]
      : (asStrings(value) ?? []).filter((uri) => !uris.includes(uri)),
  );
}

function notAll(refused: readonly string[]): McpError {
  return new McpError('unsupported-method', `The server does not tell about all its changes: ${refused.join(', ')}.`);
}
