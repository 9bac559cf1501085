// What judges the messages of the client in the browser tests is itself awake: it has the official schemas, and says no.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsOf } from '../support/wire/check-message.mjs';
import { officialSchemas } from '../support/wire/official-schemas.mjs';

const message = (rest) => ({ jsonrpc: '2.0', ...rest });
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

const TASKS_META = {
  ...META,
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

describe('the judge of the wire', () => {
  it('has a schema for each revision but the oldest, which none was written for', () => {
    assert.deepEqual([...officialSchemas().keys()].sort(), ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']);
  });

  for (const [what, body, header] of [
    ['a ping', message({ id: 1, method: 'ping' }), '2025-06-18'],
    ['a farewell', message({ method: 'notifications/cancelled', params: { requestId: 1 } }), '2025-11-25'],
    ['a refusal', message({ id: 1, error: { code: -1, message: 'no' } }), undefined],
    ['an answer', message({ id: 'a', result: { action: 'accept', content: { n: 3.14 } } }), '2025-11-25'],
    [
      'a look at a task',
      message({ id: 1, method: 'tasks/get', params: { taskId: 't', _meta: TASKS_META } }),
      '2026-07-28',
    ],
    [
      'an answer to a task',
      message({
        id: 1,
        method: 'tasks/update',
        params: { taskId: 't', inputResponses: { q: { action: 'decline' } }, _meta: TASKS_META },
      }),
      '2026-07-28',
    ],
    ['a look at a task of before', message({ id: 1, method: 'tasks/result', params: { taskId: 't' } }), '2025-11-25'],
    ['a modern call', message({ id: 1, method: 'tools/call', params: { name: 'x', _meta: META } }), '2026-07-28'],
  ])
    it(`lets ${what} pass`, () => assert.deepEqual(faultsOf(body, { header }), []));

  for (const [what, body, header] of [
    ['a null id', message({ id: null, method: 'ping' }), '2025-11-25'],
    ['a fraction for an id', message({ id: 1.5, method: 'ping' }), '2025-11-25'],
    ['a call without a name', message({ id: 1, method: 'tools/call', params: {} }), '2025-11-25'],
    [
      'a modern call without an envelope',
      message({ id: 1, method: 'tools/call', params: { name: 'x' } }),
      '2026-07-28',
    ],
    [
      'a look at a task that does not declare the extension',
      message({ id: 1, method: 'tasks/get', params: { taskId: 't', _meta: META } }),
      '2026-07-28',
    ],
    ['a look at no task', message({ id: 1, method: 'tasks/get', params: { _meta: TASKS_META } }), '2026-07-28'],
    [
      'an answer to a task that is none',
      message({ id: 1, method: 'tasks/update', params: { taskId: 't', inputResponses: { q: 7 }, _meta: TASKS_META } }),
      '2026-07-28',
    ],
    [
      'a list of tasks where there is none',
      message({ id: 1, method: 'tasks/list', params: { _meta: TASKS_META } }),
      '2026-07-28',
    ],
    ['a task in an older revision', message({ id: 1, method: 'tasks/get', params: { taskId: 't' } }), '2025-06-18'],
    ['a ping to a modern server', message({ id: 1, method: 'ping', params: { _meta: META } }), '2026-07-28'],
    ['an answer to a modern server', message({ id: 1, result: {} }), '2026-07-28'],
    ['a request that waits for no answer', message({ method: 'tools/list' }), '2025-11-25'],
    ['a notification that does', message({ id: 1, method: 'notifications/initialized' }), '2025-11-25'],
    ['an action there is not', message({ id: 1, result: { action: 'maybe' } }), '2025-11-25'],
    [
      'several blocks where one is known',
      message({ id: 1, result: { role: 'user', model: 'm', content: [] } }),
      '2025-06-18',
    ],
    ['another JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, '2025-11-25'],
    ['a batch', [message({ id: 1, method: 'ping' })], undefined],
    ['what is no message', 'hello', undefined],
    ['a header that says otherwise', message({ id: 1, method: 'tools/list', params: { _meta: META } }), '2025-11-25'],
    ['a revision there is not', message({ id: 1, method: 'ping' }), '2099-01-01'],
  ])
    it(`stops ${what}`, () => assert.notDeepEqual(faultsOf(body, { header }), []));
});
