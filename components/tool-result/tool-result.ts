import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type Checked,
  checkedBlock,
  checkedResult,
  type ContentPolicy,
  jsonText,
  planBlock,
  planContents,
  type RenderPlan,
  saysTheSame,
} from '../../src/content/index.js';
import {
  type ContentBlock,
  type McpError,
  ProtocolError,
  serverWordsOf,
  type Session,
  type ToolResult,
} from '../../src/index.js';
import { BlockList } from '../content/block-list.js';
import { isShortText } from '../content/text-views.js';
import { base, controls, tokens } from '../internal/styles.js';
import { blockListStyles } from '../internal/block-list.styles.js';
import { CopyButton } from '../internal/copy-button.js';
import { dataAsText, dataOf, problem } from '../internal/problem.js';
import { sessionContext, usePolicyAround } from '../context.js';
import { MarkdownChoice, markdownChoiceOf } from '../internal/markdown-choice.js';
import { html } from '../internal/html.js';
import { bracesIcon } from '../internal/icons.js';
import { errorMessage, richErrorWords } from '../words/messages.js';
import { asAnswered, failureHeadline, issueInWords, ownEnd, timesInWords } from './result-text.js';
import { copyText, errorAsText } from './plain-result.js';
import { toolResultStyles } from './tool-result.styles.js';
import { notice } from '../internal/notice.js';
import { toJson } from '../../src/util/json.js';
import { t } from './messages.js';

/** Characters of raw JSON shown. Copy takes all of it. */
const RAW_CHARACTERS = 200_000;
/** Sentences about the output schema that are shown. */
const MAX_OUTPUT_ISSUES_SHOWN = 50;

/**
 * @summary Shows what a tool call gave, or why it gave nothing.
 *
 * @slot actions - Buttons beside Copy and Raw, such as one that runs the tool again.
 * @csspart header - The header: the title and its source.
 * @csspart button - Every button.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - Part of the shared note for errors. A result has nothing to try again, so it is not shown.
 * @csspart text - The data that the server sent with an error.
 * @csspart item - One item of a list.
 * @csspart note - A notice or a hint.
 * @csspart code - Source text or JSON.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @csspart note - A notice or a hint.
 * @csspart empty - The text when the tool returned nothing.
 */
