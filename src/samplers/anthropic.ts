import type { Sampler } from '../approvals/answerers.js';
import { AnthropicEvents } from './anthropic-events.js';
import { anthropicRequest } from './anthropic-request.js';
import type { EndpointOptions } from './endpoint.js';
import { httpSampler } from './http-sampler.js';

export interface AnthropicSamplerOptions extends EndpointOptions {
  /** The whole address, with `/messages`. Default: Anthropic's own. */
  readonly url?: string | undefined;
}

const ANTHROPIC = 'https://api.anthropic.com/v1/messages';
/** The wire has had one version since it exists. */
const WIRE_VERSION = '2023-06-01';

/**
 * Asks a model of Anthropic, or one behind a gateway that speaks its Messages API. Text, pictures, PDF files and tools; answers
 * stream. Every request says that it comes straight from a browser, which Anthropic wants to hear before it answers a page.
 *
 * A key in a page can be read by every script of that page. See {@link KEY_IN_PAGE_WARNING}.
 *
 * @throws McpError `invalid-input` for an address that is none, or over which a key would travel unencrypted
 * @see https://docs.anthropic.com/en/api/messages
 */
export function anthropicSampler({ url = ANTHROPIC, ...options }: AnthropicSamplerOptions): Sampler {
  return httpSampler(url, options, {
    body: (request, names, model, host) => ({ model, ...anthropicRequest(request, names, host) }),
    headers: (key) => ({
      'anthropic-version': WIRE_VERSION,
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(key && { 'x-api-key': key }),
    }),
    reader: (answer) => {
      const events = new AnthropicEvents(answer);
      return { read: events.read, unwilling: () => (events.isRefused ? '' : undefined) };
    },
  });
}
