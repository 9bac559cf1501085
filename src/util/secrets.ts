import { childPointer } from './json.js';
import { safeInputLength, toRegExp } from './regex.js';

/* What credentials look like, whoever issued them. Each is linear in the length of the text. */
const FORMS: readonly RegExp[] = [
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

/** Fits every text that any of {@link FORMS} fits, so that most texts are searched only once. */
const MAYBE_FORM =
  /PRIVATE KEY|PuTTY-User|AGE-SECRET|AKIA|ASIA|gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ft|soat|ptt|agent|cbt)-|sk-|[sr]k_(?:live|test)|whsec_|xox|xapp-|AIza|ya29\.|GOCSPX|npm_|pypi-|hf_|SG\.|do[opr]_v1|shp(?:at|ss|ca|pa)_|lin_(?:api|oauth)|ntn_|secret_|figd_|(?:tvly|pplx|xai|r8|gsk|fc|key|napi)[-_]|sntry|dapi[0-9a-f]|hv[sbr]\.|eyJ|bearer\s|Basic\s|hooks\.slack|api\/webhooks|:AA|\/\/[^/\s:@]{1,200}:/i;

const EVERY_FORM: readonly RegExp[] = FORMS.map(({ source, flags }) => new RegExp(source, `g${flags}`));

/** Whether a text contains a credential by its form: a key, a token, a password in an address. */
export function holdsCredential(text: string): boolean {
  return MAYBE_FORM.test(text) && FORMS.some((form) => form.test(text));
}

/** Replaces each credential by `sign`. Returns the same string where there is none. */
export function withoutCredentials(text: string, sign: string): string {
  if (!MAYBE_FORM.test(text)) return text;
  return EVERY_FORM.reduce((rest, form) => rest.replace(form, sign), text);
}

const MAYBE_ASSIGNED =
  /passw|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|account[-_ ]?key|authorization|cookie|credential/i;
const ASSIGNED_NAME =
  '[\\w-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|account)[-_]?key|authorization|cookie|credential)[\\w-]{0,20}';
