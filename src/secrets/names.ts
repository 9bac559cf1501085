/**
 * Names are judged as words in lower case with blanks between them: `apiKey`, `API_KEY` and `api-key` are all `api key`. In the
 * lists below each line is one family of words.
 */
const oneOf = (families: readonly string[]): string => families.join('|');

/** Words before "key" that name a secret key. */
export const KEY_OF: string = oneOf([
  'api|access|private|secret|ssh|gpg|pgp|signing|encryption|decryption|recovery|master',
  'auth|authentication|authorization|account|license|licence|activation|subscription|session',
  'shared|pre ?shared|consumer|client|app|application|admin|root|service|service role|role',
  'deploy|hmac|wpa|wifi|security|developer|bearer',
  'openai|anthropic|claude|gemini|aws|azure|google|gcp',
  'stripe|github|gitlab|slack|twilio|sendgrid|mailgun|openrouter|hugging ?face',
  'cohere|mistral|groq|deepseek|tavily|serp|serper|brave|firecrawl|pinecone',
]);

/** Words before "code" that name a secret code. */
export const CODE_OF: string = oneOf([
  'pass|security|verification|two factor|auth|authentication|authorization|recovery|backup|one time|sms|2 ?fa|mfa',
  'access|login|confirmation|device|unlock|pin',
]);

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

/** Secret names that people write as one word: `accesstoken`, `dbpassword`. */
const SECRET_NAMES_IN_ONE_WORD = new RegExp(
  oneOf([
    'passw(?:or)?d|passphrase',
    'clientsecret|secretkey|apisecret|appsecret',
    '(?:access|auth|refresh|bearer|api|session|id|csrf|xsrf|bot|user|security|private|oauth)token',
    'apikey|privatekey|(?:secret)?accesskey|accountkey|authkey|licensekey|encryptionkey|signingkey',
    'sessionid|setcookie',
  ]),
);

/** Last words of a name that is about a secret but contains none: `tokenId`, `passwordPolicy`, `secretName`. */
const LAST_WORDS = oneOf([
  'ids?|names?|types?|kinds?|lengths?|len|counts?|limits?|budgets?|max|min|maximum|minimum',
  'urls?|uris?|endpoints?|paths?|files?|filenames?',
  'hints?|polic(?:y|ies)|enabled|disabled|required|optional|expir\\w*|lifetime|ttl|age',
  'formats?|algorithms?|alg|strateg(?:y|ies)|status|states?|scopes?|prefix|suffix',
  'labels?|descriptions?|fields?|columns?|header names?|usage|sizes?|ratio|per \\w+|index|positions?',
  'source|providers?|methods?|modes?|schemes?|versions?|locations?|managers?|stores?|vaults?',
  'ref|refs|references?|rotation|history|protected',
  // Of tokens that are money.
  'address(?:es)?|symbols?|standard|contracts?|mint|pairs?|amounts?|decimals?|supply|price|ticker|holders|domains?',
  // Of banners that ask for consent, and of forms.
  'consent|banner|line|help|strength|rules?|requirements?|filter|query|search|tags?|set|group|list|level',
  'used|left|remaining|in|out|[ab01]',
]);
export const ABOUT_A_SECRET: RegExp = new RegExp(`(?:^| )(?:${LAST_WORDS})$`);

/** Tokens that prove nothing: of pages, of languages and designs, and those that are money. */
const HARMLESS_TOKEN_OF = oneOf([
  'progress|next|prev|previous|page|paging|pagination|paginating|continuation|continue|continuing|cursor',
  'sync|delta|change|resume|resumption|skip|start|starting|max|min|maximum|minimum|num|number of|total',
  'prompt|completion|input|output|cached?|reasoning|thinking|stop|special',
  'design|lexer|syntax|bos|eos|pad|unk|mask|sep',
  'cancel|cancellation|abort|idempotency|geo ?location|context|response|used|remaining',
  'erc ?20|nft|native|base|quote|governance|lp|reward|staking|swap|from|to',
]);
const HARMLESS_TOKENS = new RegExp(`\\b(?:${HARMLESS_TOKEN_OF}) tokens?$`);

/** Questions about a secret, which yes or no answers: `verifyPassword`, `useToken`. */
const QUESTION_VERBS = oneOf([
  'verify|has|is|use|uses|with|without|strip|include|require|requires|allow|enable|disable',
  'show|hide|check|validate|no|non',
]);
const ASKED_ABOUT = 'passwords?|secrets?|tokens?|credentials?|jwts?|cookies?|auth|authorization|api keys?|pins?';
/** Other things with the name of a secret: keys of a database, the signature of a function, pins of a board. */
const HARMLESS_NAMES = new RegExp(
  oneOf([
    '\\b(?:public|primary|foreign|sort|partition|object|cache|dedupe|press|hot|short ?cut) keys?$',
    '\\b(?:function|method|type|e ?mail|mail|class|call|api|schema) signature$',
    '\\b(?:guitar|bowling|map|gpio|lapel) pins?$',
    `\\b(?:${QUESTION_VERBS}) (?:\\w+ )?(?:${ASKED_ABOUT})$`,
  ]),
);

/** Results for names: the same names come with every message. */
const judged = new Map<string, boolean>();

/** Names whose judgement is remembered. With more all are forgotten and judged anew. */
const MAX_REMEMBERED_NAMES = 2000;

/** Characters of a name or a title that are judged, from its beginning and from its end. */
const MAX_JUDGED_NAME_LENGTH = 100;

/** True if a name may be that of a secret: `apiKey`, `cardNumber`. A guess; if in doubt, it says yes. */
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
  const words = normalizeName(name);
  if (ABOUT_A_SECRET.test(words) && !/\bsession ?id$/.test(words)) return false;
  if (HARMLESS_TOKENS.test(words) || HARMLESS_NAMES.test(words)) return false;
  return SECRET_NAMES.some((form) => form.test(words)) || SECRET_NAMES_IN_ONE_WORD.test(words.replaceAll(' ', ''));
}

function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Members of a sign-in that are secret, or that open something together with it. */
const OF_A_SIGN_IN =
  /^(?:code|code_verifier|assertion|client_assertion|token|.*_token|.*secret|.*password|device_code)$/;
/** Words about tokens that are no tokens: `token_type`, `token_endpoint`. */
const ABOUT_TOKENS = /_(?:type|types|endpoint|methods|supported|method|uri|url|in|at)$|_(?:methods|values)_supported$/;

/** True if a member of an OAuth request or answer is secret, by its name. */
export function isSecretOfSignIn(name: string): boolean {
  return (OF_A_SIGN_IN.test(name) || soundsSecret(name)) && !ABOUT_TOKENS.test(name);
}
