import { nothing, type TemplateResult } from 'lit';
import type { BudgetReading } from '../../src/index.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { dollars } from './money.js';

const SECONDS = { one: 'second', other: 'seconds' };
const ROUNDS = { one: 'round', other: 'rounds' };

/** How far a server has come with what it may have of the model. */
export function budgetMeter(budget: BudgetReading): TemplateResult {
  const { limits, requests, tokens, cost, isEstimate, rounds } = budget;
  const about = isEstimate ? ', estimated' : '';
  return html`<ul class="budget small" part="budget" aria-label="What this server has used">
    ${line(requests, limits.requestsPerMinute, of(requests, limits.requestsPerMinute, formatCount, 'requests this minute'))}
    ${line(tokens, limits.tokensPerSession, of(tokens, limits.tokensPerSession, formatCount, 'tokens') + about)}
    ${cost === undefined ? nothing : line(cost, limits.costPerSession, of(cost, limits.costPerSession, dollars, 'spent') + about)}
    ${rounds > 0 ? line(rounds, limits.toolRounds, of(rounds, limits.toolRounds, formatCount, 'rounds of using tools')) : nothing}
  </ul>`;
}

function of(used: number, limit: number, words: (count: number) => string, what: string): string {
  return Number.isFinite(limit) ? `${words(used)} of ${words(limit)} ${what}` : `${words(used)} ${what}`;
}

function line(used: number, limit: number, words: string): TemplateResult {
  return html`<li>
    ${words}
    ${
      Number.isFinite(limit)
        ? html`<meter
            aria-label=${words}
            min="0"
            max=${limit}
            high=${limit * 0.8}
            optimum="0"
            value=${Math.min(used, limit)}
          ></meter>`
        : nothing
    }
  </li>`;
}

/** Why the model is not asked just like that, in one sentence for each limit. */
export function usedUpInWords({ usedUp, limits, freeInMs, rounds }: BudgetReading): readonly string[] {
  return usedUp.map((which) => {
    switch (which) {
      case 'requests':
        return `It has asked ${formatCount(limits.requestsPerMinute)} times in a minute. It may again in ${counted(Math.max(1, Math.ceil(freeInMs / 1000)), SECONDS)}.`;
      case 'tokens':
        return `It has used its ${formatCount(limits.tokensPerSession)} tokens.`;
      case 'cost':
        return `It has spent its ${dollars(limits.costPerSession)}.`;
      case 'rounds':
        return `The model has used tools for ${counted(rounds, ROUNDS)} in this conversation, and may be going in circles.`;
    }
  });
}

/** The deliberate act that goes past a budget. */
export function usedUpNote(
  budget: BudgetReading,
  name: string,
  isDeliberate: boolean,
  setDeliberate: (is: boolean) => void,
): TemplateResult {
  return html`<div class="note warning" part="used-up">
    <strong>${name} has used up its budget.</strong>
    ${usedUpInWords(budget).map((words) => html`<span>${words}</span>`)}
    ${
      budget.limits.past === 'refuse'
        ? html`<span>This page does not let it go further. You can answer yourself, or decline.</span>`
        : html`<label class="choice"
            ><input
              id="deliberate"
              type="checkbox"
              .checked=${isDeliberate}
              @change=${(event: Event) => setDeliberate((event.target as HTMLInputElement).checked)}
            />
            I have read this. Ask the model once more.</label
          >`
    }
  </div>`;
}
