import { isLocalHost } from '../util/hosts.js';
import { McpError } from '../errors.js';
import type { KeySource } from './key.js';
import type { SamplerModel } from '../approvals/answerers.js';

/** Where a model is asked over HTTP. */
export interface EndpointOptions {
  /**
   * The key, or a function that is asked for it before each request; leave it out where none is needed. Whoever reads the
   * page’s memory can read it: every script of the page and every extension. For pages that only their owner opens, or with
   * a key the person types in (see {@link KEY_IN_PAGE_WARNING}); otherwise put a server of your own between.
   */
  readonly key?: KeySource | undefined;
  /** The model that is asked where nobody chooses another. */
  readonly model: string;
  /** What the person can choose from, with prices where they are known. Default: `model` alone. */
  readonly models?: readonly SamplerModel[] | undefined;
  /** Replaces `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** More headers, for a gateway in between. Their values are kept out of errors only where they are the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds without a byte before the endpoint is given up. Default 120,000. */
  readonly quietMs?: number | undefined;
  /** Milliseconds that one answer may take in all. Default 600,000. */
  readonly wholeMs?: number | undefined;
}

/** @throws McpError `invalid-input` for what is no address, or one over which a key would travel in the clear */
export function readAddress(address: string, hasKey: boolean): URL {
  const url = URL.canParse(address, globalThis.location?.href)
    ? new URL(address, globalThis.location?.href)
    : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new McpError('invalid-input', 'The address of the model is not an http or https address.');
  if (url.username || url.password)
    throw new McpError('invalid-input', 'The address of the model must not carry a password.', {
      remedy: 'Give it as `key`.',
    });
  if (hasKey && url.protocol === 'http:' && !isLocalHost(url.host))
    throw new McpError('invalid-input', `The key would travel to ${url.host} unencrypted.`, {
      remedy: 'Give an https address.',
    });
  return url;
}
