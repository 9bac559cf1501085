import type { McpError, McpErrorCode, OutputIssue, ProtocolError } from '../../src/index.js';
import { formatCount } from '../internal/text.js';
import { errorMessage, formatter } from '../words/messages.js';
import { t } from './messages.js';

/** Formats a duration: `412 ms`, `4.2 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return t('toolResult.milliseconds', { value: formatCount(Math.round(milliseconds)) });
  return milliseconds < 100_000
    ? formatSeconds(milliseconds)
    : t('toolResult.seconds', { value: formatter('NumberFormat', whole).format(milliseconds / 1000) });
}

/** The time of something that still runs: always with one digit after the point, so that its length does not change. */
export function formatSeconds(milliseconds: number): string {
  return t('toolResult.seconds', { value: formatter('NumberFormat', tenths).format(milliseconds / 1000) });
}

const whole = { maximumFractionDigits: 0 };
const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/**
 * The time of the server, and the whole time if that is another figure: “12 ms”, “166 ms in all”. Without the first, only
 * the second.
 */
export function timesInWords({
  durationMs,
  serverMs,
}: {
  readonly durationMs: number | undefined;
  readonly serverMs: number | undefined;
}): readonly string[] {
  const [server, all] = [serverMs, durationMs].map((ms) => (ms === undefined ? undefined : formatDuration(ms)));
  if (server === undefined || all === undefined) return [server ?? all].filter((one) => one !== undefined);
  return server === all ? [server] : [server, t('toolResult.inAll', { all })];
}

/** Says how the person ended a call by their own decision: that is no failure. */
export function ownEnd(error: McpError): string | undefined {
  const { key, params } = error;
  if (key === 'components.callCancelled' || key === 'components.callNotSent') return errorMessage(error);
  const tool = params?.['tool'];
  return key === 'session.ownCallDeclined' && typeof tool === 'string'
    ? t('toolResult.youDidntRun', { tool })
    : undefined;
}

/** The failure in one sentence. The message of the error has the rest. */
export function failureHeadline(error: McpError): string {
  const known = HEADLINES.find((code) => code === error.code);
  return known ? t(`toolResult.headlines.${known}`) : t('toolResult.theCallFailed');
}

/** Codes with a sentence of their own. */
const HEADLINES = [
  'server-error',
  'timeout',
  'cancelled',
  'declined',
  'stream-ended',
  'network',
  'unauthorized',
  'forbidden',
  'invalid-input',
  'closed',
] as const satisfies readonly McpErrorCode[];

/**
 * A finding of the check against the output schema. If the check was not possible, that is a finding, but not a
 * mismatch.
 */
export function issueInWords(issue: OutputIssue): string {
  const words = errorMessage(issue);
  return /^session\.output\.(?:unchecked|notLoaded)$/.test(issue.key)
    ? words
    : t('toolResult.mismatchAt', { issue: words });
}

/** An error of the server in the form in which JSON-RPC carries it. */
export function asAnswered({ rpcCode, message, data }: ProtocolError): object {
  return { code: rpcCode, message, ...(data !== undefined && { data }) };
}
