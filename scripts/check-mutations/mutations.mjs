// What an attacker would like our sign-in to forget, as changes to the source. Each names the tests that must notice.

/**
 * @typedef Mutation
 * @property {string} name what is no longer done
 * @property {readonly (readonly [file: string, from: string, to: string])[]} changes of text that stands there exactly once
 * @property {readonly string[]} tests files of test/ that run against it
 */

const CALLBACK = 'src/auth/flow.ts';
const CALLBACK_ADDRESS = 'src/auth/clients.ts';
const SIGN_IN = 'src/auth/flow.ts';
const TOKENS = 'src/auth/tokens.ts';

const IF_ISS = 'if (iss === undefined ? namesItself : iss !== issuer)';
/** The library looks again: without this, it would notice for us. */
const LIBRARY_LOOKS = [
  CALLBACK,
  'const server = { issuer, authorization_response_iss_parameter_supported: namesItself };',
  "searchParams.delete('iss');\n  const server = { issuer };",
];

/** @type {readonly Mutation[]} */
export const protocol = [
  {
    name: 'who sends the person back (iss) is not checked',
    changes: [[CALLBACK, IF_ISS, 'if (false as boolean)'], LIBRARY_LOOKS],
    tests: ['auth/callback'],
  },
  {
    name: 'a missing iss is taken where one was promised',
    changes: [[CALLBACK, IF_ISS, 'if (iss !== undefined && iss !== issuer)'], LIBRARY_LOOKS],
    tests: ['auth/callback'],
  },
  {
    name: 'iss is compared as an address, not as text',
    changes: [
      [CALLBACK, IF_ISS, 'if (iss === undefined ? namesItself : new URL(iss).href !== new URL(issuer).href)'],
      LIBRARY_LOOKS,
    ],
    tests: ['auth/callback'],
  },
  {
    name: 'the issuer of metadata may end in another slash',
    changes: [
      [
        'src/auth/discovery.ts',
        'if (!issuer || !issuers.includes(issuer))',
        "if (!issuer || !issuers.some((one) => one.replace(/\\/$/, '') === issuer.replace(/\\/$/, '')))",
      ],
    ],
    tests: ['auth/discovery'],
  },
  {
    name: 'state is not checked',
    changes: [
      [CALLBACK, "if (single('state') !== state) throw", "if (single('state') === '' && !state) throw"],
      [CALLBACK, 'searchParams, state);', 'searchParams, oauth.skipStateCheck);'],
    ],
    tests: ['auth/callback'],
  },
  {
    name: 'PKCE is plain',
    changes: [
      [
        'src/auth/authorization-request.ts',
        'await withWebCrypto(() => oauth.calculatePKCECodeChallenge(attempt.verifier))',
        'attempt.verifier',
      ],
      ['src/auth/authorization-request.ts', "code_challenge_method: 'S256'", "code_challenge_method: 'plain'"],
    ],
    tests: ['auth/flow'],
  },
  {
    name: 'an authorization server without S256 is taken',
    changes: [
      [
        'src/auth/discovery.ts',
        "if (!textsIn(fields, 'code_challenge_methods_supported')?.includes('S256'))",
        'if (false as boolean)',
      ],
    ],
    tests: ['auth/discovery'],
  },
  {
    name: 'no resource where a code is asked for',
    changes: [['src/auth/authorization-request.ts', '    resource: attempt.resource,\n', '']],
    tests: ['auth/flow'],
  },
  {
    name: 'no resource where a token is asked for',
    changes: [
      [
        TOKENS,
        'redirectUri, verifier, {\n            ...options,\n            additionalParameters: { resource },',
        'redirectUri, verifier, {\n            ...options,',
      ],
    ],
    tests: ['auth/flow'],
  },
  {
    name: 'no resource where a token is renewed',
    changes: [
      [
        TOKENS,
        'auth, refreshToken, {\n            ...options,\n            additionalParameters: { resource },',
        'auth, refreshToken, {\n            ...options,',
      ],
    ],
    tests: ['auth/tokens'],
  },
  {
    name: 'metadata of another server is taken',
    changes: [['src/auth/discovery.ts', 'if (!resource || !matchesResource(resource, server))', 'if (!resource)']],
    tests: ['auth/discovery'],
  },
  {
    name: 'who protects the server is not looked up again after it moved',
    changes: [
      [
        SIGN_IN,
        'const resource = await discoverResource(fetch, server, challenge, signal);',
        'const resource = STALE.get(options) ?? (await discoverResource(fetch, server, challenge, signal));\n' +
          '  STALE.set(options, resource);',
      ],
      [
        SIGN_IN,
        'async function prepare(',
        'const STALE = new WeakMap<object, ProtectedResource>();\n\nasync function prepare(',
      ],
    ],
    tests: ['auth/tokens', 'auth/token-store'],
  },
  {
    name: 'a refresh token goes to an authorization server that is no longer trusted',
    changes: [
      [
        SIGN_IN,
        'return issuers.length > 0 ? issuers.includes(issuer) :',
        'return issuers.length > 0 ? Boolean(issuer) :',
      ],
    ],
    tests: ['auth/tokens'],
  },
  {
    name: 'a client is shown to any authorization server',
    changes: [
      [
        'src/auth/clients.ts',
        'clients.find((client) => (client.issuer ?? bound.get(client)) === issuer)',
        'clients.find((client) => Boolean(client.issuer ?? bound.get(client)))',
      ],
    ],
    tests: ['auth/client'],
  },
  {
    name: 'all authorization servers send people back to one address',
    changes: [[CALLBACK_ADDRESS, 'encode(issuer)', "encode('')"]],
    tests: ['auth/mix-up'],
  },
  {
    name: 'an answer on the address of another authorization server is taken',
    changes: [[CALLBACK, '!isCallback(url, redirectUri)', 'url.origin !== new URL(redirectUri).origin']],
    tests: ['auth/mix-up'],
  },
  {
    name: 'a client id goes to whatever authorization server a server names, without iss',
    changes: [
      [
        'src/auth/clients.ts',
        "if (!server.namesItself && registered.issuer !== issuer) throw unclear(search, 'clientId');",
        '',
      ],
    ],
    tests: ['auth/mix-up'],
  },
  {
    name: 'a client document goes there, too',
    changes: [
      [
        'src/auth/clients.ts',
        "if (server.namesItself) return { client: { clientId, method: 'none' }, redirectUri };",
        "if (clientId) return { client: { clientId, method: 'none' }, redirectUri };",
      ],
    ],
    tests: ['auth/mix-up'],
  },
  {
    name: 'a server of the internet names addresses of a private network',
    changes: [
      [
        'src/auth/url-safety.ts',
        'return isLocalHost(new URL(server).hostname) ||',
        'return isLocalHost(new URL(server).hostname) || true ||',
      ],
    ],
    tests: ['auth/hostile-metadata'],
  },
  {
    name: 'the metadata of a server is read at another origin',
    changes: [
      [
        'src/auth/discovery.ts',
        'isSecureUrl(told) && new URL(told).origin === new URL(server).origin',
        'isSecureUrl(told)',
      ],
    ],
    tests: ['auth/hostile-metadata'],
  },
  {
    name: 'the page registers itself before the person agreed',
    changes: [
      [
        SIGN_IN,
        '  signal.throwIfAborted();\n  job.waiting(request);',
        '  await request.begin();\n  job.waiting(request);',
      ],
    ],
    tests: ['auth/before-the-press'],
  },
  {
    name: 'another authorization server than before is no question of its own',
    changes: [
      [
        SIGN_IN,
        'previousIssuer: previousIssuer === issuer ? undefined : previousIssuer,',
        'previousIssuer: previousIssuer === issuer ? previousIssuer && undefined : undefined,',
      ],
    ],
    tests: ['auth/before-the-press'],
  },
];

