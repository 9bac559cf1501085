import { type TemplateResult, nothing } from 'lit';
import { definitionOf } from '../../src/approvals/index.js';
import type { Json, JsonObject, ToolCallApproval } from '../../src/index.js';
import { collapsedText } from '../approval-queue/question.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import { collapsedJson } from '../sampling-approval/editors.js';
import { isPlainObject, toJson } from '../../src/util/json.js';
import { t } from './messages.js';

/** One thing that differs in the tool's definition now. */
interface Change {
  /** The path, with the names of the schema: `Arguments it takes › properties › limit`. */
  readonly what: string;
  /** Undefined if there was nothing before. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/** The differences, and whether there are more. */
interface Changes {
  readonly listed: readonly Change[];
  readonly isAll: boolean;
}

/** Differences that are listed. The whole definitions below show all of them. */
export const MAX_SHOWN_CHANGES = 20;

/** Levels of a schema that are compared. A difference further down is shown with the whole value around it. */
const MAX_COMPARED_LEVELS = 12;

/** The parts of a definition that have a name for people. */
const NAMED = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

function nameOfPart(key: string): string {
  const part = NAMED.find((each) => each === key);
  return part ? t(`toolApproval.part.${part}`) : key;
}

/** Returns the changes of a tool since the person allowed it: the smallest parts, in the order of the definition. */
export function changesOf({ before, asked }: ToolCallApproval): Changes {
  if (!before) return { listed: [], isAll: true };
  const found: Change[] = [];
  const now = definitionOf(asked.tool);
  for (const key of keysOf(before, now)) compare([nameOfPart(key)], before[key], now[key], found);
  return { listed: found.slice(0, MAX_SHOWN_CHANGES), isAll: found.length <= MAX_SHOWN_CHANGES };
}

function compare(path: readonly string[], before: Json | undefined, now: Json | undefined, found: Change[]): void {
  if (found.length > MAX_SHOWN_CHANGES) return;
  if (path.length < MAX_COMPARED_LEVELS && isObject(before) && isObject(now)) {
    for (const key of keysOf(before, now)) compare([...path, key], before[key], now[key], found);
    return;
  }
  const [was, is] = [writeValue(before), writeValue(now)];
  if (was !== is) found.push({ what: path.join(' › '), before: was, now: is });
}

function keysOf(before: JsonObject, now: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])];
}

function isObject(value: Json | undefined): value is JsonObject {
  return isPlainObject(value);
}

function writeValue(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : toJson(value, undefined, 2);
}

/** A text in three parts: the middle one differs from the other text. */
interface Marked {
  readonly before: string;
  readonly different: string;
  readonly after: string;
}

/** Characters that are shown on either side of a difference. */
const AROUND = 60;

/**
 * Returns the differing part of two texts as one range, with a little of the text around it, so that a changed letter
 * at the end of a long text is visible without reading all of it.
 */
export function differentPart(before: string, now: string): { readonly before: Marked; readonly now: Marked } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  // Never half of a character, which would be shown as a hidden one.
  if (isHalf(before, start) || isHalf(now, start)) start--;
  while (end > 0 && (isHalf(before, before.length - end) || isHalf(now, now.length - end))) end--;
  return { before: markedIn(before, start, end), now: markedIn(now, start, end) };
}

function markedIn(text: string, start: number, end: number): Marked {
  const stop = text.length - end;
  const from = beginning(text, start);
  const rest = cut(text.slice(stop, stop + AROUND + 1), AROUND);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    different: text.slice(start, stop),
    after: `${rest}${stop + rest.length < text.length ? '…' : ''}`,
  };
}

/** Moves the start to the beginning of a word, if one is near. */
function beginning(text: string, start: number): number {
  const from = start - AROUND;
  if (from < AROUND / 2) return 0;
  const word = text.slice(from, from + AROUND / 2).search(/(?<= )\S/);
  if (word >= 0) return from + word;
  return isHalf(text, from) ? from - 1 : from;
}

/** True if a cut here would split a character. */
function isHalf(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && /^[\uD800-\uDBFF]/.test(text.slice(at - 1, at));
}

/**
 * The changes of the tool's definition since the person allowed it: the changed parts, with the changed letters
 * marked.
 */
export function changesNote(approval: ToolCallApproval): TemplateResult | typeof nothing {
  const { listed, isAll } = changesOf(approval);
  if (listed.length === 0) return nothing;
  return html`<section
    class="note warning"
    part="list"
    data-name="changes"
    aria-label=${t('toolApproval.whatIsDifferent')}
  >
    <strong>${t('toolApproval.differentSinceYouAllowed')}</strong>
    ${listed.map(changed)} ${isAll ? nothing : html`<p>${t('toolApproval.moreIsDifferentThan')}</p>`}
    <div class="wholes">
      ${collapsedJson(t('toolApproval.allOfItAs'), approval.before)}
      ${collapsedJson(t('toolApproval.allOfItAsIt'), definitionOf(approval.asked.tool))}
    </div>
  </section>`;
}

export function changed({ what, before, now }: Change): TemplateResult {
  const parts = before !== undefined && now !== undefined ? differentPart(before, now) : undefined;
  return html`<div class="change">
    <strong class="small">${what}</strong>
    <dl>
      <dt class="small">${t('toolApproval.before')}</dt>
      <dd>${parts ? marked(parts.before) : whole(before)}</dd>
      <dt class="small">${t('toolApproval.now')}</dt>
      <dd>${parts ? marked(parts.now) : whole(now)}</dd>
    </dl>
  </div>`;
}

function whole(text: string | undefined): TemplateResult {
  return text === undefined ? html`<span class="quiet">${t('toolApproval.nothing')}</span>` : collapsedText(text);
}

/** The equal part is short. The differing part may be long, and is then collapsed. */
function marked({ before, different, after }: Marked): TemplateResult {
  if (different.length > 200)
    return html`${before ? html`<p class="text">${before}</p>` : nothing}${collapsedText(different)}`;
  return html`<p class="text" dir="auto">${before}<mark>${different}</mark>${after}</p>`;
}
