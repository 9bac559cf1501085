/** Longest time a server is believed that nothing changes, in milliseconds. */
export const MAX_TTL_MS: number = 24 * 60 * 60 * 1000;
