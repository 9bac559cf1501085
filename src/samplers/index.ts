/**
 * Samplers, `mcp-embed/samplers`: they answer a server's sampling requests with a model, over HTTP with a key of the
 * page or the user, or with the browser's built-in model.
 */
export { anthropicSampler, type AnthropicSamplerOptions } from './anthropic.js';
export { openAiSampler, type OpenAiSamplerOptions } from './openai.js';
export { KEY_IN_PAGE_WARNING, type EndpointOptions, type KeySource } from './endpoint-options.js';
export { isPromptApiAvailable, promptApiSampler } from './prompt-api.js';
