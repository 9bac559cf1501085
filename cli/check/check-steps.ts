import type { Finding } from '../../src/diagnosis/types.js';
import type { CheckResult } from './check-server.js';
import type { CorsCheck, CorsPermission } from './cors-check.js';
import type { HandshakeCheck } from './handshake-check.js';
import type { CorsFault } from './page-fetch.js';
import type { AuthorizationServerCheck, SignInCheck } from './sign-in-check.js';

/** `skipped`: not asked, or not needed. */
export type StepState = 'passed' | 'attention' | 'failed' | 'skipped';

/** One step of a check, in words. They may quote the server. */
export interface CheckStep {
  readonly state: StepState;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Findings about CORS rules: the worst of them is the state of that step. */
const ABOUT_CORS: ReadonlySet<Finding['id']> = new Set([
  'cors-missing',
  'cors-incomplete',
  'preflight-refused',
  'cors-method-refused',
  'cors-header-refused',
  'session-id-hidden',
  'resume-header-refused',
  'delete-refused',
  'www-authenticate-hidden',
]);

/** A result as steps, in the order in which a page goes. */
export function stepsOf(result: CheckResult): readonly CheckStep[] {
  const { cors, signIn, handshakes } = result;
  return [
    reachStep(result),
    cors ? corsStep(cors, result.findings) : skipped('CORS'),
    ...(signIn ? [signInStep(signIn)] : cors ? [] : [skipped('Sign-in')]),
    ...(handshakes
      ? handshakes.map((one) => handshakeStep(one, handshakes))
      : [skipped('Handshake', signIn && ['Comes after the sign-in. Give a token with --header to check it.'])]),
  ];
}

function skipped(title: string, lines: readonly string[] = []): CheckStep {
  return { state: 'skipped', title, lines };
}

function reachStep({ reach, networkError, asksForLocalNetwork }: CheckResult): CheckStep {
  return {
    state: reach === 'none' ? 'failed' : asksForLocalNetwork ? 'attention' : 'passed',
    title: 'Reachable from a page',
    lines: [
      ...(networkError === undefined ? [] : [`The network says ${networkError}.`]),
      ...(asksForLocalNetwork && reach !== 'none'
        ? [
            'The server is in a local network and the page is not: browsers ask the person first, and some refuse plain http from an https page.',
          ]
        : []),
    ],
  };
}

function corsStep(
  { applies, methods, requestHeaders, responseHeaders }: CorsCheck,
  findings: CheckResult['findings'],
): CheckStep {
  if (!applies)
    return { state: 'passed', title: 'CORS', lines: ['It does not apply: the page has the origin of the server.'] };
  const worst = findings.filter(({ id }) => ABOUT_CORS.has(id)).map(({ severity }) => severity);
  return {
    state: worst.includes('error') ? 'failed' : worst.includes('warning') ? 'attention' : 'passed',
    title: 'CORS',
    lines: [
      `methods: ${listed(methods)}`,
      `headers that the page sends: ${listed(requestHeaders)}`,
      `headers that it reads: ${responseHeaders.map(({ name, state }) => `${name} ${READING[state]}`).join(', ')}`,
    ],
  };
}

const READING = { readable: 'readable', hidden: 'hidden', 'not-sent': '(not sent here)' } as const;

/** `Content-Type, Mcp-Name; not allowed: Authorization (not in the list of the preflight)`. */
function listed(permissions: readonly CorsPermission[]): string {
  const allowed = permissions.filter((one) => one.allowed).map(({ name }) => name);
  const reasons = new Map<string, string[]>();
  for (const { name, fault, status } of permissions) {
    if (!fault) continue;
    const reason = reasonOf(fault, status);
    reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  }
  const refused = [...reasons].map(([reason, names]) => `not allowed: ${names.join(', ')} (${reason})`);
  return [...(allowed.length > 0 ? [allowed.join(', ')] : []), ...refused].join('; ');
}

function reasonOf(fault: CorsFault | 'not-sent', status?: number): string {
  switch (fault) {
    case 'no-answer':
      return 'the preflight has no answer';
    case 'not-sent':
      return 'the browser does not send it';
    case 'origin-missing':
      return `no Access-Control-Allow-Origin${status === undefined ? '' : `, status ${status}`}`;
    case 'origin-other':
      return 'Access-Control-Allow-Origin is for another origin, or is there twice';
    case 'preflight-status':
      return `the preflight is answered with ${status === undefined ? 'an error' : status}`;
    case 'method':
      return 'not in Access-Control-Allow-Methods';
    case 'headers':
      return 'not in Access-Control-Allow-Headers';
  }
}

function signInStep(signIn: SignInCheck): CheckStep {
  const { isPossible, challenge, resourceMetadata, authorizationServers, tokenAllowed, unreadable, problem } = signIn;
  const canRegister = authorizationServers.some((one) => one.clientIdMetadataDocument || one.dynamicRegistration);
  return {
    state: isPossible ? (canRegister ? 'passed' : 'attention') : 'failed',
    title: 'Sign-in (401)',
    lines: [
      `WWW-Authenticate: ${challenge ? 'readable' : 'none that the page may read'}`,
      `protected resource metadata: ${METADATA[resourceMetadata]}`,
      ...authorizationServers.flatMap(serverLines),
      ...(tokenAllowed ? [] : ['The preflight does not allow Authorization, so no token can be sent.']),
      ...unreadable.map(({ url, status, fault }) => `${url}: answered with ${status}, unreadable (${reasonOf(fault)})`),
      ...(problem ? [problem.what, ...(problem.remedy ? [problem.remedy] : [])] : []),
    ],
  };
}

const METADATA = { read: 'readable', absent: 'none', unusable: 'cannot be used' } as const;

function serverLines({
  issuer,
  metadata,
  clientIdMetadataDocument,
  dynamicRegistration,
  tokenEndpoint,
  problem,
}: AuthorizationServerCheck): readonly string[] {
  if (!metadata)
    return [
      `authorization server ${issuer}: ${problem ? problem.what : 'no metadata that says how to sign in'}`,
      ...(problem?.remedy ? [problem.remedy] : []),
    ];
  const ways = [
    ...(clientIdMetadataDocument ? ['client ID metadata document'] : []),
    ...(dynamicRegistration ? ['dynamic registration'] : []),
  ];
  return [
    `authorization server ${issuer}: metadata readable`,
    `how a page registers there: ${ways.join(', ') || 'not by itself: it needs a client id that was registered by hand'}`,
    `token endpoint: ${tokenEndpoint ? 'readable' : 'the page may not read its answers (CORS)'}`,
  ];
}

function handshakeStep(
  { method, revision, works, agreed, transport, server, fault, problem }: HandshakeCheck,
  all: readonly HandshakeCheck[],
): CheckStep {
  const title = `${method} (${revision})`;
  if (!works)
    return {
      state: all.some((one) => one.works) ? 'skipped' : 'failed',
      title,
      lines: [fault ? `The page gets no answer: ${reasonOf(fault)}.` : (problem ?? '')],
    };
  const other = agreed === revision ? '' : `, agreed on ${agreed}`;
  const old = transport === 'http-sse' ? ', over HTTP+SSE' : '';
  return { state: 'passed', title, lines: [`“${server?.name}” ${server?.version}${other}${old}`] };
}
