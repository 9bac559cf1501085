// A tool that takes its time: it answers with a task, asks something half-way, and can be called back.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { TASKS, capabilitiesOf, registerTaskMethods, startTask } from './task-book.mjs';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const AGROUND = 12;

export function registerTaskTools(server) {
  registerTaskMethods(server.server);
  server.registerTool(
    'survey-berth',
    {
      title: 'Survey a berth',
      description: 'Runs as a task and asks how deep the berth shall be. At berth 12 the boat runs aground.',
      inputSchema: z.object({
        berth: z.int().min(1).max(12).describe('Number of the berth'),
        seconds: z.number().min(0).max(600).default(6).describe('Seconds in all'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (given, context) => {
      const { extensions, elicitation } = capabilitiesOf(context);
      // A client without tasks waits for the answer, and gets no question.
      if (!extensions?.[TASKS]) return survey(given, { signal: context.mcpReq.signal, say: () => {} });
      return startTask((hands) => survey(given, elicitation ? hands : { ...hands, ask: undefined }));
    },
  );
}

async function survey({ berth, seconds }, { signal, say, ask }) {
  const half = (seconds * 1000) / 2;
  say(`Sounding berth ${berth}.`);
  await sleep(half, undefined, { signal });
  if (berth === AGROUND) throw new Error('The survey boat ran aground.');
  const answer = ask ? await ask(question(berth)) : { action: 'decline' };
  if (answer.action !== 'accept') return text(`Berth ${berth} is 4 m deep and stays so.`);
  const { depth } = answer.content;
  say(`Dredging berth ${berth} to ${depth} m.`);
  await sleep(half, undefined, { signal });
  return text(`Berth ${berth} is ${depth} m deep now.`);
}

const question = (berth) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: `Berth ${berth} is 4 m deep. How deep shall it be?`,
    requestedSchema: {
      type: 'object',
      properties: {
        depth: { type: 'number', title: 'Depth', description: 'Metres', minimum: 4, maximum: 20, default: 6 },
      },
      required: ['depth'],
    },
  },
});
