import { Redactor } from '../util/redactor.js';
import { secretInHeader } from '../util/secret-header.js';
import type { Evidence, Finding } from './diagnosis.js';

/** What was sent, or given out, that must stand in no finding: servers repeat what they are sent. */
export function secretsOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  sessions: Iterable<string>,
): Redactor {
  const sent = Object.entries(headers).map(([name, value]) => secretInHeader(name, value));
  const known = new Redactor();
  for (const value of [...sent, ...sessions, ...new URL(url).searchParams.values()])
    // Of this diagnosis only: what else the page writes is not its business.
    if (value) known.add(value, 'server');
  return known;
}

/** The finding without those in any words of the server. */
export function withoutSecrets(finding: Finding, known: Redactor): Finding {
  const { what, remedy, evidence } = finding;
  const hide = (text: string): string => known.withoutKnown(text);
  const hidden = ({ headers, excerpt, ...rest }: Evidence): Evidence => ({
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    ...(excerpt !== undefined && { excerpt: hide(excerpt) }),
  });
  return { ...finding, what: hide(what), remedy: hide(remedy), evidence: evidence.map(hidden) };
}
