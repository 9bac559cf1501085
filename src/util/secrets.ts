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
  /\b(?:tvly|pplx|xai|r8|gsk|fc|key|napi)[-_](?=[A-Za-z-]*\d)[A-Za-z0-9-]{30,}/,
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

/** One of these is in every text that any of {@link FORMS} fits to: nearly all texts are looked through once. */
const MAYBE_FORM =
  /PRIVATE KEY|PuTTY|AGE-SECRET|A[KS]IA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|sk-|[sr]k_|whsec_|xox|xapp|AIza|ya29|GOCSPX|npm_|pypi-|hf_|SG\.|_v1_|shp|lin_|ntn_|secret_|figd_|tvly|pplx|xai|r8|gsk|fc|key|napi|sntry|dapi|hv[sbr]\.|eyJ|bearer\s|Basic\s|slack|discord|:AA|\/\/[^/\s:@]{1,200}:/i;

const EVERY_FORM: readonly RegExp[] = FORMS.map(({ source, flags }) => new RegExp(source, `g${flags}`));

/** Whether a text carries a credential by its form, whatever it is called: a key, a token, a password in an address. */
export function holdsCredential(text: string): boolean {
  return MAYBE_FORM.test(text) && FORMS.some((form) => form.test(text));
}

/** The text with that word in place of each credential. The same string where there is none. */
export function withoutCredentials(text: string, sign: string): string {
  if (!MAYBE_FORM.test(text)) return text;
  return EVERY_FORM.reduce((rest, form) => rest.replace(form, sign), text);
}

const MAYBE_ASSIGNED =
  /passw|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|account[-_ ]?key|authorization|cookie|credential/i;
const ASSIGNED_NAME =
  '[\\w-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|account)[-_]?key|authorization|cookie|credential)[\\w-]{0,20}';
