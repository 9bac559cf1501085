import { looksLikeAnotherHost } from '../../src/content/index.js';
import { t } from '../words/common-words.js';
import { shortened } from './text.js';

/** Words of a server's message that are checked. */
const WORDS_READ = 500;
/** Characters of such a word: an address with a long path. A longer one is no host name, and to trim it takes time. */
const WORD_READ = 500;
/** Characters of a name that a sentence repeats. */
const NAME_SHOWN = 60;

/** Labels that are top-level domains, and belong only at the end of a host name. */
const ENDINGS = new Set(['com', 'org', 'net', 'gov', 'edu', 'int', 'mil']);

/**
 * Says, in sentences, why the host of a page may be mistaken for another one. @param message the server's text about
 * the page @param requestingServer the host of the server that asks
 */
export function confusables(host: string, message: string, requestingServer: string): readonly string[] {
  const name = withoutPort(host);
  const own = withoutPort(requestingServer);
  const sentences: string[] = [];
  const inside = otherNameIn(name) ?? (isInsideOf(own, name) ? own : undefined);
  if (inside) sentences.push(t('common.hostInside', { inside: shown(inside) }));
  const named = message
    .split(/\s+/, WORDS_READ)
    .filter((word) => word.length <= WORD_READ)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}/]+$/u, ''))
    .find((word) => !word.includes('@') && looksLikeAnotherHost(word, host) && !isPartOf(name, withoutPort(word)));
  if (named) sentences.push(t('common.hostNamedElse', { named: shown(named) }));
  return sentences;
}

/**
 * Finds a whole host name at the beginning of another one: `bank.com` in `bank.com.evil.example`. `bank.com.br` is an
 * ordinary name.
 */
function otherNameIn(name: string): string | undefined {
  const labels = name.split('.');
  const end = labels.findLastIndex((label, index) => index > 0 && index < labels.length - 2 && ENDINGS.has(label));
  return end < 0 ? undefined : labels.slice(0, end + 1).join('.');
}

/** True if the server's own name is inside another one: `files.example` in `files.example-login.net`. */
function isInsideOf(own: string, name: string): boolean {
  return own.includes('.') && name.includes(own) && !isPartOf(name, own);
}

function isPartOf(name: string, whole: string): boolean {
  return name === whole || name.endsWith(`.${whole}`);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function shown(name: string): string {
  return shortened(name, NAME_SHOWN);
}
