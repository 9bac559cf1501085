import { MemoryTokenStore, type KeptClient, type SignIn, type TokenStore } from '../auth/token-store.js';
import { asMcpError, McpError } from '../errors.js';
import { addressKey } from '../util/address-key.js';
import { within } from '../util/coordination.js';
import { ANSWER_MS } from './limits.js';
import { SealedRows, type Place, type SealedRow } from './sealed-rows.js';
import { seal, unseal } from './seal.js';

export interface RememberedTokenStoreOptions {
  /** Sign-ins are kept in the database `<namespace>-sign-ins`. Default `mcp-embed`. */
  readonly namespace?: string | undefined;
  /**
   * A name for what shares sign-ins, where pages of one origin are each to have their own. Default: all pages of the origin
   * share them. The browser guards origins and nothing smaller: a script of any page of it can use what is kept.
   */
  readonly page?: string | undefined;
  /** Told once of each kind of problem. The store goes on without what it could not keep or read. */
  readonly onProblem?: ((problem: McpError) => void) | undefined;
}

/** A sign-in that is kept, without anything secret. */
export interface RememberedSignIn {
  /** Its address; of parameters the names, and a digest of what they hold. */
  readonly server: string;
  readonly issuer: string;
  /** Since when it is kept, in milliseconds since 1970. */
  readonly since: number;
  /** Rights that were granted. */
  readonly scopes: readonly string[];
}

/**
 * Keeps sign-ins when the page goes: for persons who say that they want to stay signed in. They lie encrypted in IndexedDB,
 * with a key that the browser uses for this origin and gives to nobody; each opens only for its server, its authorization
 * server and its page. Tabs share them. Where the browser keeps nothing, it is as good as a {@link MemoryTokenStore}: its
 * methods never reject.
 * @see https://www.w3.org/TR/webcrypto-2/#concepts-key-storage
 */
export class RememberedTokenStore implements TokenStore {
  readonly #name: string;
  readonly #page: string;
  readonly #onProblem: ((problem: McpError) => void) | undefined;
  readonly #said = new Set<string>();
  #memory = new MemoryTokenStore();
  #rows: Promise<SealedRows> | undefined;
  #isInMemory = false;

  constructor({ namespace = 'mcp-embed', page = '', onProblem }: RememberedTokenStoreOptions = {}) {
    this.#name = `${namespace}-sign-ins`;
    this.#page = `${globalThis.location.origin} ${page}`.trimEnd();
    this.#onProblem = onProblem;
  }

  async signIn(server: string): Promise<SignIn | undefined> {
    const place = this.#placeOf(server);
    const read =
      place && (await this.#use(async (rows) => ({ signIn: signInFrom((await this.#open<SignIn>(rows, place))[0]) })));
    if (!read) return this.#memory.signIn(server);
    await this.#memory.keepSignIn(server, read.signIn);
    return read.signIn;
  }

  async keepSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    if (!signIn) return this.forget(server);
    await this.#memory.keepSignIn(server, signIn);
    const { key, ...rest } = signIn;
    // One for each server: of an authorization server that it has left nothing is kept.
    const all = this.#placeOf(server);
    if (!all) return this.#say('address', inAddress());
    const text = JSON.stringify({ value: rest, isBound: key !== undefined });
    await this.#use((rows) => rows.put([...all, signIn.issuer], text, all, key));
  }

