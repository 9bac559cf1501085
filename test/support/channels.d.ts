// Where the servers are that are not reached over HTTP; the module itself is made by channels-plugin.mjs.
/** The small server behind a WebSocket. */
export const socketUrl: string;
