// Tools that need something from the person first. They answer "input required"; the client asks, then calls again with
// the answers. Nothing is kept in between: what a later round must know travels in `requestState`, signed.
import { acceptedContent, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { registerPayDues } from './pay-dues.mjs';
import { registerPlanVoyage } from './plan-voyage.mjs';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const CHANGES_NOTHING = { readOnlyHint: true, openWorldHint: false };

export function registerAskingTools(server, rounds) {
  registerPayDues(server);
  registerPlanVoyage(server, rounds);
  server.registerTool(
    'ask-model',
    {
      title: 'Ask the model',
      description: 'Asks your model a question (sampling) and returns what it said.',
      inputSchema: z.object({
        prompt: z.string().describe('What to ask the model'),
        maxTokens: z.int().min(1).max(4000).default(100).describe('Longest answer, in tokens'),
      }),
      annotations: CHANGES_NOTHING,
    },
    ({ prompt, maxTokens }, context) => {
      const answer = inputResponse(context.mcpReq.inputResponses, 'answer');
      if (answer.kind === 'sampling') {
        const { model, content } = answer.result;
        const words = [content].flat().map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
        return text(`The model (${model}) says: ${words.join('\n')}`);
      }
      return inputRequired({
        inputRequests: {
          answer: inputRequired.createMessage({
            messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
            systemPrompt: 'You are the harbour master. Answer in one sentence.',
            maxTokens,
            temperature: 0.7,
          }),
        },
      });
    },
  );

  const visitor = z.object({
    name: z.string().min(1).describe('Your name'),
    email: z.email().optional().describe('Where we may write to'),
    crew: z.int().min(1).max(20).default(2).describe('People on board'),
    flag: z.enum(['kilo', 'lima', 'hotel']).default('kilo').describe('The flag you fly'),
    pilot: z.boolean().default(false).describe('Send a pilot'),
  });
  server.registerTool(
    'register-visitor',
    {
      title: 'Register a visitor',
      description: 'Asks who you are with a form (elicitation).',
      inputSchema: z.object({}),
      annotations: CHANGES_NOTHING,
    },
    (_, context) => {
      const reply = inputResponse(context.mcpReq.inputResponses, 'visitor');
      if (reply.kind === 'elicit' && reply.action !== 'accept') return text(`No visitor registered: ${reply.action}.`);
      const content = acceptedContent(context.mcpReq.inputResponses, 'visitor', visitor);
      if (content) return { ...text(`Welcome, ${content.name}. Crew of ${content.crew}.\n${JSON.stringify(content)}`) };
      return inputRequired({
        inputRequests: {
          visitor: inputRequired.elicit({ message: 'Who comes into the harbour?', requestedSchema: visitor }),
        },
      });
    },
  );

  const day = z.object({ day: z.iso.date().describe('Day of arrival') });
  const consent = z.object({ confirm: z.boolean().default(true).describe('Book it') });
  server.registerTool(
    'book-berth',
    {
      title: 'Book a berth',
      description: 'Two questions, one after the other: which day, then whether to book.',
      inputSchema: z.object({ length: z.number().min(1).max(60).describe('Length of the boat in metres') }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async ({ length }, context) => {
      const { inputResponses } = context.mcpReq;
      const replies = ['day', 'consent'].map((key) => inputResponse(inputResponses, key));
      if (replies.some((reply) => reply.kind === 'elicit' && reply.action !== 'accept'))
        return text('Nothing was booked.');

      const earlier = context.mcpReq.requestState();
      if (!earlier) {
        const chosen = acceptedContent(inputResponses, 'day', day);
        if (!chosen) return ask('day', `When does the boat of ${length} m arrive?`, day);
        return ask('consent', `Book a berth of ${length} m for ${chosen.day}?`, consent, await mint(chosen, context));
      }
      const decided = acceptedContent(inputResponses, 'consent', consent);
      if (!decided) {
        return ask('consent', `Book a berth of ${length} m for ${earlier.day}?`, consent, await mint(earlier, context));
      }
      if (!decided.confirm) return text('Nothing was booked.');
      return text(`Booked a berth of ${length} m for ${earlier.day}.`);
    },
  );

  const mint = (state, context) => rounds.mint(state, context);
  const ask = (key, message, requestedSchema, requestState) =>
    inputRequired({
      inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) },
      ...(requestState ? { requestState } : {}),
    });

  server.registerTool(
    'list-roots',
    {
      title: 'List your roots',
      description: 'Asks which folders you share.',
      inputSchema: z.object({}),
      annotations: CHANGES_NOTHING,
    },
    (_, context) => {
      const reply = inputResponse(context.mcpReq.inputResponses, 'roots');
      if (reply.kind === 'roots') return text(reply.roots.map((root) => root.uri).join('\n') || 'You share no folder.');
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    },
  );
}
