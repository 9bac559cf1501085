import type { Sampler, SamplerModel } from '../approvals/answerers.js';
import { modelFor } from '../approvals/choose-model.js';
import type { SamplingRequest } from '../protocol/model.js';
import { Answer } from './answer.js';
import { readAddress, type EndpointOptions } from './endpoint.js';
import { post } from './post.js';
import { unwilling } from './refusals.js';
import { ToolNames } from './tool-names.js';

/** Reads one wire's events into an answer. */
export interface EventReader {
  read(event: unknown): void;
  /** Why the model did not want to, in its words; undefined where it did. */
  unwilling(): string | undefined;
}

/** What the wires differ in. */
export interface Wire {
  body(request: SamplingRequest, names: ToolNames, model: string, host: string): unknown;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  reader(answer: Answer): EventReader;
}

/** A sampler that asks a model over HTTP. */
export function httpSampler(address: string, options: EndpointOptions, wire: Wire): Sampler {
  const url = readAddress(address, options.key !== undefined);
  const models = modelsOf(options);
  const sampler: Sampler = async (request, context) => {
    const model = context.model ?? modelFor(request.modelPreferences, models)?.id ?? options.model;
    const used = request.messages.flatMap(({ content }) =>
      content.flatMap((b) => (b.type === 'tool_use' ? [b.name] : [])),
    );
    const names = new ToolNames(request.tools ?? [], used);
    const answer = new Answer(url.host, model, names, context);
    const reader = wire.reader(answer);
    const read = (event: unknown): void => reader.read(event);
    const { signal } = context;
    const body = wire.body(request, names, model, url.host);
    try {
      await post({ url, body, signal, options, headers: wire.headers, onEvent: read, onWhole: read });
    } finally {
      answer.tellUsage(models, model);
    }
    const words = reader.unwilling();
    if (words !== undefined) throw unwilling(url.host, words);
    return answer.finish();
  };
  return Object.assign(sampler, { models });
}

/** The one that is asked where nobody chooses comes first: who shows them chooses that one beforehand. */
function modelsOf({ model, models = [] }: EndpointOptions): readonly SamplerModel[] {
  const first = models.find(({ id }) => id === model) ?? { id: model };
  return [first, ...models.filter((one) => one !== first)];
}
