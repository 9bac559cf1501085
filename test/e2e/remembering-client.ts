import { openGrants, openAuditLog } from '../../src/session/person/index.js';
import type { SessionOptions } from '../../src/index.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { ClientHarness } from './client-harness.js';

/** A `<mcp-client>` for each test of a suite, in a namespace of its own, of which nothing is left after it. */
export class RememberingClient {
  readonly #databaseName = tempDatabases();
  readonly #url: string;
  readonly #opened: (client: ClientHarness) => Promise<unknown>;
  client!: ClientHarness;
  namespace!: string;

  /** To be made where a suite begins. @param opened what a visit waits for beside the connection */
  constructor(url: string, opened: (client: ClientHarness) => Promise<unknown>) {
    this.#url = url;
    this.#opened = opened;
    beforeEach(async () => {
      this.namespace = this.#databaseName();
      await this.visit();
    });
    afterEach(async () => {
      const { namespace } = this;
      this.client.remove();
      await openGrants({ namespace }).revokeAll();
      await openAuditLog({ namespace }).eraseAll();
    });
  }

  /** Another element, another session, the same browser: as after a reload. */
  async visit(options: SessionOptions = {}): Promise<void> {
    const { namespace } = this;
    const sessionOptions = { namespace, ...options };
    this.client = await ClientHarness.connect(this.#url, { storage: 'local', sessionOptions });
    await this.#opened(this.client);
  }
}
