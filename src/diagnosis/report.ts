import type { Diagnosis, Evidence, Finding } from './types.js';

const LEVEL: Readonly<Record<Finding['severity'], string>> = { error: 'Problem', warning: 'Warning', info: 'Note' };

/**
 * A diagnosis as Markdown, in English, for an issue or a message to whoever runs the server. Without tokens, session ids
 * and values of the query.
 * @example await navigator.clipboard.writeText(diagnosisReport(await diagnose('https://example.com/mcp')));
 */
export function diagnosisReport(diagnosis: Diagnosis): string {
  const { url, verdict, revision, findings, requests } = diagnosis;
  const { location, navigator } = globalThis as Partial<Pick<typeof globalThis, 'location' | 'navigator'>>;
  const about = [
    ['Server', withoutValues(url)],
    ['Verdict', verdict],
    ['Revision', revision],
    ['Page', location?.origin],
    ['Browser', navigator?.userAgent],
    ['Requests', String(requests)],
    ['Time', new Date().toISOString()],
  ];
  return [
    `## MCP connection from a browser: ${verdict}`,
    '',
    ...about.filter(([, value]) => value).map(([name, value]) => `- ${name}: ${value}`),
    ...findings.flatMap(findingLines),
    '',
  ].join('\n');
}

/** A finding as lines of Markdown. */
export function findingLines({
  severity,
  id,
  what,
  remedy,
  evidence,
  headerLines,
}: Pick<Finding, 'severity' | 'id' | 'what' | 'remedy' | 'evidence' | 'headerLines'>): readonly string[] {
  return [
    '',
    `### ${LEVEL[severity]}: ${id}`,
    '',
    oneLine(what),
    '',
    `What to do: ${oneLine(remedy)}`,
    ...(headerLines ? ['', ...fenced(headerLines)] : []),
    ...(evidence.length > 0 ? ['', ...fenced(evidence.flatMap(evidenceLines))] : []),
  ];
}

function evidenceLines({ request, sent, outcome, status, headers, excerpt }: Evidence): readonly string[] {
  return [
    `${request}: ${status === undefined ? outcome : `${outcome} ${status}`}`,
    ...(sent.length > 0 ? [`  needs: ${sent.join(', ')}`] : []),
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(excerpt === undefined ? [] : [`  body: ${JSON.stringify(excerpt)}`]),
  ];
}

/** Lines as a code block. What a server said may hold the mark of one, and would end it. */
export function fenced(lines: readonly string[]): readonly string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines.map(oneLine), fence];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}

/** The address with the names of its query, without their values: keys may be among them. */
export function withoutValues(address: string): string {
  if (!URL.canParse(address)) return oneLine(address);
  const url = new URL(address);
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, '…');
  return decodeURI(url.href);
}
