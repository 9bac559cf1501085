import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { hintsOf } from '../../src/approvals/index.js';
import { type ToolAnnotations } from '../../src/index.js';
import { claimTones } from '../internal/claim.styles.js';
import { Floating } from '../internal/floating.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** The words for a claim, and a sentence that explains it if needed. */
interface Claim {
  readonly name?: keyof typeof MEANING;
  readonly words: string;
  readonly meaning?: string;
}

const MEANING = {
  readsOnly: () => t('toolForm.meaning.readsOnly'),
  writes: () => t('toolForm.meaning.writes'),
  destroys: () => t('toolForm.meaning.destroys'),
  adds: () => t('toolForm.meaning.adds'),
  repeatable: () => t('toolForm.meaning.repeatable'),
  notRepeatable: () => t('toolForm.meaning.notRepeatable'),
  openWorld: () => t('toolForm.meaning.openWorld'),
  closedWorld: () => t('toolForm.meaning.closedWorld'),
};

/** Of one page, the browser shows one such popover at a time. */
const floating = new Floating(false);

export const claimStyles: CSSResult = css`
  .claims {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs);
  }
  .claim {
    min-block-size: 24px;
    padding: 0 0.6em;
    border: 0;
    border-radius: 1em;
    background: var(--_surface-3);
    color: var(--_text);
    font-size: inherit;
    font-weight: 400;
    text-align: start;
  }
  .claim::first-letter {
    text-transform: uppercase;
  }
  ${claimTones}
  button.claim:hover {
    text-decoration: underline dotted;
  }
  @media (forced-colors: active) {
    .claim {
      border: 1px solid;
    }
  }
  /* It is seen once it has its place. */
  .meaning[popover] {
    visibility: hidden;
    position: fixed;
    inset: auto;
    max-inline-size: min(24em, calc(100% - 16px));
    padding: var(--_space-s) var(--_space-m);
    overflow: auto;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
`;

/**
 * The annotations, shown as claims of the server: each tag says whose words it has.
 * @param asksAboutReach whether it matters here that the server does not say how far the tool reaches
 */
export function annotationsLine(annotations: ToolAnnotations | undefined, asksAboutReach = false): TemplateResult {
  const { readOnly, destructive, openWorld } = hintsOf(annotations);
  const claims = toolAnnotationsOf(annotations);
  const isChangeUnsaid = readOnly === undefined && destructive === undefined;
  const isReachUnsaid = asksAboutReach && openWorld === undefined;
  const silence =
    claims.length === 0 && isChangeUnsaid !== isReachUnsaid
      ? t('toolForm.noSafetyHintsFrom')
      : isChangeUnsaid && isReachUnsaid
        ? t('toolForm.unsaid.both')
        : isChangeUnsaid
          ? t('toolForm.unsaid.change')
          : isReachUnsaid
            ? t('toolForm.unsaid.reach')
            : '';
  if (claims.length === 0) return html`<p class="claims small quiet" part="note" data-name="claims">${silence}</p>`;
  return html`<p class="claims small quiet" part="note" data-name="claims">
      ${claims.map(claimTag)}${silence ? html`<span>${silence}</span>` : nothing}
    </p>
    ${claims.map(claimMeaning)}`;
}

/**
 * The claims of a server about its own tool, as short phrases. A missing annotation is no claim; where it matters, the
 * phrase says that it is missing.
 */
function toolAnnotationsOf(annotations: ToolAnnotations | undefined): readonly Claim[] {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  const claims: Claim[] = [];
  const claim = (name: keyof typeof MEANING): void =>
    void claims.push({ name, words: t(`toolForm.claim.${name}`), meaning: MEANING[name]() });
  if (readOnly === true) claim('readsOnly');
  if (isContradictory) claims.push({ words: t('toolForm.claim.contradictory') });
  else {
    if (readOnly === false) claim('writes');
    if (destructive === true) claim('destroys');
    // For a tool that only reads, this annotation and the next two have no meaning.
    if (destructive === false && readOnly !== true) claim('adds');
    if (destructive === undefined && readOnly === false) claims.push({ words: t('toolForm.claim.unsaidWhether') });
  }
  if (idempotent === true) claim('repeatable');
  if (idempotent === false) claim('notRepeatable');
  if (openWorld === true) claim('openWorld');
  if (openWorld === false) claim('closedWorld');
  return claims;
}

/** A claim is a button that shows its meaning; a screen reader reads both. */
function claimTag({ name, words, meaning }: Claim, index: number): TemplateResult {
  const whose = t('toolForm.serverSays');
  if (meaning === undefined)
    return html`<span class="claim"><span class="visually-hidden">${whose} </span>${words}</span>`;
  return html`<button
    class="claim ${name}"
    part="button"
    data-name="claim-button"
    type="button"
    popovertarget="claim-${index}"
    aria-label="${whose} ${words}"
    aria-describedby="claim-${index}"
  >
    ${words}
  </button>`;
}

function claimMeaning({ meaning }: Claim, index: number): TemplateResult | typeof nothing {
  if (meaning === undefined) return nothing;
  return html`<p
    class="meaning small"
    id="claim-${index}"
    popover="auto"
    @toggle=${({ currentTarget, newState }: ToggleEvent) => {
      const popover = currentTarget as HTMLElement;
      const root = popover.getRootNode() as ShadowRoot;
      const button = root.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`);
      if (newState === 'open') floating.show(popover, button);
    }}
  >
    ${t('toolForm.serverSays')} ${meaning}
  </p>`;
}
