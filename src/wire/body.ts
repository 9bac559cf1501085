/** The content of one message, without secrets. */
export interface Body {
  /**
   * JSON; if `isCut`, only its beginning. A blob that is stored separately is {@link BLOB_SIGN} followed by its hash.
   */
  readonly json: string;
  /** Bytes of the complete JSON; at least that many if `isMore`. */
  readonly size: number;
  /** True if the body was longer than {@link MAX_BODY_CHARACTERS}. */
  readonly isCut?: true | undefined;
  /** True if the body was too large to be measured. */
  readonly isMore?: true | undefined;
  /** Arguments that could be secret but that the user chose to store: JSON pointers, with `*` for list indexes. */
  readonly shown?: readonly string[] | undefined;
  /** Hashes of the blobs in the body. */
  readonly blobs?: readonly string[] | undefined;
}

/** Replaces a blob in a body; its hash follows. */
export const BLOB_SIGN = 'mcp-embed-blob:';

/**
 * Characters of one body that are kept; the rest is cut, the size is still recorded, and the body cannot be played
 * back. A list of 500 tools has about that many, and more would take over 5 ms to scan.
 */
export const MAX_BODY_CHARACTERS = 512_000;
/** Values of one body that are read; 100,000 take some 30 ms. The rest is cut. */
export const MAX_BODY_VALUES = 100_000;
/**
 * Levels of a body that are read: more than any message has, and far fewer than overflow the stack. Deeper levels are
 * cut.
 */
export const MAX_BODY_DEPTH = 200;
/** Characters of base64 from which on it is stored separately from its body, once for all entries. */
export const MIN_BLOB_CHARACTERS = 4096;
