// What people come for, by keyboard alone. `start` brings the page where the journey begins and counts for nothing.
const REPLIES = {
  'tools/list': {
    result: { tools: [{ name: 'count', inputSchema: { type: 'object', properties: { of: { type: 'string' } } } }] },
  },
  'tools/call': { error: { code: -32000, message: 'The database is away.', data: { shelf: 'seven-of-nine' } } },
};
/** A server whose tool fails with data. */
export const FAILING = { session: false, capabilities: { tools: {} }, replies: REPLIES };

/** Connects to a server. @param {import('playwright-core').Page} page */
async function connect(page, url) {
  await page.locator('#url').fill(url);
  await page.locator('#url').press('Enter');
}
/** Opens a tool, with the focus in the first field of its form. */
async function open(page, tool, field) {
  await page.getByRole('option', { name: tool }).first().click();
  await page
    .getByRole('textbox', { name: field })
    .or(page.getByRole('spinbutton', { name: field }))
    .first()
    .focus();
}

/** Goes to a tool from the address of the server, and fills in its first field. */
async function find(person, tool, text) {
  await person.enter('MCP-CLIENT', 'Disconnect');
  await person.key('/');
  await person.type(tool);
  await person.key('Enter');
  await person.sees('submit-button');
  await person.tabTo('control');
  await person.type(text);
}

/** Looks at a question, and opens it where it has not opened by itself. */
async function readQuestion(person) {
  await person.seesOne('dialog', 'review-button');
  if (!(await person.finds('dialog'))) {
    await person.tabTo('review-button');
    await person.key('Enter');
    await person.sees('dialog');
  }
  await person.read();
}

/**
 * @type {readonly { name: string, start(page: import('playwright-core').Page, urls: Record<string, string>): Promise<unknown>,
 *   go(person: import('./person.mjs').Person, urls: Record<string, string>): Promise<unknown> }[]}
 */
export const JOURNEYS = [
  {
    name: 'the address of a server → its first result',
    start: (page) => page.locator('#url').selectText(),
    async go(person, { harbour }) {
      await person.type(harbour);
      await person.key('Enter');
      await person.sees('Says back what you say');
      await find(person, 'echo', 'hello');
      await person.key('Control+Enter');
      await person.reaches('Echo: hello');
    },
  },
  {
    name: 'a destructive call with consent, from its form',
    async start(page, { harbour }) {
      await connect(page, harbour);
      await open(page, /close-berth/, /^berth/i);
    },
    async go(person) {
      await person.type('3');
      await person.key('Control+Enter');
      await readQuestion(person);
      if (await person.finds('deliberate')) {
        await person.tabTo('deliberate');
        await person.key('Space');
      }
      await person.tabTo('approve-button');
      await person.pressWhenReady();
      await person.reaches('Berth 3 is occupied');
    },
  },
  {
    name: 'a request for a model answered by hand, from the form of its tool',
    start: (page) => open(page, /trigger-sampling-request/, /^prompt/i),
    async go(person) {
      await person.type('Say hello.');
      await person.key('Control+Enter');
      await readQuestion(person);
      if (!(await person.finds('by-hand'))) {
        await person.tabTo('Answer myself');
        await person.key('Enter');
      }
      await person.tabTo('by-hand');
      await person.type('Hello from me.');
      await person.key('Control+Enter');
      await person.reaches('Hello from me.');
    },
  },
  {
    name: 'the data of an error, from the form of its tool',
    async start(page, { failing }) {
      await connect(page, failing);
      await open(page, /count/, /^of/i);
    },
    async go(person) {
      await person.type('x');
      await person.key('Control+Enter');
      await person.reaches('The database is away.');
      await person.opensUntil('seven-of-nine', ['Details', 'Raw']);
    },
  },
  {
    name: 'yesterday’s call once more, from the address of its server',
    async start(page, { harbour }, again) {
      await connect(page, harbour);
      await open(page, /echo/, /^message/i);
      await page.keyboard.type('hello');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Echo: hello').first().waitFor();
      await again();
      await page.locator('#url').selectText();
    },
    async go(person, { harbour }) {
      await person.type(harbour);
      await person.key('Enter');
      await person.sees('Says back what you say');
      await person.enter('MCP-CLIENT', 'Disconnect');
      await person.key('/');
      await person.type('echo');
      await person.key('Enter');
      await person.sees('earlier-button');
      await person.tabTo('earlier-button');
      await person.key('Enter');
      await person.sees('earlier-set');
      await person.tabTo('earlier-set');
      await person.key('Enter');
      await person.sees('undo-button');
      await person.tabTo('submit-button');
      await person.key('Enter');
      await person.reaches('Echo: hello');
    },
  },
];
