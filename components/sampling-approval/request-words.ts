import type { ModelPreferences, SamplingRequest } from '../../src/index.js';
import { counted } from '../words/counted.js';

const TOKENS = { one: 'token', other: 'tokens' };
const HINTS_SHOWN = 20;

/** `Up to 500 tokens · temperature 0.7 · stops at “END”`. */
export function limitsInWords({ maxTokens, temperature, stopSequences }: SamplingRequest): string {
  return [
    `Up to ${counted(maxTokens, TOKENS)}`,
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(stopSequences?.length ? [`stops at ${stopSequences.map((s) => `“${s}”`).join(', ')}`] : []),
  ].join(' · ');
}

const CONTEXT: { readonly [wish: string]: string } = {
  none: 'none',
  thisServer: 'from this server',
  allServers: 'from all connected servers',
};

/** To choose from, and in words. */
export const CONTEXTS: readonly (readonly [value: string, words: string])[] = Object.entries(CONTEXT);

/** What the server would like the model to see beside its messages. Whether it does is up to the page's sampler. */
export function contextInWords(request: SamplingRequest): string {
  const wish = request.includeContext ?? 'none';
  return CONTEXT[wish] ?? wish;
}

const TOOL_CHOICE: { readonly [mode: string]: string } = {
  auto: 'the model may use tools',
  required: 'the model must use a tool',
  none: 'the model must not use tools',
};

/** To choose from, and in words. */
export const TOOL_CHOICES: readonly (readonly [value: string, words: string])[] = Object.entries(TOOL_CHOICE);

export function toolChoiceInWords({ toolChoice }: SamplingRequest): string {
  const mode = toolChoice?.mode ?? 'auto';
  return TOOL_CHOICE[mode] ?? mode;
}

/** Text alone is no answer to this. */
export function needsTool({ toolChoice }: SamplingRequest): boolean {
  return toolChoice?.mode === 'required';
}

/** `A model like “sonnet”, or “claude” · cares about intelligence (0.8), speed (0.5)`; empty where nothing is preferred. */
export function preferencesInWords(preferences: ModelPreferences | undefined): string {
  const { hints = [], intelligencePriority, speedPriority, costPriority } = preferences ?? {};
  const names = hints.flatMap(({ name }) => (name ? [`“${name}”`] : []));
  const cares = [
    { what: 'intelligence', weight: intelligencePriority },
    { what: 'speed', weight: speedPriority },
    { what: 'low cost', weight: costPriority },
  ]
    .flatMap(({ what, weight }) => (typeof weight === 'number' ? [{ what, weight }] : []))
    .sort((a, b) => b.weight - a.weight)
    .map(({ what, weight }) => `${what} (${weight})`);
  const more = names.length - HINTS_SHOWN;
  const shown = more > 0 ? [...names.slice(0, HINTS_SHOWN), `${more} more`] : names;
  return [
    ...(names.length ? [`a model like ${shown.join(', or ')}`] : []),
    ...(cares.length ? [`cares about ${cares.join(', ')}`] : []),
  ].join(' · ');
}
