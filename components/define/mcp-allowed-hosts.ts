/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-allowed-hosts': McpAllowedHostsElement });
