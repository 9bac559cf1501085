import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { asMcpError, itemsOf, type JsonObject, type Session } from '../../src/index.js';
import { type Body, SECRET_SIGN, type TranscriptEntry } from '../../src/transcript/index.js';
import { McpRunAgainRequestEvent, McpToolSelectEvent } from '../events.js';
import { html } from '../internal/html.js';
import { listBox, optionRow } from '../list/list-box.js';
import { sendByPerson } from '../internal/send-by-person.js';
import { cut, dateOf, timeOf } from '../internal/text.js';
import { fillIn } from '../item-form/hand-over.js';
import { sideOf, sizeInWords, stateOf, titleOf, toneOf } from './entry-words.js';
import type { WholeTranscript } from './shown-entries.js';
import { closeDetailsOnEscape } from '../internal/close-on-escape.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Requests that can be repeated: those of the person, not those that the protocol needs. */
const AGAIN =
  /^(?:tools\/call|resources\/read|prompts\/get|completion\/complete|(?:tools|prompts|resources(?:\/templates)?)\/list)$/;

/** Returns whether an entry can be run again. A call that contained a secret must be edited first. */
function canRunAgain({ method, direction, params }: TranscriptEntry): 'as it was' | 'edited' | 'no' {
  if (direction !== 'sent' || !AGAIN.test(method) || params?.isCut) return 'no';
  const isIncomplete = params && (params.json.includes(SECRET_SIGN) || (params.blobs?.length ?? 0) > 0);
  if (!isIncomplete) return 'as it was';
  return method === 'tools/call' ? 'edited' : 'no';
}

/** Returns the parameters, without the client's metadata and without data for that one request. */
function paramsOf({ params }: TranscriptEntry): JsonObject {
  const {
    _meta,
    inputResponses: _answers,
    requestState: _state,
    ...rest
  } = JSON.parse(params?.json ?? '{}') as Record<string, never>;
  return rest;
}

type Host = ReactiveControllerHost & HTMLElement & { readonly session: Session | undefined };

/** Runs the chosen entry again, or fills it into a form. */
export class Again {
  readonly #host: Host;
  readonly #whole: WholeTranscript;
  isRunning = false;

  constructor(host: Host, whole: WholeTranscript) {
    this.#host = host;
    this.#whole = whole;
  }

  async run(entry: TranscriptEntry, isEdit: boolean): Promise<void> {
    const { session } = this.#host;
    const params = paramsOf(entry);
    const event = new McpRunAgainRequestEvent(entry.method, params, isEdit);
    this.#whole.tell('');
    if (!session || !this.#host.dispatchEvent(event)) return;
    if (isEdit) return this.#edit(session, event.tool!, event.arguments!);
    this.isRunning = true;
    this.#host.requestUpdate();
    try {
      await sendByPerson(session, entry.method, params);
    } catch (error) {
      // The transcript shows requests that failed, but not requests that were never sent.
      this.#whole.fail(t('transcript.failed', { title: titleOf(entry) }), asMcpError(error));
    }
    this.isRunning = false;
    this.#host.requestUpdate();
  }

  #edit(session: Session, name: string, args: JsonObject): void {
    const tool = itemsOf(session.tools.state.get()).find((each) => each.name === name);
    if (!tool) return this.#whole.tell(t('transcript.theServerDoesNot', { name }));
    fillIn(session, { tool: name, arguments: args, by: 'transcript' });
    this.#host.dispatchEvent(new McpToolSelectEvent(tool));
  }
}

/** Characters of an incomplete body that are shown. */
const SHOWN = 20_000;

interface DetailView {
  readonly entry: TranscriptEntry;
  /** The request that the entry belongs to. */
  readonly about: TranscriptEntry | undefined;
  /** True if there is a connection on which the request can be run again. */
  readonly isLive: boolean;
  readonly isRunning: boolean;
  readonly show: (entry: TranscriptEntry) => void;
  readonly runAgain: (entry: TranscriptEntry, isEdit: boolean) => void;
  readonly close: () => void;
}

