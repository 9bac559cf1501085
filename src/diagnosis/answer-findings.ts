import { type InformativeAnswer, isDecisive, mostInformativeAnswer } from './classify-answer.js';
import { corsFinding } from './cors-findings.js';
import { refusalIn } from '../transport/response-errors.js';
import { errorText } from './error-texts.js';
import { findingOf, type Words } from './finding.js';
import { evidenceOf, hasAnswered, isAnswered, isClientRequest, typeOf, withoutQuery } from './observations.js';
import type { Facts, Finding, Observation, Problem } from './types.js';

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
  return findingOf(id, 'error', words, [evidenceOf(seen)]);
}

function timeoutFinding({ url }: Facts, late: readonly Observation[]): Finding {
  return findingOf(
    'timeout',
    'error',
    [errorText('diagnosis.late', { host: new URL(url).host }), errorText('diagnosis.late.remedy')],
    late.map(evidenceOf),
  );
}

/** The problem, judged by the answer and by the requests before it. */
function problemOf(facts: Facts, { id, seen }: InformativeAnswer): Problem {
  const { code } = facts.failure!;
  if (code === 'unsupported-version') return 'unsupported-revision';
  if (code === 'session-lost') return 'session-lost';
  const refusal = refusalIn(seen.body);
  const aboutSession =
    seen.step === 'message' &&
    (seen.status === 400 || seen.status === 404) &&
    (refusal === 'session' || refusal === 'words');
  const readable = answeredHandshakes(facts).some(({ headers }) => 'mcp-session-id' in headers);
  if (aboutSession) return readable ? 'session-lost' : 'session-id-hidden';
  return id;
}

function answeredHandshakes({ observations }: Facts): readonly Observation[] {
  return observations.filter((seen) => seen.step === 'handshake' && isAnswered(seen));
}

function wordsFor(id: Problem, seen: Observation, { url, page, pageHeaders, failure }: Facts): Words {
  const { host, pathname: path } = new URL(url);
  const { status, redirectedTo, method } = seen;
  const checkPath = errorText('diagnosis.checkPath');
  switch (id) {
    case 'unauthorized':
      return pageHeaders.includes('authorization')
        ? [errorText('diagnosis.tokenRefused', { host }), errorText('diagnosis.tokenRefused.remedy')]
        : [errorText('diagnosis.unauthorized', { host }), errorText('diagnosis.unauthorized.remedy')];
    case 'forbidden': {
      const origin = page.origin ?? errorText('diagnosis.thisProgram');
      return [
        errorText('diagnosis.forbidden', { host, origin }),
        errorText('diagnosis.forbidden.remedy', { host, origin }),
      ];
    }
    case 'not-found':
      return [errorText('diagnosis.notFound', { host, path, status }), checkPath];
    case 'method-not-allowed':
      return [errorText('diagnosis.methodNotAllowed', { host, path }), checkPath];
    case 'not-acceptable':
      return [errorText('diagnosis.notAcceptable', { host }), errorText('diagnosis.notAcceptable.remedy')];
    case 'media-type-refused':
      return [errorText('diagnosis.mediaTypeRefused', { host, path }), errorText('diagnosis.mediaTypeRefused.remedy')];
    case 'rate-limited':
      return [errorText('diagnosis.rateLimited', { host }), errorText('diagnosis.rateLimited.remedy')];
    case 'server-error':
      return [errorText('diagnosis.serverError', { host, method, status }), errorText('diagnosis.serverError.remedy')];
    case 'html':
      return [errorText('diagnosis.html', { host, path }), errorText('diagnosis.html.remedy')];
    case 'not-mcp': {
      const type = typeOf(seen) || errorText('diagnosis.withoutType');
      return [errorText('diagnosis.notMcp', { host, type, path, status }), checkPath];
    }
    case 'redirect-elsewhere': {
      const isKnown = redirectedTo !== undefined && redirectedTo !== 'unknown';
      const address = isKnown ? withoutQuery(redirectedTo) : errorText('diagnosis.unknownAddress');
      return [
        errorText('diagnosis.redirectElsewhere', { host, address }),
        errorText('diagnosis.redirectElsewhere.remedy'),
      ];
    }
    case 'unsupported-revision':
      return [failure!.words, errorText('diagnosis.unsupportedRevision.remedy')];
    case 'session-lost':
      return [errorText('diagnosis.sessionLost', { host, status }), errorText('diagnosis.sessionLost.remedy')];
    case 'session-id-hidden':
      return [errorText('diagnosis.sessionIdHidden', { host, status }), errorText('diagnosis.sessionIdHidden.remedy')];
    default:
      return [
        errorText('diagnosis.refused', { host, method, status, problem: failure!.words }),
        errorText('diagnosis.refused.remedy'),
      ];
  }
}
