import { completable } from '@modelcontextprotocol/server';
import { z } from 'zod';

const CARGOES = ['apples', 'coffee', 'copper', 'timber'];

export function registerPrompts(server) {
  server.registerPrompt('log-entry', { title: 'Write a log entry', description: 'Without arguments.' }, () =>
    message('Write a short entry for the log of a quiet day in the harbour.'),
  );

  server.registerPrompt(
    'describe-cargo',
    {
      title: 'Describe a cargo',
      description: 'With arguments, the first of which can be completed.',
      argsSchema: z.object({
        cargo: completable(z.string().describe('What is on board'), (value) =>
          CARGOES.filter((cargo) => cargo.startsWith(value)),
        ),
        tone: z.string().optional().describe('For example: dry, poetic'),
      }),
    },
    ({ cargo, tone }) => message(`Describe a cargo of ${cargo}${tone ? ` in a ${tone} tone` : ''}.`),
  );
}

const message = (words) => ({ messages: [{ role: 'user', content: { type: 'text', text: words } }] });
