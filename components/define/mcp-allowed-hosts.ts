import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';

if (!customElements.get('mcp-allowed-hosts')) customElements.define('mcp-allowed-hosts', McpAllowedHostsElement);
