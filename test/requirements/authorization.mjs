// Signing in, from a page. Servers of 2025-03-26 are their own authorization server; there the first two do not hold.
import { MODERN, requirement, since, tested } from './requirement.mjs';

const NEWEST = '2026-07-28/basic/authorization';
const SINCE_MARCH = since('2025-03-26');
const SINCE_JUNE = since('2025-06-18');
const SINCE_NOVEMBER = since('2025-11-25');

/** @type {(id: string, n: number, level: string, says: string, revisions: readonly string[]) => object} */
const asked = (id, n, level, says, revisions) => requirement(id, n, level, says, NEWEST, revisions, tested);

export const authorization = [
  asked(
    'resource-metadata-in-order',
    118,
    'MUST',
    'Who signs people in is read where the refusal says, else under the path of the server, else at its root.',
    SINCE_JUNE,
  ),
  asked(
    'challenge-is-read',
    119,
    'MUST',
    'The header of a refusal is read, with quotes, several challenges and parameters in any order.',
    SINCE_JUNE,
  ),
  asked(
    'refusal-starts-sign-in',
    119,
    'MUST',
    'A 401 starts the sign-in, and the request goes on after it.',
    SINCE_JUNE,
  ),
  asked(
    'server-metadata-in-order',
    120,
    'MUST',
    'Metadata of an authorization server is looked for as OAuth and as OpenID have it, in the stated order.',
    SINCE_NOVEMBER,
  ),
  asked(
    'issuer-is-the-same',
    121,
    'MUST',
    'Metadata whose issuer is not, letter by letter, the one it was looked for under is not used.',
    MODERN,
  ),
  asked(
    'codes-are-protected',
    122,
    'MUST',
    'Codes are protected with S256, and an authorization server that does not say it has that is refused.',
    SINCE_NOVEMBER,
  ),
  asked(
    'resource-in-both-requests',
    123,
    'MUST',
    'The server a token is for is named when it is asked for, when it is fetched and when it is renewed.',
    SINCE_JUNE,
  ),
  asked(
    'who-answers-is-checked',
    124,
    'MUST',
    'Who sends a person back must be who they were sent to, letter by letter; of anybody else nothing is used or shown.',
    MODERN,
  ),
  asked('state-is-checked', 125, 'SHOULD', 'The answer to another attempt is not used.', SINCE_JUNE),
  asked(
    'comes-back-to-registered-address',
    126,
    'MUST',
    'People come back to one exact address, over https or on this machine.',
    SINCE_JUNE,
  ),
  asked(
    'token-in-header-only',
    127,
    'MUST',
    'Each request carries the token, in its header and never in an address.',
    SINCE_MARCH,
  ),
  asked(
    'tokens-belong-to-their-issuer',
    128,
    'MUST',
    'A token goes to no server but the one it was given for, by an authorization server that one trusts.',
    SINCE_JUNE,
  ),
  asked(
    'tokens-are-kept-secret',
    129,
    'MUST',
    'Tokens, codes and verifiers are in no storage, address, error, log or document.',
    SINCE_MARCH,
  ),
  asked(
    'refresh-tokens-rotate',
    129,
    'MUST',
    'Of refresh tokens the newest is used, once, whatever the tabs.',
    SINCE_MARCH,
  ),
  asked(
    'clients-stay-with-their-issuer',
    130,
    'MUST',
    'A client is shown to no authorization server but its own; one of another is an error, not left out.',
    MODERN,
  ),
  asked(
    'registration-says-what-it-is',
    131,
    'MUST',
    'A registration says what kind of client it is, and its refusal is told with what to do.',
    MODERN,
  ),
  asked(
    'client-document-rules',
    132,
    'MUST',
    'The address of a client’s document is https, has a path, and is the client id exactly.',
    SINCE_NOVEMBER,
  ),
  asked(
    'scope-of-the-refusal-first',
    133,
    'MUST',
    'What the refusal says is wanted is asked for; else what the server knows; else nothing.',
    SINCE_NOVEMBER,
  ),
  asked(
    'rights-are-added',
    134,
    'SHOULD',
    'A missing right is asked for beside those there are, a few times at most.',
    SINCE_NOVEMBER,
  ),
  asked(
    'refresh-token-is-not-taken-for-granted',
    135,
    'MUST',
    'Without a refresh token all works, with the person’s help.',
    MODERN,
  ),
  asked(
    'offline-access-only-where-known',
    135,
    'SHOULD',
    'To stay signed in is asked for only where the authorization server has it.',
    MODERN,
  ),
  asked(
    'clients-registered-by-hand',
    136,
    'SHOULD',
    'A page can bring a client, or ask the person for one.',
    SINCE_NOVEMBER,
  ),
  asked(
    'another-resource-is-refused',
    137,
    'MUST',
    'A server that names another one as the one to sign in for is refused before anybody is sent anywhere.',
    MODERN,
  ),
];
