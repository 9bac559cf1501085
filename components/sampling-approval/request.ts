import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type {
  ContentBlock,
  JsonObject,
  McpError,
  ModelPreferences,
  SamplingApproval,
  SamplingRequest,
} from '../../src/index.js';
import type { QuestionStep } from '../approval-queue/question.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { formatter } from '../words/messages.js';
import { t } from './messages.js';

/** Keys of message parts and of tools that can be left out. */
export const partKey = (message: number, block: number): string => `part-${message}-${block}`;
export const toolKey = (at: number): string => `tool-${at}`;

/**
 * The person's changes to a request before it is sent to a model. Exists as long as the question, through all its
 * steps.
 */
export class RequestDraft {
  readonly #host: ReactiveControllerHost;
  readonly #leftOut = new Set<string>();
  #id: string | undefined;
  /**
   * The request that was last sent to the model. While the step still has this request, the draft stays, so that parts
   * that were left out can be put back.
   */
  #sent: SamplingRequest | undefined;
  #request: SamplingRequest | undefined;
  /** The contents of the limit fields, if they differ from the request. */
  limits: LimitsInput | undefined;
  /** The model the person chose. */
  model: string | undefined;
  /** True if the person has confirmed that the budget does not count this time. */
  isDeliberate = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Must be called when the question or its step changes. */
  follow(approval: SamplingApproval | undefined): void {
    if (approval?.id !== this.#id) {
      this.model = undefined;
      this.isDeliberate = false;
    }
    const isMine = approval?.id === this.#id && approval?.step.request === this.#sent;
    this.#id = approval?.id;
    this.limits = undefined;
    if (isMine) return;
    this.#leftOut.clear();
    this.#request = this.#sent = approval?.step.request;
  }

  /** The request including the parts that are left out, so that they can be put back. */
  get request(): SamplingRequest | undefined {
    return this.#request;
  }

