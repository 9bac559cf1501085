import type { TranscriptBlob, TranscriptEntry } from './entry.js';

/** Where transcripts are kept over visits. Methods may reject; what they do not take holds for the page. */
export interface TranscriptStore {
  /** Adds entries, or replaces those of the same ids, and keeps their blobs. */
  appendTranscript(entries: readonly TranscriptEntry[], blobs: readonly TranscriptBlob[]): Promise<void>;
  /** Entries of a server from newest to oldest, only those before that moment; all those of the last moment. */
  pageTranscript(
    server: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly TranscriptEntry[]>;
  getTranscriptBlob(server: string, hash: string): Promise<string | undefined>;
  /** Drops the oldest entries of a server that are over one of the limits, and blobs that no entry has any more. */
  trimTranscript(server: string, limits: { readonly entries: number; readonly characters: number }): Promise<void>;
  /** Drops all of a server. */
  eraseTranscript(server: string): Promise<void>;
}