/** Returns the details of one entry: its facts, the request and the result. */
export function entryDetail(view: DetailView): TemplateResult {
  const { entry, about, show, close } = view;
  const { revision, requestId, problem } = entry;
  return html`<section
    class="detail"
    part="details"
    data-name="detail"
    tabindex="-1"
    aria-label=${titleOf(entry)}
    @keydown=${closeDetailsOnEscape(close)}
  >
    <div class="detail-head">
      <h2><bdi>${titleOf(entry)}</bdi></h2>
      <button class="plain small" part="button" data-name="close-button" type="button" @click=${close}>
        ${common('common.close')}
      </button>
    </div>
    <p class="small quiet">
      ${[dateOf(entry.at), sideOf(entry), stateOf(entry), revision && t('transcript.mcp', { revision })]
        .filter(Boolean)
        .map((fact, at) => html`${at > 0 ? ' · ' : nothing}<bdi>${fact}</bdi>`)}${
        requestId === undefined
          ? nothing
          : html` ·
              <bdi>${t.rich('transcript.requestId', { id: html`<bdi class="mono">${String(requestId)}</bdi>` })}</bdi>`
      }
    </p>
    ${problem ? html`<p class="small"><bdi>${problem}</bdi></p>` : nothing}
    ${
      about
        ? html`<p class="small">
            ${t('transcript.belongsTo')}
            <button class="plain small" type="button" @click=${() => show(about)}><bdi>${titleOf(about)}</bdi></button>
          </p>`
        : nothing
    }
    ${actions(view)}
    ${body(t('transcript.request'), entry.direction === 'sent' ? entry.params : (entry.result ?? entry.error))}
    ${body(t('transcript.response'), entry.direction === 'sent' ? (entry.result ?? entry.error) : entry.params)}
  </section>`;
}

function actions({ entry, isLive, isRunning, runAgain }: DetailView): TemplateResult | typeof nothing {
  const can = isLive ? canRunAgain(entry) : 'no';
  if (can === 'no') return nothing;
  return html`<div class="row">
    ${
      can === 'as it was'
        ? html`<button
            part="button"
            data-name="run-button"
            type="button"
            aria-disabled=${isRunning ? 'true' : nothing}
            @click=${() => isRunning || runAgain(entry, false)}
          >
            ${t('transcript.runAgain')}
          </button>`
        : html`<span class="small quiet">${t('transcript.itHadASecret')}</span>`
    }
    ${
      entry.method === 'tools/call'
        ? html`<button part="button" data-name="edit-button" type="button" @click=${() => runAgain(entry, true)}>
            ${t('transcript.editAndRunAgain')}
          </button>`
        : nothing
    }
  </div>`;
}

function body(title: string, of: Body | undefined): TemplateResult | typeof nothing {
  if (!of) return nothing;
  return html`<div class="body" part="text" data-name="body">
    <h3>${title} <span class="small quiet">${sizeInWords(of)}</span></h3>
    ${
      of.isCut
        ? html`<p class="small quiet">${t('transcript.tooLongToBe')}</p>
            <pre class="mono" tabindex="0" aria-label=${title}>${cut(of.json, SHOWN)}</pre>`
        : html`<mcp-json-view .source=${of.json}></mcp-json-view>`
    }
    ${
      of.blobs && of.blobs.length > 0 ? html`<p class="small quiet">${t('transcript.picturesAndFilesIn')}</p>` : nothing
    }
  </div>`;
}

interface RowPlace {
  readonly index: number;
  readonly of: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

/** Returns one row of the list. All rows have the same height. */
function entryRow(entry: TranscriptEntry, { index, of, isActive, isSelected }: RowPlace): TemplateResult {
  const state = stateOf(entry);
  return optionRow({
    index,
    position: index + 1,
    of,
    isActive,
    isSelected,
    name: 'entry',
    className: toneOf(entry),
    content: html`<span class="label parts"
        ><span class="side dot" aria-hidden="true">${entry.direction === 'sent' ? '→' : '←'} </span
        ><span class="rest" dir="auto">${titleOf(entry)}</span></span
      >
      <span class="line parts"
        ><span class="time">${timeOf(entry.at)}</span
        ><span class="dot"> · </span
        >${state ? html`<span class="state">${state}</span><span class="dot"> · </span>` : nothing}<span class="rest"
          >${sideOf(entry)}</span
        ></span
      >`,
  });
}

interface EntryList {
  /** The entries that are rendered. */
  readonly entries: readonly TranscriptEntry[];
  /** The row of the first rendered entry. */
  readonly first: number;
  readonly count: number;
  /** The active row; -1 if it is not rendered. */
  readonly active: number;
  readonly chosen: string | undefined;
  readonly isBusy: boolean;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
  readonly onClick: (event: Event) => void;
}

/** Returns the list with the rendered entries, newest first. */
export function entryList(list: EntryList): TemplateResult {
  const { entries, first, count, active, chosen, isBusy, onKeydown, onFocus, onClick } = list;
  return listBox({
    label: t('transcript.entriesNewestFirst'),
    active: active >= 0 ? active : undefined,
    isBusy,
    onKeydown,
    onFocus,
    onClick,
    rows: repeat(
      entries,
      ({ id }) => id,
      (entry, at) =>
        entryRow(entry, {
          index: first + at,
          of: count,
          isActive: first + at === active,
          isSelected: entry.id === chosen,
        }),
    ),
  });
}
