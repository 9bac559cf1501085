import { nothing, type TemplateResult } from 'lit';
import type { TranscriptEntry } from '../../src/recording/index.js';
import { html } from '../words/html.js';
import { timeOf } from '../words/exact-time.js';
import { sideOf, stateOf, titleOf, toneOf } from './entry-words.js';

export interface RowPlace {
  readonly index: number;
  readonly of: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

/** One entry in the list. All rows have the same height. */
export function entryRow(entry: TranscriptEntry, { index, of, isActive, isSelected }: RowPlace): TemplateResult {
  const state = stateOf(entry);
  return html`<div
    class="item ${isActive ? 'active' : ''} ${toneOf(entry)}"
    part="entry"
    role="option"
    id="row-${index}"
    data-row=${index}
    aria-selected=${isSelected ? 'true' : 'false'}
    aria-setsize=${of}
    aria-posinset=${index + 1}
  >
    <span class="label"
      ><span class="side" aria-hidden="true">${entry.direction === 'sent' ? '→' : '←'}</span> ${titleOf(entry)}</span
    >
    <span class="line"
      ><span class="time">${timeOf(entry.at)}</span> ·
      ${state ? html`<span class="state">${state}</span> · ` : nothing}${sideOf(entry)}</span
    >
  </div>`;
}
