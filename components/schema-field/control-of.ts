import type { TemplateResult } from 'lit';
import type { FormNode } from '../../src/schema/index.js';
import { booleanControl, choiceControl, constantControl } from './choice-control.js';
import { entry } from './entry.js';
import type { FieldView } from './field-view.js';
import { heldControl } from './held-control.js';
import { jsonControl } from './json-control.js';
import { listControl, tupleControl } from './list-control.js';
import { objectControl } from './object-control.js';
import { textControl } from './text-control.js';
import { unionControl } from './union-control.js';

type Control<Node> = (view: FieldView, node: Node) => TemplateResult;

const CONTROLS: { readonly [Kind in FormNode['kind']]: Control<Extract<FormNode, { kind: Kind }>> } = {
  string: textControl,
  number: textControl,
  boolean: booleanControl,
  choice: choiceControl,
  constant: constantControl,
  list: listControl,
  tuple: tupleControl,
  object: objectControl,
  union: unionControl,
  json: jsonControl,
};

/** What a person sees of a field: by its node, and by what it holds where the node has no control for that. */
export function controlOf(view: FieldView): TemplateResult {
  const { field } = view;
  const control = CONTROLS[field.node.kind] as Control<FormNode>;
  const shown = field.input.kind === 'held' ? heldControl(view) : control(view, field.node);
  return field.role === 'entry' ? entry(view, shown) : shown;
}
