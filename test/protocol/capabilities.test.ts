import { expect } from '@esm-bundle/chai';
import { isOfferedMethod, offersTaskCalls, serverOffers } from '../../src/protocol/capabilities.js';
import type { ServerCapabilities } from '../../src/protocol/model.js';
import { isOwnMethod, methodsOfAnyEra } from '../../src/protocol/revisions.js';

const methods = [...methodsOfAnyEra].filter((method) => !isOwnMethod(method));
const offeredBy = (capabilities: unknown): readonly string[] =>
  methods.filter((method) => isOfferedMethod(method) && serverOffers(capabilities as ServerCapabilities, method));

describe('what a server offered', () => {
  it('is known for every method of every revision that does not open or follow the session', () => {
    expect(methods).to.have.length.above(15);
    expect(methods.filter((method) => !isOfferedMethod(method))).to.deep.equal([]);
    for (const method of ['com.example/greet', '__proto__', 'constructor', ''])
      expect(isOfferedMethod(method)).to.equal(false);
  });

  it('is a sign of life where it offered nothing', () => {
    expect(offeredBy({})).to.deep.equal(['ping']);
  });

  for (const [capabilities, expected] of [
    [{ tools: {} }, ['tools/list', 'tools/call']],
    [{ prompts: {} }, ['prompts/list', 'prompts/get']],
    [{ resources: {} }, ['resources/list', 'resources/templates/list', 'resources/read']],
    [
      { resources: { subscribe: true } },
      ['resources/list', 'resources/templates/list', 'resources/read', 'resources/subscribe', 'resources/unsubscribe'],
    ],
    [{ completions: {} }, ['completion/complete']],
    [{ logging: {} }, ['logging/setLevel']],
    [{ tasks: {} }, ['tasks/list', 'tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/update']],
    [
      { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      ['tasks/list', 'tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/update'],
    ],
    [{ extensions: { 'com.example/tasks': {} } }, []],
    [{ experimental: { tools: {} } }, []],
  ] as const)
    it(`by ${JSON.stringify(capabilities)}: ${expected.join(', ') || 'nothing'}`, () => {
      expect(offeredBy(capabilities)).to.have.members(['ping', ...expected]);
    });

  it('is nothing where the value of a capability is no offer', () => {
    for (const value of [null, false, 0, '', undefined])
      expect(
        offeredBy({ tools: value, resources: value, prompts: value, completions: value, logging: value, tasks: value }),
      ).to.deep.equal(['ping']);
    expect(offeredBy({ extensions: null })).to.deep.equal(['ping']);
  });

  it('tells of changes where the flag is set, and of nothing else', () => {
    const lists = ['tools', 'resources', 'prompts'] as const;
    for (const list of lists)
      for (const other of lists) {
        const offer = { tools: {}, resources: {}, prompts: {}, [other]: { listChanged: true } };
        expect(serverOffers(offer, `notifications/${list}/list_changed`), `${list}, ${other}`).to.equal(list === other);
      }
    expect(serverOffers({ resources: { subscribe: true } }, 'notifications/resources/updated')).to.equal(true);
    expect(serverOffers({ resources: { listChanged: true } }, 'notifications/resources/updated')).to.equal(false);
  });

  it('2025-11-25: makes tasks of calls where it says so, however broken the rest is', () => {
    expect(offersTaskCalls({ tasks: { requests: { tools: { call: {} } } } })).to.equal(true);
    for (const tasks of [undefined, null, true, [], {}, { requests: null }, { requests: { tools: 'call' } }])
      expect(offersTaskCalls({ tasks } as unknown as ServerCapabilities)).to.equal(false);
  });
});
