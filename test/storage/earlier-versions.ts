/** Databases as the earlier versions of this library made them, with what they put in: never changed again. */
export const EARLIER: readonly ((database: IDBDatabase) => void)[] = [
  (database) => {
    database.createObjectStore('servers', { keyPath: 'url' }).put(server);
    database.createObjectStore('lists', { keyPath: ['server', 'kind'] }).put({
      server: server.url,
      kind: 'tools',
      items: [{ name: 'of the first version' }],
      fetchedAt: 1,
    });
  },
  (database) => {
    database.deleteObjectStore('lists');
    const lists = database.createObjectStore('lists', { keyPath: ['server', 'kind'] });
    lists.put({
      server: server.url,
      kind: 'tools',
      fetchedAt: 2,
      expiresAt: 9,
      json: '[{"name":"echo","title":"Echo ü"}]',
    });
    lists.put({ server: `${server.url} ada`, kind: 'prompts', fetchedAt: 3, json: '[]' });
  },
  (database) => {
    database.createObjectStore('hosts', { keyPath: 'server' }).put({ server: server.url, hosts: ['img.example'] });
  },
  (database) => {
    const grants = database.createObjectStore('grants', { keyPath: 'id' });
    grants.createIndex('server', 'server');
    grants.put(grant);
  },
  (database) => {
    const record = database.createObjectStore('record', { keyPath: 'id' });
    record.createIndex('server', 'server');
    record.put(entry);
    record.put({ ...entry, id: '7-8', at: 1700000000001, outcome: 'tool-error' });
  },
  (database) => {
    database.createObjectStore('roots', { keyPath: ['server', 'origin'] }).put(roots);
  },
];

export const server = {
  url: 'https://notes.example/mcp',
  opening: 'streamable',
  profile: { url: 'https://notes.example/mcp', name: 'Notes', capabilities: { tools: {} } },
  at: 1700000000000,
};
export const grant = {
  id: '1-2-3-4',
  verdict: 'allow',
  scope: 'tool',
  duration: 'always',
  origin: 'https://page.example',
  server: server.url,
  serverName: 'Notes',
  tools: [{ name: 'echo', fingerprint: 'abc' }],
  definition: { name: 'echo', inputSchema: { type: 'object' } },
  at: 1700000000000,
};
export const entry = {
  id: '5-6',
  origin: 'https://page.example',
  server: server.url,
  serverName: 'Notes',
  host: 'notes.example',
  kind: 'tool-call',
  about: 'echo',
  initiator: 'model',
  shown: [{ name: 'message', value: 'hi' }],
  answer: 'allowed',
  authorizedBy: 'person',
  at: 1700000000000,
  decidedAfter: 1200,
};
export const roots = {
  server: server.url,
  origin: 'https://page.example',
  roots: [{ uri: 'file:///home/ada', name: 'Home' }],
  consent: { verdict: 'allow', duration: 'always', shared: ['file:///home/ada'], leftOut: [], at: 1 },
};

/** Makes the database of that name as that version did. */
export function databaseOfVersion(name: string, version: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onerror = () => reject(request.error!);
    request.onupgradeneeded = ({ oldVersion }) =>
      EARLIER.slice(oldVersion, version).forEach((make) => make(request.result));
    request.onsuccess = () => (request.result.close(), resolve());
  });
}
