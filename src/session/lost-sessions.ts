import { isMcpError } from '../errors.js';
import type { Connection } from '../protocol/connection.js';

/** Calls that meet a lost session share one new session instead of opening one each. */
export class LostSessions {
  readonly #replace: (lost: Connection) => Promise<Connection>;
  #lost: Connection | undefined;
  #replacement: Promise<Connection> | undefined;

  constructor(replace: (lost: Connection) => Promise<Connection>) {
    this.#replace = replace;
  }

  /** Does `act`, and once more on a new connection if the server had forgotten this one. */
  async survive<T>(connection: Connection, act: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await act(connection);
    } catch (error) {
      if (!isMcpError(error) || error.code !== 'session-lost') throw error;
      if (this.#lost !== connection) {
        this.#lost = connection;
        this.#replacement = this.#replace(connection);
      }
      return act(await this.#replacement!);
    }
  }
}
