import { loadOnce } from '../util/load-once.js';

type Validator = typeof import('./validator.js');

/** Once it has loaded. Another `import()` takes a browser several tasks, also of a module that it has. */
let validator: Validator | undefined;

/**
 * Loads the JSON Schema validator, for results and for whole forms.
 * @param waitMs milliseconds to wait for it, by default those of `loadOnce`
 * @throws McpError `load`
 */
export async function loadValidator(waitMs?: number): Promise<Validator> {
  validator ??= await loadOnce('schema-check', () => import('./validator.js'), waitMs);
  return validator;
}
