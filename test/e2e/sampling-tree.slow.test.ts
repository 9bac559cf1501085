import { expect } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import type { Sampler } from '../../src/index.js';
import { ClientHarness } from './client-harness.js';
import { askingServer, ERAS } from './sampling-request.js';

interface Snapshot {
  readonly role: string;
  readonly name?: string;
  readonly value?: string | number;
  readonly description?: string;
  readonly children?: readonly Snapshot[];
}

const said = ({ role, name = '', value = '', children = [] }: Snapshot): string =>
  [`${role}: ${name} ${value}`, ...children.map(said)].join('\n');

/** Every part of the question, as somebody who hears it finds it. */
const PARTS = [
  'scripted',
  '127.0.0.1',
  'on this computer',
  /While[^]*running[^]*echo/,
  'You are the harbour master.',
  'Message 1',
  'user, part 3',
  'What is on this chart, and what do you hear?',
  /image: .*PNG/i,
  /Audio: |audio\/wav|WAV/,
  'get_tide',
  'Tide table',
  'When it is high water.',
  'the model may use tools',
  '"port"',
  'from this server',
  'Up to 300 tokens',
  'temperature 0.3',
  'ENDE',
  'a model like “small”',
  'speed (0.9)',
  'low cost (0.2)',
  'abc-123',
  /combobox: Model to ask/,
  '0 of 10 requests this minute',
  '0 of 50,000 tokens',
  'button: Edit System prompt',
  'button: Edit Message 1',
  'button: Leave out Message 1, user, part 2',
  'button: Edit limits',
  'button: Leave out get_tide',
  'button: Answer myself',
  'button: Decline',
  'button: Ask the model',
] as const;

for (const era of ERAS)
  describe(`what a screen reader finds of everything a server can ask, ${era}`, () => {
    it('is every part of it, under the name of the question and of who asks', async function () {
      // Only Chromium hands its tree to a test.
      if (!/Chrome\//.test(navigator.userAgent)) this.skip();
      const models = [{ id: 'small' }, { id: 'large' }];
      const sampler: Sampler = Object.assign(async () => 'Hi.', { models });
      const client = await ClientHarness.connect(await askingServer(era), { capabilities: 'sampling', sampler });
      client.element.session!.tools.call('echo', { message: 'x' }, { initiator: 'person' }).catch(() => {});
      await client.reads('You are the harbour master.');
      await client.until(() => client.all('img').length > 0 && client.all('audio').length > 0, 'picture and sound');
      // What is folded is one press away.
      for (const fold of client.all('summary')) fold.click();
      await client.reads('abc-123');
      const tree = (await a11ySnapshot({})) as unknown as Snapshot;
      client.remove();
      const all = said(tree);
      const missing = PARTS.filter((part) => (typeof part === 'string' ? !all.includes(part) : !part.test(all)));
      expect(missing).to.deep.equal([]);
      expect(all).to.match(/alertdialog: Ask your model to answer this\?.*scripted.*127\.0\.0\.1/);
    });
  });