  async client(issuer: string, redirectUri: string): Promise<KeptClient | undefined> {
    const place: Place = [this.#page, 'client', issuer, redirectUri];
    const read = await this.#use(async (rows) => ({ client: (await this.#open<KeptClient>(rows, place))[0]?.value }));
    return read ? read.client : this.#memory.client(issuer, redirectUri);
  }

  async keepClient(issuer: string, redirectUri: string, client: KeptClient | undefined): Promise<void> {
    await this.#memory.keepClient(issuer, redirectUri, client);
    const place: Place = [this.#page, 'client', issuer, redirectUri];
    await this.#use((rows) =>
      client ? rows.put(place, JSON.stringify({ value: client }), place) : rows.remove(place),
    );
  }

  /** What is kept, the newest first. Empty where nothing can be kept: what is in memory is not remembered. */
  async list(): Promise<readonly RememberedSignIn[]> {
    const found = await this.#use((rows) => this.#open<SignIn>(rows, [this.#page, 'sign-in']));
    return (found ?? []).map(({ value, row: { place, since } }) => ({
      server: place[2],
      issuer: place[3],
      since,
      scopes: value.granted,
    }));
  }

  /** Forgets the sign-in at that server, in all tabs. It does not take tokens back: `Authorization.signOut()` does. */
  async forget(server: string): Promise<void> {
    await this.#memory.keepSignIn(server, undefined);
    const place = this.#placeOf(server);
    if (place) await this.#use((rows) => rows.remove(place));
  }

  /** Forgets every sign-in, and what this page is registered as. */
  async forgetAll(): Promise<void> {
    this.#memory = new MemoryTokenStore();
    await this.#use((rows) => rows.remove([this.#page]));
  }

  /**
   * Where the sign-in at that server lies: values of parameters are not in it. Undefined for an address that carries a secret,
   * of which nothing is kept.
   */
  #placeOf(server: string): readonly [page: string, kind: 'sign-in', server: string] | undefined {
    const { key, hasSecret } = addressKey(server);
    return hasSecret ? undefined : [this.#page, 'sign-in', key];
  }

  /** What lies under that place, the newest first. What does not open is gone after this. */
  async #open<T>(rows: SealedRows, place: readonly string[]): Promise<readonly Opened<T>[]> {
    const { rows: found, key } = await rows.under(place);
    const opened = await Promise.all(
      found.map(async (row) => {
        try {
          if (!key) throw new Error('The key that opens it is not there.');
          const { value, isBound } = JSON.parse(await unseal(key, row.place, row)) as { value: T; isBound?: boolean };
          if (isBound && !row.proof) throw new Error('The key that its token is bound to is not there.');
          return { value, row };
        } catch (error) {
          // Where the browser decrypts nothing, now or here, the row may be a good one.
          if (isTimeout(error)) throw error;
          if (key) await seal(key, row.place, '');
          await rows.removeSame(row);
          this.#say('unreadable', unreadable());
          return undefined;
        }
      }),
    );
    return opened.filter((one) => one !== undefined);
  }

  /** Undefined where there is no database: the memory has all that this page wrote or read. */
  async #use<T>(act: (rows: SealedRows) => Promise<T>): Promise<T | undefined> {
    // Once more: the browser may have closed it under our hands, as when the person clears what the site has kept.
    for (let tries = 2; !this.#isInMemory; tries--)
      try {
        this.#rows ??= SealedRows.open(this.#name, () => (this.#rows = undefined));
        const asked = this.#rows.then(act);
        // oxlint-disable-next-line no-await-in-loop -- a second try after the first
        return await within(ANSWER_MS, asked);
      } catch (error) {
        this.#rows = undefined;
        // One that does not answer would not answer the second time either.
        if (tries > 1 && !isTimeout(error)) continue;
        this.#isInMemory = true;
        this.#say('nowhere', nowhere(error));
      }
    return undefined;
  }

  #say(kind: string, problem: McpError): void {
    if (this.#said.has(kind)) return;
    this.#said.add(kind);
    this.#onProblem?.(problem);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

interface Opened<T> {
  readonly value: T;
  readonly row: SealedRow;
}

function signInFrom(opened: Opened<SignIn> | undefined): SignIn | undefined {
  return opened && (opened.row.proof ? { ...opened.value, key: opened.row.proof } : opened.value);
}

function unreadable(): McpError {
  return new McpError('storage', 'A sign-in that was kept here cannot be read any more, and was forgotten.', {
    remedy: 'Sign in again.',
  });
}

function inAddress(): McpError {
  return new McpError('storage', 'This sign-in is not kept: the address of its server carries a secret.', {
    remedy: 'It lasts until this page goes. Give the secret in `headers` instead.',
  });
}

function nowhere(error: unknown): McpError {
  return new McpError('storage', 'Sign-ins cannot be kept here: the browser keeps nothing for this page.', {
    cause: asMcpError(error, 'storage').cause,
    remedy: 'They last until this page goes. Private windows are often like this.',
  });
}
