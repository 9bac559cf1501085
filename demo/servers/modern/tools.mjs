// Tools that answer at once, or step by step.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { signalFlag } from './signal-flag.mjs';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

export function registerTools(server) {
  server.registerTool(
    'echo',
    {
      title: 'Echo',
      description: 'Says back what you say.',
      inputSchema: z.object({ message: z.string().describe('What to say back') }),
      annotations: READ_ONLY,
    },
    ({ message }) => text(`Echo: ${message}`),
  );

  server.registerTool(
    'get-sum',
    {
      title: 'Sum of two numbers',
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number().describe('First number'), b: z.number().describe('Second number') }),
      annotations: READ_ONLY,
    },
    ({ a, b }) => text(`The sum of ${a} and ${b} is ${a + b}.`),
  );

  server.registerTool(
    'unload-cargo',
    {
      title: 'Unload cargo',
      description: 'Takes its time and tells how far it is. Cancel it half-way.',
      inputSchema: z.object({
        duration: z.number().min(0).max(120).default(5).describe('Seconds in all'),
        steps: z.int().min(1).max(100).default(5).describe('Number of crates'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ duration, steps }, context) => {
      const { signal, _meta, notify } = context.mcpReq;
      for (let step = 1; step <= steps; step++) {
        await sleep((duration * 1000) / steps, undefined, { signal });
        if (_meta?.progressToken === undefined) continue;
        await notify({
          method: 'notifications/progress',
          params: {
            progressToken: _meta.progressToken,
            progress: step,
            total: steps,
            message: `Crate ${step} of ${steps} is ashore.`,
          },
        });
      }
      return text(`Unloaded ${steps} crates in ${duration} seconds.`);
    },
  );

  server.registerTool(
    'draw-flag',
    {
      title: 'Draw a signal flag',
      description: 'Returns a picture of a signal flag.',
      inputSchema: z.object({ flag: z.enum(['kilo', 'lima', 'hotel']).default('kilo').describe('Which flag') }),
      annotations: READ_ONLY,
    },
    ({ flag }) => ({
      content: [
        { type: 'text', text: `Signal flag ${flag}:` },
        { type: 'image', data: signalFlag(flag).toString('base64'), mimeType: 'image/png' },
      ],
    }),
  );

  const tide = z.object({
    port: z.string(),
    heightMetres: z.number().describe('Metres above chart datum'),
    rising: z.boolean(),
  });
  server.registerTool(
    'read-tide',
    {
      title: 'Read the tide',
      description: 'Returns structured data with a schema.',
      inputSchema: z.object({ port: z.enum(['Brest', 'Cuxhaven', 'Leith']).describe('Where') }),
      outputSchema: tide,
      annotations: READ_ONLY,
    },
    ({ port }) => {
      const reading = { port, heightMetres: port.length / 2, rising: port.length % 2 === 0 };
      return { ...text(JSON.stringify(reading)), structuredContent: reading };
    },
  );

  server.registerTool(
    'route-parcel',
    {
      title: 'Route a parcel',
      description: 'Sends its region as an HTTP header too, so that a gateway could route by it.',
      inputSchema: z.object({
        region: z.string().describe('Region of the world').meta({ 'x-mcp-header': 'Region' }),
        weight: z.int().min(1).default(1).describe('Kilograms'),
      }),
      annotations: READ_ONLY,
    },
    ({ region, weight }, context) =>
      text(
        `${weight} kg to ${region}. The header said: ${context.http?.req?.headers.get('mcp-param-region') ?? 'nothing'}.`,
      ),
  );

  server.registerTool(
    'close-berth',
    {
      title: 'Close a berth',
      description: 'Always fails, the way a tool should: with an error result that says why.',
      inputSchema: z.object({ berth: z.int().min(1).max(12).describe('Number of the berth') }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ berth }) => ({ ...text(`Berth ${berth} is occupied and stays open.`), isError: true }),
  );
}
