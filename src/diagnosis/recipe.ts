import { corsFields, type CorsRules } from '../transport/cors-rules.js';
import type { Framework, Snippet } from './types.js';

export function snippets(rules: CorsRules): readonly Snippet[] {
  return Object.entries(WRITERS).map(([framework, write]) => ({
    framework: framework as Framework,
    code: write(rules).trim(),
  }));
}

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');
const list = (names: readonly string[]): string => `[${quoted(names)}]`;

const WRITERS: Readonly<Record<Framework, (rules: CorsRules) => string>> = {
  Express: ({ origin, methods, allow, expose }) => `
import cors from 'cors';

// Before authentication and before the routes: a preflight carries no token.
app.use(
  cors({
    origin: ${JSON.stringify(origin)},
    methods: ${list(methods)},
    allowedHeaders: ${list(allow)},
    exposedHeaders: ${list(expose)},
    maxAge: 600,
  }),
);`,

  Hono: ({ origin, methods, allow, expose }) => `
import { cors } from 'hono/cors';

// Before authentication and before the routes: a preflight carries no token.
app.use(
  '*',
  cors({
    origin: ${JSON.stringify(origin)},
    allowMethods: ${list(methods)},
    allowHeaders: ${list(allow)},
    exposeHeaders: ${list(expose)},
    maxAge: 600,
  }),
);`,

  'FastAPI or Starlette (Python SDK)': ({ origin, methods, allow, expose }) => `
from starlette.middleware.cors import CORSMiddleware

# app = mcp.streamable_http_app(), or your own FastAPI or Starlette. Add it last, so that it runs first.
app.add_middleware(
    CORSMiddleware,
    allow_origins=${list([origin])},
    allow_methods=${list(methods)},
    allow_headers=${list(allow)},
    expose_headers=${list(expose)},
    max_age=600,
)`,

  nginx: (rules) => `
# In the location that passes requests to the MCP server.
${corsFields(rules)
  .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`)
  .join('\n')}
# Two Access-Control-Allow-Origin lines count as none: drop the one of the server behind, if it sends it.
proxy_hide_header Access-Control-Allow-Origin;
if ($request_method = OPTIONS) {
    return 204;
}`,

  'Cloudflare Worker': (rules) => `
const cors = {
${corsFields(rules)
  .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  .join('\n')}
};

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    const answer = await mcp.fetch(request, env, ctx); // your MCP handler
    const response = new Response(answer.body, answer);
    for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
    return response;
  },
};`,

  'ASP.NET Core': ({ origin, methods, allow, expose }) => `
builder.Services.AddCors(options => options.AddDefaultPolicy(policy => policy
    ${origin === '*' ? '.AllowAnyOrigin()' : `.WithOrigins(${JSON.stringify(origin)})`}
    .WithMethods(${quoted(methods)})
    .WithHeaders(${quoted(allow)})
    .WithExposedHeaders(${quoted(expose)})));

var app = builder.Build();
app.UseCors(); // before UseAuthentication and MapMcp`,

  'Go net/http': (rules) => `
// http.Handle("/mcp", allowPage(mcpHandler))
func allowPage(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
${corsFields(rules)
  .map(([name, value]) => `\t\tw.Header().Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
  .join('\n')}
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}`,
};
