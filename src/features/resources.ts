import type { Resource, ResourceContents } from '../protocol/model.js';
import { Catalog, type CatalogCache } from './catalog.js';
import { resourcesKind } from './catalogs.js';
import type { CallOptions, Requester } from './requester.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources */
export class Resources extends Catalog<Resource> {
  constructor(requester: Requester, cache: CatalogCache) {
    super(resourcesKind, requester, cache);
  }

  /**
   * Reads a resource, which may consist of several contents.
   * @throws ProtocolError when the server has no such resource
   */
  async read(uri: string, options: CallOptions = {}): Promise<readonly ResourceContents[]> {
    const raw = await this.requester.request('resources/read', { uri }, options);
    const { readContents } = await import('../protocol/check/resource.js');
    return readContents(raw, uri);
  }
}
