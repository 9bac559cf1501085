import { nothing, type TemplateResult } from 'lit';
import type { Approval, TurnedAway } from '../../src/index.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { nameOf } from './asker-name.js';

/** From so many further questions of one server on, one press can decline them all. */
const FOLD_FROM = 2;

const QUESTION = { one: 'question', other: 'questions' };

/** What a server asks, in contrast to what is to be done at a server for somebody here. */
const isAsked = ({ kind }: Approval): boolean => kind !== 'tool-call' && kind !== 'tool-result';

/** Which of several one sees, where there are several: those of one call belong together. */
export function countOf(shown: Approval, pending: readonly Approval[]): string {
  if (pending.length < 2) return '';
  const ofCall = shown.during ? pending.filter(({ during }) => during === shown.during).length : 0;
  return ofCall > 1 && ofCall < pending.length
    ? `1 of ${ofCall} of this call, ${formatCount(pending.length)} in all`
    : `1 of ${formatCount(pending.length)}`;
}

/** What else this server wants, in a line, and a way to be rid of it. */
export function othersOf(
  shown: Approval,
  pending: readonly Approval[],
  turnedAway: readonly TurnedAway[],
  declineAll: (questions: readonly Approval[]) => void,
): TemplateResult | typeof nothing {
  const { url } = shown.asker.server;
  const others = pending.filter((one) => one.id !== shown.id && isAsked(one) && one.asker.server.url === url);
  const refused = turnedAway.find(({ serverUrl }) => serverUrl === url)?.count ?? 0;
  if (!isAsked(shown) || (others.length < FOLD_FROM && refused === 0)) return nothing;
  const name = nameOf(shown.asker);
  return html`<aside part="others" class="others">
    <p>
      <bdi>${name}</bdi> has ${counted(others.length, { one: 'more question', other: 'more questions' })}.
      ${refused ? html`It asked too much: ${counted(refused, QUESTION)} ${refused === 1 ? 'was' : 'were'} refused.` : nothing}
    </p>
    <button type="button" part="decline-all-button" @click=${() => declineAll([...others, shown])}>
      Decline all ${formatCount(others.length + 1)}
    </button>
  </aside>`;
}
