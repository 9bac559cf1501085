/** Characters of one body that are kept. A list of 500 tools has about that many, and more takes over 5 ms to look through. */
export const MAX_BODY = 512_000;
/** Values of one body that are looked at; 100,000 take some 30 ms. */
export const MAX_VALUES = 100_000;
/** How deep a body is followed: deeper than any message is, and far from what a stack holds. */
export const MAX_DEPTH = 200;
/** Base64 text of so many characters or more is kept apart, once however often it comes. */
export const BLOB_FROM = 4096;
/** Characters of one such text: a picture of 1.5 MB. What is longer is not kept. */
export const MAX_BLOB = 2_000_000;
/** Entries of one session that are in memory, and characters of their bodies: what a page that shows nothing may hold. */
export const MAX_IN_MEMORY = 1000;
export const MAX_CHARACTERS = 4_000_000;
/** Entries of one server that are stored, and characters of their bodies and blobs: some days of work, 20 MB on the disk. */
export const MAX_STORED = 10_000;
export const MAX_STORED_CHARACTERS = 20_000_000;
/** Milliseconds between two writes: one transaction costs as much as a hundred entries. */
export const WRITE_EVERY_MS = 500;
/** Entries that are read from the store at a time: some 5 ms. */
export const PAGE = 250;
/** Notifications of one method about one request that are entries of their own; after them the last one counts up. */
export const MAX_NEWS_OF_REQUEST = 20;

/** Characters of a file that is opened as a recording: what an export of all that is stored has, twice over. */
export const MAX_FILE = 50_000_000;
/** Characters of one entry or blob in such a file, and of what stands beside them. */
export const MAX_ITEM = 4_000_000;
export const MAX_HEAD = 100_000;
/** Entries of a file that are read: as many as are stored. */
export const MAX_RECORDED = 10_000;
/** Problems of a file that are told one by one. */
export const MAX_PROBLEMS = 20;