/** @type {readonly Mutation[]} */
export const browser = [
  {
    name: 'a token goes to another origin',
    changes: [['src/auth/fetch.ts', ' || new URL(url).origin !== origin) return fetch', ') return fetch']],
    tests: ['auth/tokens'],
  },
  {
    name: 'a token goes where a browser redirects to by itself',
    changes: [['src/auth/fetch.ts', "|| init.redirect !== 'manual' ||", '||']],
    tests: ['auth/tokens'],
  },
  {
    name: 'tabs renew at the same time, without the lock',
    changes: [
      [
        'src/auth/lock.ts',
        'const lock = await takeLock(`mcp-embed sign-in ${addressKey(server).key}`, { signal, waitMs: TOKEN_LOCK_MS });',
        "const lock = 'none' as Awaited<ReturnType<typeof takeLock>>;",
      ],
    ],
    tests: ['auth/token-store', 'auth/five-tabs'],
  },
  {
    name: 'a tab that waited for the lock does not look what came of it',
    changes: [['src/auth/authorization.ts', "if (meanwhile === 'renewed') return this.#signIn;\n", '']],
    tests: ['auth/token-store', 'auth/five-tabs'],
  },
  {
    name: 'a renewal signs in again who signed out in another tab',
    changes: [
      ['src/auth/authorization.ts', "if (meanwhile === 'forgotten') return this.#forgotten();\n", ''],
      ['src/auth/authorization.ts', "if (since === 'forgotten') {", "if (since === 'forgotten' && !renewed) {"],
    ],
    tests: ['auth/token-store'],
  },
  {
    name: 'the verifier stays in sessionStorage after it was used',
    changes: [
      ['src/auth/redirect-authorizer.ts', 'tabStorage.remove(key);\n      return { attempt', 'return { attempt'],
    ],
    tests: ['auth/redirect-authorizer'],
  },
  {
    name: 'the window that shows the authorization server can lead this page away',
    changes: [['src/auth/popup.ts', 'if (this.#window) this.#window.opener = null;', '']],
    tests: ['auth/popup'],
  },
  {
    name: 'a window that looks closed is taken for closed, whatever its person does',
    changes: [
      [
        'src/auth/popup.ts',
        '(isOneThing ? POPUP_GONE_MS : POPUP_UNSEEN_MS)',
        '(isOneThing ? POPUP_GONE_MS : POPUP_GONE_MS)',
      ],
    ],
    tests: ['auth/popup'],
  },
  {
    name: 'an error of the token endpoint goes on as it is, with what it holds',
    changes: [[TOKENS, 'if (error instanceof oauth.ResponseBodyError) throw', 'throw error; throw']],
    tests: ['auth/leaks'],
  },
];

