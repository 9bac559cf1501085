// What one requirement is made of. The manifest is lists of these.

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/** That revision and all later ones. */
export const since = (revision) => REVISIONS.slice(REVISIONS.indexOf(revision));
/** From the first to the second, both included. */
export const between = (first, last) => since(first).filter((revision) => revision <= last);

export const ALL = REVISIONS;
export const LEGACY = between('2024-11-05', '2025-11-25');
export const MODERN = since('2026-07-28');

/** Verified by a test that cites it. */
export const tested = { is: 'tested' };
/** Belongs to a piece that is built after this one. */
export const later = (piece) => ({ is: 'later', piece });
/** Can never come up here, and why. */
export const notApplicable = (why) => ({ is: 'not-applicable', why });

export const PIECES = ['consent', 'authorization', 'forms', 'content', 'state', 'apps'];

/**
 * MUST and SHOULD as the page uses them. PRINCIPLE is what the specification expects of a host without such a word, in
 * its chapter on trust and safety. OURS is what we hold ourselves to beyond it.
 */
export const LEVELS = ['MUST', 'SHOULD', 'PRINCIPLE', 'OURS'];

/**
 * @param {string} id in our own words, kebab-case
 * @param {number} n its number in our checklist; one that is two things has two requirements
 * @param {string} level one of {@link LEVELS}
 * @param {string} says what it asks of us, in our own words
 * @param {string} page revision and path of the page that states it
 * @param {readonly string[]} revisions where it holds
 */
export const requirement = (id, n, level, says, page, revisions, status) => ({
  id,
  n,
  level,
  says,
  url: `https://modelcontextprotocol.io/specification/${page}`,
  revisions,
  status,
});
