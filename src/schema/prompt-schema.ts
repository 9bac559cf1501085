import type { JsonObject, PromptArgument } from '../protocol/model.js';
import { MAX_SHOWN_PROPERTIES, setOwn } from './json-value.js';

/** The JSON Schema of a prompt's arguments. */
export function promptSchema(given: readonly PromptArgument[] | undefined): JsonObject {
  const properties: JsonObject = {};
  for (const { name, title, description } of (given ?? []).slice(0, MAX_SHOWN_PROPERTIES))
    setOwn(properties, name, {
      type: 'string',
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    });
  return { type: 'object', properties };
}
