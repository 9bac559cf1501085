import type { Sampler } from '../approvals/answerers.js';
import type { EndpointOptions } from './endpoint.js';
import { httpSampler } from './http-sampler.js';
import { OpenAiEvents } from './openai-events.js';
import { openAiRequest } from './openai-request.js';

export interface OpenAiSamplerOptions extends EndpointOptions {
  /** The whole address, with `/chat/completions`. Default: OpenAI's own. */
  readonly url?: string | undefined;
  /** What the endpoint calls the ceiling. Default: the newer name for OpenAI itself, the older one, which all know, elsewhere. */
  readonly maxTokensName?: 'max_tokens' | 'max_completion_tokens' | undefined;
}

const OPENAI = 'https://api.openai.com/v1/chat/completions';

/**
 * Asks a model behind an endpoint that speaks OpenAI's chat completions: OpenAI itself, or Ollama, LM Studio, vLLM,
 * llama.cpp, OpenRouter and others that imitate it. Text, pictures, sound (WAV, MP3) and tools; answers stream.
 *
 * A key in a page can be read by every script of that page. See {@link KEY_IN_PAGE_WARNING}.
 *
 * @throws McpError `invalid-input` for an address that is none, or over which a key would travel unencrypted
 * @see https://platform.openai.com/docs/api-reference/chat
 */
export function openAiSampler({ url = OPENAI, maxTokensName, ...options }: OpenAiSamplerOptions): Sampler {
  const ceiling = maxTokensName ?? (url.startsWith('https://api.openai.com/') ? 'max_completion_tokens' : 'max_tokens');
  return httpSampler(url, options, {
    body: (request, names, model, host) => ({
      model,
      ...openAiRequest(request, names, host),
      [ceiling]: request.maxTokens,
    }),
    headers: (key) => (key ? { authorization: `Bearer ${key}` } : {}),
    reader: (answer) => {
      const events = new OpenAiEvents(answer);
      return {
        read: events.read,
        unwilling: () => (events.isFiltered || (events.refusal && !answer.text) ? events.refusal : undefined),
      };
    },
  });
}
