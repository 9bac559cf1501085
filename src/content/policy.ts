import { type ContentLimits, DEFAULT_LIMITS } from './limits.js';
import type { RemoteGrants } from './remote-hosts.js';

/** The input of a custom renderer: one piece of content, checked only against the limits. */
export interface RendererInput {
  /** By the first bytes where these identify the type, otherwise as declared; without parameters, in lower case. */
  readonly mimeType: string;
  /** The resource’s URI; undefined for a block without one. Chosen by the server. */
  readonly uri: string | undefined;
  /** The text, if the content came as text. */
  readonly text: string | undefined;
  /** The data, if the content came as base64. */
  readonly base64: string | undefined;
}

/**
 * A page’s own renderer for a media type, used instead of this library’s. If it throws, the library’s is used, with a
 * note. All of its input is untrusted: a renderer that turns it into markup, or loads what it names, gives up what
 * {@link ContentPolicy} guarantees.
 */
export interface ContentRenderer {
  /**
   * `application/geo+json`, or `chemical/*` for a whole family. An exact type takes precedence over a family, and the
   * first renderer over later ones.
   */
  readonly mimeType: string;
  /**
   * Renders one piece of content. Called again for other content, and for the same content when it is shown large.
   * @returns a DOM node or a Lit template; `undefined` leaves this content to the library
   */
  render(input: RendererInput): unknown;
}

/** How content from a server may be shown. */
export interface ContentPolicy {
  /** Replaces single limits of {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<ContentLimits> | undefined;
  /** The page’s renderers. They are not used for content beyond the limits, nor for `unsafeTypes`. */
  readonly renderers?: readonly ContentRenderer[] | undefined;
  /**
   * Types, or families as in `text/*`, for which no custom renderer is used, even if one is registered. For a page
   * whose renderers come from several sources.
   */
  readonly unsafeTypes?: readonly string[] | undefined;
  /**
   * Hosts from which images, sounds and icons may be loaded without a click. Default: those that the person allowed for
   * the server of the surrounding session; without a session none.
   */
  readonly remote?: RemoteGrants | undefined;
}

/** The page’s renderer for a type, if there is one and it may be used. */
export function rendererFor(mimeType: string, policy: ContentPolicy | undefined): ContentRenderer | undefined {
  const { renderers = [], unsafeTypes = [] } = policy ?? {};
  if (mimeType === '' || renderers.length === 0 || unsafeTypes.some((type) => covers(type, mimeType))) return undefined;
  return (
    renderers.find((one) => !isFamily(one.mimeType) && covers(one.mimeType, mimeType)) ??
    renderers.find((one) => covers(one.mimeType, mimeType))
  );
}

function isFamily(pattern: string): boolean {
  return pattern.trim().endsWith('/*');
}

function covers(pattern: string, mimeType: string): boolean {
  const wanted = pattern.trim().toLowerCase();
  return isFamily(wanted) ? mimeType.startsWith(wanted.slice(0, -1)) : wanted === mimeType;
}

/** The limits of a policy. A missing limit, or one that is no number from 0 up, is replaced by the default. */
export function limitsOf(policy: ContentPolicy | undefined): ContentLimits {
  const limits: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(policy?.limits ?? {}))
    if (name in DEFAULT_LIMITS && typeof value === 'number' && value >= 0) limits[name] = value;
  return limits as unknown as ContentLimits;
}
