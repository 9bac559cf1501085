/** A challenge of a refusal (`WWW-Authenticate`). */
export interface Challenge {
  /** Other schemes are ignored. */
  readonly scheme: 'bearer' | 'dpop';
  readonly error?: string | undefined;
  readonly scope?: string | undefined;
  /** URL of the protected resource’s metadata. */
  readonly resourceMetadata?: string | undefined;
}

/**
 * Characters of a challenge (`WWW-Authenticate`) that are read. Browsers and servers allow 8 KB of a header. What
 * follows is ignored.
 */
const MAX_CHALLENGE_LENGTH: number = 8 * 1024;

// Sticky, each from where the last one ended: cutting the beginning off copies the rest, and 85,000 schemes take minutes.
const SPACE = /[ \t]*/y;
const SEPARATORS = /[ \t,]*/y;
const TOKEN = /[\w!#$%&'*+.^`|~-]+/y;
const PARAMETER = /([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))/y;
const CREDENTIALS = /[\w.~+/-]+=*(?=[ \t]*(?:,|$))/y;

/**
 * The challenge of a response that this client can answer. Undefined where the header was not sent, or where CORS
 * hides it: the server needs `Access-Control-Expose-Headers: WWW-Authenticate`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function readChallenge({ headers }: Response): Challenge | undefined {
  const challenges = readChallenges((headers.get('www-authenticate') ?? '').slice(0, MAX_CHALLENGE_LENGTH));
  // DPoP first: a token that is bound to a key is of no use to a thief.
  const one = ['dpop', 'bearer'].map((name) => challenges.find(({ scheme }) => scheme === name)).find(Boolean);
  if (!one) return undefined;
  const { parameters } = one;
  return {
    scheme: one.scheme as Challenge['scheme'],
    error: parameters.get('error'),
    scope: parameters.get('scope'),
    resourceMetadata: parameters.get('resource_metadata'),
  };
}

interface RawChallenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads all challenges of a header. A comma separates challenges as well as the parameters of one. */
export function readChallenges(header: string): readonly RawChallenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const matchHere = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(header);
  };
  const skip = (pattern: RegExp): void => void (at += matchHere(pattern)?.[0].length ?? 0);
  for (;;) {
    skip(SEPARATORS);
    const parameter = matchHere(PARAMETER);
    const current = challenges.at(-1);
    if (parameter && current) {
      const [all, name, quoted, plain] = parameter;
      const key = name!.toLowerCase();
      // A parameter that is there twice is an attack or a mistake: the first one counts.
      if (!current.parameters.has(key)) current.parameters.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain!);
      at += all.length;
      continue;
    }
    const scheme = matchHere(TOKEN)?.[0];
    if (!scheme) return challenges;
    challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    at += scheme.length;
    skip(SPACE);
    // `Negotiate YII…=` has no parameters, only one token.
    if (!matchHere(PARAMETER)) skip(CREDENTIALS);
  }
}
