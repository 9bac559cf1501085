/** Formats of credentials, by who issues them. Each expression is linear in the length of the text. */
const CREDENTIAL_FORMATS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[^])*/,
  /\bPuTTY-User-Key-File-[^]*/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bgl(?:pat|dt|rt|ft|soat|ptt|agent|cbt)-[A-Za-z0-9_-]{20,}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}/,
  /\bwhsec_[A-Za-z0-9+/=]{20,}/,
  /\bxox[abeposr]-[A-Za-z0-9-]{10,}/,
  /\bxapp-\d-[A-Za-z0-9-]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}/,
  /\bya29\.[A-Za-z0-9_-]{20,}/,
  /\bGOCSPX-[A-Za-z0-9_-]{20,}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\bpypi-AgE[A-Za-z0-9_-]{20,}/,
  /\bhf_[A-Za-z]{30,}/,
  /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,}/,
  /\bdo[opr]_v1_[a-f0-9]{64}/,
  /\bshp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}/,
  /\blin_(?:api|oauth)_[A-Za-z0-9]{20,}/,
  /\b(?:ntn|secret)_[A-Za-z0-9]{40,}/,
  /\bfigd_[A-Za-z0-9_-]{20,}/,
  /\b(?:tvly|pplx|xai|r8|gsk|fc|key|napi)[-_](?=[A-Za-z-]{0,60}\d)[A-Za-z0-9-]{30,}/,
  /\bsntry[su]_[A-Za-z0-9+/=_-]{20,}/,
  /\bdapi[0-9a-f]{32}/,
  /\bhv[sbr]\.[A-Za-z0-9_-]{20,}/,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.(?:eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*|[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)/,
  /\bBearer\s[A-Za-z0-9._~+/-]{16,}/i,
  /\bBasic\s(?=[A-Za-z+/]*[0-9=])[A-Za-z0-9+/]{8,}={0,2}/,
  /(?<=\bhooks\.slack\.com\/)(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,}/,
  /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)\d+\/[A-Za-z0-9_-]{20,}/,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{33}/,
  /\/\/[^/\s:@]{1,200}:[^/\s@]{1,200}@/,
];

/** Fits every text that any of {@link CREDENTIAL_FORMATS} fits, so that most texts are searched only once. */
const MAYBE_CREDENTIAL = new RegExp(
  [
    'PRIVATE KEY|PuTTY-User|AGE-SECRET|AKIA|ASIA',
    'gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ft|soat|ptt|agent|cbt)-',
    'sk-|[sr]k_(?:live|test)|whsec_|xox|xapp-|AIza|ya29\\.|GOCSPX|npm_|pypi-|hf_|SG\\.',
    'do[opr]_v1|shp(?:at|ss|ca|pa)_|lin_(?:api|oauth)|ntn_|secret_|figd_',
    '(?:tvly|pplx|xai|r8|gsk|fc|key|napi)[-_]|sntry|dapi[0-9a-f]|hv[sbr]\\.',
    'eyJ|bearer\\s|Basic\\s|hooks\\.slack|api\\/webhooks|:AA|\\/\\/[^/\\s:@]{1,200}:',
  ].join('|'),
  'i',
);

const EVERY_CREDENTIAL: readonly RegExp[] = CREDENTIAL_FORMATS.map(
  ({ source, flags }) => new RegExp(source, `g${flags}`),
);

/** True if a text contains a credential by its form: a key, a token, a password in an address. */
export function holdsCredential(text: string): boolean {
  return MAYBE_CREDENTIAL.test(text) && CREDENTIAL_FORMATS.some((form) => form.test(text));
}

/** Replaces each credential by `sign`. Returns the same string where there is none. */
export function withoutCredentials(text: string, sign: string): string {
  if (!MAYBE_CREDENTIAL.test(text)) return text;
  return EVERY_CREDENTIAL.reduce((rest, form) => rest.replace(form, sign), text);
}

/** A range in a text: the index of its first character, and the one after its last. */
export type TextRange = readonly [start: number, end: number];

/**
 * The ranges of the credentials in a text.
 * @param isAssigned also the values that follow a secret name
 */
export function credentialRanges(text: string, isAssigned: boolean): readonly TextRange[] {
  const ranges: TextRange[] = [];
  if (MAYBE_CREDENTIAL.test(text))
    for (const form of EVERY_CREDENTIAL)
      for (const { 0: found, index } of text.matchAll(form)) ranges.push([index, index + found.length]);
  if (isAssigned && MAYBE_ASSIGNED.test(text))
    for (const form of ASSIGNMENTS)
      for (const { 0: found, 1: before = '', index } of text.matchAll(form))
        ranges.push([index + before.length, index + found.length]);
  return ranges;
}

const MAYBE_ASSIGNED =
  /passw|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|account[-_ ]?key|authorization|cookie|credential/i;

const ASSIGNED_NAME =
  '[\\w-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|account)[-_]?key|authorization|cookie|credential)[\\w-]{0,20}';

/** Assignments in JSON, in addresses and shells, in headers, and in prose, where a word with a digit follows. */
const ASSIGNMENTS: readonly RegExp[] = [
  new RegExp(`(\\\\?["']${ASSIGNED_NAME}\\\\?["']\\s{0,5}:\\s{0,5}\\\\?["'])([^"'\\\\]{1,4096})`, 'gi'),
  new RegExp(`(\\b${ASSIGNED_NAME}=["']?)([^\\s"'&;,]{1,4096})`, 'gi'),
  /(\b(?:proxy-authorization|authorization|set-cookie|cookie|x-api-key|x-auth-token)\s{0,5}:\s{0,5})([^\r\n"]{1,4096})/gi,
  new RegExp(`(\\b${ASSIGNED_NAME}\\s{0,3}:\\s{1,3})(?=[^\\s"',;]{0,100}\\d)([^\\s"',;]{6,4096})`, 'gi'),
];

/** Replaces by `sign` each value that follows a secret name: `PASSWORD=…`, `"token": "…"`. */
export function withoutAssigned(text: string, sign: string): string {
  if (!MAYBE_ASSIGNED.test(text)) return text;
  return ASSIGNMENTS.reduce((rest, form) => rest.replace(form, (_, before: string) => `${before}${sign}`), text);
}

/** Credentials of one text that are reported one by one. */
const MAX_TOLD_CREDENTIALS = 50;

/** Characters of a text that are searched for credentials. */
const MAX_CREDENTIAL_SEARCH = 100_000;

/** The password in an address: `https://user:password@host`. */
const IN_USER_INFO = /\/\/[^/\s:@]{1,200}:([^/\s@]{1,200})@/g;

/** All credentials in a text: by their form, or because they follow a secret name (`abc` in `PASSWORD=abc`). */
export function credentialsIn(whole: string): readonly string[] {
  const text = whole.slice(0, MAX_CREDENTIAL_SEARCH);
  const found = new Set<string>();
  if (MAYBE_CREDENTIAL.test(text))
    for (const form of EVERY_CREDENTIAL)
      for (const [match] of text.matchAll(form)) found.add(match.replace(/^(?:bearer|basic)\s/i, ''));
  for (const [, password = ''] of text.matchAll(IN_USER_INFO)) found.add(decodePercent(password));
  if (MAYBE_ASSIGNED.test(text))
    for (const form of ASSIGNMENTS) for (const [, , value = ''] of text.matchAll(form)) found.add(value);
  return [...found].slice(0, MAX_TOLD_CREDENTIALS);
}

/** Percent-decoded text, with `+` as a blank; the text as it is where it is not valid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
