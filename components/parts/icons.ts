/* Icons of what a server offers, and where they may come from. */
import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';
import type { ElementClasses } from '../define/on-sight.js';
import { McpIconElement } from '../icon/icon.js';

export const elements: ElementClasses = {
  'mcp-allowed-hosts': McpAllowedHostsElement,
  'mcp-icon': McpIconElement,
};
