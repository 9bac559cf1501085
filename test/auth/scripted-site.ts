import type { AuthorizationRequest, Authorizer, BegunAuthorization } from '../../src/auth/index.js';
import { ScriptedIssuer, type IssuerScript } from './scripted-issuer.js';

/** What a site does otherwise than an ordinary one. */
export interface SiteScript {
  /** Where the MCP server is. Default `https://mcp.test`. */
  readonly origin?: string;
  /** Path of the MCP endpoint. */
  readonly path?: string;
  /** Where the metadata of the protected resource is; `none`: nowhere. */
  readonly metadataAt?: 'path' | 'root' | 'told' | 'none';
  /** Where the refusal says that the metadata is, whether or not it is there. */
  readonly tells?: string;
  /** The refusal does not say anything, as where CORS hides its header. */
  readonly hidesChallenge?: boolean;
  /** Fields of the metadata that are different. */
  readonly resource?: Readonly<Record<string, unknown>>;
  /** Scope that the first refusal names. */
  readonly scope?: string;
  /** Scopes that single methods need. */
  readonly needs?: Readonly<Record<string, string>>;
  /** It never takes any token. */
  readonly takesNothing?: boolean;
  /** It takes tokens bound to a key only. */
  readonly bound?: boolean;
  readonly issuer?: IssuerScript;
  /** What becomes of the address the person comes back with. */
  readonly comesBack?: (callback: URL) => URL | string;
  /** A whole answer instead of the ordinary one. */
  readonly instead?: (url: URL, init: RequestInit) => Response | undefined | Promise<Response | undefined>;
}

export interface Asked {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

const json = (body: unknown, status = 200, headers: HeadersInit = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** An MCP server and its authorization servers behind one `fetch`, and a log of everything they were asked. */
export class ScriptedSite {
  readonly log: Asked[] = [];
  /** Addresses people were sent to. */
  readonly visits: (AuthorizationRequest & BegunAuthorization)[] = [];
  issuer: ScriptedIssuer;
  #script: SiteScript;

  constructor(script: SiteScript = {}) {
    this.#script = script;
    this.issuer = new ScriptedIssuer(script.issuer);
  }

  get url(): string {
    return `${this.#origin}${this.#script.path ?? '/mcp'}`;
  }

  get #origin(): string {
    return this.#script.origin ?? 'https://mcp.test';
  }

  change(script: Partial<SiteScript>): void {
    this.#script = { ...this.#script, ...script };
    if (script.issuer) this.issuer = new ScriptedIssuer(script.issuer);
  }

  /** Sends people there and back at once. */
  readonly authorizer: Authorizer = {
    open: async (request) => {
      const begun = await request.begin();
      this.visits.push({ ...request, ...begun });
      const callback = this.issuer.authorize(new URL(begun.url));
      return String(this.#script.comesBack?.(callback) ?? callback);
    },
  };

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body = init.body instanceof URLSearchParams ? init.body.toString() : ((init.body as string | null) ?? '');
    const asked: Asked = { url, method: init.method ?? 'GET', headers: new Headers(init.headers), body };
    this.log.push(asked);
    init.signal?.throwIfAborted();
    const instead = await this.#script.instead?.(url, init);
    if (instead) return instead;
    if (url.origin === this.#origin) return this.#server(asked);
    if (url.origin === new URL(this.issuer.name).origin) return this.issuer.answer(asked);
    throw new TypeError('Failed to fetch');
  };

  /** What was asked at that path of any server. */
  at(path: string): Asked[] {
    return this.log.filter(({ url }) => url.pathname === path);
  }

  #server(asked: Asked): Response {
    const { metadataAt = 'path', path = '/mcp' } = this.#script;
    const wellKnown = '/.well-known/oauth-protected-resource';
    const place = { path: wellKnown + path, root: wellKnown, told: '/about/me.json', none: '-' }[metadataAt];
    if (asked.url.pathname === place)
      return json({
        resource: this.url,
        authorization_servers: [this.issuer.name],
        ...this.#script.resource,
      });
    if (metadataAt === 'none') {
      const own = this.issuer.answer(asked);
      if (own.status !== 404) return own;
    }
    if (asked.url.pathname !== path) return json({}, 404);
    return this.#mcp(asked);
  }

  #mcp({ method, headers, body }: Asked): Response {
    if (method !== 'POST') return json({}, 405);
    if (body === '') return json({ error: 'no message' }, 400);
    const { id, method: rpc } = JSON.parse(body) as { id?: number; method: string };
    const { needs = {}, takesNothing, bound } = this.#script;
    const [scheme, token = ''] = (headers.get('authorization') ?? '').split(' ');
    const grant = scheme === (bound ? 'DPoP' : 'Bearer') ? this.issuer.grantOf(token) : undefined;
    if (!grant || takesNothing) return this.#refuse(401, token ? 'error="invalid_token"' : '', this.#script.scope);
    const needed = needs[rpc];
    if (needed && !grant.scope.split(' ').includes(needed))
      return this.#refuse(403, 'error="insufficient_scope"', needed);
    return id === undefined ? new Response(null, { status: 202 }) : json({ jsonrpc: '2.0', id, result: RESULTS[rpc] });
  }

  #refuse(status: number, error: string, scope: string | undefined): Response {
    const { metadataAt, hidesChallenge, bound, tells } = this.#script;
    const told = tells ?? (metadataAt === 'told' ? `${this.#origin}/about/me.json` : undefined);
    const parts = [
      told === undefined ? '' : `resource_metadata="${told}"`,
      error,
      scope === undefined ? '' : `scope="${scope}"`,
    ].filter(Boolean);
    const challenge = `${bound ? 'DPoP' : 'Bearer'} ${parts.join(', ')}`;
    return new Response('', { status, headers: hidesChallenge ? {} : { 'www-authenticate': challenge } });
  }
}

const RESULTS: Readonly<Record<string, unknown>> = {
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'scripted', version: '1' } },
  },
  'tools/list': { resultType: 'complete', ttlMs: 0, tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
};
