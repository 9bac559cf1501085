import { corsRulesFor, headerLines } from '../transport/cors-rules.js';
import { reachOf } from '../util/hosts.js';
import { evidenceOf, hasAnswered, isClientRequest, isCrossOrigin, withoutQuery } from './observations.js';
import { snippets } from './recipe.js';
import { isWildcard } from './server-address.js';
import type { Facts, Finding, PageFacts, Problem } from './types.js';

/**
 * Explains why no answer was readable. Pure.
 * @returns undefined when an answer was readable
 */
export function explainSilence(facts: Facts): Finding | undefined {
  const { url, page, pageHeaders, observations, failure } = facts;
  if (hasAnswered(facts) || (observations.length === 0 && !failure)) return undefined;
  const { host, hostname, protocol } = new URL(url);
  const reach = reachOf(hostname);
  const answers = observations.some(({ outcome }) => outcome === 'opaque');
  const evidence = observations.filter((seen) => isClientRequest(seen) || seen.step === 'reach').map(evidenceOf);
  const finding = (id: Problem, what: string, remedy: string): Finding => ({
    id,
    severity: 'error',
    what,
    remedy,
    evidence,
  });

  if (failure?.code === 'invalid-input')
    return finding('bad-headers', failure.message, 'Use header values of plain ASCII characters without line breaks.');
  if (page.blockedBy)
    return finding(
      'page-policy',
      `The content security policy of this page (${page.blockedBy}) blocked every request to ${host}.`,
      `Add ${new URL(url).origin} to ${page.blockedBy} in the Content-Security-Policy of this page.`,
    );
  if (answers) {
    const recipe = corsRulesFor(page.origin, pageHeaders);
    return {
      ...finding(
        'cors-missing',
        `${host} answers, but it does not allow pages of ${page.origin} to read its answers (CORS).`,
        'Send these response headers with every answer of the server, also with errors, and answer OPTIONS requests before authentication. If it sends them already, check the path: an answer to a wrong one may lack them.',
      ),
      headerLines: headerLines(recipe),
      snippets: snippets(recipe),
    };
  }
  if (page.origin?.startsWith('https:') && protocol === 'http:' && reach === 'public')
    return finding(
      'mixed-content',
      `The browser does not let this https page call ${host} over plain http.`,
      'Give the server an https address, and use that.',
    );
  if (observations.some(({ outcome }) => outcome === 'timed-out'))
    return finding(
      'timeout',
      `${host} accepted the request, or swallowed it, and did not answer in time.`,
      'Look whether the server hangs, and whether a firewall or a proxy on the way holds the answer back.',
    );
  if (isWildcard(hostname))
    return finding(
      'bad-address',
      `${hostname} is the address that servers listen on, not one that can be called.`,
      `Use ${protocol}//localhost${new URL(url).port && `:${new URL(url).port}`} or the name of the machine instead.`,
    );
  if (!page.online && reach !== 'loopback')
    return finding(
      'offline',
      `This device is offline, so ${host} cannot be reached.`,
      'Connect to the network and try again.',
    );
  return localNetworkFinding() ?? finding('unreachable', ...unreachableWords(facts));

  function localNetworkFinding(): Finding | undefined {
    const asksForMore = reach !== 'public' && isFurtherOut(page, reach) && page.localNetwork !== 'granted';
    if (!asksForMore) return undefined;
    const where = reach === 'loopback' ? 'this device' : 'the local network';
    if (page.origin?.startsWith('http:'))
      return finding(
        'local-network',
        `Browsers let only https pages call ${where}, and this page came over plain http; ${host} was not reached.`,
        'Serve the page over https, or open it from localhost.',
      );
    if (page.localNetwork === undefined) return undefined;
    return finding(
      'local-network',
      page.localNetwork === 'denied'
        ? `The browser does not let this page call ${where}: the permission is denied, so ${host} was not asked.`
        : `The browser wants permission before this page may call ${where}, and it was not given, so ${host} was not asked.`,
      'Allow local network access for this page in the site settings of the browser, and try again. In a frame, the outer page must pass the permission on (allow="local-network-access").',
    );
  }
}

function isFurtherOut(page: PageFacts, reach: 'loopback' | 'private'): boolean {
  if (page.origin === undefined || !URL.canParse(page.origin)) return false;
  const own = reachOf(new URL(page.origin).hostname);
  return own === 'public' || (own === 'private' && reach === 'loopback');
}

function unreachableWords(facts: Facts): [what: string, remedy: string] {
  const { url, page } = facts;
  const { host, protocol, hostname } = new URL(url);
  const what = `Nothing answered at ${host}: no server listens there, or its name or certificate is wrong, or it broke the connection.`;
  const more = isCrossOrigin(facts)
    ? ' A server that sends Cross-Origin-Resource-Policy: same-origin and no CORS headers looks the same from here.'
    : '';
  const mixed = page.origin?.startsWith('https:') && protocol === 'http:' && reachOf(hostname) === 'private';
  return [
    what,
    mixed
      ? 'Check that the server runs. This page is https and the address plain http, which many browsers block in the local network: use https, or open the page from localhost.'
      : `Check that the server runs and that the address, the port and ${protocol.slice(0, -1)} are right: open ${withoutQuery(url)} in a tab of its own.${more}`,
  ];
}
