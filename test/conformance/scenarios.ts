import { connect, type JsonObject, type Session, type SessionOptions, type ToolResult } from '../../src/index.js';
import { buildForm } from '../../src/schema/index.js';
import { acceptDefaults } from './accept-defaults.js';

/** @param context what the scenario tells its client beside the address */
type Scenario = (url: string, context: JsonObject) => Promise<void>;

let through: typeof globalThis.fetch | undefined;

/** All that follows is asked with this `fetch`. */
export function goThrough(fetch: typeof globalThis.fetch): void {
  through = fetch;
}

/** What the client does in each scenario that needs no authorization. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  initialize: (url) => visit(url, {}, async () => {}),

  tools_call: (url) =>
    visit(url, {}, async ({ tools }) => {
      await tools.list();
      says(await tools.call('add_numbers', { a: 5, b: 3 }), /\b8$/);
    }),

  'elicitation-sep1034-client-defaults': (url) =>
    visit(url, { elicitor: acceptDefaults }, async ({ tools }) => {
      await tools.list();
      says(await tools.call('test_client_elicitation_defaults'), /^Elicitation completed/);
    }),

  'sse-retry': (url) =>
    visit(url, {}, async ({ tools }) => {
      await tools.list();
      // The suite takes the standing stream for the reconnection where it opens after the call.
      await new Promise((resolve) => setTimeout(resolve, 500));
      says(await tools.call('test_reconnection'), /completed/);
    }),

  'request-metadata': (url) =>
    visit(
      url,
      { elicitor: acceptDefaults, sampler: async () => 'Nobody asks.', roots: () => [] },
      async ({ tools }) => void (await tools.list()),
    ),

  'sep-2322-client-request-state': (url) => {
    let between: Promise<ToolResult> | undefined;
    const elicitor: SessionOptions['elicitor'] = async (request, context) => {
      // In the middle of another call, which it must not borrow anything from.
      await (between ??= session!.tools.call('test_mrtr_unrelated'));
      return acceptDefaults(request, context);
    };
    let session: Session | undefined;
    return visit(url, { elicitor }, async (opened) => {
      session = opened;
      await session.tools.list();
      says(await session.tools.call('test_mrtr_echo_state'), /^echo-state-ok$/);
      says(await session.tools.call('test_mrtr_no_state'), /^no-state-ok$/);
      says(await session.tools.call('test_mrtr_no_result_type'), /^no-result-type-test-ok$/);
      says(await between!, /^unrelated-ok$/);
    });
  },

  'http-standard-headers': (url) =>
    visit(url, {}, async ({ tools, resources, prompts }) => {
      for (const { name } of await tools.list()) await tools.call(name);
      for (const { uri } of await resources.list()) await resources.read(uri);
      for (const { name } of await prompts.list()) await prompts.get(name);
    }),

  'http-custom-headers': (url, { toolCalls }) =>
    visit(url, {}, async ({ tools }) => {
      await tools.list();
      for (const call of toolCalls as unknown as readonly { name: string; arguments: JsonObject }[])
        says(await tools.call(call.name, call.arguments), /completed/);
    }),

  'http-invalid-tool-headers': (url) =>
    visit(url, {}, async ({ tools }) => {
      // Whatever is left of the list is called.
      for (const { name } of await tools.list()) await tools.call(name, { region: 'us-west1' });
    }),

  'json-schema-ref-no-deref': (url) =>
    visit(url, {}, async ({ tools }) => {
      // The form as well: it resolves references, but only those within the schema.
      for (const { inputSchema } of await tools.list()) buildForm(inputSchema);
    }),

  'json-schema-2020-12-preservation': (url) =>
    visit(url, {}, async ({ tools }) => {
      const listed = (await tools.list()).find(({ name }) => name === 'json_schema_2020_12_tool');
      if (!listed) throw new Error('The tool with the schema is not listed.');
      says(await tools.call('json_schema_echo', { schema: listed.inputSchema }), /^echoed$/);
    }),
};

/** Connects, acts and leaves. */
export async function visit(
  url: string,
  options: SessionOptions,
  act: (session: Session) => Promise<void>,
): Promise<void> {
  const session = await connect(url, { storage: 'none', ...(through && { fetch: through }), ...options });
  try {
    await act(session);
  } finally {
    await session.close();
  }
}

/** @throws Error where a tool says anything else */
export function says({ content, isError }: ToolResult, words: RegExp): void {
  const text = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
  if (isError || !words.test(text)) throw new Error(`The tool says ${JSON.stringify(text)}, not ${words}.`);
}
