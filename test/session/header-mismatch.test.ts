import { expect } from '@esm-bundle/chai';
import { modernUrl, script, scriptedLog } from '/__servers__.js';
import { verifies } from '../requirements/verifies.js';
import { sessions, textOf } from '../fixtures/sessions.js';

describe('a call that is refused because its headers do not repeat its arguments', () => {
  const { open } = sessions();

  it('is sent once more with the tool as it is now: a tool nobody listed', async () => {
    verifies('header-mismatch-lists-again');
    const session = await open(modernUrl);
    const result = await session.tools.call('route-parcel', { region: 'north' });
    expect(textOf(result)).to.contain('The header said: north.');
  });

  it('is not sent a third time', async () => {
    const mismatch = { error: { code: -32020, message: 'Header mismatch' }, status: 400 };
    const url = await script({ revision: '2026-07-28', replies: { 'tools/call': mismatch } });
    const session = await open(url);
    const error = await session.tools.call('echo', { message: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).to.include({ rpcCode: -32020 });
    const calls = (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call');
    expect(calls).to.have.length(2);
  });
});
