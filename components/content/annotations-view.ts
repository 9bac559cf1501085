import { nothing, type TemplateResult } from 'lit';
import type { Annotations } from '../../src/index.js';
import { html } from '../words/html.js';

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Characters of a date that is none. */
const MAX_DATE = 40;

/** What the server says about a block: whom it is for, how much it matters, how old it is. A quiet line. */
export function annotationsView(annotations: Annotations | undefined): TemplateResult | typeof nothing {
  const facts = annotations ? annotationWords(annotations) : [];
  if (facts.length === 0) return nothing;
  return html`<p class="small quiet annotations" part="annotations">Server says: ${facts.join(' · ')}</p>`;
}

function annotationWords({ audience = [], priority, lastModified }: Annotations): readonly string[] {
  const isFor = [
    audience.includes('user') ? 'people' : undefined,
    audience.includes('assistant') ? 'the model' : undefined,
  ].filter(Boolean);
  return [
    isFor.length > 0 ? `for ${isFor.join(' and ')}` : undefined,
    priority === undefined ? undefined : priorityWords(priority),
    lastModified ? `changed ${dateWords(lastModified)}` : undefined,
  ].filter((fact) => fact !== undefined);
}

/** From 0, the least, to 1; servers also send other numbers. */
function priorityWords(priority: number): string {
  if (priority === 1) return 'important';
  if (priority === 0) return 'unimportant';
  return `priority ${numbers.format(priority)} of 1`;
}

function dateWords(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? `“${text.slice(0, MAX_DATE)}”` : dates.format(date);
}
