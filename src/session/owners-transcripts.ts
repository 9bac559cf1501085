import type { TranscriptStore } from '../transcript/transcript-store.js';
import { ownerOf } from './owner-of.js';
import type { SessionKeeping } from './owners-keeping.js';
import type { SessionOptions } from './session-options.js';
import { transcriptsIn } from './transcripts-in.js';

/** The transcripts of whoever is signed in at the moment: of nobody known nothing is kept. */
export function ownersTranscripts(keeping: SessionKeeping, options: SessionOptions): TranscriptStore {
  const now = (): { store: TranscriptStore; server: string } | undefined =>
    ownerOf(options) && { store: transcriptsIn(keeping.storage), server: keeping.server };
  return {
    async appendTranscript(entries, blobs) {
      const { store, server } = now() ?? {};
      if (store && server)
        await store.appendTranscript(
          entries.map((entry) => ({ ...entry, server })),
          blobs,
        );
    },
    async pageTranscript(_, options) {
      const { store, server } = now() ?? {};
      return store && server ? store.pageTranscript(server, options) : [];
    },
    async getTranscriptBlob(_, hash) {
      const { store, server } = now() ?? {};
      return store && server ? store.getTranscriptBlob(server, hash) : undefined;
    },
    async trimTranscript(_, limits) {
      const { store, server } = now() ?? {};
      if (store && server) await store.trimTranscript(server, limits);
    },
    async eraseTranscript() {
      const { store, server } = now() ?? {};
      if (store && server) await store.eraseTranscript(server);
    },
  };
}
