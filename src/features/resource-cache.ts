import type { ResourceContents } from '../protocol/model.js';

/** A resource as it was read. */
export interface KeptResource {
  readonly contents: readonly ResourceContents[];
  /** When, in epoch milliseconds. */
  readonly asOf: number;
  /** Until when its server said that it stays so, in epoch milliseconds; absent where it said nothing, or said that it changed. */
  readonly freshUntil?: number | undefined;
  /** Whom the server lets share it, as it said. */
  readonly scope?: 'public' | 'private' | undefined;
}

/** Where resources that were read are kept between visits. Never rejects. */
export interface ResourceCache {
  /** Soon, whatever the store does. */
  get(uri: string): Promise<KeptResource | undefined>;
  /** May keep nothing, where it is too large or looks secret. */
  set(uri: string, kept: KeptResource): Promise<void>;
  /** These stay to be looked at, but are not taken for what the server would say any more. */
  changed(isConcerned: (uri: string) => boolean): Promise<void>;
}
