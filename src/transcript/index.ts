/** What was said in a session: read, searched, saved, and played back without the server. */
export type { SessionTranscript } from '../session/transcript.js';
export { SECRET_SIGN } from '../util/redactor.js';
export type { Redactor } from '../util/redactor.js';
export type { Body, Ended, TranscriptBlob, TranscriptEntry } from './entry.js';
export * from './entry.js';
export { fitting, isFailed, kindOf, toolOf } from './search.js';
export type { EntryKind, TranscriptFilter } from './search.js';
export type { ExportLevel } from './export.js';
export type { RecordingFile } from './playback.js';
export { openRecording, Recording, recordingOf } from './playback.js';
export { saveHar } from './export.js';
export type { HarOptions } from './export.js';
export { RECORDING_FORMAT, RECORDING_VERSION, saveRecording } from './export.js';
export type { RecordedServer, SaveOptions } from './export.js';
export { Timeline } from './transcript.js';
export type { TimelineState } from './transcript.js';
export { Transcript } from './transcript.js';
export type { TranscriptStore } from './entry.js';
