import { corsRulesFor, headerLines } from '../transport/cors-rules.js';
import { reachOf } from '../util/hosts.js';
import { errorText } from './error-texts.js';
import { findingOf, type Words } from './finding.js';
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
  const finding = (id: Problem, ...words: Words): Finding => findingOf(id, 'error', words, evidence);

  if (failure?.code === 'invalid-input')
    return finding('bad-headers', failure.words, errorText('diagnosis.badHeaders.remedy'));
  if (page.blockedBy) {
    const directive = page.blockedBy;
    return finding(
      'page-policy',
      errorText('diagnosis.pagePolicy', { directive, host }),
      errorText('diagnosis.pagePolicy.remedy', { origin: new URL(url).origin, directive }),
    );
  }
  if (answers) {
    const recipe = corsRulesFor(page.origin, pageHeaders);
    return {
      ...finding(
        'cors-missing',
        errorText('diagnosis.corsMissing', { host, origin: page.origin ?? errorText('diagnosis.thisProgram') }),
        errorText('diagnosis.corsMissing.remedy'),
      ),
      headerLines: headerLines(recipe),
      snippets: snippets(recipe),
    };
  }
  if (page.origin?.startsWith('https:') && protocol === 'http:' && reach === 'public')
    return finding(
      'mixed-content',
      errorText('diagnosis.mixedContent', { host }),
      errorText('diagnosis.mixedContent.remedy'),
    );
  if (observations.some(({ outcome }) => outcome === 'timed-out'))
    return finding('timeout', errorText('diagnosis.silent', { host }), errorText('diagnosis.silent.remedy'));
  if (isWildcard(hostname))
    return finding(
      'bad-address',
      errorText('diagnosis.wildcard', { host: hostname }),
      errorText('diagnosis.wildcard.remedy', {
        address: `${protocol}//localhost${new URL(url).port && `:${new URL(url).port}`}`,
      }),
    );
  if (!page.online && reach !== 'loopback')
    return finding('offline', errorText('diagnosis.offline', { host }), errorText('diagnosis.offline.remedy'));
  return localNetworkFinding() ?? finding('unreachable', ...unreachableWords(facts));

  function localNetworkFinding(): Finding | undefined {
    const asksForMore = reach !== 'public' && isFurtherOut(page, reach) && page.localNetwork !== 'granted';
    if (!asksForMore) return undefined;
    const where = errorText(reach === 'loopback' ? 'diagnosis.thisDevice' : 'diagnosis.localNetwork');
    if (page.origin?.startsWith('http:'))
      return finding(
        'local-network',
        errorText('diagnosis.localFromHttp', { where, host }),
        errorText('diagnosis.localFromHttp.remedy'),
      );
    if (page.localNetwork === undefined) return undefined;
    return finding(
      'local-network',
      errorText(page.localNetwork === 'denied' ? 'diagnosis.localDenied' : 'diagnosis.localNotGiven', { where, host }),
      errorText('diagnosis.local.remedy'),
    );
  }
}

/** True if the browser asks the person before a page of this origin may send requests into that network. */
export function isFurtherOut(page: Pick<PageFacts, 'origin'>, reach: 'loopback' | 'private'): boolean {
  if (page.origin === undefined || !URL.canParse(page.origin)) return false;
  const own = reachOf(new URL(page.origin).hostname);
  return own === 'public' || (own === 'private' && reach === 'loopback');
}

function unreachableWords(facts: Facts): Words {
  const { url, page } = facts;
  const { host, protocol, hostname } = new URL(url);
  const what = errorText('diagnosis.unreachable', { host });
  const mixed = page.origin?.startsWith('https:') && protocol === 'http:' && reachOf(hostname) === 'private';
  if (mixed) return [what, errorText('diagnosis.unreachable.remedyMixed')];
  const where = { scheme: protocol.slice(0, -1), address: withoutQuery(url) };
  return [
    what,
    isCrossOrigin(facts)
      ? errorText('diagnosis.unreachable.remedyElsewhere', where)
      : errorText('diagnosis.unreachable.remedy', where),
  ];
}
