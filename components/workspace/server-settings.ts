import { isSecureUrl } from '../../src/auth/url-safety.js';
import { readHeader } from '../../src/config/read-config.js';
import { type JsonObject, McpError, type SessionOptions } from '../../src/index.js';
import { readRequestMeta } from '../../src/session/request-meta.js';
import { errorLine } from '../words/messages.js';
import { t } from './messages.js';

/** The settings of one server, as the person typed them. They stay in memory: tokens and headers are never stored. */
export interface ServerSettings {
  readonly token: string;
  /** One `Name: value` in each line. */
  readonly headers: string;
  /** Empty: the newest that both sides speak. */
  readonly revision: string;
  /** Seconds; empty for the default. */
  readonly timeout: string;
  /** A JSON object that goes along with every request as `_meta`; empty for none. */
  readonly meta: string;
  readonly storage: '' | 'local' | 'session' | 'none';
}

export const NO_SETTINGS: ServerSettings = { token: '', headers: '', revision: '', timeout: '', meta: '', storage: '' };

/** Headers that a person may give one server. */
const MAX_HEADERS = 50;
/** Seconds that a person may let a call take: a day. */
const MAX_TIMEOUT_S = 86_400;

/** An invalid value of one field. */
export class SettingsProblem extends Error {
  readonly field: keyof ServerSettings;

  constructor(field: keyof ServerSettings, words: string) {
    super(words);
    this.field = field;
  }
}

/**
 * The options of the session that these settings mean.
 * @throws SettingsProblem for the first field that cannot be used
 */
export function readSettings(settings: ServerSettings): Pick<SessionOptions, 'headers' | 'storage'> & {
  readonly options: SessionOptions;
} {
  const headers = { ...headersOf(settings.headers), ...tokenHeader(settings.token) };
  const { revision, storage } = settings;
  const timeoutMs = readTimeout(settings.timeout);
  const meta = readMeta(settings.meta);
  return {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(storage !== '' && { storage }),
    options: {
      ...(revision !== '' && { revision }),
      ...(meta && { meta }),
      ...(timeoutMs !== undefined && { timeoutMs, maxTimeoutMs: timeoutMs, connectTimeoutMs: timeoutMs }),
    },
  };
}

/** True if a token or a header would leave this machine without encryption. */
export const isReadOnTheWay = (url: string, settings: ServerSettings): boolean =>
  hasSecrets(settings) && !isSecureUrl(url.replace(/^ws/, 'http'));

/** True if there is a token or a header. */
export const hasSecrets = ({ token, headers }: ServerSettings): boolean => token.trim() !== '' || headers.trim() !== '';

function headersOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line, at) => ({ line, number: at + 1 }));
  const written = lines.filter(({ line }) => line.trim() !== '');
  if (written.length > MAX_HEADERS)
    throw new SettingsProblem('headers', t('workspace.tooManyHeaders', { limit: MAX_HEADERS }));
  return Object.fromEntries(
    written.map(({ line, number }) => {
      const header = readHeader(line);
      // Not the value, which may be a secret.
      if (!header) throw new SettingsProblem('headers', t('workspace.headerInvalid', { line: number }));
      const [name, value] = header;
      if (!new Request('https://example.com/', { headers: [[name, value]] }).headers.has(name))
        throw new SettingsProblem('headers', t('workspace.headerForbidden', { name }));
      return header;
    }),
  );
}

function tokenHeader(typed: string): Record<string, string> {
  const token = typed.trim();
  if (token === '') return {};
  // “Basic …” and the like are sent as they are.
  const value = /\s/.test(token) ? token : `Bearer ${token}`;
  if (!readHeader(`Authorization: ${value}`)) throw new SettingsProblem('token', t('workspace.tokenInvalid'));
  return { Authorization: value };
}

function readTimeout(typed: string): number | undefined {
  if (typed.trim() === '') return undefined;
  const milliseconds = Math.round(Number(typed) * 1000);
  if (!(milliseconds > 0) || milliseconds > MAX_TIMEOUT_S * 1000)
    throw new SettingsProblem('timeout', t('workspace.timeoutInvalid', { limit: MAX_TIMEOUT_S }));
  return milliseconds;
}

function readMeta(typed: string): JsonObject | undefined {
  if (typed.trim() === '') return undefined;
  try {
    return readRequestMeta(JSON.parse(typed));
  } catch (error) {
    const problem = error instanceof McpError ? errorLine(error) : (error as Error).message;
    throw new SettingsProblem('meta', t('workspace.metaInvalid', { problem }));
  }
}

/** The settings that an entry of a list of servers means. The scheme `Bearer` is not shown: the field adds it. */
export function settingsOf(headers: Readonly<Record<string, string>>): ServerSettings {
  const all = Object.entries(headers).map(([name, value]) => [name, value.trim()] as const);
  // A value without a scheme is a header like others: some servers want the key alone.
  const found = all.find(([name, value]) => name.toLowerCase() === 'authorization' && /\s/.test(value));
  return {
    ...NO_SETTINGS,
    token: withoutBearer(found?.[1] ?? ''),
    headers: all
      .filter((one) => one !== found)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  };
}

/** `abc` for `Bearer abc`; with any other scheme, both words. */
function withoutBearer(value: string): string {
  const [scheme, token, ...more] = value.split(/\s+/);
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && more.length === 0 ? token : value;
}