export class McpToolResultElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, blockListStyles, toolResultStyles];

  readonly #copy = new CopyButton(this);
  readonly #list = new BlockList(this);
  #checked: Checked<ToolResult> | undefined;
  #structured: { readonly block: ContentBlock; readonly isRepeated: boolean } | undefined;

  @state() private raw = false;

  /** The result. */
  @property({ attribute: false })
  result: ToolResult | undefined;

  /** Why there is no result. It takes precedence over `result`. */
  @property({ attribute: false })
  error: McpError | undefined;

  /** The tool’s name or title, which the head of the result shows. */
  @property()
  tool: string | undefined;

  /** Milliseconds in all, from the start of the call to its result; not shown if undefined. */
  @property({ type: Number, attribute: 'duration-ms' })
  durationMs: number | undefined;

  /** Milliseconds that the server took, from sending to the last byte of the answer; not shown if undefined. */
  @property({ type: Number, attribute: 'server-ms' })
  serverMs: number | undefined;

  /** The policy for content, with its limits. */
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  /** The session that keeps how the person wants Markdown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  #ownChoice: MarkdownChoice | undefined;

  constructor() {
    super();
    usePolicyAround(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('error')) this.raw = false;
    if (!changed.has('result')) return;
    this.raw = false;
    this.#checked = this.result === undefined ? undefined : checkedResult(this.result);
    this.#structured = this.#checked && structuredOf(this.#checked.value);
  }

  get #markdownChoice(): MarkdownChoice {
    return this.session ? markdownChoiceOf(this.session) : (this.#ownChoice ??= new MarkdownChoice());
  }

  readonly #toggleRaw = (): void => {
    this.raw = !this.raw;
    this.#list.forget();
  };

  override render(): TemplateResult | typeof nothing {
    // A page may set a text for an error.
    const error: unknown = this.error;
    if (typeof error === 'string' && error !== '') return this.#renderError({ message: error } as McpError);
    if (this.error) return this.#renderError(this.error);
    if (!this.#checked) return nothing;
    const { value: result, issues } = this.#checked;
    const times = timesInWords(this);
    const facts = [...times, t('toolResult.blocks', { count: result.content.length })];
    return html`<div class="header" part="header">
        ${this.#renderState(result.isError ? 'failed' : 'done')}
        <span class="small quiet time" title=${facts.join(' · ')}>${times[0] ?? nothing}</span>
        <div class="acts">
          <slot name="actions"></slot>
          ${
            // A single text has the same button below it.
            !this.raw && isOneText(result)
              ? nothing
              : this.#copy.render(() => (this.raw ? rawText(this.result!) : copyText(result)))
          }
          ${this.#rawButton(t('toolResult.rawResult'))}
        </div>
      </div>
      ${announcement(result.isError ? t('toolResult.theToolReportedAn') : [t('toolResult.result'), ...facts].join(', '))}
      <div class="body">
        ${result.isError ? notice({ tone: 'error', part: 'error', title: t('toolResult.theToolReportedAn') }) : nothing}
        ${issues.map((issue) => html`<p class="note small quiet" part="error" data-name="result-issue">${richErrorWords(issue)}</p>`)}
        ${renderIssues(result)} ${this.raw ? this.#renderRaw(this.result!) : this.#renderBlocks(result)}
      </div>`;
  }

  /** The tool and how its call ended. The sign is for the eye: the announcement and the notices say the same. */
  #renderState(state: 'done' | 'failed' | 'cancelled', words?: string): TemplateResult {
    return html`<span class="state"
      ><span class="dot" data-state=${state} aria-hidden="true"></span
      ><strong><bdi>${this.tool ?? words ?? t('toolResult.result')}</bdi></strong>
      ${this.tool === undefined || words === undefined ? nothing : html`<span class="small quiet">${words}</span>`}</span
    >`;
  }

  #renderBlocks({ content }: ToolResult): TemplateResult {
    const structured = this.#structured;
    if (content.length === 0 && !structured)
      return html`<p class="quiet" part="empty">${t('toolResult.theToolReturnedNothing')}</p>`;
    return html`${content.length > 0 ? this.#list.render(content, this.policy, this.#markdownChoice) : nothing}
    ${
      structured
        ? html`<details class="structured" part="code" data-name="structured" ?open=${!structured.isRepeated}>
            <summary class="small quiet">
              ${t(structured.isRepeated ? 'toolResult.structuredResultRepeated' : 'toolResult.structuredResult')}
            </summary>
            <mcp-content .block=${structured.block} .policy=${this.policy}></mcp-content>
          </details>`
        : nothing
    }`;
  }

  #renderJson(text: string, label: string): TemplateResult {
    return html`<pre class="raw" part="code" tabindex="0" role="group" aria-label=${label} .textContent=${text}></pre>`;
  }

  #renderRaw(result: ToolResult): TemplateResult {
    return this.#renderJson(jsonText(asSent(result), RAW_CHARACTERS), t('toolResult.rawResult'));
  }

  #rawButton(label: string): TemplateResult {
    return html`<button
      class="plain small"
      part="button"
      data-name="raw-button"
      type="button"
      title=${label}
      aria-pressed=${this.raw}
      @click=${this.#toggleRaw}
    >
      ${bracesIcon}<span class="visually-hidden">${label}</span>
    </button>`;
  }

  #renderError(error: McpError): TemplateResult {
    const own = ownEnd(error);
    const headline = own ?? failureHeadline(error);
    const answer = error instanceof ProtocolError ? asAnswered(error) : undefined;
    const raw = this.raw && answer;
    const times = own === undefined ? timesInWords(this) : [];
    return html`<div class="header" part="header">
        ${this.#renderState(own === undefined ? 'failed' : 'cancelled', t('toolResult.noResult'))}
        <span class="small quiet time" title=${times.join(' · ')}>${times[0] ?? nothing}</span>
        <div class="acts">
          <slot name="actions"></slot>
          ${own === undefined ? this.#copy.render(() => (raw ? dataAsText(raw) : errorAsText(error))) : nothing}
          ${answer ? this.#rawButton(t('toolResult.rawError')) : nothing}
        </div>
      </div>
      ${announcement(headline)}
      <div class="body">
        ${
          own === undefined
            ? problem(says(error) ? undefined : headline, error, undefined, { hidesData: true })
            : notice({ part: 'note', name: 'own-end', title: own })
        }
        ${raw ? this.#renderJson(jsonText(raw, RAW_CHARACTERS), t('toolResult.rawError')) : this.#renderData(error)}
      </div>`;
  }

  /** The data that came with the error. */
  #renderData(error: McpError): TemplateResult | typeof nothing {
    const data = dataOf(error);
    if (data === undefined) return nothing;
    const text = dataAsText(data);
    return html`<div part="text" data-name="error-data">
      <h3>${t('toolResult.dataFromTheServer')}</h3>
      <mcp-content .block=${{ type: 'text', text } satisfies ContentBlock} .policy=${this.policy}></mcp-content>
    </div>`;
  }
}

