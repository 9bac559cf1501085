import { nothing, type TemplateResult } from 'lit';
import type { AuditEntry } from '../../src/approvals/index.js';
import { visibleText } from '../../src/content/index.js';
import type { LogLevel } from '../../src/index.js';
import { checkboxField, searchField, selectField } from '../internal/bar.js';
import { html } from '../internal/html.js';
import { nameOfServer } from './decision.js';
import type { LogFilter } from './filter.js';
import { LEVELS } from './log-level.js';
import { levelOptions } from './menu.js';
import { t } from './messages.js';
import { ROW_KINDS, type RowKind } from './rows.js';

const ANSWERS: readonly AuditEntry['answer'][] = ['allowed', 'refused', 'withdrawn'];

interface LogBar {
  readonly host: Element;
  readonly filter: LogFilter;
  readonly change: (some: LogFilter) => void;
  /** Focuses the list. */
  readonly toList: () => void;
  readonly menu: TemplateResult;
  /** The values that rows have. */
  readonly loggers: readonly string[];
  readonly tools: readonly string[];
  readonly servers: readonly string[];
  readonly hasRows: boolean;
  readonly hasPins: boolean;
}

/** The search and the filters. A filter for one kind of rows is there while that kind is chosen. */
export function logBar(bar: LogBar): TemplateResult {
  const { host, filter, change, toList, menu, hasRows, hasPins } = bar;
  if (!hasRows) return html`<div class="bar" part="bar">${menu}</div>`;
  const { text = '', kind, failed, keys } = filter;
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && text) {
      // Escape first clears the search. Only without a search does it reach the elements around.
      event.stopPropagation();
      change({ text: '' });
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') toList();
    else return;
    event.preventDefault();
  };
  return html`<div class="bar" part="bar">
    ${searchField({
      label: t('log.searchTheLog'),
      of: host,
      value: text,
      onInput: (sought) => change({ text: sought }),
      onKeydown,
    })}
    ${menu}
    <div class="choices">
      ${choice<RowKind>(
        t('log.what'),
        'kind-select',
        ROW_KINDS.map((each) => [each, t(`log.kind.${each}`)]),
        kind,
        (chosen) => change({ ...NONE, kind: chosen }),
        t('log.everything'),
      )}
      ${kind ? ofKind(bar) : levelChoice(bar)}
      ${checkboxField({
        label: t('log.onlyFailed'),
        name: 'failed-check',
        checked: failed === true,
        onChange: (checked) => change({ failed: checked }),
      })}
      ${
        hasPins || keys
          ? checkboxField({
              label: t('log.onlyPinned'),
              name: 'pinned-check',
              checked: keys !== undefined,
              onChange: (checked) => change({ keys: checked ? new Set() : undefined }),
            })
          : nothing
      }
    </div>
  </div>`;
}

/** No condition that belongs to one kind. */
const NONE: LogFilter = {
  level: undefined,
  logger: undefined,
  tool: undefined,
  answer: undefined,
  server: undefined,
};

function ofKind(bar: LogBar): unknown {
  const { filter, change, tools, servers } = bar;
  const { kind, tool, answer, server } = filter;
  if (kind === 'log') return html`${levelChoice(bar)}${loggerChoice(bar)}`;
  if (kind === 'decision')
    return html`${choice(
      t('log.decision'),
      'answer-select',
      ANSWERS.map((each) => [each, t(`log.answer.${each}`)]),
      answer,
      (chosen) => change({ answer: chosen }),
    )}
    ${
      servers.length > 1
        ? choice(
            t('log.server'),
            'server-select',
            servers.map((one) => [one, nameOfServer(one)]),
            server,
            (chosen) => change({ server: chosen }),
          )
        : nothing
    }`;
  const names = tool === undefined || tools.includes(tool) ? tools : [tool, ...tools];
  if ((kind !== 'call' && kind !== 'notification' && kind !== 'question') || names.length === 0) return nothing;
  return choice(
    t('log.tool'),
    'tool-select',
    names.map((name) => [name, visibleText(name)]),
    tool,
    (chosen) => change({ tool: chosen }),
  );
}

function levelChoice({ filter, change }: LogBar): TemplateResult {
  return selectField<LogLevel>({
    label: t('log.level'),
    isLabelHidden: true,
    name: 'level-select',
    options: levelOptions(),
    selected: filter.level ?? LEVELS[0]!,
    onChange: (level) => change({ level }),
  });
}

function loggerChoice({ filter, loggers, change }: LogBar): TemplateResult | typeof nothing {
  const { logger } = filter;
  if (loggers.length === 0 && logger === undefined) return nothing;
  // The chosen logger stays in the list when its last line is dropped.
  const names = logger === undefined || loggers.includes(logger) ? loggers : [logger, ...loggers];
  return choice(
    t('log.logger'),
    'logger-select',
    names.map((name) => [name, visibleText(name)]),
    logger,
    (chosen) => change({ logger: chosen }),
  );
}

function choice<K extends string>(
  label: string,
  name: string,
  words: readonly (readonly [key: K, words: string])[],
  chosen: K | undefined,
  choose: (key: K | undefined) => void,
  any: string = t('log.anyOf', { what: label }),
): TemplateResult {
  return selectField<K | undefined>({
    label,
    isLabelHidden: true,
    name,
    options: [[undefined, any], ...words],
    selected: chosen,
    onChange: choose,
  });
}
