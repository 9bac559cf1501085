import { nothing, type TemplateResult } from 'lit';
import { MAX_STORED } from '../../src/recording/index.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { ENTRY, type WholeTranscript } from './whole-transcript.js';

export interface TranscriptFoot {
  readonly shown: number;
  readonly all: number;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly isRecording: boolean;
  readonly whole: WholeTranscript;
  readonly readMore: () => void;
}

/** How much there is, and what may be done with it as a whole. */
export function transcriptFoot(foot: TranscriptFoot): TemplateResult {
  const { shown, all, hasMore, isReading, isRecording, whole, readMore } = foot;
  if (whole.isAsking)
    return html`<div class="foot" role="group" aria-label="Erase the transcript?">
      <p>Erase everything that was said with this server, also at earlier visits?</p>
      <button type="button" part="confirm-button" @click=${whole.erase}>Erase all</button>
      <button type="button" part="keep-button" @click=${whole.keep}>Keep</button>
    </div>`;
  return html`<div class="foot">
    <p class="small quiet" part="count">
      ${shown === all ? nothing : `${formatCount(shown)} of `}${counted(all, ENTRY)}.
      ${isRecording ? nothing : `Without headers and secrets; ${formatCount(MAX_STORED)} at most.`}
    </p>
    ${
      hasMore
        ? html`<button class="plain small" type="button" part="more-button" ?disabled=${isReading} @click=${readMore}>
            Read older entries
          </button>`
        : nothing
    }
    ${openButton(whole.open)}
    ${
      isRecording
        ? nothing
        : html`<button class="plain small" part="erase-button" type="button" ?disabled=${all === 0} @click=${whole.ask}>
            Erase
          </button>`
    }
    ${shown > 0 ? saving(foot) : nothing}
  </div>`;
}

function saving({ shown, whole }: TranscriptFoot): TemplateResult {
  const { level } = whole;
  return html`<details class="saving" part="save">
    <summary class="small">Save ${counted(shown, ENTRY)}</summary>
    <label class="tick small"
      ><input
        part="values-check"
        type="checkbox"
        .checked=${level === 'values'}
        @change=${({ target }: Event) => whole.setLevel((target as HTMLInputElement).checked ? 'values' : 'shapes')}
      />
      With what was sent and received</label
    >
    <p class="small quiet">
      ${
        level === 'values'
          ? 'Arguments and results are in the file as they were. What looks secret is not.'
          : 'The file says what the server offers, what was asked and how it ended. In the place of arguments and results stands what kind of value it was. Names of fields are in it.'
      }
    </p>
    <div class="row">
      <button class="small" part="json-button" type="button" @click=${() => whole.save('json')}>Save as JSON</button>
      <button class="small" part="har-button" type="button" @click=${() => whole.save('har')}>Save as HAR</button>
    </div>
    <p class="small quiet">JSON can be opened here again. HAR is for the network tools of browsers.</p>
  </details>`;
}

/** A real file field: it takes a dropped file too, and says its name by itself. */
function openButton(open: (file: File) => unknown): TemplateResult {
  const chosen = ({ target }: Event): void => {
    const field = target as HTMLInputElement;
    const [file] = field.files ?? [];
    // The same file can be chosen once more.
    field.value = '';
    if (file) open(file);
  };
  return html`<label class="open small" part="open-button"
    >Open a recording<input class="visually-hidden" type="file" accept=".json,application/json" @change=${chosen}
  /></label>`;
}
