/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpRemoteMediaElement } from '../remote-media/remote-media.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-remote-media': McpRemoteMediaElement });
