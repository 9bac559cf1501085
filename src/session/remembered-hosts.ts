import type { HostMemory } from '../content/remote-grants.js';
import { openMemory } from './remembered.js';
import type { SessionOptions } from './session-options.js';

/** Where the sites are kept that a person allowed for the server of a session with these options. */
export async function rememberedHosts(url: string, options: SessionOptions): Promise<HostMemory> {
  // The session reports what is wrong with the store: once is enough.
  return openMemory({ url }, options);
}
