/** Everything a client may ask of a server in this era. */
export const modernMethods: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
]);

/** The methods whose result may ask for input first. */
export const interactiveMethods: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);