/** Assignments in JSON, in addresses and shells, in headers, and in prose, where a word with a digit follows. */
const ASSIGNED: readonly RegExp[] = [
  new RegExp(`(\\\\?["']${ASSIGNED_NAME}\\\\?["']\\s{0,5}:\\s{0,5}\\\\?["'])([^"'\\\\]{1,4096})`, 'gi'),
  new RegExp(`(\\b${ASSIGNED_NAME}=["']?)([^\\s"'&;,]{1,4096})`, 'gi'),
  /(\b(?:proxy-authorization|authorization|set-cookie|cookie|x-api-key|x-auth-token)\s{0,5}:\s{0,5})([^\r\n"]{1,4096})/gi,
  new RegExp(`(\\b${ASSIGNED_NAME}\\s{0,3}:\\s{1,3})(?=[^\\s"',;]{0,100}\\d)([^\\s"',;]{6,4096})`, 'gi'),
];

/** Replaces by `sign` each value that follows a secret name: `PASSWORD=…`, `"token": "…"`. */
export function withoutAssigned(text: string, sign: string): string {
  if (!MAYBE_ASSIGNED.test(text)) return text;
  return ASSIGNED.reduce((rest, form) => rest.replace(form, (_, before: string) => `${before}${sign}`), text);
}

/** Credentials of one text that are told one by one. */
const MAX_TOLD_CREDENTIALS = 50;
/** Characters of a text that are searched for credentials. */
const MAX_CREDENTIAL_SEARCH = 100_000;

/** All credentials in a text: by their form, or because they follow a secret name (`abc` in `PASSWORD=abc`). */
export function credentialsIn(whole: string): readonly string[] {
  const text = whole.slice(0, MAX_CREDENTIAL_SEARCH);
  const found = new Set<string>();
  if (MAYBE_FORM.test(text))
    for (const form of EVERY_FORM)
      for (const [match] of text.matchAll(form)) found.add(match.replace(/^(?:bearer|basic)\s/i, ''));
  for (const [, password = ''] of text.matchAll(IN_USER_INFO)) found.add(decoded(password));
  if (MAYBE_ASSIGNED.test(text))
    for (const form of ASSIGNED) for (const [, , value = ''] of text.matchAll(form)) found.add(value);
  return [...found].slice(0, MAX_TOLD_CREDENTIALS);
}

const IN_USER_INFO = /\/\/[^/\s:@]{1,200}:([^/\s@]{1,200})@/g;

/** Characters of a name or a title that are looked at, from its beginning and from its end. */
const MAX_JUDGED_NAME_LENGTH = 100;

/* Names as words in lower case, with blanks between them: `apiKey`, `API_KEY` and `api-key` are all `api key`. */
const KEY_OF =
  'api|access|private|secret|ssh|gpg|pgp|signing|encryption|decryption|recovery|master|auth|authentication|authorization|' +
  'account|license|licence|activation|subscription|session|shared|pre ?shared|consumer|client|app|application|admin|' +
  'root|service|service role|role|deploy|hmac|wpa|wifi|security|developer|bearer|openai|anthropic|claude|gemini|aws|' +
  'azure|google|gcp|stripe|github|gitlab|slack|twilio|sendgrid|mailgun|openrouter|hugging ?face|cohere|mistral|groq|' +
  'deepseek|tavily|serp|serper|brave|firecrawl|pinecone';
const CODE_OF =
  'pass|security|verification|two factor|auth|authentication|authorization|recovery|backup|one time|sms|2 ?fa|mfa|access|login|' +
  'confirmation|device|unlock|pin';
const SECRET_NAMES: readonly RegExp[] = [
  /\bpass ?(?:words?|wds?|phrases?|codes?|keys?)\b|\b(?:pwd|pswd|passwd|pw)s?\b/,
  /^pass$|\b(?:user|db|database|smtp|imap|ftp|admin|root|http|basic|proxy|mail|login|new|old|current|my) pass$/,
  /\bsecrets?\b|\b(?:credentials?|creds?)\b|\bbearer\b|\bjwts?\b|\b[th]?otps?\b|\bkube ?config\b/,
  /\btokens?\b/,
  /\bpin$|\bpin (?:code|number|no)\b/,
  new RegExp(`\\b(?:${KEY_OF}) ?keys?\\b`),
  new RegExp(`\\b(?:${CODE_OF}) ?codes?\\b`),
  /\b(?:seed|recovery|secret|backup|mnemonic|wallet) ?(?:phrase|words)\b|\bmnemonic\b|\bprivate (?:pem|jwk)\b/,
  /\b(?:proxy )?authorization$|\bauthorization header\b|^auth$|\b(?:basic|http|digest|proxy|registry|x|npm) auth$/,
  /\bcookies?$|\bcookie (?:header|value|string|jar)\b|\bset cookie\b/,
  /\bsignature$/,
  /\bsession ?id\b|\bsession (?:cookie|secret|hash)\b|\bconnection string\b|\bpat$|\bpersonal access\b/,
  /\b(?:cvv|cvc|csc)2?\b|\b(?:credit|debit|payment|bank) ?card(?: ?(?:number|no|num|details|data))?\b|\bcard ?(?:number|no|num)\b/,
  /\bibans?\b|\b(?:bank )?account ?(?:number|no|num)\b|\bsocial security(?: ?(?:number|no))?\b|\bssn\b/,
  /(?<!\p{L})(?:passw[oö]rt|kennwort|contraseña|contrasena|senha|mot de passe|wachtwoord|lösenord|hasło|heslo|parola|пароль)(?!\p{L})/u,
  /密码|密碼|パスワード|비밀번호/,
];
/** Secret names written as one word: `accesstoken`, `dbpassword`. */
const IN_ONE_WORD =
  /passw(?:or)?d|passphrase|clientsecret|secretkey|apisecret|appsecret|(?:access|auth|refresh|bearer|api|session|id|csrf|xsrf|bot|user|security|private|oauth)token|apikey|privatekey|(?:secret)?accesskey|accountkey|authkey|licensekey|encryptionkey|signingkey|sessionid|setcookie/;
/** Words after which a name is about a secret, and not a secret itself. */
const ABOUT =
  /(?:^| )(?:ids?|names?|types?|kinds?|lengths?|len|counts?|limits?|budgets?|max|min|maximum|minimum|urls?|uris?|endpoints?|paths?|files?|filenames?|hints?|polic(?:y|ies)|enabled|disabled|required|optional|expir\w*|lifetime|ttl|age|formats?|algorithms?|alg|strateg(?:y|ies)|status|states?|scopes?|prefix|suffix|labels?|descriptions?|fields?|columns?|header names?|usage|sizes?|ratio|per \w+|index|positions?|source|providers?|methods?|modes?|schemes?|versions?|locations?|managers?|stores?|vaults?|ref|refs|references?|rotation|history|protected|address(?:es)?|symbols?|standard|contracts?|mint|pairs?|amounts?|decimals?|supply|price|ticker|holders|domains?|consent|banner|line|help|strength|rules?|requirements?|filter|query|search|tags?|set|group|list|level|used|left|remaining|in|out|[ab01])$/;
/** Tokens that are no credentials: of pages, amounts, languages and designs. */
const OTHER_TOKEN =
  /\b(?:progress|next|prev|previous|page|paging|pagination|paginating|continuation|continue|continuing|cursor|sync|delta|change|resume|resumption|skip|start|starting|max|min|maximum|minimum|num|number of|total|prompt|completion|input|output|cached?|reasoning|thinking|stop|special|design|lexer|syntax|bos|eos|pad|unk|mask|sep|cancel|cancellation|abort|idempotency|geo ?location|context|response|used|remaining|erc ?20|nft|native|base|quote|governance|lp|reward|staking|swap|from|to) tokens?$/;
/** Other things with such names. */
const OTHERWISE =
  /\b(?:public|primary|foreign|sort|partition|object|cache|dedupe|press|hot|short ?cut) keys?$|\b(?:function|method|type|e ?mail|mail|class|call|api|schema) signature$|\b(?:guitar|bowling|map|gpio|lapel) pins?$|\b(?:verify|has|is|use|uses|with|without|strip|include|require|requires|allow|enable|disable|show|hide|check|validate|no|non) (?:\w+ )?(?:passwords?|secrets?|tokens?|credentials?|jwts?|cookies?|auth|authorization|api keys?|pins?)$/;

/** Results for names: the same names come with every message. */
const judged = new Map<string, boolean>();
/** Names whose judgement is remembered. With more all are forgotten and judged anew. */
const MAX_REMEMBERED_NAMES = 2000;

/** Whether a name is that of something that may be secret: `apiKey`, `cardNumber`. A guess that prefers to hide. */
export function soundsSecret(name: string): boolean {
  const found = judged.get(name);
  if (found !== undefined) return found;
  const isSecret =
    judgeName(name.slice(0, MAX_JUDGED_NAME_LENGTH)) ||
    (name.length > MAX_JUDGED_NAME_LENGTH && judgeName(name.slice(-MAX_JUDGED_NAME_LENGTH)));
  if (name.length <= MAX_JUDGED_NAME_LENGTH) {
    if (judged.size >= MAX_REMEMBERED_NAMES) judged.clear();
    judged.set(name, isSecret);
  }
  return isSecret;
}

function judgeName(name: string): boolean {
  const words = wordsOf(name);
  if (ABOUT.test(words) && !/\bsession ?id$/.test(words)) return false;
  if (OTHER_TOKEN.test(words) || OTHERWISE.test(words)) return false;
  return SECRET_NAMES.some((form) => form.test(words)) || IN_ONE_WORD.test(words.replaceAll(' ', ''));
}

function wordsOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Characters of a description that are looked at. */
const MAX_JUDGED_DESCRIPTION_LENGTH = 2000;
/** Sentences of a description that are looked at. */
const MAX_JUDGED_SENTENCES = 20;
/** Secret things, as sentences name them. */
const SPOKEN = new RegExp(
  '\\b(?:pass ?(?:words?|phrases?|codes?)|pwd|' +
    `(?:${KEY_OF}) keys?|(?:client|api|app|shared|consumer|oauth|webhook|signing|value of (?:the|a|this) |the |your |a )?secrets?|` +
    '(?:access|auth|authentication|authorization|bearer|refresh|api|session|security|bot|id|oauth2?|csrf|login|user|private|' +
    'personal(?: access)?|github|gitlab|slack|notion|jira|telegram|discord|npm|vault) tokens?|' +
    'credentials?|jwts?|(?:github|gitlab|azure) pat|cookies?(?: (?:value|header|string)|(?=\\s*(?:$|[.,:(]|(?:for|of|from|to)\\b)))|' +
    `(?:${CODE_OF}) codes?|otps?|one-time (?:pass)?codes?|pin(?: code| number)?|` +
    '(?:credit|debit|payment|bank) cards?(?: (?:number|details))?|card numbers?|cvv2?|cvc2?|ibans?|' +
    'social security(?: numbers?)?|ssn|bank account numbers?|connection strings?|authorization headers?|' +
    '(?:recovery|seed|secret|mnemonic) phrases?|private keys?|' +
    'passw[oö]rt|kennwort|contraseña|senha|mot de passe|пароль)\\b|密码|密碼|パスワード|비밀번호',
  'giu',
);
/** Things with a general name that are secret by their purpose. */
const BY_PURPOSE =
  /\b(?:key|token|code|string|value|header|id)\b[^.]{0,40}\b(?:to|for|used|that|which|when)\b[^.]{0,30}\b(?:authenticat\w*|authoriz\w*|authoris\w*|sign(?:ing)? in|log(?:ging)? in|decrypt\w*|2fa)\b|\b(?:your|openai|anthropic|stripe|github) \w* ?key\b/i;
/** An example of an authorization header. */
const HEADER = /["'`]?(?:proxy-)?authorization["'`]?\s{0,3}:/i;
const NEGATED =
  /\b(?:not|never|no|nor|neither|without|avoid|except|excluding|non|instead of|rather than|cannot|(?:do|does|is|are|ca|must|should|wo|need)n['’]t)\b/i;
const NEGATED_AFTER =
  /^[^,;]{0,30}\b(?:not|never|n['’]t)\b[^,;]{0,20}\b(?:accepted|allowed|needed|required|stored|sent|enter|type|include)/i;
/** Beginnings of descriptions of fields that are about a secret and hold none. */
const BEGINS_ABOUT =
  /^\W*(?:(?:the|a|an|optional|required|new|existing|unique|this|only)\b[\s:,]*)*(?:whether|if|filters?|only|returns?|includes?|runs?|lists?|search\w*|finds?|numbers?|maximum|minimum|max|min|when|how|which|dates?|times?|counts?|amounts?|paths?|files?|filenames?|names?|ids?|identifiers?|types?|kinds?|urls?|uris?|endpoints?|actions?|operations?|labels?|titles?|descriptions?|status|formats?|query|length|expir\w+|environment variable names?|sql|code)\b/i;
/** Words at which the subject of a sentence ends. */
const HEAD_ENDS =
  /\s(?:for|to|in|on|at|about|with|from|by|via|using|that|which|who|whose|when|where|is|are|will|can|may|must|e\.g|such|like|including)\b|[:(,–—]|\s-\s/i;
const ASKS = /\b(?:enter|type|give|provide|paste|supply|insert|fill in|tell|send|your)\b[^,;:]{0,40}$/i;

/** Whether a description says that the value is a secret. Sentences that forbid to enter one do not count. */
export function describesSecret(description: string): boolean {
  const text = description.slice(0, MAX_JUDGED_DESCRIPTION_LENGTH);
  if (!MAYBE_SPOKEN.test(text)) return false;
  if (HEADER.test(text)) return true;
  const sentences = text.replace(/\b(e\.g|i\.e)\./gi, '$1').split(/[.!?;]+(?=\s|$)|\n+/, MAX_JUDGED_SENTENCES);
  return sentences.some((sentence, at) => saysSecret(sentence, at === 0));
}

const MAYBE_SPOKEN =
  /pass|pwd|secret|token|key|credential|jwt|\bpat\b|cookie|code|otp|\bpin\b|card|cvv|cvc|iban|ssn|security|account|connection|authori|phrase|kennwort|contrase|senha|пароль|密|パスワード|비밀번호/i;

function saysSecret(sentence: string, isFirst: boolean): boolean {
  if (isFirst && BEGINS_ABOUT.test(sentence)) return false;
  const purpose = BY_PURPOSE.exec(sentence);
  if (isFirst && purpose && !NEGATED.test(sentence.slice(0, purpose.index))) return true;
  const head = isFirst ? sentence.slice(0, HEAD_ENDS.exec(sentence)?.index ?? sentence.length) : '';
  for (const { index, 0: thing } of sentence.matchAll(SPOKEN)) {
    const [before, after] = [sentence.slice(0, index), sentence.slice(index + thing.length)];
    // A pin also marks a place on a map; the number is written in capitals.
    if (/^pin$/i.test(thing) && thing !== 'PIN' && !/\byour\s+$/i.test(before)) continue;
    if (NEGATED.test(before) || NEGATED_AFTER.test(after) || isAbout(after)) continue;
    if (
      /\b(?:ids?|names?|types?|paths?|urls?|lists?|numbers?|files?|expiry|prefix) (?:of|for|to)\b[^,]*$/i.test(before)
    )
      continue;
    if (index < head.length || ASKS.test(before)) return true;
  }
  return false;
}

function isAbout(after: string): boolean {
  const [, next = ''] = /^\s+([a-z]+)/i.exec(after) ?? [];
  return next !== '' && !/^(?:in|out|a|b|for|set|used|left)$/i.test(next) && ABOUT.test(next.toLowerCase());
}

/**
 * How a value is treated. `secret`: declared as secret, or a credential by its form; masked, and never stored.
 * `maybe`: secret by its name or description; shown while typing, and stored only where the person said so. `none`:
 * shown and stored.
 */
export type Secrecy = 'secret' | 'maybe' | 'none';

/** Levels of a schema’s values that are followed; what is deeper counts as secret. */
const MAX_SECRET_LEVELS = 64;
/**
 * Parts of a schema that are asked about one place. Where they refer to each other without end, it counts as secret.
 */
const MAX_PLACE_PARTS = 500;
/** Parts of a schema that are searched for the names that references use. */
const MAX_ANCHORED_PARTS = 5000;
/**
 * Parts of schemas that are looked at for one whole value, some 0.3 s of work; what comes after them counts as secret.
 */
const MAX_SECRET_LOOKS = 500_000;
/** Looks of {@link MAX_SECRET_LOOKS} that one name held against one pattern counts for. */
const LOOKS_PER_PATTERN = 10;

/** The work that is left for one whole value: a server’s schema may demand any amount. */
export interface Looks {
  left: number;
}

type Part = Readonly<Record<string, unknown>>;

/** A place in a value: what the schema says of it, and its name. Made with {@link placeOf}. */
export interface Place {
  readonly root: unknown;
  /** All schemas of this place, with references followed. Undefined where there are too many. */
  readonly said: readonly Part[] | undefined;
  /** The name of the member; for an item, that of its list. */
  readonly name: string;
  /** The secrecy of the value around it and of the members beside it. */
  readonly around: Secrecy;
  readonly levels: number;
  readonly looks: Looks;
  /** What {@link secrecyOfPlace} found: each place is asked about for all that is in it. A WeakMap would cost more than to find it. */
  found?: Secrecy;
}

/**
 * The place of a whole value.
 * @param schema any JSON Schema, also a hostile one; undefined for none
 * @param levels how deep callers look from there
 * @param looks of the whole that the value is a part of
 */
export function placeOf(
  schema: unknown,
  levels: number = MAX_SECRET_LEVELS,
  looks: Looks = { left: MAX_SECRET_LOOKS },
): Place {
  return { root: schema, said: everythingSaid(schema, [schema], looks), name: '', around: 'none', levels, looks };
}

/**
 * The place of a member.
 * @param beside the object that holds it: another member may hold its name
 */
export function memberOf(place: Place, name: string, beside?: Part): Place {
  const said = lookAt(place)?.flatMap((part) => saidOfMember(part, name, place.looks));
  return inside(place, name, said, worse(secrecyBeside(place, name, beside), secrecyOfPlace(place)));
}

/** The place of an item. */
export function itemOf(place: Place, index: number): Place {
  const said = lookAt(place)?.flatMap((part) => saidOfItem(part, index));
  return inside(place, place.name, said, secrecyOfPlace(place));
}

/** The schemas of a place, counted as work; undefined where there is too much. */
function lookAt({ said, looks }: Place): readonly Part[] | undefined {
  if (said) looks.left -= said.length;
  return looks.left < 0 ? undefined : said;
}

function inside(place: Place, name: string, said: readonly unknown[] | undefined, around: Secrecy): Place {
  const levels = place.levels - 1;
  return {
    root: place.root,
    said: said && levels > 0 ? everythingSaid(place.root, said, place.looks) : undefined,
    name,
    around,
    levels,
    looks: place.looks,
  };
}

/**
 * The secrecy of a value. For an object or list it is that of the whole; look at the members as well.
 * @example secrecyOf(memberOf(placeOf(schema), "apiKey"), "abc") // "maybe"
 */
export function secrecyOf(place: Place, value: unknown): Secrecy {
  // These values can hold no secret.
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return 'none';
  const found = secrecyOfPlace(place);
  if (found === 'secret') return found;
  if (typeof value === 'number' || typeof value === 'bigint') return 'none';
  if (typeof value !== 'string') return found;
  if (holdsCredential(value)) return 'secret';
  // A value that the schema names is public.
  if (place.said?.some((part) => part['const'] === value || listOf(part['enum']).includes(value))) return 'none';
  return found === 'none' && withoutAssigned(value, '') !== value ? 'maybe' : found;
}

/** The secrecy of a place that has no value yet. */
export function secrecyOfPlace(place: Place): Secrecy {
  return (place.found ??= judgePlace(place));
}

function judgePlace(place: Place): Secrecy {
  const { said, name, around } = place;
  if (!said || around === 'secret' || said.some(isDeclared)) return 'secret';
  if (around === 'maybe') return 'maybe';
  if (!saysText(said)) return 'none';
  const words = said.filter((part) => part !== place.root);
  const isSecret = soundsSecret(name) ? !words.some(saysHandle) : words.some(hasSecretWords);
  return isSecret ? 'maybe' : 'none';
}

/** The words of the schemas of a place, to notice when they change. */
export function wordsAt({ said }: Place): string {
  const words = (said ?? []).flatMap(({ title, description }) => [title, description]);
  return words
    .filter((one) => typeof one === 'string')
    .join('\n')
    .slice(0, MAX_JUDGED_DESCRIPTION_LENGTH);
}

/**
 * The highest secrecy of a value and everything in it.
 * @param isShown whether a `maybe` at a pointer counts as none; the pointer has `*` for list indexes
 */
export function secrecyWithin(
  place: Place,
  value: unknown,
  isShown?: (pointer: string, place: Place) => boolean,
  pointer = '',
): Secrecy {
  let found = secrecyOf(place, value);
  if (found === 'secret') return found;
  if (typeof value !== 'object' || value === null)
    return found === 'maybe' && isShown?.(pointer, place) ? 'none' : found;
  found = 'none';
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      found = worse(found, secrecyWithin(itemOf(place, index), item, isShown, `${pointer}/*`));
    return found;
  }
  for (const [name, member] of Object.entries(value)) {
    if (holdsCredential(name)) return 'secret';
    const inside = memberOf(place, name, value as Part);
    found = worse(found, secrecyWithin(inside, member, isShown, childPointer(pointer, name)));
  }
  return found;
}

/** The one of two that hides more. */
export function worse(one: Secrecy, other: Secrecy): Secrecy {
  if (one === 'secret' || other === 'secret') return 'secret';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'none';
}

/** Keywords that declare a secret: `writeOnly`, and extensions with the same meaning. */
const MARKS = ['writeOnly', 'x-secret', 'x-sensitive', 'sensitive'];

function isDeclared(part: Part): boolean {
  const { format } = part;
  return (
    (typeof format === 'string' && /^(?:password|secret)$/i.test(format)) || MARKS.some((mark) => part[mark] === true)
  );
}

function hasSecretWords({ title, description }: Part): boolean {
  if (typeof title === 'string' && (title.length > 40 ? describesSecret(title) : soundsSecret(title))) return true;
  return typeof description === 'string' && describesSecret(description);
}

/** Whether the description is that of a handle: the session of a chat or a search, and not of a person. */
function saysHandle({ description }: Part): boolean {
  return (
    typeof description === 'string' &&
    /\b(?:chat|conversation|agent|search|terminal|shell|browser)\b[^.]{0,40}\bsession id\b|\bsession id\b[^.]{0,40}\b(?:chat|conversation|search)\b/i.test(
      description.slice(0, MAX_JUDGED_DESCRIPTION_LENGTH),
    )
  );
}

/** Whether the place may hold text. Booleans, numbers and listed values are no secrets. */
function saysText(said: readonly Part[]): boolean {
  const types = said.flatMap(({ type }) =>
    Array.isArray(type) ? (type as readonly unknown[]) : type === undefined ? [] : [type],
  );
  if (types.some((type) => type === 'string' || type === 'object' || type === 'array'))
    return !said.some((part) => 'enum' in part || 'const' in part) || said.some(isFreeText);
  return types.length === 0 && !said.some((part) => 'enum' in part || 'const' in part);
}

function isFreeText(part: Part): boolean {
  const { type } = part;
  return (
    (type === 'string' || (Array.isArray(type) && type.includes('string'))) && !('enum' in part) && !('const' in part)
  );
}

/** Members that hold the name of a value, and the members beside them that hold the value. */
const NAMES_OTHERS = [
  'name',
  'key',
  'header',
  'field',
  'variable',
  'label',
  'element',
  'argument',
  'property',
  'parameter',
];
const NAMED = /^(?:value|values|val|text)$/;
/** Words for an input at the end of a name. */
const BOX = /\s+(?:field|input|box|text ?box)$/i;
const MARKS_OTHERS = /^(?:is_?)?(?:secret|sensitive|masked|encrypted|password)$/i;

/** Whether another member may hold the name of this member’s value. */
export function isNamedBeside(name: string): boolean {
  return NAMED.test(name);
}

/** `{ name: 'apiKey', value: … }`, and `{ value: …, isSecret: true }`. */
function secrecyBeside({ said }: Place, name: string, beside: Part | undefined): Secrecy {
  if (!isNamedBeside(name)) return 'none';
  const isMarked = said?.some((part) =>
    Object.keys(objectOf(part['properties'])).some((other) => MARKS_OTHERS.test(other)),
  );
  if (!beside) return isMarked ? 'maybe' : 'none';
  if (Object.keys(beside).some((other) => MARKS_OTHERS.test(other) && beside[other] === true)) return 'secret';
  const isNamed = NAMES_OTHERS.some((other) => {
    const label = ownOf(beside, other);
    return other !== name && typeof label === 'string' && soundsSecret(label.replace(BOX, ''));
  });
  return isNamed || isMarked ? 'maybe' : 'none';
}

function saidOfMember(part: Part, name: string, looks: Looks): readonly unknown[] {
  const properties = objectOf(part['properties']);
  const patterns = Object.entries(objectOf(part['patternProperties'])).filter(([pattern]) =>
    mayMatch(pattern, name, looks),
  );
  const named = [
    ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...patterns.map(([, schema]) => schema),
  ];
  return named.length > 0 ? named : [part['additionalProperties'], part['unevaluatedProperties']];
}

/** Whether a pattern may fit the name. One that is too slow or invalid counts as fitting. */
function mayMatch(pattern: string, name: string, looks: Looks): boolean {
  looks.left -= LOOKS_PER_PATTERN;
  if (looks.left < 0) return true;
  // A pattern that is fast once may be slow for many names: the square of the length must be safe.
  const expression = name.length ** 2 <= safeInputLength(pattern) ? toRegExp(pattern) : undefined;
  return expression?.test(name) ?? true;
}

function saidOfItem(part: Part, index: number): readonly unknown[] {
  const { items, prefixItems, contains, additionalItems, unevaluatedItems } = part;
  const prefix = Array.isArray(prefixItems) ? listOf(prefixItems) : listOf(items);
  const rest = Array.isArray(items) ? additionalItems : items;
  return [index < prefix.length ? prefix[index] : rest, contains, unevaluatedItems];
}

/** Keywords with further schemas for the same place: one schema, a list, or a map. */
const ALSO_HERE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];
const ALSO_HERE_BY_NAME = ['dependentSchemas', 'dependencies'];

/** Of most values of most messages. */
const NOTHING_SAID: readonly Part[] = [];

/** The schemas and all that they refer to; undefined where there are too many. */
function everythingSaid(root: unknown, parts: readonly unknown[], looks: Looks): readonly Part[] | undefined {
  if (parts.length === 0) return NOTHING_SAID;
  const said = new Set<Part>();
  const waiting = [...parts];
  while (waiting.length > 0) {
    if (--looks.left < 0) return undefined;
    const part = waiting.pop();
    if (typeof part !== 'object' || part === null || Array.isArray(part) || said.has(part as Part)) continue;
    const one = part as Part;
    said.add(one);
    if (said.size > MAX_PLACE_PARTS || waiting.length > MAX_ANCHORED_PARTS) return undefined;
    for (const keyword of ALSO_HERE) {
      const more = ownOf(one, keyword);
      if (Array.isArray(more)) waiting.push(...more.slice(0, MAX_PLACE_PARTS + 1));
      else if (more !== undefined) waiting.push(more);
    }
    for (const keyword of ALSO_HERE_BY_NAME)
      waiting.push(...Object.values(objectOf(ownOf(one, keyword))).slice(0, MAX_PLACE_PARTS + 1));
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const to = ownOf(one, keyword);
      if (typeof to === 'string') waiting.push(partAt(root, to, looks));
    }
  }
  return [...said];
}

/** The part of the schema that a local reference names, by JSON Pointer or anchor. */
function partAt(root: unknown, reference: string, looks: Looks): unknown {
  if (reference === '#') return root;
  const [base = '', pointer] = reference.split('#', 2);
  const from = base === '' ? root : anchorsOf(root, looks).get(base);
  if (pointer === undefined || pointer === '') return from;
  if (!pointer.startsWith('/')) return anchorsOf(root, looks).get(`#${pointer}`);
  let part = from;
  for (const step of pointer.slice(1).split('/')) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null) return undefined;
    part = ownOf(part as Part, name);
  }
  return part;
}

const anchors = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The named parts of a schema: `$anchor` with a leading `#`, `$id` as it is. */
function anchorsOf(root: unknown, looks: Looks): ReadonlyMap<string, unknown> {
  if (typeof root !== 'object' || root === null) return new Map();
  const known = anchors.get(root);
  if (known) return known;
  const found = new Map<string, unknown>();
  const waiting = new Set<unknown>([root]);
  for (const part of waiting) {
    if (typeof part !== 'object' || part === null) continue;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = ownOf(part as Part, keyword);
      if (typeof name === 'string' && !found.has(`#${name}`)) found.set(`#${name}`, part);
    }
    for (const keyword of ['$id', 'id']) {
      const name = ownOf(part as Part, keyword);
      if (typeof name === 'string' && !found.has(name)) found.set(name, part);
    }
    for (const inner of Object.values(part)) if (waiting.size < MAX_ANCHORED_PARTS) waiting.add(inner);
  }
  looks.left -= waiting.size;
  anchors.set(root, found);
  return found;
}

/** An own member: names such as `constructor` come from servers. */
function ownOf(part: Part, name: string): unknown {
  return Object.hasOwn(part, name) ? part[name] : undefined;
}

function objectOf(value: unknown): Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/**
 * Characters of an address that are looked at. A longer one counts as one with a secret: nobody knows what is in it.
 */
const MAX_SECRET_ADDRESS_LENGTH = 20_000;
/** Replaces the secret part of an address. */
const REDACTED = 'secret';
/** Names of secrets that are used in addresses only: those of clouds, and short ones. */
const IN_ADDRESSES =
  /^(?:key|sig|sign|signature|auth|hmac|code|jwt|pass|pw|sas|x-(?:amz|goog)-(?:signature|credential|security-token))$/i;
/** A token without a known prefix: letters of both cases with digits, or a long hexadecimal number. */
const RANDOM = /^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=(?:\D*\d){3})[\w~-]{20,}$|^(?=.*[a-fA-F])(?=.*\d)[\da-fA-F]{32,}$/;
/** Words that were made up to be unguessable. */
const MADE_UP = /^(?=\D*\d)[^{}]{8,}$/;

/**
 * Whether an address contains a secret: user or password, a parameter with a secret name, or a value, path segment or
 * fragment that is a credential by its form. Also takes templates and invalid addresses.
 */
export function secretInAddress(address: string): boolean {
  return address.length > MAX_SECRET_ADDRESS_LENGTH || redactAddress(address) !== address;
}

/** Replaces each secret part of an address by `secret`, and removes user and password. */
export function redactAddress(address: string): string {
  if (address.length > MAX_SECRET_ADDRESS_LENGTH) return REDACTED;
  const [, whole = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(address) ?? [];
  const isWeb = /^(?:https?|wss?):/i.test(whole);
  const isSecret = (text: string): boolean => holdsCredential(text) || (isWeb && RANDOM.test(text));
  const [, scheme = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/)?([^]*)$/i.exec(whole) ?? [];
  const [host = '', ...segments] = withoutCredentials(withoutAssigned(path, REDACTED), REDACTED).split('/');
  let isNamed = false;
  const safe = segments.map((segment) => {
    const text = decoded(segment);
    const isHidden = isSecret(text) || (isNamed && MADE_UP.test(text));
    isNamed = isWeb && soundsSecret(text);
    return isHidden ? REDACTED : segment;
  });
  // Without a scheme there is no user before the host.
  const kept = [scheme ? host.slice(host.lastIndexOf('@') + 1) : host, ...safe].join('/');
  const parameters = query?.split('&').map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    const text = decoded(value.join('='));
    if (value.length === 0) return isSecret(decoded(name)) ? REDACTED : parameter;
    const isHidden = isSecret(decoded(name)) || isSecret(text) || (text !== '' && isNameInAddress(decoded(name)));
    return isHidden ? `${isSecret(decoded(name)) ? REDACTED : name}=${REDACTED}` : parameter;
  });
  const isPlain =
    fragment !== undefined && !isSecret(decoded(fragment)) && withoutAssigned(fragment, REDACTED) === fragment;
  return `${scheme}${kept}${parameters ? `?${parameters.join('&')}` : ''}${isPlain ? `#${fragment}` : ''}`;
}

function isNameInAddress(name: string): boolean {
  return IN_ADDRESSES.test(name) || soundsSecret(name);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Headers that cannot hold credentials. Those of the protocol repeat the message. */
const HARMLESS =
  /^(?:accept(?:-.*)?|content-.*|cache-control|pragma|user-agent|origin|referer|host|last-event-id|x-requested-with|mcp-(?!session-id$).*)$/i;
/** Characters of the shortest value of a header that is sought, where its name says nothing. */
const MIN_SECRET_HEADER_LENGTH = 8;

/** The secret part of a request header: its value, or the value after the name of a scheme. */
export function secretInHeader(name: string, value: string): string | undefined {
  if (HARMLESS.test(name)) return undefined;
  const [, token = value] = /^(?:bearer|basic|dpop|token)\s+(.+)$/i.exec(value) ?? [];
  return soundsSecret(name) || token.length >= MIN_SECRET_HEADER_LENGTH ? token : undefined;
}
