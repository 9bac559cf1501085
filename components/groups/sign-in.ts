/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpSignInElement } from '../sign-in/sign-in.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = { 'mcp-sign-in': McpSignInElement };
