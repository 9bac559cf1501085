import type { ModelPreferences } from '../protocol/model.js';
import type { SamplerModel } from './answerers.js';

/**
 * The model that fits best to what the server wishes: the first hint that is part of a name decides, and of several models
 * that fit to it the first. Undefined where none fits.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences
 */
export function modelFor(
  preferences: ModelPreferences | undefined,
  models: readonly SamplerModel[],
): SamplerModel | undefined {
  for (const { name } of preferences?.hints ?? []) {
    const hint = name?.trim().toLowerCase();
    if (!hint) continue;
    const found = models.find((one) => `${one.id}\n${one.name ?? ''}`.toLowerCase().includes(hint));
    if (found) return found;
  }
  return undefined;
}
