import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const TITLES = ['The Waves', 'Invisible Cities', 'Middlemarch', 'The Left Hand of Darkness', 'Snow Country'];
const DAYS = 28;
const borrowed = new Map([['The Waves', daysFromNow(9)]]);

/** Tools that change something, and the right each needs. All others need the right to read. */
export const WRITERS = new Set(['borrow-book', 'return-book']);

/** A server for one request. What is borrowed is everybody's, until the demo ends. */
export function createLibrary() {
  const server = new McpServer(
    {
      name: 'library',
      title: 'City library',
      version: '1.0.0',
      description: 'A demo server that wants you to sign in.',
    },
    { instructions: 'Loans of one library card. Nothing here is real.' },
  );
  const title = z.enum(TITLES).describe('The book');
  server.registerTool(
    'list-loans',
    {
      title: 'List loans',
      description: 'The books on your card, and when they are due.',
      annotations: { readOnlyHint: true },
    },
    async () => said([...borrowed].map(([book, due]) => `${book}: due ${due}`).join('\n') || 'No book is borrowed.'),
  );
  server.registerTool(
    'borrow-book',
    {
      title: 'Borrow a book',
      description: 'Puts a book on your card. Needs the right loans:write, which you are asked for the first time.',
      inputSchema: z.object({ title }),
      annotations: { destructiveHint: false },
    },
    async ({ title: book }) => {
      borrowed.set(book, daysFromNow(DAYS));
      return said(`${book} is yours until ${borrowed.get(book)}.`);
    },
  );
  server.registerTool(
    'return-book',
    {
      title: 'Return a book',
      description: 'Takes a book off your card.',
      inputSchema: z.object({ title }),
      annotations: { destructiveHint: true },
    },
    async ({ title: book }) => said(borrowed.delete(book) ? `${book} is back.` : `${book} was not borrowed.`),
  );
  return server;
}

function said(text) {
  return { content: [{ type: 'text', text }] };
}

function daysFromNow(days) {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
