import { defineErrorTexts, type ErrorText, McpError } from '../errors.js';

const errorText = defineErrorTexts({
  'util.modelContext.missing': 'This page has no `document.modelContext`: WebMCP is not there.',
  'util.modelContext.switchOn':
    'Use a browser that has WebMCP (in Chromium 149 or later: switch on chrome://flags/#enable-webmcp-testing), and a page of https or of this machine; or load a polyfill before this.',
  'util.modelContext.unlisted': 'The WebMCP of this browser does not let a page list and run its own tools.',
  'util.modelContext.updateBrowser': 'Use a newer browser, or a polyfill that has `getTools` and `executeTool`.',
});

/** The annotations of a tool. A browser ignores hints that it does not know. */
export interface ModelContextAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  /** Its results contain content from third parties. */
  readonly untrustedContentHint?: boolean | undefined;
  /** The tool's effect is important enough to ask the person first. */
  readonly consequentialHint?: boolean | undefined;
}

/** A tool as a page registers it. */
export interface ModelContextTool {
  /** 1 to 128 of the characters A-Z, a-z, 0-9, `_`, `-` and `.`. */
  readonly name: string;
  readonly title?: string | undefined;
  /** Not empty. */
  readonly description: string;
  readonly inputSchema?: object | undefined;
  readonly annotations?: ModelContextAnnotations | undefined;
  /** @param context has the signal that is aborted when the agent gives up; not in every browser */
  readonly execute: (input: unknown, context?: { readonly signal?: AbortSignal | undefined }) => Promise<unknown>;
}

/**
 * A tool as `getTools()` lists it, with the members that are read here. From Chromium 160 on it is an object of the
 * class `Tool`, whose members are on the prototype, so a copy of it is empty; absent members are `null`.
 */
export interface RegisteredTool {
  readonly name: string;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** In older versions of the draft as JSON text. */
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: ModelContextAnnotations | null | undefined;
  /** The window whose page has registered it: this one, or a frame of it. */
  readonly source?: unknown;
  /** The same before Chromium 160. */
  readonly window?: unknown;
}

/**
 * The tools of a page, as WebMCP has them in `document.modelContext`. It is a draft: `getTools` and `executeTool` are in
 * Chromium and in polyfills.
 * @see https://webmachinelearning.github.io/webmcp/
 */
export interface ModelContext {
  registerTool(tool: ModelContextTool, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
  getTools?(): Promise<readonly RegisteredTool[]>;
  executeTool?(tool: RegisteredTool, input?: unknown, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
  addEventListener?(type: 'toolchange', listener: () => void, options?: { readonly signal?: AbortSignal }): void;
}

/** A model context whose tools can be listed and run. */
export type ListedModelContext = ModelContext & Required<Pick<ModelContext, 'getTools' | 'executeTool'>>;

/** True if a value has the interface of `document.modelContext`. */
export function isModelContext(value: unknown): value is ModelContext {
  return typeof value === 'object' && value !== null && 'registerTool' in value;
}

/** `document.modelContext`; undefined where the browser, the page or the thread has none. */
export function documentModelContext(): ModelContext | undefined {
  const { document: page } = globalThis as { readonly document?: { readonly modelContext?: unknown } };
  const found = page?.modelContext;
  return isModelContext(found) ? found : undefined;
}

/**
 * `document.modelContext`.
 * @throws McpError `unsupported-method` where there is none
 */
export function requireModelContext(): ModelContext {
  return documentModelContext() ?? missing('util.modelContext.missing', 'util.modelContext.switchOn');
}

/** @throws McpError `unsupported-method` where its tools cannot be listed and run */
export function requireListing(context: ModelContext): ListedModelContext {
  if (typeof context.getTools === 'function' && typeof context.executeTool === 'function')
    return context as ListedModelContext;
  return missing('util.modelContext.unlisted', 'util.modelContext.updateBrowser');
}

/**
 * The tools of this page as a server: its tools in `document.modelContext` (WebMCP), to be listed and called like those
 * of any server. Pass it to `connect`, or to `endpoint` of an element.
 * @throws McpError `unsupported-method` if the page has no `document.modelContext`, or one that does not list its tools
 * @example const session = await connect(modelContextServer());
 * @see https://webmachinelearning.github.io/webmcp/
 */
export function modelContextServer(): ModelContext {
  return requireListing(requireModelContext());
}

function missing(what: Parameters<typeof errorText>[0], remedy: Parameters<typeof errorText>[0]): never {
  const texts: readonly ErrorText[] = [errorText(what), errorText(remedy)];
  throw new McpError('unsupported-method', texts[0]!, { remedy: texts[1]! });
}
