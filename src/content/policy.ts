import { type ContentLimits, DEFAULT_LIMITS } from './limits.js';
import type { RemoteGrants } from './remote-hosts.js';

/** What a renderer of the page gets: one piece of content that no other check than the limits has read. */
export interface RendererInput {
  /** By the first bytes where these tell, otherwise as declared; without parameters, in lower case. */
  readonly mimeType: string;
  /** The address of the resource; undefined for a block without one. Chosen by the server. */
  readonly uri: string | undefined;
  /** The text, where it came as text. */
  readonly text: string | undefined;
  /** The data, where it came as base64. */
  readonly base64: string | undefined;
}

/**
 * How the page itself shows content of a type. It wins over what this library would show; where it throws, the content is
 * shown as without it, with a note. Everything in its input is from a stranger: a renderer that makes markup of it, or
 * loads what it names, gives up what {@link ContentPolicy} promises.
 */
export interface ContentRenderer {
  /** `application/geo+json`, or `chemical/*` for all types of a family. An exact one wins over a family, the first over the later. */
  readonly mimeType: string;
  /**
   * @returns a DOM node or a Lit template; `undefined` leaves this one to the library. Called again for other content, and for
   *   the same content when it is shown large.
   */
  render(input: RendererInput): unknown;
}

/** How content from a server may be shown. */
export interface ContentPolicy {
  /** Replaces single limits of {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<ContentLimits> | undefined;
  /** What the page shows itself, by type. Not asked for content beyond the limits, nor for types in `unsafeTypes`. */
  readonly renderers?: readonly ContentRenderer[] | undefined;
  /**
   * Types, or families as in `text/*`, for which no renderer is asked, whoever registered it: what the library itself makes of
   * them is all there is. For a page whose renderers come from several hands.
   */
  readonly unsafeTypes?: readonly string[] | undefined;
  /**
   * From where pictures, sounds and icons may be loaded without a click. By default what the person allowed for the server of the
   * session around; elsewhere nothing.
   */
  readonly remote?: RemoteGrants | undefined;
}

/** The page's own renderer for a type, if it has one that may be asked. */
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

/** The limits of a policy; the default stands in for whatever is missing or not a number from 0 up. */
export function limitsOf(policy: ContentPolicy | undefined): ContentLimits {
  const limits: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(policy?.limits ?? {}))
    if (name in DEFAULT_LIMITS && typeof value === 'number' && value >= 0) limits[name] = value;
  return limits as unknown as ContentLimits;
}
