import type { SamplerModel } from '../approvals/sampler.js';
import { McpError } from '../errors.js';
import { isLocalHost } from '../util/hosts.js';
import { errorText } from './error-texts.js';

/** Options of samplers that ask a model over HTTP. */
export interface EndpointOptions {
  /**
   * The API key, or a function that is called for it before each request; omit it if the endpoint needs none. Every
   * script of the page and every browser extension can read it. Use it in pages that only their owner opens, or with a
   * key that the user types in (see {@link KEY_IN_PAGE_WARNING}); otherwise send requests through a server of your own.
   */
  readonly key?: KeySource | undefined;
  /** The model that is used unless the user chooses another. */
  readonly model: string;
  /** Models that the user can choose from, with prices if they are known. Default: `model` alone. */
  readonly models?: readonly SamplerModel[] | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Additional headers, for a gateway. Their values may appear in errors unless they equal the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds without a byte until the request fails with `timeout`. Default: 120,000. */
  readonly quietMs?: number | undefined;
  /** Milliseconds that one answer may take in all. Default: 600,000. */
  readonly wholeMs?: number | undefined;
}

/** @throws McpError `invalid-input` for an invalid address, or an unencrypted one when there is a key */
export function readAddress(address: string, hasKey: boolean): URL {
  const url = URL.canParse(address, globalThis.location?.href)
    ? new URL(address, globalThis.location?.href)
    : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new McpError('invalid-input', errorText('samplers.addressNotHttp'));
  if (url.username || url.password)
    throw new McpError('invalid-input', errorText('samplers.passwordInAddress'), {
      remedy: errorText('samplers.giveAsKey'),
    });
  if (hasKey && url.protocol === 'http:' && !isLocalHost(url.host))
    throw new McpError('invalid-input', errorText('samplers.keyUnencrypted', { host: url.host }), {
      remedy: errorText('samplers.giveHttps'),
    });
  return url;
}

/** The warning for users before they type a key into a page: show it beside the field. */
export const KEY_IN_PAGE_WARNING: string =
  'Every script of this page, and every extension of your browser, can read a key that you give it, and can spend with it. ' +
  'Use a key of its own with a low limit, and take it back when you are done.';

/**
 * A key, or a function that is called for it before each request. The key stays in memory, is sent to the endpoint
 * only, and never appears in an error.
 */
export type KeySource = string | (() => string | undefined | Promise<string | undefined>);

/** @throws McpError `invalid-input` for a key that a header cannot contain; `unauthorized` when there is no key */
export async function readKey(source: KeySource | undefined, host: string): Promise<string | undefined> {
  let key: string | undefined;
  try {
    key = (typeof source === 'function' ? await source() : source)?.trim();
  } catch {
    // The error is not passed on as `cause`: it may quote the key.
    throw new McpError('unauthorized', errorText('samplers.keyNotGot', { host }), {
      remedy: errorText('samplers.giveKeyAgain'),
    });
  }
  if (source !== undefined && !key)
    throw new McpError('unauthorized', errorText('samplers.noKey', { host }), {
      remedy: errorText('samplers.giveKey'),
    });
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new McpError('invalid-input', errorText('samplers.keyCharacters', { host }), {
      remedy: errorText('samplers.copyKeyAgain'),
    });
  return key;
}
