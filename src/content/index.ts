export { decodeBase64, formatBytes } from '../util/bytes.js';
export { runInSlices } from '../util/async.js';
export { yieldToMain } from '../util/async.js';
export { jsonLine, type JsonLine } from '../util/json.js';
export { safeFileName } from './sniff.js';
export { formatHtml, formatMarkdown, type FormatOptions, type Formatted } from './markdown.js';
export { DEFAULT_LIMITS, limitsOf, type ContentLimits } from './limits.js';
export { sniffMedia, type MediaType } from './sniff.js';
export { essenceOf } from './sniff.js';
export { decodeText } from './sniff.js';
export { planBlock, planContents } from './plan.js';
export { planResult, type ResultPlan } from './plan.js';
export { rendererFor, type ContentPolicy, type ContentRenderer, type RendererInput } from './limits.js';
export { jsonText } from './json-tree.js';
export { readJsonTree, type JsonTreeReading } from './json-reader.js';
export type { JsonKind } from './json-tree.js';
export type { JsonTree } from './json-tree.js';
export { MAX_TREE_DEPTH } from './json-tree.js';
export { JsonTreeRows } from './json-tree.js';
export { searchJsonTree } from './json-tree.js';
export { readTable, type TableReading, type TableSeparator } from './table.js';
export { numberInCell } from './table.js';
export { filterTable, sortTable, type TableOrder } from './table.js';
export type { Table } from './table.js';
export type {
  BlockedPlan,
  CodePlan,
  DiffPlan,
  DownloadPlan,
  EncodedData,
  HtmlPlan,
  JsonPlan,
  LinkPlan,
  MarkdownPlan,
  MediaKind,
  MediaPlan,
  RemotePlan,
  RenderPlan,
  ResourcePlan,
  Savable,
  TablePlan,
  TextPlan,
  ToolResultPlan,
  ToolUsePlan,
} from './render-plan.js';
export { sameJson, saysTheSame } from './json-tree.js';
export type { SafeFragment } from './sanitize.js';
export { expandTemplate, templateVariables, type TemplateVariable } from './uri.js';
export type { RemovedImage } from './sanitize.js';
export { iconCandidates, iconOf, ICON_LIMITS, type IconSource } from './icons.js';
export { loadRemote, mediaOf, type RemoteLimits, type RemoteReading } from './remote.js';
export { HostGrants, MAX_HOSTS, type HostMemory, type RemoteGrants } from './limits.js';
export { isLocalHost } from '../util/hosts.js';
export { readableHost } from '../util/hosts.js';
export {
  imitatedWord,
  looksLikeAnotherHost,
  offeredScheme,
  readAddress,
  type AddressReading,
  type AddressWarning,
} from './uri.js';
export { hasHidden, hiddenParts, visibleText, type HiddenRun } from './hidden-text.js';
export { pageDocument, type PageLink, type PageReading } from './page.js';
export { hasAnsi, MAX_ANSI_RUNS, readAnsi, type AnsiRun, type AnsiState } from './ansi.js';
export type { AnsiColour, AnsiStyle } from './ansi.js';
export { readDiff, type DiffKind, type DiffReading } from './diff.js';
export { ansiLines } from './highlight/highlight.js';
export { CodeColours } from './highlight/highlight.js';
export { grammarOf, isColoured, languageOf } from './highlight/highlight.js';
export type { LineGrammar } from './highlight/highlight.js';
export type { CodeRun, TokenKind } from './highlight/highlight.js';
export { MAX_ROWS, TextRows } from './text-rows.js';
export { webHost } from '../util/hosts.js';
