import { itemsOf, serverOffers, type ServerProfile, type Session, type Tool } from '../../src/index.js';
import { definitionTokens, type LintFinding, type LintSeverity, lintSteps } from '../../src/schema/index.js';
import { toJson } from '../../src/util/json.js';
import { errorWords } from '../words/messages.js';
import { t } from './messages.js';

/** A capability, its meaning, and whether the server has it. */
export interface CapabilityRow {
  readonly name: string;
  readonly meaning: string;
  readonly isOffered: boolean;
}

/** The cost of a tool's definition for a model. */
export interface ToolCost {
  readonly tool: string;
  readonly tokens: number;
  /** Characters of its definition. */
  readonly characters: number;
}

/** The findings about the tools of a server. */
export interface ToolsReport {
  readonly findings: readonly LintFinding[];
  /** The most expensive first. */
  readonly costs: readonly ToolCost[];
}

/** Reads all tools, in steps for `runInSlices`. */
export function* reportSteps(tools: readonly Tool[]): Generator<undefined, ToolsReport, undefined> {
  const findings = yield* lintSteps(tools);
  const costs: ToolCost[] = [];
  for (const tool of tools) {
    const { name, description, inputSchema } = tool;
    const characters = toJson({ name, description, inputSchema }).length;
    costs.push({ tool: name, tokens: definitionTokens(tool), characters });
    yield;
  }
  const rank: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, hint: 2 };
  return {
    findings: findings.toSorted((one, other) => rank[one.severity] - rank[other.severity]),
    costs: costs.toSorted((one, other) => other.tokens - one.tokens),
  };
}

/** Extensions, and experimental capabilities, that are listed. A server may send thousands. */
const MAX_SHOWN_EXTENSIONS = 50;

/** All capabilities in the specification, and further ones of the server. */
export function capabilityRows({ capabilities }: ServerProfile): readonly CapabilityRow[] {
  const { resources, extensions = {}, experimental = {} } = capabilities;
  const row = (name: Parameters<typeof meaningOf>[0], isOffered: boolean): CapabilityRow => ({
    name,
    meaning: meaningOf(name),
    isOffered,
  });
  const others = (given: object, meaning: string): readonly CapabilityRow[] =>
    Object.keys(given)
      .slice(0, MAX_SHOWN_EXTENSIONS)
      .map((name) => ({ name, meaning, isOffered: true }));
  return [
    row('tools', serverOffers(capabilities, 'tools/list')),
    row('tools.listChanged', serverOffers(capabilities, 'notifications/tools/list_changed')),
    row('resources', serverOffers(capabilities, 'resources/list')),
    row('resources.subscribe', Boolean(resources?.subscribe)),
    row('resources.listChanged', serverOffers(capabilities, 'notifications/resources/list_changed')),
    row('prompts', serverOffers(capabilities, 'prompts/list')),
    row('prompts.listChanged', serverOffers(capabilities, 'notifications/prompts/list_changed')),
    row('completions', serverOffers(capabilities, 'completion/complete')),
    row('logging', serverOffers(capabilities, 'logging/setLevel')),
    row('tasks', serverOffers(capabilities, 'tasks/get')),
    ...others(extensions, t('serverReport.means.extension')),
    ...others(experimental, t('serverReport.means.experimental')),
  ];
}

function meaningOf(
  name:
    | 'tools'
    | 'tools.listChanged'
    | 'resources'
    | 'resources.subscribe'
    | 'resources.listChanged'
    | 'prompts'
    | 'prompts.listChanged'
    | 'completions'
    | 'logging'
    | 'tasks',
): string {
  return t(`serverReport.means.${name}`);
}

/** Findings that are at least as grave. */
export function gravest(findings: readonly LintFinding[], least: LintSeverity): readonly LintFinding[] {
  const kept: readonly LintSeverity[] = least === 'error' ? ['error'] : least === 'warning' ? ['error', 'warning'] : [];
  return kept.length === 0 ? findings : findings.filter(({ severity }) => kept.includes(severity));
}

