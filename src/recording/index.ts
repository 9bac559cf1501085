/** What was said in a session: read, searched, saved, and played back without the server. */
export { transcriptOf } from '../session/transcript-of.js';
export { SECRET_SIGN } from '../util/redactor.js';
export type { Body, Ended, TranscriptBlob, TranscriptEntry } from '../transcript/entry.js';
export * from '../transcript/limits.js';
export { fitting, isFailed, kindOf, toolOf } from '../transcript/search.js';
export type { EntryKind, TranscriptFilter } from '../transcript/search.js';
export type { ExportLevel } from '../transcript/exported.js';
export type { RecordingFile } from '../transcript/read-recording.js';
export { openRecording, Recording, recordingOf } from '../transcript/recording.js';
export { saveHar } from '../transcript/save-har.js';
export type { HarOptions } from '../transcript/save-har.js';
export { RECORDING_FORMAT, RECORDING_VERSION, saveRecording } from '../transcript/save-recording.js';
export type { RecordedServer, SaveOptions } from '../transcript/save-recording.js';
export { Timeline } from '../transcript/timeline.js';
export type { TimelineState } from '../transcript/timeline.js';
export { Transcript } from '../transcript/transcript.js';
export type { TranscriptStore } from '../transcript/transcript-store.js';
