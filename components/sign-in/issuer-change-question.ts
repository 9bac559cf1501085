import type { TemplateResult } from 'lit';
import type { IssuerChangeQuestion } from '../../src/auth/index.js';
import { hostOf } from '../words/host-of.js';
import { guarded } from '../approval-queue/guarded.js';
import { takePress } from '../approval-queue/press-guard.js';
import { pressHint } from '../approval-queue/press-hint.js';
import { html } from '../words/html.js';
import { idOf } from './question-id.js';

/** Two issuers so that they can be told apart: by their hosts, or whole where the host is the same. */
export function issuerNames(from: string, to: string): readonly [from: string, to: string] {
  return hostOf(from) === hostOf(to) ? [from, to] : [hostOf(from), hostOf(to)];
}

/** Whether the person expected that a server is signed in at elsewhere now. */
export function issuerChangeQuestion(question: IssuerChangeQuestion): TemplateResult {
  const { server, from, to, accept, decline } = question;
  const [before, now] = issuerNames(from, to);
  const id = idOf(question);
  const go = (press: Event): void => {
    if (takePress(press, id)) accept();
  };
  return html`<section class="card" part="question" aria-labelledby="heading">
    <h2 id="heading" part="title"><bdi>${hostOf(server)}</bdi> wants you to sign in at another site than before</h2>
    <dl class="facts">
      <dt>For the server</dt>
      <dd><bdi class="mono">${server}</bdi></dd>
      <dt>Until now</dt>
      <dd><bdi class="mono">${before}</bdi></dd>
      <dt>From now on</dt>
      <dd><bdi class="mono">${now}</bdi></dd>
    </dl>
    <p class="note warning">
      <strong>Go on only if you expected this.</strong>
      <span
        >Servers move sometimes. But whoever takes over a server can also send you to a site of their own. You have not
        been sent there yet.</span
      >
    </p>
    <div class="acts" part="actions">
      ${pressHint}<button type="button" class="primary" part="accept-button" ${guarded(id)} @click=${go}>
        Go on with ${now === to ? 'the new one' : now}
      </button>
      <button type="button" part="decline-button" @click=${decline}>Not now</button>
    </div>
  </section>`;
}
