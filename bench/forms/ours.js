// Our form for a schema, as a page uses it: the whole tool form, with header and button.
import '../../components/define/mcp-tool-form.ts';
import { schema, TYPED } from './schema.js';

export function mount() {
  const element = document.createElement('mcp-tool-form');
  element.definition = { name: 'bench', inputSchema: schema };
  document.body.append(element);
  return element.updateComplete;
}

/** The fields of a long form come while the browser is idle: waits for the last of them. */
export async function complete() {
  const { renderRoot } = document.querySelector('mcp-tool-form').renderRoot.querySelector('mcp-schema-field');
  const wanted = Object.keys(schema.properties).length;
  renderRoot.querySelector('[data-name~="fold-button"][aria-expanded="false"]')?.click();
  while (renderRoot.querySelectorAll('mcp-schema-field').length < wanted)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Focuses the field that is typed into. */
export function focusTyped() {
  const fields = document.querySelector('mcp-tool-form').renderRoot.querySelector('mcp-schema-field');
  fields.focusIssue(`/${TYPED}`);
}

/** The value of the focused control. */
export function typedValue() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.value;
}

export function controlCount() {
  let count = 0;
  const visit = (root) => {
    count += root.querySelectorAll('input, select, textarea').length;
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) visit(element.shadowRoot);
  };
  visit(document);
  return count;
}
