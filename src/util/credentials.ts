const SECRET = [
  /\b(?:pass ?(?:word|wd|phrase|code)|pwd|secret|credential|pin|cvv2?|cvc2?|otp|token)\b/,
  /\b(?:passwords|secrets|credentials)\b/,
  /\b(?:api|access|private|secret|ssh|signing|encryption|recovery) ?(?:key|code)s?\b/,
  /\b(?:credit ?card|card ?(?:number|no)|account ?(?:number|no)|iban|social security)\b/,
];

/* What keys look like, whoever issued them. Each is linear in the length of the text. */
const KEYS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bglpat-[A-Za-z0-9_-]{20,}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/,
  /\bAIza[0-9A-Za-z_-]{35}/,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
  /\bBearer\s[A-Za-z0-9._~+/-]{16,}/i,
  /\/\/[^/\s:@]{1,200}:[^/\s@]{1,200}@/,
];

/** Whether words speak of something secret: `apiKey`, `card number`. A guess; it errs on the side of warning. */
export function soundsSecret(text: string): boolean {
  // apiKey, api_key and api-key are all two words.
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .toLowerCase();
  return SECRET.some((pattern) => pattern.test(words));
}

/** One of these is in every text that any of {@link KEYS} fits to: nearly all texts are looked through once. */
const MAYBE_KEY = /PRIVATE KEY|AKIA|gh[pousr]_|github_pat_|glpat-|sk-|xox|AIza|eyJ|bearer\s|\/\/[^/\s:@]{1,200}:/i;

/** The same, and what follows them: all that must go where a key is taken out of a text. */
const WHOLE_KEYS: readonly RegExp[] = KEYS.map(({ source, flags }, at) => {
  if (at === 0) return new RegExp(`${source}(?:(?!-----END)[^])*`, 'g');
  return new RegExp(source.includes('eyJ') ? `${source}[A-Za-z0-9_-]*` : source, `g${flags}`);
});

/** The text with that word in place of each thing that looks like a key. The same string where there is none. */
export function withoutKeys(text: string, sign: string): string {
  if (!MAYBE_KEY.test(text)) return text;
  return WHOLE_KEYS.reduce((rest, key) => rest.replace(key, sign), text);
}

/** Whether a text carries what looks like a key, a token or a password in an address, whatever it is called. */
export function holdsKey(text: string): boolean {
  return KEYS.some((key) => key.test(text));
}
