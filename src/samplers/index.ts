/**
 * Samplers, `mcp-embed/samplers`: who answers a server's sampling request with a model. Over HTTP with the page's or the person's
 * key, or with the browser's own model.
 */
export { anthropicSampler, type AnthropicSamplerOptions } from './anthropic.js';
export { openAiSampler, type OpenAiSamplerOptions } from './openai.js';
export { KEY_IN_PAGE_WARNING, type EndpointOptions, type KeySource } from './http.js';
export { isPromptApiAvailable, promptApiSampler } from './prompt-api.js';
