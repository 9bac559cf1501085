/** Samplers for the questions that servers have for a model: over HTTP with the page's or the person's key, or the browser's own. */
export { anthropicSampler } from './anthropic.js';
export type { AnthropicSamplerOptions } from './anthropic.js';
export type { EndpointOptions } from './http.js';
export { KEY_IN_PAGE_WARNING } from './http.js';
export type { KeySource } from './http.js';
export { openAiSampler } from './openai.js';
export type { OpenAiSamplerOptions } from './openai.js';
export { isPromptApiAvailable, promptApiSampler } from './prompt-api.js';
