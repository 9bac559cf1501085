import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { asMcpError, type McpError, type ServerProfile, type Session, type Tool } from '../../src/index.js';
import type { LintSeverity } from '../../src/schema/index.js';
import { redactAddress } from '../../src/secrets/addresses.js';
import { sessionContext } from '../context.js';
import { barStyles, selectField } from '../internal/bar.js';
import { CopyButton } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { McpElement } from '../internal/mcp-element.js';
import { richErrorWords } from '../words/messages.js';
import { problem } from '../internal/problem.js';
import { SlicedWork, StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { cut } from '../internal/text.js';
import { collapsedText, collapsedTextStyles } from '../internal/long-text.js';
import { fileStamp, giveFile } from '../internal/give-file.js';
import { formatDuration } from '../tool-result/result-text.js';
import { t } from './messages.js';
import {
  capabilityRows,
  costRows,
  csvFileOf,
  csvOf,
  type FindingGroup,
  findingRows,
  gravest,
  groupsOf,
  reportAsJson,
  reportAsMarkdown,
  reportSteps,
  type ToolsReport,
  toolsOf,
} from './report.js';
import { serverReportStyles } from './server-report.styles.js';

/** Findings that are shown at first, and tools of one of them. */
const SHOWN_GROUPS = 100;
const SHOWN_PLACES = 8;
/** Pings of one measurement. */
const PINGS = 5;
/** Characters of a server's instructions that are shown: more than any model is given. The rest is cut. */
const SHOWN_INSTRUCTIONS = 20_000;
/** Characters of them that are shown without a press: about ten lines. The rest is behind it. */
const UNFOLDED_INSTRUCTIONS = 600;

/**
 * @summary Tells all about a server: who it is, what it offers, how fast it answers, what its tools cost a model, and what to improve in them.
 *
 * @csspart base - The whole contents.
 * @csspart button - Every button.
 * @csspart select - A select.
 * @csspart table - A table.
 * @csspart description - What the server tells a model about itself.
 * @csspart empty - The text when there is nothing.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that tries again.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpServerReportElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    collapsedTextStyles,
    serverReportStyles,
    preferredWidth(50),
  ];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #tools = new StoreController(this, () => this.session?.tools.state);
  readonly #work = new SlicedWork(this);
  readonly #copy = new CopyButton(this, () => t('serverReport.copyReport'));
  /** The tools that the report is about. */
  #read: readonly Tool[] | undefined;
  #report: ToolsReport | undefined;
  #times: readonly number[] = [];

  @state() private least: LintSeverity = 'hint';
  /** Findings that are shown. */
  @state() private most = SHOWN_GROUPS;
  @state() private isMeasuring = false;
  @state() private failure: McpError | undefined;
  @state() private outcome = '';

  /** The session of the server; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { session } = this;
    if (changed.has('session')) {
      this.#work.cancel();
      this.#read = this.#report = undefined;
      this.isMeasuring = false;
      this.most = SHOWN_GROUPS;
      this.#times = [];
      this.failure = undefined;
      this.outcome = '';
    }
    // In a page with only this element, no other element reads the tools.
    if (this.#connection.value?.phase === 'ready' && this.#tools.value?.phase === 'empty')
      session?.tools.list().catch(() => {});
    const tools = session && toolsOf(session);
    if (!tools || tools === this.#read) return;
    this.#read = tools;
    void this.#work.run(reportSteps(tools), (report) => (this.#report = report));
  }

  override render(): TemplateResult {
    const { session } = this;
    const known = this.#connection.value;
    const server = known && 'server' in known ? known.server : undefined;
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('serverReport.report')}>
      ${
        !session || !server
          ? html`<p class="quiet" part="empty">
              ${t(session ? 'serverReport.notConnected' : 'serverReport.noSession')}
            </p>`
          : html`${this.#renderWho(server, session)} ${this.#renderCapabilities(server)} ${this.#renderSpeed(session)}
            ${this.#renderTools(server, session)}`
      }
      <p class="small" role="status">${this.outcome}</p>
    </div>`;
  }

  #renderWho(server: ServerProfile, session: Session): TemplateResult {
    const { name, title, version, description, websiteUrl, revision, era, instructions } = server;
    const fact = (label: string, value: string | undefined): TemplateResult | typeof nothing =>
      value
        ? html`<dt>${label}</dt>
            <dd><bdi>${value}</bdi></dd>`
        : nothing;
    return html`<section>
      <h2>${t('serverReport.who')}</h2>
      <dl>
        ${fact(t('serverReport.name'), name)} ${fact(t('serverReport.title'), title)}
        ${fact(t('serverReport.version'), version)} ${fact(t('serverReport.description'), description)}
        ${fact(t('serverReport.website'), websiteUrl)} ${fact(t('serverReport.address'), addressOf(session))}
        ${fact(t('serverReport.revision'), t(`serverReport.${era}`, { revision }))}
        <dt>${t('serverReport.instructions')}</dt>
        <dd class="words" part="description" dir="auto">
          ${
            instructions
              ? collapsedText(cut(instructions, SHOWN_INSTRUCTIONS), UNFOLDED_INSTRUCTIONS)
              : t('serverReport.none')
          }
        </dd>
      </dl>
    </section>`;
  }

  #renderCapabilities(server: ServerProfile): TemplateResult {
    return html`<section>
      <h2 id="offers">${t('serverReport.offers')}</h2>
      <table part="table" aria-labelledby="offers">
        <thead>
          <tr>
            <th scope="col">${t('serverReport.capability')}</th>
            <th scope="col">${t('serverReport.offered')}</th>
            <th scope="col">${t('serverReport.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          ${capabilityRows(server).map(
            ({ name, meaning, isOffered }) =>
              html`<tr class=${isOffered ? '' : 'absent'}>
                <th scope="row" class="mono">${name}</th>
                <td>${t(isOffered ? 'serverReport.yes' : 'serverReport.no')}</td>
                <td>${meaning}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  #renderSpeed(session: Session): TemplateResult {
    const sorted = this.#times.toSorted((one, other) => one - other);
    const [least = 0] = sorted;
    const isReady = this.#connection.value?.phase === 'ready';
    return html`<section>
      <h2>${t('serverReport.speed')}</h2>
      <div class="row">
        <button
          part="button"
          data-name="measure-button"
          type="button"
          aria-disabled=${this.isMeasuring || !isReady ? 'true' : nothing}
          @click=${() => isReady && void this.#measure(session)}
        >
          ${t(this.isMeasuring ? 'serverReport.measuring' : 'serverReport.measure')}
        </button>
        <span role="status"
          >${
            sorted.length > 0
              ? t('serverReport.measured', {
                  count: sorted.length,
                  median: formatDuration(sorted[Math.floor(sorted.length / 2)]!),
                  least: formatDuration(least),
                  most: formatDuration(sorted.at(-1)!),
                })
              : nothing
          }</span
        >
      </div>
      <div aria-live="polite">${this.failure ? problem(t('serverReport.notMeasured'), this.failure) : nothing}</div>
    </section>`;
  }

  async #measure(session: Session): Promise<void> {
    if (this.isMeasuring) return;
    const isStill = (): boolean => session === this.session;
    this.isMeasuring = true;
    this.failure = undefined;
    this.#times = [];
    const times: number[] = [];
    try {
      for (let ping = 0; ping < PINGS; ping++) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: together they would wait for each other
        times.push(await session.ping());
      }
      if (isStill()) this.#times = times;
    } catch (error) {
      if (isStill()) this.failure = asMcpError(error);
    }
    if (isStill()) this.isMeasuring = false;
  }

  #renderTools(server: ServerProfile, session: Session): TemplateResult {
    const report = this.#report;
    const phase = this.#tools.value?.phase;
    if (!report)
      return html`<section>
        <h2>${t('serverReport.tokens')}</h2>
        <p class="quiet" role="status">
          ${t(phase === 'failed' || phase === 'empty' ? 'serverReport.noTools' : 'serverReport.readingTools')}
        </p>
      </section>`;
    const { costs, findings } = report;
    const sum = costs.reduce((all, { tokens: one }) => all + one, 0);
    const address = addressOf(session);
    // A server may repeat a token in its own words.
    const safe = session.redactor.withoutIn(server);
    return html`<section>
        <h2>${t('serverReport.tokens')}</h2>
        ${
          costs.length === 0
            ? html`<p class="quiet">${t('serverReport.noTools')}</p>`
            : html`<p>${t('serverReport.tokensSum', { count: costs.length, tokens: sum })}</p>
                <p class="small quiet">${t('serverReport.tokensHelp')}</p>
                <mcp-table-view named .text=${csvOf(costRows(costs))}></mcp-table-view>`
        }
      </section>
      <section>
        <h2 id="improve">${t('serverReport.improve')}</h2>
        ${findings.length === 0 ? html`<p>${t('serverReport.nothingToImprove')}</p>` : this.#renderFindings(report)}
        <div class="row">
          ${this.#copy.render(() => reportAsMarkdown(safe, address, report))}
          <button
            class="plain small"
            part="button"
            data-name="csv-button"
            type="button"
            @click=${() => this.#saveCsv(report)}
          >
            ${t('serverReport.saveCsv')}
          </button>
          <button
            class="plain small"
            part="button"
            data-name="json-button"
            type="button"
            @click=${() => this.#save('json', reportAsJson(safe, address, report))}
          >
            ${t('serverReport.saveJson')}
          </button>
        </div>
      </section>`;
  }

  #renderFindings({ findings }: ToolsReport): TemplateResult {
    const count = (severity: LintSeverity): number => findings.filter((one) => one.severity === severity).length;
    return html`<div class="row">
        <span
          >${t('serverReport.counts', {
            errors: t('serverReport.errors', { count: count('error') }),
            warnings: t('serverReport.warnings', { count: count('warning') }),
            hints: t('serverReport.hints', { count: count('hint') }),
          })}</span
        >
        ${selectField<LintSeverity>({
          label: t('serverReport.show'),
          isLabelHidden: true,
          name: 'severity-select',
          options: [
            ['hint', t('serverReport.showAll')],
            ['warning', t('serverReport.showWarnings')],
            ['error', t('serverReport.showErrors')],
          ],
          selected: this.least,
          onChange: (least) => (this.least = least),
        })}
      </div>
      ${this.#renderGroups(groupsOf(gravest(findings, this.least)))}`;
  }

  #renderGroups(groups: readonly FindingGroup[]): TemplateResult {
    const shown = groups.slice(0, this.most);
    return html`<table part="table" class="findings" aria-labelledby="improve">
        <thead>
          <tr>
            <th scope="col">${t('serverReport.column.severity')}</th>
            <th scope="col">${t('serverReport.column.finding')}</th>
            <th scope="col">${t('serverReport.column.where')}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            ({ severity, text, where }) =>
              html`<tr>
                <td class=${severity}>${t(`serverReport.severity.${severity}`)}</td>
                <td>${richErrorWords(text)}</td>
                <td class="small">
                  ${where.slice(0, SHOWN_PLACES).map((place, at) => html`${at > 0 ? ', ' : nothing}<bdi>${place}</bdi>`)}
                  ${
                    where.length > SHOWN_PLACES
                      ? html` ${t('serverReport.andMore', { count: where.length - SHOWN_PLACES })}`
                      : nothing
                  }
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${
        groups.length > shown.length
          ? html`<p>
              <button part="button" data-name="more-button" type="button" @click=${() => (this.most += SHOWN_GROUPS)}>
                ${t('serverReport.showMore', { count: groups.length - shown.length })}
              </button>
            </p>`
          : nothing
      }`;
  }

  #saveCsv({ findings }: ToolsReport): void {
    this.#save('csv', csvFileOf(findingRows(gravest(findings, this.least))));
  }

  #save(ending: 'csv' | 'json', text: string): void {
    const file = `server-report-${fileStamp()}.${ending}`;
    giveFile(file, [text]);
    this.outcome = t('serverReport.saved', { file });
  }
}

/** As it may be shown and copied: a token in an address is none of it. */
function addressOf({ url }: Session): string {
  return redactAddress(url);
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-server-report': McpServerReportElement;
  }
}
