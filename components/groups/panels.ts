/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';
import { McpAuditLogElement } from '../audit-log/audit-log.js';
import { McpLogElement } from '../log/log.js';
import { McpPermissionsElement } from '../permissions/permissions.js';
import { McpStorageElement } from '../storage/storage.js';
import { McpTranscriptElement } from '../transcript/transcript.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = {
  'mcp-allowed-hosts': McpAllowedHostsElement,
  'mcp-audit-log': McpAuditLogElement,
  'mcp-log': McpLogElement,
  'mcp-permissions': McpPermissionsElement,
  'mcp-storage': McpStorageElement,
  'mcp-transcript': McpTranscriptElement,
};
