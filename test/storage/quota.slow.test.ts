import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type { McpError } from '../../src/errors.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { grant, list, message } from './records.js';

/** Text that no database makes smaller. */
const noise = (length: number): string => {
  const parts: string[] = [];
  for (let at = 0; at < length; at += 40_000)
    parts.push(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(40_000)).map((byte) => 33 + (byte % 90))));
  return parts.join('');
};

describe('a browser that has no more room', function () {
  this.timeout(60_000);
  const databaseName = tempDatabases();
  afterEach(() => executeServerCommand('set-quota'));

  it('makes room of what can be had again, and says once when even that is not enough; what was saved stays', async function () {
    // WebKitGTK has it on https only.
    const { usage = 0 } = (await (navigator.storage as StorageManager | undefined)?.estimate()) ?? {};
    if (!(await executeServerCommand('set-quota', usage + 20_000_000))) this.skip();
    const name = databaseName();
    const problems: McpError[] = [];
    const storage = new FallbackStorage(name, (problem) => problems.push(problem));
    await storage.put('grant', [grant('decided', 'a')]);
    for (let n = 0; n < 6; n++)
      // oxlint-disable-next-line no-await-in-loop
      await storage.put('list', [list('a', `list ${n}`, [noise(1_000_000)], n)]);
    // What cannot be had again, until there is no more room. Other tests may free some of theirs meanwhile.
    let written = 0;
    for (; problems.length === 0 && written < 1000; written++)
      // oxlint-disable-next-line no-await-in-loop
      await storage.put('savedArguments', [
        { server: 'a', id: String(written), group: 'g', name: noise(1_000_000), at: written, values: {} },
      ]);
    expect(problems.map(({ message: words }) => words)).to.deep.equal([
      'This could not be stored: the browser gives this site no more space.',
    ]);
    expect(problems[0]!.remedy).to.contain('Forget servers');
    expect(await storage.list('list'), 'the cache went first').to.deep.equal([]);
    // The last one is held by the page; nothing of what was saved is lost.
    expect(await storage.list('savedArguments')).to.have.length(written);
    const next = new FallbackStorage(name);
    expect((await next.list('savedArguments')).length).to.be.within(written - 1, written);
    expect(await next.get('grant', 'a', 'decided')).to.deep.equal(grant('decided', 'a'));
    // Others go on; and what there was no room for is saved when there is.
    await storage.put('message', [message('a', 'm', 1)]);
    await executeServerCommand('set-quota');
    await storage.remove('message', [{ server: 'a', id: 'm' }]);
    expect(await next.list('savedArguments')).to.have.length(written);
    expect(problems).to.have.length(1);
  });
});
