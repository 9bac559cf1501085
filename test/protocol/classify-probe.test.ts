import { expect } from '@esm-bundle/chai';
import { HttpError, McpError, ProtocolError, type McpErrorCode, verbatim } from '../../src/errors.js';
import {
  classifyChannelProbe,
  classifyProbe,
  classifyRefusedHandshake,
  isHttpSseServer,
  type ProbeOutcome,
  type ProbeVerdict,
  unansweredMessage,
} from '../../src/protocol/probe.js';
import { NoAnswerError } from '../../src/transport/no-answer.js';
import { ProvenHeaders } from '../../src/transport/cors-failure.js';
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

describe('what the first answer says of a server on a channel', () => {
  for (const [row, outcome, verdict] of [
    ['names our newest', result({ supportedVersions: [MODERN] }), 'modern'],
    ['names older ones', result({ supportedVersions: ['2025-06-18'] }), 'legacy'],
    ['names none of ours', result({ supportedVersions: ['2099-01-01'] }), 'legacy'],
    ['another result', result({}), 'legacy'],
    ['an unknown method', rpc(undefined, -32601), 'legacy'],
    ['another revision', rpc(undefined, -32022, supported(MODERN)), 'legacy'],
    ['silence', local('timeout'), 'legacy'],
    ['given up by the page', local('cancelled'), 'failed'],
    ['the channel closes', local('stream-ended'), 'failed'],
    ['what cannot be sent', local('invalid-input'), 'failed'],
  ] as const)
    it(`${row}: ${verdict}`, () => expect(classifyChannelProbe(outcome)).to.equal(verdict));
});

const silence = (method: string): McpError =>
  new NoAnswerError(
    verbatim('no answer'),
    {},
    { url: 'https://a.test/', method, headers: new Headers(), fetch, cause: undefined, proven: new ProvenHeaders() },
  );
const refusal = (rpcCode: number, data?: unknown): McpError => new ProtocolError(rpcCode, verbatim('no'), { data });

describe('what a refused handshake says of a server', () => {
  const unknownMethod = refusal(-32601);
  it('names a revision of ours, and knew no probe: it is modern without `server/discover`', () => {
    const verdict = classifyRefusedHandshake(refusal(-32022, supported(MODERN)), unknownMethod);
    expect(verdict.kind).to.equal('undiscovered');
    expect('revision' in verdict && verdict.revision.id).to.equal(MODERN);
  });

  it('names none of ours: they have no revision in common, and it says which there are', () => {
    expect(classifyRefusedHandshake(refusal(-32022, supported('2099-01-01', 7)), unknownMethod)).to.deep.equal({
      kind: 'no-common-revision',
      offered: ['2099-01-01'],
    });
  });

  it('names one with a handshake, and refused that: it is broken, in its own words', () => {
    const verdict = classifyRefusedHandshake(refusal(-32022, supported('2025-06-18')), unknownMethod);
    expect(verdict).to.deep.equal({ kind: 'failed' });
  });

  it('did not hear the probe: why is to be found out', () => {
    const probe = silence('POST');
    for (const error of [unknownMethod, refusal(-32022, supported(MODERN))])
      expect(classifyRefusedHandshake(error, probe)).to.deep.equal({ kind: 'unheard', probe });
    expect(classifyRefusedHandshake(refusal(-32022, supported('2099-01-01')), probe)).to.deep.equal({ kind: 'failed' });
  });

  it('anything else is its own refusal', () => {
    for (const [error, probe] of [
      [refusal(-32000), unknownMethod],
      [refusal(-32022, supported(MODERN)), undefined],
      [refusal(-32022, supported(MODERN)), refusal(-32000)],
      [unknownMethod, silence('GET')],
    ] as const)
      expect(classifyRefusedHandshake(error, probe)).to.deep.equal({ kind: 'failed' });
  });

  for (const status of [400, 404, 405])
    it(`${status} may be HTTP+SSE only`, () => {
      expect(isHttpSseServer(new HttpError('http', verbatim('no'), { status }))).to.equal(true);
      expect(isHttpSseServer(new ProtocolError(-32000, verbatim('no'), { status }))).to.equal(true);
      expect(
        isHttpSseServer(new ProtocolError(-32020, verbatim('no'), { status })),
        'a code of newer servers',
      ).to.equal(false);
    });

  it('other statuses are not, and no answer at all may be', () => {
    for (const status of [401, 403, 415, 429, 500, 503])
      expect(isHttpSseServer(new HttpError('http', verbatim('no'), { status })), String(status)).to.equal(false);
    expect(isHttpSseServer(new McpError('network', verbatim('no')))).to.equal(true);
  });
});

describe('where no opening fits, the message whose missing answer tells why', () => {
  it('is the probe where the handshake was heard and its method is unknown', () => {
    const probe = silence('POST');
    expect(unansweredMessage(probe, refusal(-32601))).to.equal(probe);
  });

  it('is the handshake where neither was answered', () => {
    const [probe, handshake] = [silence('POST'), silence('POST')];
    expect(unansweredMessage(probe, handshake)).to.equal(handshake);
  });

  it('is none where one of them was answered otherwise, or was no message', () => {
    expect(unansweredMessage(silence('POST'), refusal(-32000))).to.equal(undefined);
    expect(unansweredMessage(refusal(-32601), silence('POST'))).to.equal(undefined);
    expect(unansweredMessage(silence('GET'), silence('GET'))).to.equal(undefined);
    expect(unansweredMessage(undefined, undefined)).to.equal(undefined);
  });
});
