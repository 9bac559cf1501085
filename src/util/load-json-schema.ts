import { loadOnce } from './load-once.js';

/** What checks values against schemas. @param waitMs milliseconds to wait for it @throws McpError `load` */
export function loadSchemaEngine(waitMs?: number): Promise<typeof import('./json-schema.js')> {
  return loadOnce('schema-check', () => import('./json-schema.js'), waitMs);
}
