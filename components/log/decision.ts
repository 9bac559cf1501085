import { nothing, type TemplateResult } from 'lit';
import type { AuditedValue, AuditEntry } from '../../src/approvals/index.js';
import { visibleText } from '../../src/content/index.js';
import { toJson } from '../../src/util/json.js';
import { eraseQuestion } from '../internal/erase-question.js';
import { html } from '../internal/html.js';
import { dateOf, fetchedAt, oneLine } from '../internal/text.js';
import { placeOf } from '../permissions/place.js';
import { formatDuration } from '../tool-result/result-text.js';
import { t } from './messages.js';

/** The names that the audit log stores, and their messages. */
const VALUES = {
  'system prompt': 'systemPrompt',
  messages: 'messages',
  'last message': 'lastMessage',
  'tools offered': 'toolsOffered',
  'length limit': 'lengthLimit',
  'context wanted': 'contextWanted',
  message: 'message',
  page: 'page',
  'fields asked for': 'fieldsAskedFor',
  folders: 'folders',
  answer: 'answer',
  model: 'model',
} as const;

interface DecisionView {
  readonly decision: AuditEntry;
  /** The question is open whether to erase it. */
  readonly isErasing: boolean;
  readonly askToErase: () => void;
  readonly erase: () => void;
  readonly keep: () => void;
}

/** The details of a decision: who wanted what, what was shown, what was answered. */
export function decisionDetail({ decision, isErasing, askToErase, erase, keep }: DecisionView): TemplateResult {
  const outcome = outcomeOf(decision);
  const { times = 1, until, serverName, host } = decision;
  const [shown, given] = [shownOf(decision), givenOf(decision)];
  return html`<p class="small quiet">
      <time datetime=${new Date(decision.at).toISOString()}>${dateOf(decision.at)}</time>
      ${times > 1 ? html` · ${t.rich('log.timesLastAt', { times, time: fetchedAt(until!) })}` : nothing}
    </p>
    <p>
      <span class="answer ${decision.answer}">${decisionOf(decision)}.</span>
      ${outcome ? html`<span>${outcome}.</span> ` : nothing}
    </p>
    <p class="small quiet">
      ${initiatorOf(decision)} · <bdi>${oneLine(serverName, 100)}</bdi> <bdi class="mono">${host}</bdi>
    </p>
    ${values(t('log.whatWasToBe'), shown)} ${values(t('log.whatWasAnswered'), given)}
    ${shown.length + given.length === 0 ? html`<p class="small quiet">${t('log.itHadNoArguments')}</p>` : nothing}
    ${
      isErasing
        ? eraseQuestion({
            label: t('log.eraseThisEntry'),
            question: t('log.eraseThisEntryFor'),
            erase,
            keep,
            size: 'small',
          })
        : html`<p>
            <button class="plain small" part="button" data-name="erase-entry-button" type="button" @click=${askToErase}>
              ${t('log.eraseThisEntry4')}
            </button>
          </p>`
    }`;
}

/** The requested action. */
export function titleOfDecision({ kind, about }: AuditEntry): string {
  const name = oneLine(about, 200);
  if (kind === 'tool-call') return t('log.run', { name });
  if (kind === 'tool-result') return t('log.passOnTheResult', { name });
  if (kind === 'sampling') return t('log.askYourModel');
  return kind === 'roots' ? t('log.tellYourFolders') : t('log.answerAQuestion');
}

/** The decision, and who made it. */
export function decisionOf({ answer, authorizedBy, decidedAfter, kind }: AuditEntry): string {
  if (answer === 'withdrawn') return authorizedBy === 'person' ? t('log.nobodyDecidedBeforeIt') : t('log.itFailed');
  switch (authorizedBy) {
    case 'person': {
      const duration = formatDuration(decidedAfter);
      if (answer === 'refused') return t('log.refusedAfter', { duration });
      const isCall = kind === 'tool-call' || kind === 'tool-result';
      return t(isCall ? 'log.allowedAfter' : 'log.answeredAfter', { duration });
    }
    case 'button':
      return t('log.runByYou');
    case 'remembered':
      return t(answer === 'allowed' ? 'log.allowedEarlier' : 'log.refusedEarlier');
    case 'page':
      return t('log.runByThisPage');
    case 'nobody':
      return t('log.refusedThereWasNobody');
    case 'policy':
      return t(answer === 'allowed' ? 'log.allowedByRules' : 'log.refusedByRules');
  }
}

/** All words of a decision, for the search. */
export function wordsOfDecision(decision: AuditEntry): string {
  const said = [...shownOf(decision), ...givenOf(decision)].flatMap(({ name, value }) => [name, value]);
  const { about, serverName, host } = decision;
  return [
    about,
    serverName,
    host,
    titleOfDecision(decision),
    initiatorOf(decision),
    decisionOf(decision),
    ...said,
  ].join('\n');
}

/** The server of a decision, with the identity where there is one. */
export function nameOfServer(server: string): string {
  const { url, identity } = placeOf(server);
  return visibleText(identity === undefined ? url : t('log.as', { url, identity }));
}

/** The decisions as JSON for other programs. Values that look secret are never in an audit log. */
export function decisionsAsJson(decisions: readonly AuditEntry[]): string {
  const readable = decisions.map(({ at, until, ...rest }) => ({
    at: new Date(at).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...rest,
  }));
  return toJson({ format: 'mcp-embed-audit-log', version: 1, entries: readable }, undefined, 2);
}

/** The initiator, and the call that was running. */
function initiatorOf({ initiator, during }: AuditEntry): string {
  return during
    ? t(`log.initiatorsDuring.${initiator}`, { during: oneLine(during, 200) })
    : t(`log.initiators.${initiator}`);
}

/** How an allowed call ended; undefined for what is no call. */
export function outcomeOf({ kind, answer, outcome, took = 0 }: AuditEntry): string | undefined {
  if (kind !== 'tool-call' || answer !== 'allowed') return undefined;
  const duration = formatDuration(took);
  if (outcome === 'done') return t('log.doneIn', { duration });
  if (outcome === 'tool-error') return t('log.theToolSaidAfter', { duration });
  return outcome === 'failed' ? t('log.failedAfter', { duration }) : t('log.noEndIsKnown');
}

/** The members of a request have our names, which are shown in the language of the page. Arguments have a server’s names. */
function shownOf({ kind, shown }: AuditEntry): readonly AuditedValue[] {
  return kind === 'tool-call' || kind === 'tool-result' ? shown : shown.map(inWords);
}

/** The fields of a form have a server’s names; everything else that is answered has ours. */
function givenOf({ kind, answer, given = [] }: AuditEntry): readonly AuditedValue[] {
  const isOurs = kind === 'sampling' || kind === 'roots' || (kind === 'elicitation' && answer === 'refused');
  return isOurs ? given.map(inWords) : given;
}

function inWords({ name, value }: AuditedValue): AuditedValue {
  return { name: Object.hasOwn(VALUES, name) ? t(`log.values.${VALUES[name as keyof typeof VALUES]}`) : name, value };
}

function values(title: string, some: readonly AuditedValue[]): TemplateResult | typeof nothing {
  if (some.length === 0) return nothing;
  return html`<h3>${title}</h3>
    <dl class="facts said">
      ${some.map(
        ({ name, value }) =>
          html`<div>
            <dt><bdi>${name}</bdi></dt>
            <dd class="mono">${value}</dd>
          </div>`,
      )}
    </dl>`;
}
