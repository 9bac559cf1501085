import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';
import type { ElementClasses } from '../lazy-define.js';
import { McpIconElement } from '../icon/icon.js';

/* Icons of what a server offers, and where they may come from. */
export const elements: ElementClasses = {
  'mcp-allowed-hosts': McpAllowedHostsElement,
  'mcp-icon': McpIconElement,
};
