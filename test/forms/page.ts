// The page of `npm run check:forms`: one tool at a time, as JSON in and out, so that no name gets lost on the way.
import type { Tool } from '../../src/index.js';
import { refereeFor } from './arguments/ajv-referee.js';
import { checkTool, type CheckOptions } from './check/check-tool.js';
import { FormPage } from './check/form-page.js';
import { lookOf } from './check/form-look.js';

function toolOf(line: string): Tool {
  const { name, inputSchema, title, description, annotations, outputSchema } = JSON.parse(line) as Tool;
  return { name, inputSchema, title, description, annotations, outputSchema } as Tool;
}

async function checkLine(line: string, options: CheckOptions): Promise<string> {
  const tool = toolOf(line);
  return JSON.stringify(await checkTool(tool, refereeFor(tool.inputSchema), options));
}

let mounted: FormPage | undefined;

/** Puts a form into the page and leaves it there, so that what it costs can be seen from outside. */
async function mountLine(line: string): Promise<void> {
  mounted = await FormPage.open(toolOf(line));
  await mounted.complete();
}

function unmount(): void {
  mounted?.close();
}

/** What whoever opens the form sees of it. */
async function measureLine(line: string): Promise<unknown> {
  const form = await FormPage.open(toolOf(line));
  try {
    await form.complete();
    return lookOf(form.element);
  } finally {
    form.close();
  }
}

Object.assign(globalThis, { checkLine, mountLine, unmount, measureLine });
