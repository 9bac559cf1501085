import { nothing, type TemplateResult } from 'lit';
import { jsonLine } from '../../src/content/index.js';
import type { LogMessage } from '../../src/index.js';
import { ansiText } from '../words/ansi-text.js';
import { html } from '../words/html.js';
import { dateOf, timeOf } from '../words/exact-time.js';
import { rowText } from './line-text.js';

/** Characters of JSON that are unfolded: more than the session keeps of a message. */
const WHOLE_DATA = 100_000;

export interface LinePlace {
  /** The line's number, which stays. */
  readonly number: number;
  /** Its row among those that are shown. */
  readonly row: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isUnfolded: boolean;
}

/** One line of the log, all of the same height; below it what is unfolded. */
export function logRow(message: LogMessage, place: LinePlace): TemplateResult {
  const { number, row, isActive, isUnfolded } = place;
  const { level, logger, at, issues } = message;
  return html`<div
      class="line ${level} ${isActive ? 'active' : ''}"
      part="line"
      role="row"
      id="line-${number}"
      data-line=${number}
      aria-level="1"
      aria-rowindex=${row + 2}
      aria-expanded=${isUnfolded ? 'true' : 'false'}
    >
      <span class="time" role="gridcell">${timeOf(at)}</span>
      <span class="level" part="level" role="gridcell">${level}</span>
      <span class="logger" role="gridcell" dir="auto">${logger === undefined ? nothing : logger}</span>
      <span class="text" part="text" role="gridcell" dir="auto"
        >${issues ? html`<span class="fault">Broken message</span> ` : nothing}${ansiText(rowText(message))}</span
      >
    </div>
    ${isUnfolded ? logDetail(message, number) : nothing}`;
}

/** Everything about a line. */
function logDetail({ level, logger, data, at, issues }: LogMessage, number: number): TemplateResult {
  return html`<div class="detail" part="detail" role="row" aria-level="2" data-below=${number}>
    <div role="gridcell" aria-colspan="4">
      <p class="small quiet">
        ${dateOf(at)} · ${level}${logger === undefined ? nothing : html` · <bdi>${logger}</bdi>`}
      </p>
      ${issues?.map((issue) => html`<p class="small fault">${issue}</p>`) ?? nothing} ${wholeOf(data)}
    </div>
  </div>`;
}

function wholeOf(data: unknown): TemplateResult {
  if (typeof data === 'object' && data !== null)
    return html`<mcp-json-view .source=${jsonLine(data, WHOLE_DATA).text}></mcp-json-view>`;
  return html`<pre tabindex="0" aria-label="Message" dir="auto">${ansiText(String(data))}</pre>`;
}
