/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpClientElement } from '../client/client.js';
import { McpApprovalQueueElement } from '../approval-queue/approval-queue.js';
import { McpConnectionStatusElement } from '../connection-status/connection-status.js';
import { McpPromptListElement } from '../prompt-list/prompt-list.js';
import { McpResourceListElement } from '../resource-list/resource-list.js';
import { McpToolListElement } from '../tool-list/tool-list.js';
import { McpPromptFormElement } from '../prompt-form/prompt-form.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpToolFormElement } from '../tool-form/tool-form.js';
import { McpElicitationApprovalElement } from '../elicitation-approval/elicitation-approval.js';
import { McpRootsElement } from '../roots/roots.js';
import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import { McpSamplingApprovalElement } from '../sampling-approval/sampling-approval.js';
import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import { McpSignInElement } from '../sign-in/sign-in.js';
import { McpMessageLogElement } from '../message-log/message-log.js';
import { McpServerReportElement } from '../server-report/server-report.js';
import { McpDiagnosisElement } from '../diagnosis/diagnosis.js';
import { McpCodeViewElement } from '../code-view/code-view.js';
import { McpContentElement } from '../content/content.js';
import { McpPageViewElement } from '../page-view/page-view.js';
import { McpRemoteMediaElement } from '../remote-media/remote-media.js';
import { McpResourceViewElement } from '../resource-view/resource-view.js';
import { McpToolResultElement } from '../tool-result/tool-result.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpTableViewElement } from '../table-view/table-view.js';
import { McpAllowedHostsElement } from '../allowed-hosts/allowed-hosts.js';
import { McpAuditLogElement } from '../audit-log/audit-log.js';
import { McpLogElement } from '../log/log.js';
import { McpPermissionsElement } from '../permissions/permissions.js';
import { McpStorageElement } from '../storage/storage.js';
import { McpTranscriptElement } from '../transcript/transcript.js';
import { McpIconElement } from '../icon/icon.js';
import { defineElements } from '../define/define-elements.js';

defineElements({
  'mcp-client': McpClientElement,
  'mcp-approval-queue': McpApprovalQueueElement,
  'mcp-connection-status': McpConnectionStatusElement,
  'mcp-prompt-list': McpPromptListElement,
  'mcp-resource-list': McpResourceListElement,
  'mcp-tool-list': McpToolListElement,
  'mcp-prompt-form': McpPromptFormElement,
  'mcp-schema-field': McpSchemaFieldElement,
  'mcp-tool-form': McpToolFormElement,
  'mcp-elicitation-approval': McpElicitationApprovalElement,
  'mcp-roots': McpRootsElement,
  'mcp-roots-approval': McpRootsApprovalElement,
  'mcp-sampling-approval': McpSamplingApprovalElement,
  'mcp-tool-approval': McpToolApprovalElement,
  'mcp-sign-in': McpSignInElement,
  'mcp-message-log': McpMessageLogElement,
  'mcp-server-report': McpServerReportElement,
  'mcp-diagnosis': McpDiagnosisElement,
  'mcp-code-view': McpCodeViewElement,
  'mcp-content': McpContentElement,
  'mcp-page-view': McpPageViewElement,
  'mcp-remote-media': McpRemoteMediaElement,
  'mcp-resource-view': McpResourceViewElement,
  'mcp-tool-result': McpToolResultElement,
  'mcp-json-view': McpJsonViewElement,
  'mcp-table-view': McpTableViewElement,
  'mcp-allowed-hosts': McpAllowedHostsElement,
  'mcp-audit-log': McpAuditLogElement,
  'mcp-log': McpLogElement,
  'mcp-permissions': McpPermissionsElement,
  'mcp-storage': McpStorageElement,
  'mcp-transcript': McpTranscriptElement,
  'mcp-icon': McpIconElement,
});
