/** All that resources and prompts need once somebody looks at them, in one piece. */
export { readPrompt, readPromptResult } from '../protocol/check/prompt.js';
export { readResource, readResourceTemplate } from '../protocol/check/resource.js';
export { ResourceReader } from './resource-reader.js';
