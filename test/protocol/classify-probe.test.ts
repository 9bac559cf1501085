import { expect } from '@open-wc/testing';
import { HttpError, McpError, ProtocolError, type McpErrorCode, verbatim } from '../../src/errors.js';
import { classifyProbe, type ProbeOutcome, type ProbeVerdict } from '../../src/protocol/probe.js';
import { isPlainRefusal } from '../../src/protocol/negotiate.js';
import { verifies } from '../requirements/verifies.js';

const MODERN = '2026-07-28';
const result = (value: unknown): ProbeOutcome => ({ result: value });
const http = (status: number, code: McpErrorCode = 'http'): ProbeOutcome => ({
  error: new HttpError(code, verbatim('no'), { status }),
});
const rpc = (status: number | undefined, rpcCode: number, data?: unknown, code?: McpErrorCode): ProbeOutcome => ({
  error: new ProtocolError(rpcCode, verbatim('no'), { status, data, ...(code && { code }) }),
});
const local = (code: McpErrorCode): ProbeOutcome => ({ error: new McpError(code, verbatim('no')) });
const supported = (...versions: unknown[]): object => ({ supported: versions, requested: MODERN });

/** What came of `server/discover`, and what it means. The rows are those of the specification’s table. */
const TABLE: readonly [row: string, outcome: ProbeOutcome, kind: ProbeVerdict['kind'], revision?: string][] = [
  ['200, names our newest', result({ supportedVersions: [MODERN], capabilities: {} }), 'modern'],
  [
    '200, names it among others, in any order',
    result({ supportedVersions: ['2099-01-01', '2025-11-25', MODERN] }),
    'modern',
  ],
  ['200, names older ones only', result({ supportedVersions: ['2025-03-26', '2025-06-18'] }), 'legacy', '2025-06-18'],
  ['200, names none of ours', result({ supportedVersions: ['2099-01-01'] }), 'no-common-revision'],
  ['200, names none', result({ supportedVersions: [] }), 'no-common-revision'],
  ['200, names what is no text', result({ supportedVersions: [null, 20260728, {}] }), 'no-common-revision'],
  ['200, another result', result({ tools: [] }), 'legacy'],
  ['200, an empty result', result({}), 'legacy'],
  ['200, a result that is no object', result('hello'), 'legacy'],
  ['200, a null result', result(null), 'legacy'],
  ['200, a list', result([MODERN]), 'legacy'],

  ['400 −32022, one of our newest', rpc(400, -32022, supported(MODERN)), 'retry', MODERN],
  ['400 −32022, one of ours of either era', rpc(400, -32022, supported('2025-11-25', MODERN)), 'retry', MODERN],
  ['400 −32022, older ones only', rpc(400, -32022, supported('2025-11-25')), 'legacy', '2025-11-25'],
  ['400 −32022, none of ours', rpc(400, -32022, supported('2099-01-01')), 'no-common-revision'],
  ['400 −32022, without a list', rpc(400, -32022), 'no-common-revision'],
  ['200 −32022 counts the same', rpc(undefined, -32022, supported(MODERN)), 'retry', MODERN],
  ['400 −32020 HeaderMismatch: a modern server', rpc(400, -32020), 'failed'],
  [
    '400 −32021 MissingRequiredClientCapability: a modern server',
    rpc(400, -32021, { requiredCapabilities: {} }),
    'failed',
  ],
  ['404 −32601 for discover itself', rpc(404, -32601), 'legacy'],

  ['400 without a body', http(400), 'legacy'],
  ['400 −32000 “server not initialized”', rpc(400, -32000), 'legacy'],
  ['400 −32602', rpc(400, -32602), 'legacy'],
  ['400 −32600', rpc(400, -32600), 'legacy'],
  ['404', http(404), 'legacy'],
  ['405', http(405), 'legacy'],
  ...[406, 408, 409, 410, 415, 422, 451].map((status): (typeof TABLE)[number] => [`${status}`, http(status), 'legacy']),
  // Codes of release candidates and of servers’ own: they mean nothing.
  ...[-32001, -32002, -32003, -32004, -32019, -32042, -32023, 0, 1].map((code): (typeof TABLE)[number] => [
    `400 ${code}`,
    rpc(400, code),
    'legacy',
  ]),
  ...[-32601, -32600, -32602, -32000, -32603].map((code): (typeof TABLE)[number] => [
    `200 ${code}`,
    rpc(undefined, code),
    'legacy',
  ]),

  ['401', http(401, 'unauthorized'), 'failed'],
  ['401 with a JSON-RPC error', rpc(401, -32022, supported(MODERN), 'unauthorized'), 'failed'],
  ['403', http(403, 'forbidden'), 'failed'],
  ['403 with a JSON-RPC error', rpc(403, -32000, undefined, 'forbidden'), 'failed'],
  ['429', http(429), 'failed'],
  ['429 with a JSON-RPC error', rpc(429, -32000), 'failed'],
  ...[500, 502, 503, 504].map((status): (typeof TABLE)[number] => [`${status}`, http(status), 'failed']),
  ['500 with a JSON-RPC error', rpc(500, -32603), 'failed'],
  ['time-out', local('timeout'), 'failed'],
  ['a stream that closes in the middle', local('stream-ended'), 'failed'],
  ['an answer over our limit', local('limit'), 'failed'],
  ['given up by the page', local('cancelled'), 'failed'],
  ['a mistake of the page', local('invalid-input'), 'failed'],

  ['HTML', http(200, 'not-mcp'), 'legacy'],
  ['JSON that is no message', local('bad-message'), 'legacy'],
  ['no answer: down, or CORS refuses the new headers', local('network'), 'legacy'],
];

describe('what the first answer says of a server', () => {
  for (const [row, outcome, kind, revision] of TABLE)
    it(`${row}: ${kind}${revision ? ` (${revision})` : ''}`, () => {
      verifies('modern-refusal-is-not-legacy', 'older-ways-in-order');
      const verdict = classifyProbe(outcome);
      expect(verdict.kind).to.equal(kind);
      expect('revision' in verdict ? verdict.revision?.id : undefined).to.equal(revision);
    });

  it('what is taken for a plain refusal at once is one by the whole table too', () => {
    const plain = TABLE.filter(([, outcome]) => 'error' in outcome && isPlainRefusal(outcome.error));
    expect(plain.length).to.be.above(10);
    for (const [row, outcome] of plain) expect(classifyProbe(outcome), row).to.deep.equal({ kind: 'legacy' });
  });

  it('no revision in common keeps what was offered, for the words', () => {
    expect(classifyProbe(result({ supportedVersions: ['2099-01-01', 5] }))).to.deep.equal({
      kind: 'no-common-revision',
      offered: ['2099-01-01'],
    });
  });

  it('does not fall for what an object inherits', () => {
    expect(classifyProbe(result(JSON.parse('{"__proto__":{"supportedVersions":["2026-07-28"]}}'))).kind).to.equal(
      'legacy',
    );
  });
});
