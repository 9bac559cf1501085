/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpConnectionStatusElement } from '../connection-status/connection-status.js';
import { McpRootsElement } from '../roots/roots.js';
import { McpSignInElement } from '../sign-in/sign-in.js';
import { McpDiagnosisElement } from '../diagnosis/diagnosis.js';
import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';
import { McpAuditLogElement } from '../audit-log/audit-log.js';
import { McpPermissionsElement } from '../permissions/permissions.js';
import { McpStorageElement } from '../storage/storage.js';
import { McpIconElement } from '../icon/icon.js';
import { defineElements } from '../define/define-elements.js';

defineElements({
  'mcp-connection-status': McpConnectionStatusElement,
  'mcp-roots': McpRootsElement,
  'mcp-sign-in': McpSignInElement,
  'mcp-diagnosis': McpDiagnosisElement,
  'mcp-allowed-hosts': McpAllowedHostsElement,
  'mcp-audit-log': McpAuditLogElement,
  'mcp-permissions': McpPermissionsElement,
  'mcp-storage': McpStorageElement,
  'mcp-icon': McpIconElement,
});
