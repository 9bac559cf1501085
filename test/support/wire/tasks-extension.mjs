// The three requests of the tasks extension, in the terms of the schema they extend. No package has the extension's own
// schema; this says what it says (github.com/modelcontextprotocol/ext-tasks, schema/draft/schema.ts, commit e434597).

const request = (method, params) => ({
  type: 'object',
  required: ['id', 'jsonrpc', 'method', 'params'],
  properties: {
    id: { $ref: '#/$defs/RequestId' },
    jsonrpc: { const: '2.0' },
    method: { type: 'string', const: method },
    params: {
      type: 'object',
      required: ['_meta', 'taskId', ...Object.keys(params)],
      properties: {
        _meta: {
          allOf: [
            { $ref: '#/$defs/RequestMetaObject' },
            // Who does not declare the extension must be refused.
            { properties: { 'io.modelcontextprotocol/clientCapabilities': declaringTasks } },
          ],
        },
        taskId: { type: 'string' },
        ...params,
      },
    },
  },
});

const declaringTasks = {
  required: ['extensions'],
  properties: {
    extensions: { required: ['io.modelcontextprotocol/tasks'] },
  },
};

/** @param {object} schema the official one of 2026-07-28, which learns the extension's requests */
export function learnTasks({ $defs }) {
  const requests = {
    GetTaskRequest: request('tasks/get', {}),
    UpdateTaskRequest: request('tasks/update', { inputResponses: { $ref: '#/$defs/InputResponses' } }),
    CancelTaskRequest: request('tasks/cancel', {}),
  };
  Object.assign($defs, requests);
  $defs.ClientRequest.anyOf.push(...Object.keys(requests).map((name) => ({ $ref: `#/$defs/${name}` })));
}
