/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpSignInElement } from '../sign-in/sign-in.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-sign-in': McpSignInElement });
