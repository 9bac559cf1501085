// A tool that lets a model use tools: the client's model asks for them, this server carries them out and asks again. The
// conversation so far travels with the client, signed.
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';

const MAX_TURNS = 5;
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const port = { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] };

/** The tools for the model. They belong to this one question, not to the tools of the server. */
const TOOLS = [
  { name: 'get_tide', description: 'When it is high water at a port today.', inputSchema: port },
  { name: 'get_wind', description: 'Where the wind comes from at a port, and how strong it is.', inputSchema: port },
];
const RESULTS = {
  get_tide: (name) => `High water at ${name}: 10:42 and 23:05.`,
  get_wind: (name) => `Wind at ${name}: south-west, 4 Beaufort.`,
};

export function registerPlanVoyage(server, rounds) {
  server.registerTool(
    'plan-voyage',
    {
      title: 'Plan a voyage',
      description: 'Lets your model use the tide table and the weather report of the harbour (sampling with tools).',
      inputSchema: z.object({
        from: z.string().default('Kiel').describe('Where you leave'),
        to: z.string().default('Lisbon').describe('Where you want to go'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ from, to }, context) => {
      const messages = context.mcpReq.requestState()?.messages ?? [
        { role: 'user', content: { type: 'text', text: `When should I leave ${from} for ${to}?` } },
      ];
      const answer = inputResponse(context.mcpReq.inputResponses, 'plan');
      if (answer.kind === 'sampling') {
        const content = [answer.result.content].flat();
        const results = content.filter(({ type }) => type === 'tool_use').map(carryOut);
        if (results.length === 0)
          return text(content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n'));
        messages.push({ role: 'assistant', content }, { role: 'user', content: results });
      }
      const turns = messages.filter(({ role }) => role === 'assistant').length;
      return inputRequired({
        inputRequests: {
          plan: inputRequired.createMessage({
            messages,
            systemPrompt: 'You are the harbour master. Look at tide and wind before you answer.',
            maxTokens: 300,
            tools: TOOLS,
            // In the end there has to be an answer.
            toolChoice: { mode: turns < MAX_TURNS ? 'auto' : 'none' },
          }),
        },
        requestState: await rounds.mint({ messages }, context),
      });
    },
  );
}

function carryOut({ id, name, input }) {
  const make = Object.hasOwn(RESULTS, name) ? RESULTS[name] : undefined;
  return {
    type: 'tool_result',
    toolUseId: id,
    content: [{ type: 'text', text: make ? make(String(input.port)) : `There is no ${name}.` }],
    isError: !make,
  };
}