/** As in JSON, in an address or a shell, as in a header, and in prose, where a word with a digit follows. */
const ASSIGNED: readonly RegExp[] = [
  new RegExp(`(\\\\?["']${ASSIGNED_NAME}\\\\?["']\\s{0,5}:\\s{0,5}\\\\?["'])([^"'\\\\]{1,4096})`, 'gi'),
  new RegExp(`(\\b${ASSIGNED_NAME}=["']?)([^\\s"'&;,]{1,4096})`, 'gi'),
  /(\b(?:proxy-authorization|authorization|set-cookie|cookie|x-api-key|x-auth-token)\s{0,5}:\s{0,5})([^\r\n"]{1,4096})/gi,
  new RegExp(`(\\b${ASSIGNED_NAME}\\s{0,3}:\\s{1,3})(?=[^\\s"',;]{0,100}\\d)([^\\s"',;]{6,4096})`, 'gi'),
];

/** The text with that word in place of each value that a secret name stands before: `PASSWORD=…`, `"token": "…"`. */
export function withoutAssigned(text: string, sign: string): string {
  if (!MAYBE_ASSIGNED.test(text)) return text;
  return ASSIGNED.reduce((rest, form) => rest.replace(form, (_, before: string) => `${before}${sign}`), text);
}

/** Characters of a name or a title that are looked at, from its beginning and from its end. */
const MAX_NAME = 100;

/* Names as words in lower case, with blanks between them: `apiKey`, `API_KEY` and `api-key` are all `api key`. */
const KEY_OF =
  'api|access|private|secret|ssh|gpg|pgp|signing|encryption|decryption|recovery|master|auth|authentication|authorization|' +
  'account|license|licence|activation|subscription|session|shared|pre ?shared|consumer|client|app|application|admin|' +
  'root|service|service role|role|deploy|hmac|wpa|wifi|security|developer|bearer|openai|anthropic|claude|gemini|aws|' +
  'azure|google|gcp|stripe|github|gitlab|slack|twilio|sendgrid|mailgun|openrouter|hugging ?face|cohere|mistral|groq|' +
  'deepseek|tavily|serp|serper|brave|firecrawl|pinecone';
const CODE_OF =
  'pass|security|verification|auth|authentication|authorization|recovery|backup|one time|sms|2 ?fa|mfa|access|login|' +
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
  /\b(?:passw[oö]rt|kennwort|geheimnis|contraseña|contrasena|senha|mot de passe|wachtwoord|lösenord|hasło|heslo|parola|пароль)\b/u,
  /密码|密碼|パスワード|비밀번호|пароль/,
];
/** The same, written as one word: `accesstoken`, `dbpassword`. */
const IN_ONE_WORD =
  /passw(?:or)?d|passphrase|clientsecret|secretkey|apisecret|appsecret|(?:access|auth|refresh|bearer|api|session|id|csrf|xsrf|bot|user|security|private|oauth)token|apikey|privatekey|(?:secret)?accesskey|accountkey|authkey|licensekey|encryptionkey|signingkey|sessionid|setcookie/;
/** What may stand after it, so that it is about a secret and none itself. */
const ABOUT =
  /\b(?:ids?|names?|types?|kinds?|lengths?|len|counts?|limits?|budgets?|max|min|maximum|minimum|urls?|uris?|endpoints?|paths?|files?|filenames?|hints?|polic(?:y|ies)|enabled|disabled|required|optional|expir\w*|lifetime|ttl|age|formats?|algorithms?|alg|strateg(?:y|ies)|status|states?|scopes?|prefix|suffix|labels?|descriptions?|fields?|columns?|header names?|usage|sizes?|ratio|per \w+|index|positions?|source|providers?|methods?|modes?|schemes?|versions?|locations?|managers?|stores?|vaults?|ref|refs|references?|rotation|history|protected|address(?:es)?|symbols?|standard|contracts?|mint|pairs?|amounts?|decimals?|supply|price|ticker|holders|domains?|consent|banner|line|help|strength|rules?|requirements?|filter|query|search|tags?|set|group|list|level|used|left|remaining|in|out|[ab01])$/;
/** Tokens that prove nothing: of pages, of amounts, of languages and designs. */
const OTHER_TOKEN =
  /\b(?:progress|next|prev|previous|page|paging|pagination|paginating|continuation|continue|continuing|cursor|sync|delta|change|resume|resumption|skip|start|starting|max|min|maximum|minimum|num|number of|total|prompt|completion|input|output|cached?|reasoning|thinking|stop|special|design|lexer|syntax|bos|eos|pad|unk|mask|sep|cancel|cancellation|abort|idempotency|geo ?location|context|response|used|remaining|erc ?20|nft|native|base|quote|governance|lp|reward|staking|swap|from|to) tokens?$/;
/** Other things that have such a name. */
const OTHERWISE =
  /\b(?:public|primary|foreign|sort|partition|object|cache|dedupe|press|hot|short ?cut) keys?$|\b(?:function|method|type|e ?mail|mail|class|call|api|schema) signature$|\b(?:guitar|bowling|map|gpio|lapel) pins?$|\b(?:verify|has|is|use|uses|with|without|strip|include|require|requires|allow|enable|disable|show|hide|check|validate|no|non) (?:\w+ )?(?:passwords?|secrets?|tokens?|credentials?|jwts?|cookies?|auth|authorization|api keys?|pins?)$/;

/** Names seen: the same ones come with every message. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 2000;

/** Whether a name is that of something that may be secret: `apiKey`, `cardNumber`. A guess, which errs on the side of hiding. */
export function soundsSecret(name: string): boolean {
  const found = judged.get(name);
  if (found !== undefined) return found;
  const isSecret = judgeName(name.slice(0, MAX_NAME)) || (name.length > MAX_NAME && judgeName(name.slice(-MAX_NAME)));
  if (name.length <= MAX_NAME) {
    if (judged.size >= MAX_JUDGED) judged.clear();
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

/** Characters of an address that are looked at. A longer one counts as one with a secret: nobody knows what is in it. */
const MAX_ADDRESS = 20_000;
/** Stands where the secret part of an address was. */
const REDACTED = 'secret';
/** What secrets are called in addresses only: of the clouds, and in short. */
const IN_ADDRESSES =
  /^(?:key|sig|sign|signature|auth|hmac|code|jwt|pass|pw|sas|x-(?:amz|goog)-(?:signature|credential|security-token))$/i;
/** A token that does not say who issued it: letters of both cases with digits, or a long hexadecimal number. */
const RANDOM = /^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=(?:\D*\d){3})[\w~-]{20,}$|^(?=.*[a-fA-F])(?=.*\d)[\da-fA-F]{32,}$/;
/** What a word in an address is not: somebody made it up to be unguessable. */
const MADE_UP = /^(?=\D*\d)[^{}]{8,}$/;

/**
 * Whether an address carries a secret: a name or password before the host, a parameter with a secret's name, or a value, a
 * segment of the path or a fragment that is a credential by its form. Takes templates and what is no address as well.
 */
export function secretInAddress(address: string): boolean {
  return address.length > MAX_ADDRESS || redactAddress(address) !== address;
}

/** The address with `secret` in the place of each secret part, and without what stands before the host. */
export function redactAddress(address: string): string {
  if (address.length > MAX_ADDRESS) return REDACTED;
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
  // Without a scheme nothing stands before a host.
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
