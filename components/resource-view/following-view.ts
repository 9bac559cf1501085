import { nothing, type TemplateResult } from 'lit';
import { problem } from '../problem/problem.js';
import { html } from '../words/html.js';
import type { FollowedState } from './followed-resources.js';

export interface FollowingFacts {
  /** Whether the server tells about changes at all. */
  readonly isOffered: boolean;
  /** Undefined while it is not followed. */
  readonly state: FollowedState | undefined;
  readonly isAutomatic: boolean;
  readonly follow: (isOn: boolean) => void;
  readonly setAutomatic: (isOn: boolean) => void;
}

/** Whether the server is to tell when the resource changes, and whether it is read again then by itself. */
export function followingView(facts: FollowingFacts): TemplateResult | typeof nothing {
  const { isOffered, state, isAutomatic, follow, setAutomatic } = facts;
  if (!isOffered) return nothing;
  const isOn = state !== undefined && state.phase !== 'failed';
  return html`<div class="row following">
      <label class="choice small">
        <input
          part="follow-switch"
          type="checkbox"
          role="switch"
          .checked=${isOn}
          @change=${(event: Event) => follow(isChecked(event))}
        />
        <span>Follow changes</span>
      </label>
      ${
        isOn
          ? html`<label class="choice small">
              <input
                part="refresh-switch"
                type="checkbox"
                role="switch"
                .checked=${isAutomatic}
                @change=${(event: Event) => setAutomatic(isChecked(event))}
              />
              <span>Read again by itself</span>
            </label>`
          : nothing
      }
    </div>
    <div aria-live="polite">
      ${state?.phase === 'failed' ? problem('Changes of the resource are not followed.', state.error) : nothing}
    </div>`;
}

function isChecked({ target }: Event): boolean {
  return (target as HTMLInputElement).checked;
}
