import { loadOnce } from '../load-once.js';

/** @throws McpError `load` */
export function loadSchemaEngine(): Promise<typeof import('./check-schema.js')> {
  return loadOnce('schema-check', () => import('./check-schema.js'));
}
