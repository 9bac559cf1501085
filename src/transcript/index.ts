/** Transcripts of sessions, `mcp-embed/transcript`: read, search, save, and play them back without the server. */
export { Timeline, Transcript, type TimelineState } from './transcript.js';
export { MAX_NOTIFICATIONS_OF_REQUEST, MAX_RECORDING_ENTRIES, MAX_STORED_ENTRIES } from './entry.js';
export type { Body } from '../wire/body.js';
export type { Ended, TranscriptBlob, TranscriptEntry, TranscriptStore } from './entry.js';
export { fitting, isFailed, isRefusedProbe, kindOf, toolOf, type EntryKind, type TranscriptFilter } from './search.js';
export { saveHar, saveRecording, type HarOptions, type SaveOptions } from './export.js';
export {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type ExportLevel,
  type RecordedServer,
} from '../wire/recording-format.js';
export { openRecording, Recording, recordingOf } from './playback.js';
export type { RecordingFile } from './read-recording.js';
export { SECRET_SIGN, type Redactor } from '../secrets/redactor.js';
