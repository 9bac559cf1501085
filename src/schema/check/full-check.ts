import type { Json } from '../../protocol/model.js';
import type { SchemaCheck } from '../../util/json-schema/check-schema.js';
import { fitsFormat } from './check-format.js';
import { faultInWords } from './fault-in-words.js';
import type { FormNode } from '../form-node.js';
import type { FormIssue } from '../issue.js';
import { fitsPattern } from './pattern.js';
import { childPointer } from '../pointer.js';
import { loadSchemaEngine } from '../../util/json-schema/load-engine.js';

/** What the full check says of a value: what is wrong, or why it could not be made, as a sentence. */
export interface FullCheck {
  readonly issues: readonly Omit<FormIssue, 'label'>[];
  readonly unchecked: string | undefined;
}

const checks = new WeakMap<FormNode, SchemaCheck>();

/**
 * Holds a value against the schema a form was made of, by a validator that knows nothing of forms. It is loaded when it
 * is first needed.
 */
export async function checkFully(node: FormNode, value: Json): Promise<FullCheck> {
  if (node.schema === undefined) return { issues: [], unchecked: undefined };
  const loaded = await loadSchemaEngine().catch((error: Error) => error);
  if (loaded instanceof Error)
    return { issues: [], unchecked: `These values could not be checked in full before sending. ${loaded.message}` };
  const check = checks.get(node) ?? loaded.compileSchema(node.schema, { fitsPattern, fitsFormat });
  checks.set(node, check);
  const checked = check(value);
  if ('unchecked' in checked)
    return { issues: [], unchecked: `These values could not be checked in full before sending: ${checked.unchecked}.` };
  const issues = checked.faults.map((fault) => ({
    pointer: fault.property === undefined ? fault.pointer : childPointer(fault.pointer, fault.property),
    message: faultInWords(fault),
  }));
  return { issues, unchecked: undefined };
}
