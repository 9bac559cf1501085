/** The parts of the Trusted Types API that are used here; not every engine's types know it. */
interface TrustedPolicy {
  createHTML(text: string): never;
  createScriptURL(text: string): never;
}
interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(text: string): string },
  ): TrustedPolicy;
}

/** The policy name a page allows: `trusted-types mcp-embed`. */
export const POLICY_NAME = 'mcp-embed';

/** How the sanitizer may hand text to the parser. */
export type ParserAccess =
  /** Through our own policy; `undefined` where the engine has no Trusted Types or the page does not enforce them. */
  | { readonly kind: 'open'; readonly policy: TrustedPolicy | null }
  /** The page's security policy forbids it. */
  | { readonly kind: 'refused' };

let access: ParserAccess | undefined;

/**
 * Our way to the parser, found once per page. The policy passes text through, because the sanitizer must parse the
 * dirty text itself; that is why it never leaves this module and `sanitize.ts`. A second copy of this library in a page
 * that forbids duplicates gets no policy: where Trusted Types are not enforced it works without one, elsewhere it says
 * so and content stays plain text.
 */
export function parserAccess(): ParserAccess {
  access ??= findAccess();
  return access;
}

/**
 * Hostile HTML as a document that nobody sees: nothing in it runs or loads. Its nodes must not get into a page, only what is
 * written anew from them, for a frame.
 * @returns undefined where the page's Trusted Types policy keeps us from parsing
 */
export function parseInertly(html: string): Document | undefined {
  const found = parserAccess();
  if (found.kind === 'refused') return undefined;
  return new DOMParser().parseFromString(found.policy ? found.policy.createHTML(html) : html, 'text/html');
}

function findAccess(): ParserAccess {
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (!factory) return { kind: 'open', policy: null };
  try {
    const policy = factory.createPolicy(POLICY_NAME, {
      createHTML: (text) => text,
      createScriptURL: () => {
        throw new TypeError('mcp-embed creates no script addresses.');
      },
    });
    return { kind: 'open', policy };
  } catch {
    return parsesStrings() ? { kind: 'open', policy: null } : { kind: 'refused' };
  }
}

function parsesStrings(): boolean {
  try {
    new DOMParser().parseFromString('<p></p>', 'text/html');
    return true;
  } catch {
    return false;
  }
}
