import { saveHar, saveRecording, type ExportLevel, type TranscriptEntry } from '../../src/recording/index.js';
import type { Session } from '../../src/index.js';
import { fileStamp, giveFile } from '../files/give-file.js';

export interface Saving {
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  readonly level: ExportLevel;
  readonly format: 'json' | 'har';
  readonly session: Session | undefined;
  readonly blob: (hash: string) => Promise<string | undefined>;
}

/** Gives what is shown to the person as a file. */
export async function saveFile({ entries, level, format, session, blob }: Saving): Promise<void> {
  const state = session?.state.get();
  const known = state && 'server' in state ? state.server : undefined;
  const server = known && { name: known.name, title: known.title, version: known.version };
  const pieces =
    format === 'har' ? await saveHar(entries, { level }) : await saveRecording(entries, { level, server, blob });
  if (!pieces) return;
  giveFile(`transcript-${fileStamp()}.${format === 'har' ? 'har' : 'recording.json'}`, pieces);
}
