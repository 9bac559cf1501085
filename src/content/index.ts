export { decodeBase64, formatBytes } from '../util/bytes.js';
export { inTurns } from '../util/in-turns.js';
export { pageTurn } from '../util/page-turn.js';
export { jsonLine, type JsonLine } from '../util/json-line.js';
export { safeFileName } from './file-name.js';
export { formatHtml, formatMarkdown, type FormatOptions, type Formatted } from './format.js';
export { DEFAULT_LIMITS, limitsOf, type ContentLimits } from './limits.js';
export { sniffMedia, type MediaType } from './sniff-media.js';
export { essenceOf } from './mime.js';
export { decodeText } from './decode-text.js';
export { planBlock, planContents } from './plan.js';
export { planResult, type ResultPlan } from './plan-result.js';
export { rendererFor, type ContentPolicy, type ContentRenderer, type RendererInput } from './policy.js';
export { jsonText } from './pretty-json.js';
export { readJsonTree, type JsonTreeReading } from './json-tree-reader.js';
export type { JsonKind } from './json-tree-columns.js';
export type { JsonTree } from './json-tree.js';
export { MAX_TREE_DEPTH } from './json-tree-limits.js';
export { JsonTreeRows } from './json-tree-rows.js';
export { searchJsonTree } from './json-tree-search.js';
export { readTable, type TableReading, type TableSeparator } from './read-table.js';
export { numberInCell } from './read-table-number.js';
export { filterTable, sortTable, type TableOrder } from './read-table-order.js';
export type { Table } from './read-table-result.js';
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
export { sameJson, saysTheSame } from './same-json.js';
export type { SafeFragment } from './sanitize.js';
export { expandTemplate, templateVariables, type TemplateVariable } from './uri-template.js';
export type { HeldImage } from './annotate-fragment.js';
export { iconCandidates, iconOf, ICON_LIMITS, type IconSource } from './icons.js';
export { loadRemote, mediaOf, type RemoteLimits, type RemoteReading } from './load-remote.js';
export { HostGrants, MAX_HOSTS, type HostMemory, type RemoteGrants } from './remote-grants.js';
export { isLocalHost } from '../util/hosts.js';
export { readableHost } from './punycode.js';
export {
  imitatedWord,
  looksLikeAnotherHost,
  offeredScheme,
  readAddress,
  type AddressReading,
  type AddressWarning,
} from './uri-policy.js';
export { hasHidden, hiddenParts, visibleText, type HiddenRun } from './visible-text.js';
export { pageDocument, type PageLink, type PageReading } from './page-document.js';
export { hasAnsi, MAX_ANSI_RUNS, readAnsi, type AnsiRun, type AnsiState } from './ansi.js';
export type { AnsiColour, AnsiStyle } from './ansi-style.js';
export { readDiff, type DiffKind, type DiffReading } from './diff.js';
export { ansiLines } from './highlight/ansi-lines.js';
export { CodeColours } from './highlight/code-colours.js';
export { grammarOf, isColoured, languageOf } from './highlight/grammar-of.js';
export type { LineGrammar } from './highlight/line-grammar.js';
export type { CodeRun, TokenKind } from './highlight/token-kind.js';
export { MAX_ROWS, TextRows } from './text-rows.js';
export { webHost } from './web-host.js';