/** True if the server’s own words say why there is no result. */
const says = (error: McpError): boolean => error.code === 'server-error' && serverWordsOf(error) !== undefined;

/** True if the whole result is one text with buttons, or has the same value twice. */
function isOneText({ content, structuredContent }: ToolResult): boolean {
  const [block, second] = content;
  if (block === undefined) return structuredContent !== undefined;
  // A page can set any block.
  const first = checkedBlock(block).value;
  const text = first.type === 'text' ? first.text : first.type === 'resource' ? first.resource.text : undefined;
  return (
    text !== undefined &&
    second === undefined &&
    (!isShortText(text) || planOf(first).kind !== 'text') &&
    (structuredContent === undefined || saysTheSame(text, structuredContent))
  );
}

function planOf(block: ContentBlock): RenderPlan {
  return block.type === 'resource' ? planContents(block.resource) : planBlock(block);
}

/** Announced when it changes. The result itself is not, because it may be very long. */
function announcement(text: string): TemplateResult {
  return html`<span class="visually-hidden" role="status">${text}</span>`;
}

/** The result as JSON, whole. What is no JSON, which only a page can hand over, is written as far as possible. */
function rawText(result: ToolResult): string {
  try {
    return toJson(asSent(result), undefined, 2);
  } catch {
    return jsonText(asSent(result), Infinity);
  }
}

/** The result without the findings of this library. */
function asSent(result: ToolResult): unknown {
  if (typeof result !== 'object' || Array.isArray(result)) return result;
  return { ...result, outputIssues: undefined };
}

function renderIssues({ outputIssues = [] }: ToolResult): TemplateResult | typeof nothing {
  const [first, second] = outputIssues;
  if (first === undefined) return nothing;
  if (second === undefined)
    return html`<p class="note small quiet" part="error" data-name="output-issues">${issueInWords(first)}</p>`;
  const more = outputIssues.length - MAX_OUTPUT_ISSUES_SHOWN;
  return html`<div class="note small quiet" part="error" data-name="output-issues">
    <details>
      <summary>${t('toolResult.mismatchInSeveralPlaces')}</summary>
      <ul>
        ${outputIssues.slice(0, MAX_OUTPUT_ISSUES_SHOWN).map((issue) => html`<li>${errorMessage(issue)}</li>`)}
        ${more > 0 ? html`<li>${t('toolResult.morePlaces', { count: more })}</li>` : nothing}
      </ul>
    </details>
  </div>`;
}

/** The structured result as a content block. Servers often repeat it as text, for clients that do not read it. */
function structuredOf({ content, structuredContent }: ToolResult):
  | {
      readonly block: ContentBlock;
      readonly isRepeated: boolean;
    }
  | undefined {
  if (structuredContent === undefined) return undefined;
  return {
    block: { type: 'text', text: toJson(structuredContent) },
    isRepeated: content.some((block) => block.type === 'text' && saysTheSame(block.text, structuredContent)),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-result': McpToolResultElement;
  }
}
