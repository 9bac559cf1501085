import type { Asked } from './scripted-site.js';

/** What an authorization server does otherwise than an ordinary one. */
export interface IssuerScript {
  readonly name?: string;
  /** Fields of its metadata that are different; undefined leaves one out. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Path of its metadata. */
  readonly metadataAt?: string;
  /** It has none at all. */
  readonly hasNoMetadata?: boolean;
  /** Seconds that a token lasts. */
  readonly expiresIn?: number;
  readonly givesRefreshTokens?: boolean;
  /** What it grants, whatever is asked. */
  readonly grants?: string;
  /** It names itself when it sends people back. */
  readonly namesItself?: boolean;
  /** What it says to a registration. */
  readonly registers?: (metadata: Readonly<Record<string, unknown>>) => { status: number; body: unknown };
  /** The error that people come back with. */
  readonly refuses?: { readonly error: string; readonly description?: string };
  readonly tokenAnswer?: () => Response | undefined;
}

interface Grant {
  readonly scope: string;
  readonly expiresAt: number;
}

let count = 0;

/** An authorization server that asks nobody: whoever comes is sent back with a code. It checks what real ones check. */
export class ScriptedIssuer {
  readonly name: string;
  readonly #script: IssuerScript;
  readonly #codes = new Map<string, URLSearchParams>();
  readonly #tokens = new Map<string, Grant>();
  readonly #refresh = new Map<string, string>();
  readonly clients = new Map<string, string | undefined>();

  constructor(script: IssuerScript = {}) {
    this.#script = script;
    this.name = script.name ?? 'https://as.test';
  }

  grantOf(token: string): Grant | undefined {
    const grant = this.#tokens.get(token);
    return grant && grant.expiresAt > Date.now() ? grant : undefined;
  }

  /** As if somebody had taken all tokens back. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  forgetRefreshTokens(): void {
    this.#refresh.clear();
  }

  authorize(url: URL): URL {
    const asked = url.searchParams;
    const callback = new URL(asked.get('redirect_uri')!);
    callback.searchParams.set('state', asked.get('state') ?? '');
    if (this.#script.namesItself) callback.searchParams.set('iss', this.name);
    const { refuses } = this.#script;
    if (refuses) {
      callback.searchParams.set('error', refuses.error);
      if (refuses.description) callback.searchParams.set('error_description', refuses.description);
      return callback;
    }
    const code = `code-${++count}-secret`;
    this.#codes.set(code, asked);
    callback.searchParams.set('code', code);
    return callback;
  }

  answer(asked: Asked): Response {
    const { pathname } = asked.url;
    if (!this.#script.hasNoMetadata && pathname === this.#metadataPath()) return json(this.#metadata());
    // As Express has it: a GET to a route for POST is a path that is not there. The page to sign in at wants parameters.
    if (asked.method === 'GET') {
      const status = this.#script.registers?.({}).status;
      if (status === 401) return json({}, 401);
      return json({}, pathname.endsWith('/authorize') && status !== 404 ? 400 : 404);
    }
    if (pathname.endsWith('/register')) return this.#register(JSON.parse(asked.body));
    if (pathname.endsWith('/token'))
      return this.#script.tokenAnswer?.() ?? this.#token(new URLSearchParams(asked.body), asked.headers.has('dpop'));
    if (pathname.endsWith('/revoke')) return this.#revoke(new URLSearchParams(asked.body));
    return json({}, 404);
  }

  #metadataPath(): string {
    const path = new URL(this.name).pathname.replace(/\/$/, '');
    return this.#script.metadataAt ?? `/.well-known/oauth-authorization-server${path}`;
  }

  #metadata(): object {
    const base = this.name.replace(/\/$/, '');
    return {
      issuer: this.name,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      registration_endpoint: `${base}/register`,
      revocation_endpoint: `${base}/revoke`,
      code_challenge_methods_supported: ['S256'],
      ...(this.#script.namesItself && { authorization_response_iss_parameter_supported: true }),
      ...this.#script.metadata,
    };
  }

  #register(metadata: Record<string, unknown>): Response {
    const own = this.#script.registers?.(metadata);
    if (own) return json(own.body, own.status);
    const id = `client-${++count}`;
    this.clients.set(id, undefined);
    return json({ ...metadata, client_id: id, token_endpoint_auth_method: 'none' }, 201);
  }

  #token(given: URLSearchParams, isBound: boolean): Response {
    if (given.get('grant_type') === 'refresh_token') {
      const scope = this.#refresh.get(given.get('refresh_token') ?? '');
      // Each works once.
      this.#refresh.delete(given.get('refresh_token') ?? '');
      return scope === undefined ? json({ error: 'invalid_grant' }, 400) : this.#give(scope, isBound);
    }
    const asked = this.#codes.get(given.get('code') ?? '');
    this.#codes.delete(given.get('code') ?? '');
    const isSame = ['redirect_uri', 'resource'].every((name) => asked?.get(name) === given.get(name));
    if (!asked || !isSame || !given.get('code_verifier')) return json({ error: 'invalid_grant' }, 400);
    return this.#give(this.#script.grants ?? asked.get('scope') ?? '', isBound);
  }

  #give(scope: string, isBound: boolean): Response {
    const { expiresIn = 3600, givesRefreshTokens } = this.#script;
    const accessToken = `token-${++count}-secret`;
    this.#tokens.set(accessToken, { scope, expiresAt: Date.now() + expiresIn * 1000 });
    const refreshToken = `refresh-${++count}-secret`;
    if (givesRefreshTokens) this.#refresh.set(refreshToken, scope);
    return json({
      access_token: accessToken,
      token_type: isBound ? 'DPoP' : 'Bearer',
      expires_in: expiresIn,
      ...(scope && { scope }),
      ...(givesRefreshTokens && { refresh_token: refreshToken }),
    });
  }

  #revoke(given: URLSearchParams): Response {
    this.#tokens.delete(given.get('token') ?? '');
    this.#refresh.delete(given.get('token') ?? '');
    return new Response('', { status: 200 });
  }
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
