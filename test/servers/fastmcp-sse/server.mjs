import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'fastmcp', version: '1.0.0' });
server.addTool({
  name: 'add',
  description: 'Adds two numbers',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
});
server.addResource({
  uri: 'file:///logs/app.log',
  name: 'Log',
  mimeType: 'text/plain',
  load: async () => ({ text: 'A line of a log.' }),
});
server.addResourceTemplate({
  uriTemplate: 'file:///logs/{name}.log',
  name: 'Logs',
  mimeType: 'text/plain',
  arguments: [{ name: 'name', required: true }],
  load: async ({ name }) => ({ text: `The log of ${name}.` }),
});
server.addPrompt({
  name: 'git-commit',
  description: 'Writes a commit message',
  arguments: [{ name: 'changes', required: true }],
  load: async ({ changes }) => `Write a commit message for: ${changes}`,
});
await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(process.env.PORT), host: '127.0.0.1' },
});
