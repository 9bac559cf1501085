// What HTTP needs beyond one request with one plain answer.
export { recover } from './mishap.js';
export { readUnusual } from './read-unusual.js';
export { inSession, leave } from './session-loss.js';
export { followSession, readEvents } from './standing-stream.js';
