import { nothing, type TemplateResult } from 'lit';
import { explainServerError, HttpError, type McpError, ProtocolError, serverWordsOf } from '../../src/index.js';
import { visibleText } from '../../src/content/index.js';
import { toJson } from '../../src/util/json.js';
import { t } from '../words/common-words.js';
import { copyOnPress } from './copy-button.js';
import { errorMessage, errorRemedy, errorWords } from '../words/messages.js';
import { cut, shortened } from './text.js';
import { html } from './html.js';
import { notice } from './notice.js';
import { quotedWords, serverQuote } from './server-words.js';

export interface ProblemAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ProblemOptions {
  /** Puts the remedy into the details, because the page shows it elsewhere. */
  readonly brief?: boolean;
  /** A diagnosis below says why, so only the headline is in sight. */
  readonly quiet?: boolean;
  /** True if the data from the server is shown elsewhere. */
  readonly hidesData?: boolean;
  /** A button before the one of the action. */
  readonly first?: TemplateResult | undefined;
}

/** Our sentences about an error, without the server’s own words. */
function ourSentences(error: McpError): { readonly what: readonly string[]; readonly remedy: string } {
  const words = explainServerError(error);
  if (!words) return { what: [errorMessage(error)], remedy: errorRemedy(error) };
  return { what: words.what ? [errorWords(words.what)] : [], remedy: words.remedy ? errorWords(words.remedy) : '' };
}

/**
 * The text of an error, as sentences: the server’s own words first, marked as such, then ours, then the remedy. The
 * texts are without markup, so that they can also be copied and spoken.
 */
export function problemSentences(error: McpError): { readonly what: readonly string[]; readonly remedy: string } {
  const { what, remedy } = ourSentences(error);
  const said = serverWordsOf(error);
  return { what: said === undefined ? what : [quotedWords(said), ...what], remedy };
}

/** The error on one line, with a server’s own words marked as such. */
export function problemLine(error: McpError): string {
  return problemSentences(error).what.join(' ');
}

/**
 * An error with one remedy and one button. The words of a server come first; then our own sentences, the code and the facts
 * are in the details. For a shadow root with the `controls` styles. Put it into a live region.
 * @param headline undefined if the server’s words say all of it
 */
export function problem(
  headline: string | undefined,
  error: McpError,
  action?: ProblemAction,
  { brief = false, quiet = false, hidesData = false, first }: ProblemOptions = {},
): TemplateResult {
  const { what, remedy } = ourSentences(error);
  const said = serverWordsOf(error);
  const folds = said !== undefined && remedy !== '';
  return notice({
    ...(!quiet && { tone: 'error' as const }),
    part: 'error',
    title: headline,
    quote: said === undefined || quiet ? undefined : serverQuote(said),
    lines: quiet ? [] : [rpcCodeLine(error), ...(folds ? [] : what), brief ? undefined : remedy],
    more: html`${action || first ? html`<span class="row">${first ?? nothing}${action ? html`<button part="button retry-button" type="button" @click=${action.run}>${action.label}</button>` : nothing}</span>` : nothing}
      <details>
        <summary class="small quiet">${t('common.details')}</summary>
        ${quiet && said !== undefined ? serverQuote(said) : nothing}
        <dl class="facts small">
          ${[...ourFacts(error, folds || quiet ? what : [], brief || quiet ? remedy : '')].map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
          ${[...facts(error)].map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd class="mono">${value}</dd>`,
          )}
        </dl>
        ${hidesData ? nothing : serverData(error)}
      </details>`,
  });
}

/** The number beside a server’s words: people look for it. */
function rpcCodeLine(error: McpError): TemplateResult | undefined {
  if (!(error instanceof ProtocolError) || error.key !== 'verbatim') return undefined;
  return html`<span class="small quiet">${t('common.errorNumber', { code: String(error.rpcCode) })}</span>`;
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
      <span class="small quiet">${t('common.dataFromTheServer')}</span>
      <button
        class="plain small"
        part="button"
        data-name="copy-data-button"
        type="button"
        .textContent=${visibleText(t('common.copy'))}
        @click=${copyOnPress(() => dataAsText(data))}
      ></button>
    </div>
    <pre class="mono small" dir="ltr" tabindex="0" role="group" aria-label=${t('common.dataFromTheServer')}>
${shortened(dataAsText(data), MAX_ERROR_DATA_SHOWN)}</pre>
  </div>`;
}

/** What stands for people in the details, and for developers. */
function* ourFacts(
  error: McpError,
  what: readonly string[],
  remedy: string,
): Generator<readonly [name: string, value: string]> {
  if (what.length > 0) yield [t('common.meaning'), what.join(' ')];
  if (remedy) yield [t('common.whatToDo'), remedy];
  const developer = explainServerError(error)?.developer ?? error.developerText;
  if (developer) yield [t('common.forDevelopers'), errorWords(developer)];
}

function* facts(error: McpError): Generator<[name: string, value: string]> {
  yield [t('common.code'), error.code];
  if (error instanceof ProtocolError) yield [t('common.rpcCode'), String(error.rpcCode)];
  if (error instanceof HttpError || error instanceof ProtocolError)
    if (error.status !== undefined) yield [t('common.httpStatus'), String(error.status)];
  if (error instanceof HttpError && error.contentType) yield [t('common.contentType'), error.contentType];
  if (error instanceof HttpError && error.excerpt) yield [t('common.theAnswerBegan'), cut(error.excerpt, EXCERPT)];
  if (error.cause instanceof Error) yield [t('common.cause'), `${error.cause.name}: ${error.cause.message}`];
}

/** Characters of a server's response that are shown. */
const EXCERPT = 400;
