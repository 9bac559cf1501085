import type { TemplateResult } from 'lit';
import type { ClientQuestion } from '../../src/auth/index.js';
import { hostOf } from '../words/host-of.js';
import { guarded } from '../approval-queue/guarded.js';
import { pressHint } from '../approval-queue/press-hint.js';
import { html } from '../words/html.js';
import { idOf } from './question-id.js';

/** As what this page is known where it cannot register itself: a name that somebody there gave it. */
export function clientQuestion(question: ClientQuestion): TemplateResult {
  const { issuer, redirectUri, answer, decline } = question;
  const site = hostOf(issuer);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: string): string => (fields.get(name) as string).trim();
    const clientSecret = text('secret') || undefined;
    if (text('id')) answer({ clientId: text('id'), clientSecret, issuer });
  };
  return html`<section class="card" part="question" aria-labelledby="heading">
    <h2 id="heading" part="title"><bdi>${site}</bdi> does not know this page yet</h2>
    <p>
      Pages cannot register there by themselves. Register this one in your settings at <bdi class="mono">${site}</bdi>,
      as a public client that comes back to
    </p>
    <code class="mono">${redirectUri}</code>
    <form @submit=${submit}>
      <label class="field" part="field"
        >Client ID <input name="id" required maxlength="2000" autocomplete="off" spellcheck="false"
      /></label>
      <label class="field" part="field"
        >Client secret, if it gave you one
        <input name="secret" type="password" maxlength="2000" autocomplete="off" spellcheck="false"
      /></label>
      <div class="acts" part="actions">
        ${pressHint}<button class="primary" type="submit" part="submit-button" ${guarded(idOf(question))}>
          Use this client
        </button>
        <button type="button" part="decline-button" @click=${decline}>Not now</button>
      </div>
    </form>
  </section>`;
}
