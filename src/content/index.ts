/**
 * `mcp-embed/content`: makes a server’s content safe to show. A render plan for each content block, and readers for
 * Markdown, HTML, JSON, tables, diffs and terminal text. Sanitizing needs a DOM.
 */
// From a result to render plans: the visible content, its form, and the blocked content.
export { sameJson } from '../util/same-json.js';
export { planBlock, planContents } from './plan.js';
export { planResult, sizeOfBlock, type ResultPlan } from './plan-result.js';
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
export { DEFAULT_LIMITS, type ContentLimits } from './limits.js';
export { HostGrants, MAX_REMOTE_HOSTS, type HostMemory, type RemoteGrants } from './remote-hosts.js';
export { limitsOf, rendererFor, type ContentPolicy, type ContentRenderer, type RendererInput } from './policy.js';

// Checks of values that a page passes in.
export { checkedBlock, checkedContents, checkedResult, type Checked } from './checked.js';

// Markdown and HTML, sanitized.
export type { UnseenText } from './markdown-unseen.js';
export { formatHtml, formatMarkdown, type FormatOptions, type Formatted } from './markdown.js';
export { pictureData, type PictureData } from './inline-pictures.js';
export { followNoteLink } from './markdown-parts.js';
export type { CodeBlock, RemovedImage, SafeFragment } from './sanitize.js';
export { MAX_REMEMBERED_LINKS, pageDocument, type PageLink, type PageReading } from './page.js';

// Text: hidden characters, terminal colours, diffs, code.
export { hasHidden, hiddenParts, visibleText, type HiddenRun } from './hidden-text.js';
export { hasAnsi, readAnsi, withLineFeeds, type AnsiState } from './ansi.js';
export { MAX_ANSI_RUNS, type AnsiRun } from './ansi-screen.js';
export type { AnsiColour, AnsiStyle } from './ansi-style.js';
export { readDiff, type DiffKind, type DiffReading } from './diff.js';
export {
  ansiLines,
  CodeColours,
  grammarOf,
  isColoured,
  languageOf,
  type CodeRun,
  type LineGrammar,
  type TokenKind,
} from './highlight/highlight.js';
export { MAX_TEXT_ROWS, TextRows } from './text-rows.js';

// JSON as a tree.
export {
  JsonTree,
  JsonTreeRows,
  jsonText,
  MAX_TREE_DEPTH,
  saysTheSame,
  searchJsonTree,
  type JsonKind,
} from './json-tree.js';
export { recordsIn, type Records } from './records.js';
export { readJsonTree, type JsonTreeReading } from './json-reader.js';
export { jsonLine, type JsonLine } from '../util/json.js';

// CSV and TSV as a table.
export {
  filterTable,
  numberInCell,
  readTable,
  sortTable,
  type Table,
  type TableOrder,
  type TableReading,
  type TableSeparator,
} from './table.js';

// Binary data: its type, and safe file names.
export { sniffMedia, type MediaType } from './sniff.js';
export { decodeText, essenceOf, saysInBytes } from './text-type.js';
export { safeFileName } from './file-name.js';
export { base64Size, decodeBase64 } from '../util/bytes.js';
export { formatBytes } from '../util/numbers.js';

// URLs, and loading from them when the person allows it.
export {
  expandTemplate,
  imitatedWord,
  looksLikeAnotherHost,
  offeredScheme,
  readAddress,
  templateVariables,
  type AddressReading,
  type AddressWarning,
  type TemplateVariable,
} from './uri.js';
export { isLocalHost, isLoopbackHost, webHost } from '../util/hosts.js';
export { readableHost } from '../util/readable-host.js';
export { ICON_LIMITS, iconCandidates, iconOf, type IconSource } from './icons.js';
export { loadRemote, mediaOf, whyRemoteRefused, type RemoteLimits, type RemoteReading } from './remote.js';

// Long work in time slices, so that the page stays responsive.
export { runInSlices, yieldToMain } from '../util/async.js';
