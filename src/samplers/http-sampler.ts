import { modelFor } from '../approvals/queue.js';
import type { Sampler, SamplerModel } from '../approvals/sampler.js';
import type { SamplingRequest } from '../protocol/model.js';
import { ToolNameMap } from './tool-name-map.js';
import { ModelAnswer } from './model-answer.js';
import { type EndpointOptions, readAddress } from './endpoint-options.js';
import { refusedByModel } from './endpoint-errors.js';
import { postToEndpoint } from './endpoint-request.js';

/** Reads the events of one API into an answer. */
interface EventReader {
  read(event: unknown): void;
  /** The model's reason for a refusal, perhaps empty; undefined if it did not refuse. */
  refusalReason(): string | undefined;
}

/** The differences between the two APIs. */
interface ModelApi {
  body(request: SamplingRequest, names: ToolNameMap, model: string, host: string): unknown;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  reader(answer: ModelAnswer): EventReader;
}

/** A sampler that asks a model over HTTP. @throws McpError `invalid-input` for an address that cannot be used */
export function httpSampler(address: string, options: EndpointOptions, wire: ModelApi): Sampler {
  const url = readAddress(address, options.key !== undefined);
  const models = modelsOf(options);
  const sampler: Sampler = async (request, context) => {
    const model = context.model ?? modelFor(request.modelPreferences, models)?.id ?? options.model;
    const used = request.messages.flatMap(({ content }) =>
      content.flatMap((b) => (b.type === 'tool_use' ? [b.name] : [])),
    );
    const names = new ToolNameMap(request.tools ?? [], used);
    const answer = new ModelAnswer(url.host, model, names, context);
    const reader = wire.reader(answer);
    const read = (event: unknown): void => reader.read(event);
    const { signal } = context;
    const body = wire.body(request, names, model, url.host);
    try {
      await postToEndpoint({ url, body, signal, options, headers: wire.headers, onEvent: read, onWhole: read });
    } finally {
      answer.reportUsage(models, model);
    }
    const words = reader.refusalReason();
    if (words !== undefined) throw refusedByModel(url.host, words);
    return answer.finish();
  };
  return Object.assign(sampler, { models });
}

/** The default model comes first: dialogs preselect the first one. */
function modelsOf({ model, models = [] }: EndpointOptions): readonly SamplerModel[] {
  const first = models.find(({ id }) => id === model) ?? { id: model };
  return [first, ...models.filter((one) => one !== first)];
}