  /** The request as it will be sent to the model. */
  get remaining(): SamplingRequest | undefined {
    const request = this.#request;
    if (!request || this.#leftOut.size === 0) return request;
    const messages = request.messages.flatMap((message, m) => {
      const content = message.content.filter((_, b) => !this.#leftOut.has(partKey(m, b)));
      return content.length > 0 || message.content.length === 0 ? [{ ...message, content }] : [];
    });
    const tools = request.tools?.filter((_, at) => !this.#leftOut.has(toolKey(at)));
    return { ...request, messages, ...(tools && { tools }) };
  }

  /** Returns the request to send, and remembers it. */
  send(): SamplingRequest | undefined {
    this.isDeliberate = false;
    return (this.#sent = this.remaining);
  }

  readonly edit = (change: (request: SamplingRequest) => SamplingRequest): void => {
    if (this.#request) this.#request = change(this.#request);
    this.#host.requestUpdate();
  };

  isOut(key: string): boolean {
    return this.#leftOut.has(key);
  }

  toggle(key: string): void {
    if (!this.#leftOut.delete(key)) this.#leftOut.add(key);
    this.#host.requestUpdate();
  }

  readonly setLimits = (input: LimitsInput | undefined): void => {
    this.limits = input;
    this.#host.requestUpdate();
  };

  readonly setModel = (model: string): void => {
    this.model = model;
    this.#host.requestUpdate();
  };

  readonly setDeliberate = (isDeliberate: boolean): void => {
    this.isDeliberate = isDeliberate;
    this.#host.requestUpdate();
  };
}

/*
 * Each of these functions returns a new request that differs in one place. Everything else stays as the server sent it.
 */

/** An empty text removes the system prompt. */
export function withSystemPrompt(request: SamplingRequest, text: string): SamplingRequest {
  const { systemPrompt: _, ...rest } = request;
  return text === '' ? rest : { ...rest, systemPrompt: text };
}

export function withMessageText(
  request: SamplingRequest,
  message: number,
  block: number,
  text: string,
): SamplingRequest {
  const messages = request.messages.map((m, i) =>
    i === message ? { ...m, content: withBlockText(m.content, block, text) } : m,
  );
  return { ...request, messages };
}

export function withBlockText(content: readonly ContentBlock[], block: number, text: string): readonly ContentBlock[] {
  return content.map((b, i) => (i === block && b.type === 'text' ? { ...b, text } : b));
}

/** Replaces the arguments of a tool that the model wants to use. */
export function withToolInput(
  content: readonly ContentBlock[],
  block: number,
  input: object | undefined,
): readonly ContentBlock[] {
  return content.map((b, i) =>
    i === block && b.type === 'tool_use' ? { ...b, input: (input ?? {}) as JsonObject } : b,
  );
}

/** The limits as the person types them. */
export interface LimitsInput {
  readonly maxTokens: string;
  /** Empty if the model decides. */
  readonly temperature: string;
  /** One stop sequence on each line. Line breaks within a sequence are escaped. */
  readonly stops: string;
}

type LimitsIssues = { readonly [K in keyof LimitsInput]?: string };

export function limitsInput({ maxTokens, temperature, stopSequences = [] }: SamplingRequest): LimitsInput {
  return {
    maxTokens: String(maxTokens),
    temperature: temperature === undefined ? '' : String(temperature),
    stops: stopSequences.map((stop) => stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')).join('\n'),
  };
}

/** Returns the stop sequences in the typed text. */
function stopsIn(text: string): readonly string[] {
  const plain = (line: string): string => line.replace(/\\([\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  return text.split('\n').filter(Boolean).map(plain);
}

/** @param ceiling the server's limit: a person can lower it, but not raise it */
export function limitsIssues({ maxTokens, temperature }: LimitsInput, ceiling: number): LimitsIssues {
  const tokens = Number(maxTokens);
  const whole = /^\s*\d+\s*$/.test(maxTokens) && tokens >= 1 && tokens <= ceiling;
  return {
    ...(whole ? {} : { maxTokens: t('samplingApproval.aWholeNumberFrom', { ceiling }) }),
    ...(Number(temperature) >= 0 && Number(temperature) !== Infinity
      ? {}
      : { temperature: t('samplingApproval.aNumberFrom0') }),
  };
}

/** Must only be called with limits that have no issues. */
export function withLimits(request: SamplingRequest, { maxTokens, temperature, stops }: LimitsInput): SamplingRequest {
  const { temperature: _, stopSequences: __, ...rest } = request;
  const stopSequences = stopsIn(stops);
  return {
    ...rest,
    maxTokens: Number(maxTokens),
    ...(temperature.trim() === '' ? {} : { temperature: Number(temperature) }),
    ...(stopSequences.length > 0 && { stopSequences }),
  };
}

/** Replaces an optional field; `undefined` removes it. */
export function withField<K extends 'metadata' | 'modelPreferences' | 'toolChoice' | 'includeContext'>(
  request: SamplingRequest,
  name: K,
  value: SamplingRequest[K],
): SamplingRequest {
  const { [name]: _, ...rest } = request;
  return (value === undefined ? rest : { ...rest, [name]: value }) as SamplingRequest;
}

interface RequestStep {
  /** The guard of the button that asks the model. */
  readonly guard: unknown;
  /** Why the last request to the model failed. */
  readonly failure: McpError | undefined;
  /** Why the request cannot be sent to the model; empty if it can. */
  readonly issue: string;
  /** Characters that are folded and were never opened. */
  readonly unseen: number;
  /** Opens everything that is folded. */
  readonly showAll: () => void;
  /** The used budget of the server, and the choices of the person if nothing is left. */
  readonly budget: unknown;
  /** The server's request, which the person can read and edit. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  callModel(press: Event): void;
  answerMyself(): void;
}

/** The first review: the request to the model. */
export function requestStep(step: RequestStep): QuestionStep {
  const { guard, failure, issue, budget, asked, decline, callModel, answerMyself } = step;
  const unseen = t('samplingApproval.charactersCount', { count: step.unseen });
  const byHand = html`<button type="button" class="plain start" @click=${answerMyself}>
    ${t('samplingApproval.answerMyself')}
  </button>`;
  const ask = html`
    <button type="button" class="primary" part="button approve-button" ${guard} @click=${callModel}>
      ${step.unseen > 0 ? t('samplingApproval.askTheModelUnseen', { unseen }) : t('samplingApproval.askTheModel')}
    </button>
  `;
  const unfold = html`<p class="small" part="note" data-name="unseen">
    ${t.rich('samplingApproval.ofWhatTheModel', { unseen })}
    <button type="button" class="plain small" part="button" data-name="show-all-button" @click=${step.showAll}>
      ${t('samplingApproval.openEverything')}
    </button>
  </p>`;
  return {
    body: html`
      <div role="alert">${failure ? problem(t('samplingApproval.theModelDidNot'), failure) : nothing}</div>
      ${asked} ${budget} ${step.unseen > 0 ? unfold : nothing}
      <p class="issue small" role="alert">${issue}</p>
    `,
    actions: html`${byHand} ${decline} ${ask}`,
  };
}

const HINTS_SHOWN = 20;

/** Returns a text such as `Up to 500 tokens · temperature 0.7 · stops at “END”`. */
export function limitsInWords({ maxTokens, temperature, stopSequences }: SamplingRequest): string {
  return [
    t('samplingApproval.upTo', { tokens: t('samplingApproval.tokens', { count: maxTokens }) }),
    ...(temperature === undefined ? [] : [t('samplingApproval.temperatureOf', { temperature })]),
    ...(stopSequences?.length
      ? [t('samplingApproval.stopsAt', { sequences: stopSequences.map((s) => `“${s}”`).join(', ') })]
      : []),
  ].join(' · ');
}

const CONTEXTS = ['none', 'thisServer', 'allServers'] as const;

/** The options for the context, with their labels. */
export const contexts = (): readonly (readonly [value: string, words: string])[] =>
  CONTEXTS.map((wish) => [wish, t(`samplingApproval.context.${wish}`)]);

/**
 * Returns the context that the server wants the model to see in addition to the messages. The page's sampler decides
 * whether the model sees it.
 */
export function contextInWords(request: SamplingRequest): string {
  const wish = request.includeContext ?? 'none';
  return contexts().find(([value]) => value === wish)?.[1] ?? wish;
}

const TOOL_CHOICES = ['auto', 'required', 'none'] as const;

/** The options for the tool choice, with their labels. */
export const toolChoices = (): readonly (readonly [value: string, words: string])[] =>
  TOOL_CHOICES.map((mode) => [mode, t(`samplingApproval.toolChoice.${mode}`)]);

export function toolChoiceInWords({ toolChoice }: SamplingRequest): string {
  const mode = toolChoice?.mode ?? 'auto';
  return toolChoices().find(([value]) => value === mode)?.[1] ?? mode;
}

/** True if text alone is not a valid answer. */
export function needsTool({ toolChoice }: SamplingRequest): boolean {
  return toolChoice?.mode === 'required';
}

/**
 * Returns a text such as `a model like “sonnet”, or “claude” · cares about intelligence (0.8), speed (0.5)`. Returns an
 * empty string if there are no preferences.
 */
export function preferencesInWords(preferences: ModelPreferences | undefined): string {
  const { hints = [], intelligencePriority, speedPriority, costPriority } = preferences ?? {};
  const names = hints.flatMap(({ name }) => (name ? [`“${name}”`] : []));
  const cares = (
    [
      { what: 'intelligence', weight: intelligencePriority },
      { what: 'speed', weight: speedPriority },
      { what: 'cost', weight: costPriority },
    ] as const
  )
    .flatMap(({ what, weight }) => (typeof weight === 'number' ? [{ what, weight }] : []))
    .sort((a, b) => b.weight - a.weight)
    .map(({ what, weight }) => t(`samplingApproval.caresFor.${what}`, { weight }));
  const more = names.length - HINTS_SHOWN;
  const shown = more > 0 ? [...names.slice(0, HINTS_SHOWN), t('samplingApproval.moreModels', { more })] : names;
  return [
    ...(names.length
      ? [
          t('samplingApproval.aModelLike', {
            models: formatter('ListFormat', { type: 'disjunction' }).format(shown),
          }),
        ]
      : []),
    ...(cares.length ? [t('samplingApproval.caresAbout', { what: cares.join(', ') })] : []),
  ].join(' · ');
}
