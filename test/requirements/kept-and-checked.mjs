// What is kept of a server's answers and for how long, and what its schemas are read as.
import { MODERN, requirement, since, tested } from './requirement.mjs';

const CACHING = '2026-07-28/server/utilities/caching';
const PAGINATION = '2026-07-28/server/utilities/pagination';
const BASIC = '2026-07-28/basic';

export const keptAndChecked = [
  requirement(
    'unknown-cursor-begins-anew',
    75,
    'SHOULD',
    'A cursor the server no longer knows ends nothing: all pages are dropped and the list is read from its beginning.',
    PAGINATION,
    MODERN,
    tested,
  ),
  requirement(
    'schema-dialects-honoured',
    111,
    'MUST',
    'A schema without a word of it is of 2020-12, one that names its dialect is read in it, and a dialect we do not know is said to be so.',
    BASIC,
    since('2025-11-25'),
    tested,
  ),
  requirement(
    'references-never-fetched',
    112,
    'MUST',
    'What a schema refers to outside of itself is never fetched; what depends on it counts as not checked, not as right.',
    BASIC,
    MODERN,
    tested,
  ),
  requirement(
    'results-kept-while-fresh',
    116,
    'SHOULD',
    'What a server says will hold for a time is not asked for again in that time; without such a word it holds for none.',
    CACHING,
    MODERN,
    tested,
  ),
  requirement(
    'kept-for-the-same-question-only',
    116,
    'MUST',
    'A result that is kept answers the very same question and no other.',
    CACHING,
    MODERN,
    tested,
  ),
  requirement(
    'private-results-stay-private',
    116,
    'MUST',
    'What is meant for one person is never given to another; where the server does not say, it is meant for one.',
    CACHING,
    MODERN,
    tested,
  ),
  requirement(
    'answered-results-not-kept',
    116,
    'MUST',
    'A result that our answers or a state of the server went into is not kept.',
    CACHING,
    MODERN,
    tested,
  ),
  requirement(
    'news-end-freshness',
    116,
    'MUST',
    'News that something changed end its freshness at once, whatever was said before.',
    CACHING,
    MODERN,
    tested,
  ),
];
