import type { Resource, ResourceContents } from '../protocol/model.js';
import { Catalog, type CatalogCache } from './catalog.js';
import { resourcesKind } from './catalogs.js';
import type { Requester } from './requester.js';
import type { KeptResource } from './resource-cache.js';
import { ResourceReader, type ReadOptions } from './resource-reader.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources */
export class Resources extends Catalog<Resource> {
  #reader: ResourceReader | undefined;

  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(resourcesKind, requester, cache);
  }

  /**
   * Tells `listener` of each change of a resource, also over a lost connection: whatever may have been missed counts as
   * a change. It is given the URI the server named, which may lie within the one that is watched. Read it again to know
   * what changed.
   * @returns what ends it; aborting `signal` does the same
   * @throws McpError `unsupported-method` when the server does not tell about changes; ProtocolError when it refuses
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources
   */
  subscribe(
    uri: string,
    listener: (uri: string) => void,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<() => void> {
    return this.requester.watch(uri, listener, options?.signal);
  }

  /**
   * Reads a resource, which may consist of several contents. One that was read before is given without asking as long as
   * its server said that it stays the same.
   * @throws ProtocolError when the server has no such resource
   */
  async read(uri: string, options: ReadOptions = {}): Promise<readonly ResourceContents[]> {
    return this.#open().read(uri, options);
  }

  /**
   * What the resource held when it was last read, at this visit or an earlier one; nothing is asked of the server. Undefined
   * where it was not, or where it was not kept: it was too large, looked secret, or went with what was too old.
   */
  async kept(uri: string): Promise<KeptResource | undefined> {
    return this.#open().kept(uri);
  }

  override invalidate(): void {
    super.invalidate();
    this.changed();
  }

  /** The resource may have changed; all of them where it is not said which. What was read of it is not given again. */
  changed(uri?: string): void {
    if (this.#reader) this.#reader.forget(uri);
    // An earlier visit may have left it. What it left of others still holds as long as their server said.
    else if (uri) this.#open().forget(uri);
  }

  #open(): ResourceReader {
    return (this.#reader ??= new ResourceReader(this.requester, this.cache));
  }
}
