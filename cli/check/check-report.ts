import { fenced, findingLines } from '../../src/diagnosis/report.js';
import type { CheckFinding, CheckResult } from './check-server.js';
import { type CheckStep, type StepState, stepsOf } from './check-steps.js';

const MARKS: Readonly<Record<StepState, string>> = { passed: '✓', attention: '!', failed: '✗', skipped: '–' };
const LEVELS: Readonly<Record<CheckFinding['severity'], string>> = { error: '✗', warning: '!', info: '–' };

/**
 * A result as lines for a terminal: each step with its mark, the findings, and the verdict last. They quote the server,
 * control characters included.
 */
export function checkLines(result: CheckResult): readonly string[] {
  return [
    `${result.url} from a page of ${result.origin}`,
    '',
    ...stepsOf(result).flatMap(stepLines),
    ...findingsOf(result).flatMap(({ severity, what, remedy, evidence }) => [
      '',
      `${LEVELS[severity]} ${oneLine(what)}`,
      ...said(severity === 'error' ? evidence : []),
      `  What to do: ${oneLine(remedy)}`,
    ]),
    ...headersToSend(result),
    '',
    verdictLine(result),
  ];
}

/**
 * A result as Markdown, for the issue tracker of the server.
 * @param program its name and version
 */
export function checkReport(result: CheckResult, program: string): readonly string[] {
  const { url, origin, verdict, requests } = result;
  return [
    `## MCP server from a web page: ${verdict}`,
    '',
    `- Server: ${oneLine(url)}`,
    `- Page: ${origin}`,
    `- Requests: ${requests}`,
    `- Checked with: ${program}, Node ${process.version}, which asks as a page of that origin would`,
    `- Time: ${new Date().toISOString()}`,
    '',
    ...fenced([...stepsOf(result).flatMap(stepLines), verdictLine(result)]),
    ...findingsOf(result).flatMap(findingLines),
  ];
}

function stepLines({ state, title, lines }: CheckStep): readonly string[] {
  return [`${MARKS[state]} ${title}`, ...lines.filter((line) => line !== '').map((line) => `    ${oneLine(line)}`)];
}

/** If a sign-in is possible, the findings that say that one is needed are no problems. */
function findingsOf({ findings, verdict }: CheckResult): readonly CheckFinding[] {
  return verdict === 'works-after-sign-in'
    ? findings.filter(({ id }) => id !== 'unauthorized' && id !== 'resource-metadata')
    : findings;
}

/** All findings about CORS rules list the same headers, so one list is printed. Those for metadata differ. */
function headersToSend(result: CheckResult): readonly string[] {
  const lists = findingsOf(result).flatMap(({ severity, headerLines }) =>
    headerLines && severity !== 'info' ? [headerLines] : [],
  );
  const [longest] = lists.toSorted((one, other) => other.length - one.length);
  return longest ? ['', 'Response headers that the server must send:', ...longest.map((line) => `    ${line}`)] : [];
}

function verdictLine({ works, verdict, origin }: CheckResult): string {
  if (!works) return `✗ It does not work from ${origin} (${verdict}).`;
  return verdict === 'works' ? `✓ It works from ${origin}.` : `✓ It works from ${origin}, once a person has signed in.`;
}

/** The server’s own words: of an error, where there is one. */
function said(evidence: CheckFinding['evidence']): readonly string[] {
  const answers = evidence.filter(({ excerpt }) => excerpt !== undefined);
  const answer = answers.find(({ status = 0 }) => status >= 400) ?? answers[0];
  return answer ? [`  The server said (${answer.status}): “${oneLine(answer.excerpt!)}”`] : [];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}
