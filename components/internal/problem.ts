import { nothing, type TemplateResult } from 'lit';
import { explainServerError, HttpError, type McpError, ProtocolError } from '../../src/index.js';
import { cut } from './text.js';
import { html } from './html.js';
import { notice } from './notice.js';

export interface ProblemAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ProblemOptions {
  /** Puts the remedy into the details, because the page shows it elsewhere. */
  readonly brief?: boolean;
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
  { brief = false }: ProblemOptions = {},
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
      </details>`,
  });
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
