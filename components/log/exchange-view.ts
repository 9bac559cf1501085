import { nothing, type TemplateResult } from 'lit';
import {
  type HttpExchange,
  type LoggedMessage,
  redactedAddress,
  redactedBody,
  redactedCallback,
  redactedHeaders,
  redactedResponseHeaders,
} from '../../src/messages/index.js';
import type { Session } from '../../src/index.js';
import { html } from '../internal/html.js';
import { formatBytes, oneLine } from '../internal/text.js';
import { wholeText } from '../internal/long-text.js';
import { formatDuration } from '../tool-result/result-text.js';
import { tokenClaims } from './claims.js';
import { t } from './messages.js';
import { hide, mask, statusOf } from './message-words.js';

interface ExchangeView {
  readonly exchange: HttpExchange;
  readonly session: Session;
  /** True if secrets are shown. */
  readonly isWhole: boolean;
  readonly isOpen: boolean;
  readonly areClaimsShown: boolean;
  readonly showClaims: () => void;
}

type Headers = readonly (readonly [string, string])[];

/** One HTTP exchange: status, times, headers, events, and the error. */
export function exchangeView(view: ExchangeView): TemplateResult {
  if (view.exchange.phase === 'authorization') return visitView(view);
  const { exchange, session, isWhole, isOpen } = view;
  const { method, url, failure, requestHeaders, responseHeaders = [], requestBody, responseBody } = exchange;
  const { redactor } = session;
  const lastEventId = requestHeaders.find(([name]) => name === 'last-event-id')?.[1];
  return html`<details class="http" part="details" data-name="http" ?open=${isOpen}>
    <summary>${t('log.http', { method, status: statusOf(exchange, redactor) })}</summary>
    <dl class="facts">
      ${fact(t('log.address'), isWhole ? url : redactedAddress(url, mask, redactor))}
      ${fact(t('log.time'), timesOf(exchange))}
      ${fact(t('log.size'), t('log.sizes', { sent: formatBytes(exchange.requestSize), received: formatBytes(exchange.responseSize) }))}
      ${lastEventId === undefined ? nothing : fact(t('log.stream'), t('log.resumed', { id: isWhole ? lastEventId : hide(lastEventId, redactor) }))}
      ${failure === undefined ? nothing : fact(t('log.failure'), isWhole ? failure : hide(failure, redactor))}
    </dl>
    ${headerList(t('log.requestHeaders'), isWhole ? requestHeaders : redactedHeaders(requestHeaders, redactor, mask))}
    ${requestBody ? body(t('log.requestBody'), isWhole ? requestBody : redactedBody(requestBody, redactor, mask)) : nothing}
    ${
      responseHeaders.length > 0
        ? headerList(
            t('log.responseHeaders'),
            isWhole ? responseHeaders : redactedResponseHeaders(responseHeaders, redactor, mask),
          )
        : nothing
    }
    ${responseBody ? body(t('log.responseBody'), isWhole ? responseBody : redactedBody(responseBody, redactor, mask)) : nothing}
    ${events(view)} ${claims(view)}
  </details>`;
}

/** A page that a person visited: its address, and the address to which it redirected back. */
function visitView({ exchange, session, isWhole, isOpen }: ExchangeView): TemplateResult {
  const { url, callback, failure } = exchange;
  const { redactor } = session;
  return html`<details class="http" part="details" data-name="http" ?open=${isOpen}>
    <summary>${t('log.visit', { status: statusOf(exchange, redactor) })}</summary>
    <dl class="facts">
      ${fact(t('log.address'), isWhole ? url : redactedAddress(url, mask, redactor))}
      ${fact(t('log.time'), timesOf(exchange))}
      ${callback === undefined ? nothing : fact(t('log.callback'), isWhole ? callback : redactedCallback(callback, redactor, mask))}
      ${failure === undefined ? nothing : fact(t('log.failure'), isWhole ? failure : hide(failure, redactor))}
    </dl>
    <p class="small quiet">${t('log.visitHidden')}</p>
  </details>`;
}

function fact(name: string, value: string): TemplateResult {
  return html`<div>
    <dt class="small quiet">${name}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`;
}

function timesOf({ at, answeredAt, endedAt }: HttpExchange): string {
  const parts = [
    answeredAt === undefined ? undefined : t('log.timeToHeaders', { time: formatDuration(answeredAt - at) }),
    endedAt === undefined ? t('log.stillOpen') : t('log.timeToEnd', { time: formatDuration(endedAt - at) }),
  ];
  return parts.filter(Boolean).join(', ');
}

function headerList(title: string, headers: Headers): TemplateResult {
  return html`<h3 class="small">${title}</h3>
    <dl class="headers mono" dir="ltr">
      ${headers.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}:</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}

function body(title: string, text: string): TemplateResult {
  return html`<h3 class="small">${title}</h3>
    ${wholeText(text, title)}`;
}

/** Events that are listed on the screen. */
const MAX_SHOWN_EVENTS = 100;

function events({ exchange, session, isWhole }: ExchangeView): TemplateResult | typeof nothing {
  const { events: listed, eventCount, at } = exchange;
  const safe = (text: string): string => oneLine(isWhole ? text : hide(text, session.redactor), 100);
  if (eventCount === 0) return nothing;
  const shown = listed.slice(0, MAX_SHOWN_EVENTS);
  return html`<details class="events">
    <summary class="small">${t('log.events', { count: eventCount })}</summary>
    <ol class="small mono">
      ${shown.map(
        (event) =>
          html`<li>
            ${t('log.event', {
              time: formatDuration(event.at - at),
              type: safe(event.event ?? t('log.eventMessage')),
              size: formatBytes(event.size),
              id: event.id === undefined ? t('log.noId') : t('log.id', { id: safe(event.id) }),
            })}
          </li>`,
      )}
    </ol>
    ${
      eventCount > shown.length
        ? html`<p class="small quiet">${t('log.moreEvents', { count: eventCount - shown.length })}</p>`
        : nothing
    }
  </details>`;
}

function claims({ exchange, areClaimsShown, showClaims }: ExchangeView): TemplateResult | typeof nothing {
  if (exchange.phase !== 'token' || !exchange.responseBody || exchange.status !== 200) return nothing;
  if (!areClaimsShown)
    return html`<p>
      <button class="small" part="button" data-name="claims-button" type="button" @click=${showClaims}>
        ${t('log.showClaims')}
      </button>
    </p>`;
  const found = tokenClaims(exchange.responseBody);
  if (found.length === 0) return html`<p class="small" role="status">${t('log.noClaims')}</p>`;
  return html`${found.map(
    ({ name, claims: said }) =>
      html`<p class="small">${t.rich('log.claims', { name: html`<code>${name}</code>` })}</p>
        <mcp-json-view .source=${said}></mcp-json-view>`,
  )}`;
}

/** Why the connection of this message speaks the revision that it speaks. */
export function whyRevision({ revision, negotiation }: LoggedMessage): string {
  const { asked, chosen, listed, isProbeRefused } = negotiation;
  if (revision === undefined) return t('log.why.none');
  if (listed?.includes(revision)) return t('log.why.listed', { revision });
  if (chosen !== revision) return t('log.why.named', { revision });
  const words =
    asked === chosen ? t('log.why.chosen', { revision }) : t('log.why.chosenOther', { revision, asked: asked ?? '' });
  return isProbeRefused ? `${words} ${t('log.why.older')}` : words;
}
