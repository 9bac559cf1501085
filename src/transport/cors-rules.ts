/** The CORS rules that a server needs so that a page of another origin can use it. */
export interface CorsRules {
  readonly origin: string;
  readonly methods: readonly string[];
  readonly allow: readonly string[];
  readonly expose: readonly string[];
}

const METHODS = ['GET', 'POST', 'DELETE'];

/** Request headers of a whole session, of all revisions, that a browser sends only where the server allows them. */
export const PROTOCOL_HEADERS: readonly string[] = [
  'Content-Type',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
];
export const AUTHORIZATION = 'Authorization';
const EXPOSE = ['Mcp-Session-Id', 'WWW-Authenticate'];

/**
 * Headers that a browser sends without asking the server.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
export const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language']);

/**
 * The rules for a page of this origin.
 * @param pageOrigin absent where the page is unknown
 * @param requestHeaders names of the headers that the page sends in addition to those of the protocol
 */
export function corsRulesFor(pageOrigin: string | undefined, requestHeaders: readonly string[]): CorsRules {
  const allow = [...PROTOCOL_HEADERS, AUTHORIZATION];
  const known = new Set([...allow.map((name) => name.toLowerCase()), ...ALWAYS_ALLOWED]);
  return {
    // A page opened from disk has the origin "null", which no server should allow by name.
    origin: pageOrigin === undefined || pageOrigin === 'null' ? '*' : pageOrigin,
    methods: METHODS,
    allow: [...allow, ...requestHeaders.filter((name) => !known.has(name.toLowerCase()))],
    expose: EXPOSE,
  };
}

/** The rules as names and values of response headers. */
export function corsFields({
  origin,
  methods,
  allow,
  expose,
}: CorsRules): readonly (readonly [name: string, value: string])[] {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ['Access-Control-Allow-Headers', allow.join(', ')],
    ['Access-Control-Expose-Headers', expose.join(', ')],
    ['Access-Control-Max-Age', '600'],
    // Without it a cache may give the permission of one page to another.
    ...(origin === '*' ? [] : [['Vary', 'Origin'] as const]),
  ];
}

export function headerLines(rules: CorsRules): readonly string[] {
  return corsFields(rules).map(([name, value]) => `${name}: ${value}`);
}
