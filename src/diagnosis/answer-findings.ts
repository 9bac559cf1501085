import { type InformativeAnswer, isDecisive, mostInformativeAnswer } from './classify-answer.js';
import { corsFinding } from './cors-findings.js';
import { evidenceOf, hasAnswered, isAnswered, isClientRequest, typeOf, withoutQuery } from './observations.js';
import type { Facts, Finding, Observation, Problem } from './types.js';

type Words = [what: string, remedy: string];

/** Explains a readable answer that ended the connection. Pure. */
export function explainAnswer(facts: Facts): Finding | undefined {
  const { observations, failure } = facts;
  if (!failure || !hasAnswered(facts)) return undefined;
  const timedOut = observations.filter((seen) => isClientRequest(seen) && seen.outcome === 'timed-out');
  const informative = mostInformativeAnswer(facts);
  if (informative && observations.some(({ step, outcome }) => step === 'message' && outcome === 'blocked'))
    return undefined;
  if ((timedOut.length > 0 || failure.code === 'timeout') && !isDecisive(informative))
    return timeoutFinding(facts, timedOut);
  if (!informative) return undefined;
  const { seen } = informative;
  const id = problemOf(facts, informative);
  const words = wordsFor(id, seen, facts);
  if (id === 'session-id-hidden') return corsFinding(facts, id, 'error', words, [...answeredHandshakes(facts), seen]);
  const [what, remedy] = words;
  return { id, severity: 'error', what, remedy, evidence: [evidenceOf(seen)] };
}

function timeoutFinding({ url }: Facts, late: readonly Observation[]): Finding {
  return {
    id: 'timeout',
    severity: 'error',
    what: `${new URL(url).host} answers, but what an MCP client asks first it did not answer in time.`,
    remedy: 'Look in the log of the server where it hangs, and whether a proxy on the way holds streamed answers back.',
    evidence: late.map(evidenceOf),
  };
}

/** The problem, judged by the answer and by the requests before it. */
function problemOf(facts: Facts, { id, seen }: InformativeAnswer): Problem {
  const { code } = facts.failure!;
  if (code === 'unsupported-version') return 'unsupported-revision';
  if (code === 'session-lost') return 'session-lost';
  const aboutSession =
    seen.step === 'message' && (seen.status === 400 || seen.status === 404) && /session/i.test(seen.body);
  const readable = answeredHandshakes(facts).some(({ headers }) => 'mcp-session-id' in headers);
  if (aboutSession) return readable ? 'session-lost' : 'session-id-hidden';
  return id;
}

function answeredHandshakes({ observations }: Facts): readonly Observation[] {
  return observations.filter((seen) => seen.step === 'handshake' && isAnswered(seen));
}

const CHECK_PATH = 'Check the path: most MCP servers have one such as /mcp.';

function wordsFor(id: Problem, seen: Observation, { url, page, pageHeaders, failure }: Facts): Words {
  const { host, pathname } = new URL(url);
  const { status, redirectedTo, method } = seen;
  const origin = page.origin ?? 'this program';
  switch (id) {
    case 'unauthorized':
      return pageHeaders.includes('authorization')
        ? [
            `${host} refused the Authorization header it was given (401).`,
            'Get a new token for this server, and check that it was issued for this address.',
          ]
        : [`${host} wants to know who you are (401).`, 'Sign in, or give this page a token for that server.'];
    case 'forbidden':
      return [
        `${host} refused the request (403). Often that is the list of origins it admits, without ${origin} in it; it may also be a missing right of the token.`,
        `Add ${origin} to the allowed origins of the server and ${host} to its allowed hosts, and check the rights of the token.`,
      ];
    case 'not-found':
      return [`${host} has nothing at ${pathname} (${status}).`, CHECK_PATH];
    case 'method-not-allowed':
      return [
        `${pathname} of ${host} does not take a POST (405) and sends no events either, so it is no MCP endpoint.`,
        CHECK_PATH,
      ];
    case 'not-acceptable':
      return [
        `${host} says that it cannot answer in a form the client takes (406), although the client takes JSON and event streams.`,
        'Look for a proxy or a framework that changes or drops the Accept header; the server must see "application/json, text/event-stream".',
      ];
    case 'media-type-refused':
      return [
        `${host} does not take JSON at ${pathname} (415).`,
        `${CHECK_PATH} If it is right, look for a proxy that changes or drops Content-Type: application/json.`,
      ];
    case 'rate-limited':
      return [`${host} is asked too often (429).`, 'Wait a little and try again, or raise the limit of the server.'];
    case 'server-error':
      return [
        `${host} failed to handle the ${method} (${status}).`,
        'Look in the log of the server; behind a proxy, 502 to 504 mean that the server itself does not run.',
      ];
    case 'html':
      return [
        `${host} answered with a web page at ${pathname}, not with an MCP message.`,
        `${CHECK_PATH} A login page in front of the server must let requests of MCP clients pass.`,
      ];
    case 'not-mcp':
      return [
        `${host} answered with ${typeOf(seen) || 'something without a type'} at ${pathname} (${status}), not with an MCP message.`,
        CHECK_PATH,
      ];
    case 'redirect-elsewhere':
      return [
        `${host} redirects to ${redirectedTo === undefined || redirectedTo === 'unknown' ? 'somewhere that the browser does not tell' : withoutQuery(redirectedTo)}; messages and tokens for one origin are not sent to another.`,
        'If you trust that address, use it instead. If it is a login page, let requests of MCP clients pass it.',
      ];
    case 'unsupported-revision':
      return [failure!.message, 'Update the server, or this client, so that they have a revision in common.'];
    case 'session-lost':
      return [
        `${host} opened a session and did not know it with the next request (${status}).`,
        'Keep sessions where every instance of the server finds them, send the requests of one session to one instance, or run the server without sessions.',
      ];
    case 'session-id-hidden':
      return [
        `${host} wants a session id with every request (${status}), but the browser was not allowed to read the one it gave out.`,
        'Add Mcp-Session-Id to Access-Control-Expose-Headers.',
      ];
    default:
      return [
        `${host} answered ${method} with ${status}, and no connection came of it: ${failure!.message}`,
        'Its own words say why. Check what the server expects, and that the address is that of its MCP endpoint.',
      ];
  }
}
