import { expect } from '@esm-bundle/chai';
import { script } from '/__servers__.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

/** Where each list is, and what one item of it looks like. */
const LISTS = {
  'tools/list': { kind: 'tools', items: [{ name: 'one', inputSchema: { type: 'object' } }] },
  'resources/list': { kind: 'resources', items: [{ uri: 'test://one', name: 'one' }] },
  'resources/templates/list': { kind: 'resourceTemplates', items: [{ uriTemplate: 'test://{a}', name: 'one' }] },
  'prompts/list': { kind: 'prompts', items: [{ name: 'one' }] },
} as const;

const notFound = { code: -32601, message: 'Method not found' };

describe('a list that the server has no method for', () => {
  const { open } = sessions();

  for (const [method, { kind, items }] of Object.entries(LISTS)) {
    // The last revision answers an unknown method with 404; older ones leave the status open.
    for (const [revision, status] of [
      ['2025-11-25', 200],
      ['2025-11-25', 404],
      ['2025-11-25', 400],
      ['2025-11-25', 500],
      ['2026-07-28', 404],
      ['2026-07-28', 200],
    ] as const)
      it(`${method} in ${revision} with status ${status}: is empty, and no error`, async () => {
        const url = await script({ revision, replies: { [method]: { status, error: notFound } } });
        const session = await open(url);
        expect(await session[kind].list()).to.deep.equal([]);
        expect(session[kind].state.get()).to.deep.include({ phase: 'ready', items: [], problems: [] });
        expect(session.state.get().phase).to.equal('ready');
      });

    it(`${method}: what was there before is gone`, async () => {
      const url = await script({ replies: { [method]: [{ result: { [kind]: items } }, { error: notFound }] } });
      const session = await open(url);
      expect(await session[kind].list()).to.have.length(1);
      await session[kind].refresh();
      expect(session[kind].state.get()).to.deep.include({ phase: 'ready', items: [] });
    });
  }

  it('is not asked for again each time somebody looks, and is there when the server says that it has changed', async () => {
    const url = await script({
      replies: { 'tools/list': [{ error: notFound }, { result: { tools: LISTS['tools/list'].items } }] },
    });
    const session = await open(url);
    expect(await session.tools.list()).to.have.length(0);
    expect(await session.tools.list()).to.have.length(0);
    session.tools.invalidate();
    expect(await session.tools.list()).to.have.length(1);
  });

  for (const [what, reply] of [
    ['another error', { error: { code: -32603, message: 'Internal error' } }],
    ['a refusal (401)', { status: 401, error: notFound }],
    ['a refusal (403)', { status: 403, error: notFound }],
  ] as const)
    it(`${what} is a failure still`, async () => {
      const session = await open(await script({ replies: { 'tools/list': reply } }));
      await failureOf(session.tools.list());
      expect(session.tools.state.get().phase).to.equal('failed');
    });
});

describe('a log that the server has, and no method to choose its level', () => {
  const { open } = sessions();

  it('is said as what it is, with what to do', async () => {
    const url = await script({ capabilities: { logging: {} }, replies: { 'logging/setLevel': { error: notFound } } });
    const session = await open(url);
    const { code, message, remedy } = await failureOf(session.setLogLevel('warning'));
    expect(code).to.equal('unsupported-method');
    expect(message).to.equal('This server does not let its clients choose what it logs.');
    expect(remedy).to.contain('Messages that it sends by itself');
  });

  it('anything else that goes wrong stays what it is', async () => {
    const refused = { error: { code: -32602, message: 'Unknown level' } };
    const url = await script({ capabilities: { logging: {} }, replies: { 'logging/setLevel': refused } });
    expect((await failureOf((await open(url)).setLogLevel('warning'))).code).to.equal('server-error');
  });
});