/** @type {readonly Mutation[]} */
export const store = [
  {
    name: 'remembered sign-ins lie open',
    changes: [
      [
        'src/storage/token-store.ts',
        'crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text));',
        'Promise.resolve(new TextEncoder().encode(text).buffer);',
      ],
      [
        'src/storage/token-store.ts',
        'await within(CRYPTO_ANSWER_MS, crypto.subtle.decrypt(algorithm(sealed.iv, place), key, sealed.data));',
        '(void key, void place, sealed.data);',
      ],
    ],
    tests: ['storage/token-store'],
  },
  {
    name: 'their key can be read out',
    changes: [['src/storage/token-store.ts', 'length: 256 }, false,', 'length: 256 }, true,']],
    tests: ['storage/token-store'],
  },
  {
    name: 'they open at any server',
    changes: [['src/storage/token-store.ts', 'toJson(place)', "toJson(place && '')"]],
    tests: ['storage/token-store'],
  },
  {
    name: 'each is sealed with the same number',
    changes: [
      [
        'src/storage/token-store.ts',
        'crypto.getRandomValues(new Uint8Array(TOKEN_IV_BYTES))',
        'new Uint8Array(TOKEN_IV_BYTES)',
      ],
    ],
    tests: ['storage/token-store'],
  },
];
