import { nothing, type TemplateResult } from 'lit';
import { modelFor } from '../../src/approvals/index.js';
import type { SamplerModel, SamplingRequest } from '../../src/index.js';
import { html } from '../words/html.js';
import { choice } from './choice.js';
import { item } from './item.js';
import { dollars } from './money.js';

/** The model that is asked: the person's choice, what the server wishes, or the first. */
export function chosenModel(
  models: readonly SamplerModel[],
  request: SamplingRequest,
  chosen: string | undefined,
): SamplerModel | undefined {
  return models.find(({ id }) => id === chosen) ?? modelFor(request.modelPreferences, models) ?? models[0];
}

/** Which model is asked, and what it costs. */
export function modelItem(
  models: readonly SamplerModel[],
  request: SamplingRequest,
  chosen: string | undefined,
  choose: ((id: string) => void) | undefined,
): TemplateResult | typeof nothing {
  const model = chosenModel(models, request, chosen);
  if (!model) return nothing;
  const name = model.name ?? model.id;
  const body =
    choose && models.length > 1
      ? choice(
          'model',
          'Model to ask',
          model.id,
          models.map((one) => [one.id, one.name ?? one.id]),
          choose,
        )
      : html`<bdi>${name}</bdi>`;
  const isWished = modelFor(request.modelPreferences, models) === model;
  const notes = [...(isWished ? ['fits what the server wishes'] : []), ...(model.cost ? [price(model.cost)] : [])];
  return item({
    label: 'Model to ask',
    body: html`${body}${notes.length ? html`<div class="quiet small">${notes.join(' · ')}</div>` : nothing}`,
  });
}

function price({ input, output }: NonNullable<SamplerModel['cost']>): string {
  if (input === 0 && output === 0) return 'free';
  return `${dollars(input)} for a million tokens read, ${dollars(output)} written`;
}