/** The same finding, in one tool or in many. */
export interface FindingGroup {
  readonly severity: LintSeverity;
  readonly text: LintFinding['text'];
  /** Each tool, with the place of the finding inside it, if any. */
  readonly where: readonly string[];
}

/** Findings with the same words as one: a server whose tools all lack something says it once. */
export function groupsOf(findings: readonly LintFinding[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup & { readonly where: string[] }>();
  for (const { severity, tool, place, text } of findings) {
    const key = `${severity} ${text.text}`;
    const group = groups.get(key) ?? { severity, text, where: [] };
    group.where.push(place === '' || place === 'input' ? tool : `${tool} ${place}`);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The findings as rows of text, with a head. */
export function findingRows(findings: readonly LintFinding[]): readonly (readonly string[])[] {
  return [
    [
      t('serverReport.column.severity'),
      t('serverReport.column.tool'),
      t('serverReport.column.place'),
      t('serverReport.column.finding'),
    ],
    ...findings.map(({ severity, tool, place, text }) => [
      t(`serverReport.severity.${severity}`),
      tool,
      place || t('serverReport.theTool'),
      errorWords(text),
    ]),
  ];
}

export function costRows(costs: readonly ToolCost[]): readonly (readonly string[])[] {
  return [
    [t('serverReport.column.tool'), t('serverReport.column.tokens'), t('serverReport.column.characters')],
    ...costs.map(({ tool, tokens, characters }) => [tool, String(tokens), String(characters)]),
  ];
}

/** Rows as CSV, as RFC 4180 has it. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
}

/**
 * The same for a file: spreadsheets run a cell that begins like a formula, and its text may come from a server.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvFileOf(rows: readonly (readonly string[])[]): string {
  return csvOf(rows.map((row) => row.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))));
}

/** Characters of a cell of Markdown. */
const MAX_CELL_LENGTH = 300;

/** Words of a server as text in Markdown: no picture, link, mention or markup in them works after pasting. */
function plain(text: string): string {
  return text
    .slice(0, MAX_CELL_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]#|!~]/g, String.raw`\$&`)
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replaceAll(/(https?|ftp):\/\//gi, '$1&#58;//');
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.map(plain).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
}

/** The whole report as Markdown, for an issue. */
export function reportAsMarkdown(server: ServerProfile, address: string, { findings, costs }: ToolsReport): string {
  const offered = capabilityRows(server).filter(({ isOffered }) => isOffered);
  return [
    `# ${plain(`${server.title ?? server.name} ${server.version}`)}`,
    `${t('serverReport.address')}: ${address}  \n${t('serverReport.revision')}: ${server.revision}`,
    `## ${t('serverReport.offers')}`,
    offered.map(({ name, meaning }) => `- ${plain(name)}: ${meaning}`).join('\n'),
    `## ${t('serverReport.tokens')}`,
    markdownTable(costRows(costs)),
    `## ${t('serverReport.improve')}`,
    findings.length > 0 ? markdownTable(findingRows(findings)) : t('serverReport.nothingToImprove'),
  ].join('\n\n');
}

/** The same as JSON. */
export function reportAsJson(server: ServerProfile, address: string, { findings, costs }: ToolsReport): string {
  const { name, title, version, revision, capabilities, instructions } = server;
  return toJson(
    {
      format: 'mcp-embed-server-report',
      version: 1,
      takenAt: new Date().toISOString(),
      address,
      server: { name, title, version, revision, capabilities, instructions },
      tools: costs,
      findings: findings.map(({ tool, severity, place, text }) => ({
        tool,
        severity,
        place,
        rule: text.key,
        text: text.text,
      })),
    },
    undefined,
    1,
  );
}

/** The tools as they are known now; undefined while they are not. */
export function toolsOf(session: Session): readonly Tool[] | undefined {
  const state = session.tools.state.get();
  return state.phase === 'ready' || state.phase === 'stale' ? itemsOf(state) : undefined;
}
