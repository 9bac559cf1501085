import { nothing, type TemplateResult } from 'lit';
import { explainServerError, HttpError, type McpError, ProtocolError } from '../../src/index.js';
import { toJson } from '../../src/util/json.js';
import { copyOnPress } from './copy-button.js';
import { cut, shortened } from './text.js';
import { html } from './html.js';
import { notice } from './notice.js';

export interface ProblemAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ProblemOptions {
  /** Puts the remedy into the details, because the page shows it elsewhere. */
  readonly brief?: boolean;
  /** The data that the server sent stands elsewhere on the page. */
  readonly hidesData?: boolean;
}

const SERVER_SAYS = 'Server says: ';

/**
 * What an error says, as sentences: ours first, then the server’s own words, marked as its own, then what to do. The
 * texts are without markup, so that they can also be copied.
 */
export function problemSentences(error: McpError): { readonly what: readonly string[]; readonly remedy: string } {
  const words = explainServerError(error);
  if (!words) return { what: [error.message], remedy: error.remedy ?? '' };
  const said = `${SERVER_SAYS}${error.message || 'nothing more.'}`;
  return { what: words.what ? [words.what.text, said] : [said], remedy: words.remedy?.text ?? '' };
}

/**
 * An error with its remedy and a button; the code and the technical facts are in the details. For a shadow root with
 * the `controls` styles. Put it into a live region.
 */
export function problem(
  headline: string,
  error: McpError,
  action?: ProblemAction,
  { brief = false, hidesData = false }: ProblemOptions = {},
): TemplateResult {
  const { what, remedy } = problemSentences(error);
  const saidAt = explainServerError(error) ? what.length - 1 : -1;
  return notice({
    tone: 'error',
    part: 'error',
    title: headline,
    lines: [...what.map((line, at) => (at === saidAt ? saidByServer(line) : line)), brief ? undefined : remedy],
    more: html`${action ? html`<button part="button retry-button" type="button" @click=${action.run}>${action.label}</button>` : nothing}
      <details>
        <summary class="small quiet">Details</summary>
        <dl class="facts small">
          ${[...facts(error, brief ? remedy : '')].map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd class="mono">${value}</dd>`,
          )}
        </dl>
        ${hidesData ? nothing : serverData(error)}
      </details>`,
  });
}

/** The data that a server sent with its error. */
export function dataOf(error: McpError): unknown {
  return error instanceof ProtocolError ? error.data : undefined;
}

/** That data as text: words as they are, everything else as JSON. */
export function dataAsText(data: unknown): string {
  if (typeof data === 'string') return data;
  try {
    return toJson(data, undefined, 2);
  } catch {
    // A page can make an error with any data.
    return String(data);
  }
}

/** Characters of the data of an error that are shown below it: a server may send megabytes. Copy takes all of it. */
export const MAX_ERROR_DATA_SHOWN = 4000;

function serverData(error: McpError): TemplateResult | typeof nothing {
  const data = dataOf(error);
  if (data === undefined) return nothing;
  return html`<div data-name="error-data">
    <div class="row">
      <span class="small quiet">Data from the server</span>
      <button
        class="plain small"
        part="button"
        data-name="copy-data-button"
        type="button"
        @click=${copyOnPress(() => dataAsText(data))}
      >
        Copy
      </button>
    </div>
    <pre class="mono small" dir="ltr" tabindex="0" role="group" aria-label="Data from the server">
${shortened(dataAsText(data), MAX_ERROR_DATA_SHOWN)}</pre>
  </div>`;
}

/** The words of the server keep their own direction inside our sentence. */
function saidByServer(line: string): TemplateResult {
  return html`${SERVER_SAYS}<bdi>${line.slice(SERVER_SAYS.length)}</bdi>`;
}

function* facts(error: McpError, remedy: string): Generator<[name: string, value: string]> {
  if (remedy) yield ['What to do', remedy];
  yield ['Code', error.code];
  if (error instanceof ProtocolError) yield ['JSON-RPC code', String(error.rpcCode)];
  if (error instanceof HttpError || error instanceof ProtocolError)
    if (error.status !== undefined) yield ['HTTP status', String(error.status)];
  if (error instanceof HttpError && error.contentType) yield ['Content type', error.contentType];
  if (error instanceof HttpError && error.excerpt) yield ['The answer began', cut(error.excerpt, EXCERPT)];
  if (error.cause instanceof Error) yield ['Cause', `${error.cause.name}: ${error.cause.message}`];
}

/** Characters of a server's response that are shown. */
const EXCERPT = 400;
