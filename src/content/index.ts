export { decodeBase64, formatBytes } from '../util/bytes.js';
export { safeFileName } from './file-name.js';
export { formatHtml, formatMarkdown, type Formatted } from './format.js';
export { DEFAULT_LIMITS, limitsOf, type ContentLimits, type ContentPolicy } from './limits.js';
export { sniffMedia, type MediaType } from './mime.js';
export { planBlock, planContents } from './plan.js';
export { jsonText } from './pretty-json.js';
export type {
  BlockedPlan,
  DownloadPlan,
  EncodedData,
  HtmlPlan,
  JsonPlan,
  LinkPlan,
  MarkdownPlan,
  MediaPlan,
  RenderPlan,
  ResourcePlan,
  TextPlan,
  ToolResultPlan,
  ToolUsePlan,
} from './render-plan.js';
export { sameJson, saysTheSame } from './same-json.js';
export type { SafeFragment } from './sanitize.js';
export { expandTemplate, templateVariables, type TemplateVariable } from './uri-template.js';
export { looksLikeAnotherHost, readAddress, type AddressReading, type AddressWarning } from './uri-policy.js';
