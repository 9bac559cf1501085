import { ABOUT_A_SECRET, CODE_OF, KEY_OF } from './names.js';

/** Characters of a description that are judged. */
export const MAX_JUDGED_DESCRIPTION_LENGTH = 2000;

/** Sentences of a description that are judged. */
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
  /\b(?:not|never|no|nor|neither|without|avoid|except|excluding|non|instead of|rather than|cannot|(?:do|does|is|are|ca|must|should|wo|need)n['’]t|nobody|no one|leave out|omit|redact|refrain|forbidden|beware|(?:any|every|no)thing but)\b/i;

/** The object of "Remove …" at the beginning of a sentence is not asked for: "Remove any tokens first". */
const TAKES_AWAY = /^\W*(?:please )?(?:remove|strip|delete)\b[^,;:]{0,20}$/i;

/** The word that ends a negation: "not the name but your password". */
const TURNS = /(?<!(?:any|every|no)thing )\b(?:but|otherwise|instead,)\s/gi;

/** "Do not leave it empty" asks for it. */
const LEAVES = /\bleave\b[^,;]*$/i;
const EMPTY = /^\s*(?:empty|blank|out)\b/i;

const NEGATED_AFTER =
  /^[^,;]{0,30}\b(?:not|never|n['’]t)\b[^,;]{0,20}\b(?:accepted|allowed|needed|required|stored|sent|enter|type|include|asked)/i;

/** A secret that stays where it is, or that is somewhere else already. */
const ELSEWHERE =
  /^\s+(?:stays|must stay|should stay|remains|is none of|out of it\b|(?:in|from|of) (?:the|your) (?:environment|settings|configuration|server))/i;

/** Beginnings of descriptions of fields that are about a secret and hold none. */
const BEGINS_ABOUT = new RegExp(
  `^\\W*(?:(?:the|a|an|optional|required|new|existing|unique|this|only)\\b[\\s:,]*)*(?:${[
    'whether|if|filters?|only|returns?|includes?|runs?|lists?|search\\w*|finds?',
    'numbers?|maximum|minimum|max|min|when|how|which|what|tells whether|works|dates?|times?|counts?|amounts?',
    'paths?|files?|filenames?|names?|ids?|identifiers?|types?|kinds?|urls?|uris?|endpoints?',
    'actions?|operations?|labels?|titles?|descriptions?|status|formats?|query|length|expir\\w+',
    'environment variable names?|sql|code',
  ].join('|')})\\b`,
  'i',
);

/** Words at which the subject of a sentence ends. */
const HEAD_ENDS =
  /\s(?:for|to|in|on|at|about|with|from|by|via|using|that|which|who|whose|when|where|is|are|will|can|may|must|e\.g|such|like|including)\b|[:(,–—]|\s-\s/i;

const ASKS =
  /\b(?:enter|type|give|provide|paste|supply|insert|fill in|tell|(?<!\b(?:we|they|it|which|will) )send|your)\b[^,;:]{0,40}$/i;

/** True if a description says that the value is a secret. Sentences that forbid to enter one do not count. */
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
    if (isNegated(before, after) || NEGATED_AFTER.test(after) || ELSEWHERE.test(after) || isAbout(after)) continue;
    if (/^pin$/i.test(thing) && OTHER_PIN.test(after)) continue;
    if (
      /\b(?:ids?|names?|types?|paths?|urls?|lists?|numbers?|files?|expiry|prefix|colou?rs?|titles?) (?:of|for|to)\b[^,]*$/i.test(
        before,
      )
    )
      continue;
    if (index < head.length || ASKS.test(before)) return true;
  }
  return false;
}

function isNegated(before: string, after: string): boolean {
  const since = before.slice([...before.matchAll(TURNS)].at(-1)?.index ?? 0);
  if (TAKES_AWAY.test(since)) return true;
  return NEGATED.test(since) && !(LEAVES.test(since) && EMPTY.test(after));
}

/** A pin of a board or a map. */
const OTHER_PIN = /^\s+(?:boards?|titles?|names?|notes?|positions?|colou?rs?|images?|icons?)\b/i;

function isAbout(after: string): boolean {
  const [, next = ''] = /^\s+([a-z]+)/i.exec(after) ?? [];
  return next !== '' && !/^(?:in|out|a|b|for|set|used|left)$/i.test(next) && ABOUT_A_SECRET.test(next.toLowerCase());
}
