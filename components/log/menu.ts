import { nothing, type TemplateResult } from 'lit';
import type { LogLevel } from '../../src/index.js';
import { checkboxField, selectField } from '../internal/bar.js';
import { eraseQuestion } from '../internal/erase-question.js';
import { html } from '../internal/html.js';
import { menu, menuItems } from '../internal/menu.js';
import { notice } from '../internal/notice.js';
import { t as common } from '../words/common-words.js';
import { LEVELS } from './log-level.js';
import { t } from './messages.js';
import type { LogSaving, Saved } from './saving.js';
import type { WholeLog } from './whole-log.js';

interface LogMenu {
  readonly whole: WholeLog;
  readonly saving: LogSaving;
  /** How many of the shown rows each file would have. */
  readonly amounts: Readonly<Record<Saved, number>>;
  /** All rows, also those that the filter hides. */
  readonly total: number;
  readonly decisions: number;
  readonly isRecording: boolean;
  readonly isPaused: boolean;
  readonly pause: (isPaused: boolean) => void;
  /** The level that was requested; undefined if none was, null if the server was asked to stop. */
  readonly requestedLevel: LogLevel | null | undefined;
  readonly canSetLevel: boolean;
  readonly request: (level: LogLevel | undefined) => void;
  /** Reads older entries; undefined if there are none. */
  readonly readMore: (() => void) | undefined;
}

/** Everything that can be done with the log as a whole, behind one button. */
export function logMenu(log: LogMenu): TemplateResult {
  const { whole, isRecording, isPaused, pause, total, decisions, readMore } = log;
  const act = (isThere: boolean, name: string, label: string, press: () => void): unknown =>
    isThere ? menuItems([{ name, label, press }]) : nothing;
  return menu(
    html`<div class="sheet">
      ${act(total > 0 && !isRecording, 'pause-button', isPaused ? t('log.resume') : t('log.pause'), () => pause(!isPaused))}
      ${serverLevel(log)} ${openButton(whole.open)}
      ${act(readMore !== undefined, 'more-button', t('log.readOlderEntries'), () => readMore?.())} ${saving(log)}
      ${act(total > decisions && !isRecording, 'clear-button', t('log.clear'), () => whole.ask('said'))}
      ${act(decisions > 0, 'erase-all-button', t('log.eraseDecisions'), () => whole.ask('decided'))}
    </div>`,
    t('log.more'),
  );
}

/** The question before something is erased, in the place of the rows. */
export function eraseAsked(whole: WholeLog, decisions: number): TemplateResult | typeof nothing {
  const { asking, erase, keep } = whole;
  if (!asking) return nothing;
  return eraseQuestion({
    label: t('log.eraseTheLog'),
    question:
      asking === 'said'
        ? t('log.eraseEverythingThatWas')
        : t('log.eraseForGoodWhat', { entries: t('log.decisions', { count: decisions }) }),
    confirm: t('log.eraseAll'),
    erase: () => void erase(),
    keep,
  });
}

export function levelOptions(): readonly (readonly [LogLevel, string])[] {
  return LEVELS.map((level, rank) => [
    level,
    rank === 0 ? t('log.allLevels') : rank === LEVELS.length - 1 ? level : t('log.andAbove', { level }),
  ]);
}

function serverLevel({ requestedLevel, canSetLevel, request }: LogMenu): TemplateResult | typeof nothing {
  if (!canSetLevel) return nothing;
  return selectField<LogLevel | undefined>({
    label: t('log.askServerFor'),
    name: 'server-level-select',
    options: [
      [undefined, requestedLevel === undefined ? t('log.nothingYet') : t('log.asLittleAsItCan')],
      ...levelOptions(),
    ],
    selected: requestedLevel ?? undefined,
    onChange: request,
  });
}

/** A real file input: it also accepts a dropped file, and screen readers announce its name. */
function openButton(open: (file: File) => unknown): TemplateResult {
  const chosen = ({ target }: Event): void => {
    const field = target as HTMLInputElement;
    const [file] = field.files ?? [];
    // Without this, the same file could not be chosen again.
    field.value = '';
    if (file) open(file);
  };
  return html`<label class="open small" part="button" data-name="open-button"
    >${t('log.openARecording')}<input
      class="visually-hidden"
      type="file"
      accept=".jsonl,.json,application/json"
      @change=${chosen}
  /></label>`;
}

/** Each thing as a file: what was said as a recording, messages as they were, lines as text, decisions as JSON. */
function saving({ saving: files, amounts }: LogMenu): TemplateResult | typeof nothing {
  const { entries, messages, lines, decisions } = amounts;
  if (entries + messages + lines + decisions === 0) return nothing;
  const act = (name: string, label: string, run: () => unknown): TemplateResult =>
    html`<button class="small" part="button" data-name=${name} type="button" @click=${run}>${label}</button>`;
  return html`<details class="saving" data-name="save">
    <summary class="small">${common('common.save')}</summary>
    ${
      entries > 0
        ? html`<p><strong>${t('log.saveEntries', { count: entries })}</strong></p>
            ${checkboxField({
              label: t('log.includeArgumentsAndResults'),
              name: 'values-check',
              className: 'small',
              checked: files.level === 'values',
              onChange: (checked) => files.setLevel(checked ? 'values' : 'shapes'),
            })}
            <p class="small quiet">
              ${files.level === 'values' ? t('log.argumentsAndResultsAre') : t('log.valuesAreReplacedBy')}
            </p>
            <div class="row">
              ${act('json-button', t('log.saveAsJson'), () => files.saveEntries('json'))}
              ${act('har-button', t('log.saveAsHar'), () => files.saveEntries('har'))}
            </div>
            <p class="small quiet">${t('log.jsonCanBeOpened')}</p>`
        : nothing
    }
    ${
      messages > 0
        ? html`<p><strong>${t('log.saveMessages', { count: messages })}</strong></p>
            <p class="small quiet">${t('log.saveHelp')}</p>
            <div class="row">
              ${act('messages-json-button', t('log.saveAsJson'), () => files.saveMessages('json', false))}
              ${act('messages-har-button', t('log.saveAsHar'), () => files.saveMessages('har', false))}
              ${files.isWarned ? nothing : act('raw-button', t('log.withSecrets'), files.warn)}
            </div>
            ${files.isWarned ? rawFiles(files, act) : nothing}`
        : nothing
    }
    ${
      lines > 0
        ? html`<p><strong>${t('log.lines', { count: lines })}</strong></p>
            <div class="row">
              ${act('copy-button', common('common.copy'), () => files.copyLines())}
              ${act('download-button', common('common.save'), () => files.saveLines())}
            </div>`
        : nothing
    }
    ${
      decisions > 0
        ? html`<p><strong>${t('log.decisions', { count: decisions })}</strong></p>
            <div class="row">${act('decisions-button', t('log.saveAsJson'), () => files.saveDecisions())}</div>`
        : nothing
    }
  </details>`;
}

function rawFiles(
  files: LogSaving,
  act: (name: string, label: string, run: () => unknown) => TemplateResult,
): TemplateResult {
  return notice({
    tone: 'warning',
    part: 'warning',
    role: 'status',
    lines: [t('log.secretsWarning')],
    more: html`<div class="row">
      ${act('raw-json-button', t('log.rawJson'), () => files.saveMessages('json', true))}
      ${act('raw-har-button', t('log.rawHar'), () => files.saveMessages('har', true))}
    </div>`,
  });
}
