import { ResourceTemplate } from '@modelcontextprotocol/server';

const BERTHS = ['1', '2', '3', '12'];

export function registerResources(server) {
  server.registerResource(
    'notice',
    'harbour://notice',
    { title: 'Notice to mariners', description: 'Plain text.', mimeType: 'text/plain' },
    (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'text/plain',
          text: 'The north pier light is out.\nPass with care until it is mended.',
        },
      ],
    }),
  );

  server.registerResource(
    'handbook',
    'harbour://handbook.md',
    { title: 'Harbour handbook', description: 'Markdown with a list, a table and a link.', mimeType: 'text/markdown' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: HANDBOOK }] }),
  );

  server.registerResource(
    'berth',
    new ResourceTemplate('harbour://berths/{number}', {
      list: undefined,
      complete: { number: (value) => BERTHS.filter((number) => number.startsWith(value)) },
    }),
    { title: 'One berth', description: 'What is known of a berth, as JSON.', mimeType: 'application/json' },
    (uri, { number }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ berth: number, depthMetres: 4, free: BERTHS.includes(number) }, null, 2),
        },
      ],
    }),
  );
}

const HANDBOOK = `# Harbour handbook

Welcome. **Three** things to know:

1. Berths are given by the harbour master.
2. Speed limit: \`4 kn\`.
3. More in the [rules](https://example.com/rules).

| Berth | Depth |
| ----- | ----- |
| 1     | 4 m   |
| 2     | 6 m   |
`;
