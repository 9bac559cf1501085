import { loadOnce } from '../load-once.js';

/** What checks values against schemas. @param waitMs milliseconds to wait for it @throws McpError `load` */
export function loadSchemaEngine(waitMs?: number): Promise<typeof import('./check-schema.js')> {
  return loadOnce('schema-check', () => import('./check-schema.js'), waitMs);
}
