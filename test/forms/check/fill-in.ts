import type { JsonObject, Tool } from '../../../src/index.js';
import { buildForm, FormState } from '../../../src/schema/index.js';
import { FormPage, type Outcome } from './form-page.js';
import { say } from './typist.js';

/** How arguments get into a form: through its fields, through its editor for JSON, or without any control. */
export type Way = 'type' | 'json' | 'state';

/** Fills in a fresh form and presses its button. */
export async function fillIn(tool: Tool, args: JsonObject, way: Way): Promise<Outcome> {
  if (way === 'state') return fillState(tool, args);
  const page = await FormPage.open(tool);
  try {
    if (way === 'json' && page.hasJsonEditor) await page.typeJson(args);
    else if (page.fields) await say(page.fields, args);
    return await page.submit();
  } finally {
    page.close();
  }
}

async function fillState(tool: Tool, args: JsonObject): Promise<Outcome> {
  const form = new FormState(buildForm(tool.inputSchema), args);
  const checked = await form.check();
  if (checked.ok) return { sent: checked.value };
  const [first] = checked.issues;
  const words = checked.issues.map(({ label, message }) => `${label}: ${message}`).join(' ');
  return { refused: checked.issues.map(({ pointer }) => pointer), firstLink: first?.pointer, words };
}
