import type { ContentBlock, JsonObject, SamplingRequest } from '../../src/index.js';

/* Each edit gives a new request that differs in that one place; everything else stays as the server sent it. */

/** An emptied system prompt is no system prompt. */
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

/** Other arguments for a tool that the model wants used. */
export function withToolInput(
  content: readonly ContentBlock[],
  block: number,
  input: object | undefined,
): readonly ContentBlock[] {
  return content.map((b, i) =>
    i === block && b.type === 'tool_use' ? { ...b, input: (input ?? {}) as JsonObject } : b,
  );
}

/** The numbers as somebody types them. */
export interface LimitsInput {
  readonly maxTokens: string;
  /** Empty leaves it to the model. */
  readonly temperature: string;
  /** One on each line; a line break within one is written \\n. */
  readonly stops: string;
}

export type LimitsIssues = { readonly [K in keyof LimitsInput]?: string };

export function limitsInput({ maxTokens, temperature, stopSequences = [] }: SamplingRequest): LimitsInput {
  return {
    maxTokens: String(maxTokens),
    temperature: temperature === undefined ? '' : String(temperature),
    stops: stopSequences.map((stop) => stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')).join('\n'),
  };
}

/** The stop sequences as typed. */
function stopsIn(text: string): readonly string[] {
  const plain = (line: string): string => line.replace(/\\([\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  return text.split('\n').filter(Boolean).map(plain);
}

/** @param ceiling is what the server asked for: a person can lower it, not raise it. */
export function limitsIssues({ maxTokens, temperature }: LimitsInput, ceiling: number): LimitsIssues {
  const tokens = Number(maxTokens);
  const whole = /^\s*\d+\s*$/.test(maxTokens) && tokens >= 1 && tokens <= ceiling;
  return {
    ...(whole ? {} : { maxTokens: `A whole number from 1 to ${ceiling}.` }),
    ...(Number(temperature) >= 0 && Number(temperature) !== Infinity
      ? {}
      : { temperature: 'A number from 0 up, or empty to leave it to the model.' }),
  };
}

/** Only for input without issues. */
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

/** A field that may be missing: `undefined` takes it out. */
export function withField<K extends 'metadata' | 'modelPreferences' | 'toolChoice' | 'includeContext'>(
  request: SamplingRequest,
  name: K,
  value: SamplingRequest[K],
): SamplingRequest {
  const { [name]: _, ...rest } = request;
  return (value === undefined ? rest : { ...rest, [name]: value }) as SamplingRequest;
}
