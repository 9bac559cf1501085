// What must be checked, and be a SUCCESS, in each scenario of the official suite: `id`, or `id name` where several checks
// share an id. Written down here because the suite itself also passes a client that never comes to be checked.
import { AUTHORIZATION } from './expected-authorization.mjs';

const STANDARD_HEADERS = [
  'ClientMcpMethodHeader_tools_list',
  'ClientMcpMethodHeader_tools_call',
  'ClientMcpMethodHeader_resources_list',
  'ClientMcpMethodHeader_resources_read',
  'ClientMcpMethodHeader_prompts_list',
  'ClientMcpMethodHeader_prompts_get',
  'ClientMcpNameHeader_tools_call',
  'ClientMcpNameHeader_resources_read',
  'ClientMcpNameHeader_prompts_get',
].map((name) => `sep-2243-client-includes-standard-headers ${name}`);

const CUSTOM_HEADERS = [
  'sep-2243-client-supports-custom-headers',
  ...[
    'ClientCustomHeader_Region',
    'ClientCustomHeader_EmptyVal',
    'ClientCustomHeader_Method',
    'ClientCustomHeader_InternalSpace',
    'ClientCustomHeaderNoMirrorNumber',
    'ClientCustomHeaderNoMirrorUnannotated',
  ].map((name) => `sep-2243-client-mirrors-designated-params ${name}`),
  ...['Priority', 'Verbose', 'Debug'].map((name) => `sep-2243-client-encode-values ClientCustomHeader_${name}`),
  ...['NonAscii', 'Whitespace', 'LeadingSpace', 'TrailingSpace', 'ControlChar', 'CrLf', 'Tab'].map(
    (name) => `sep-2243-client-base64-unsafe ClientCustomHeader_${name}`,
  ),
  'sep-2243-client-omit-null',
];

const INVALID_TOOLS = {
  'not-empty': ['invalid_empty_header'],
  'primitive-only': ['invalid_object_header', 'invalid_array_header', 'invalid_null_header', 'invalid_number_header'],
  unique: ['invalid_duplicate_same_case', 'invalid_duplicate_diff_case'],
  charset: ['invalid_space_in_name', 'invalid_colon_in_name', 'invalid_non_ascii_name', 'invalid_control_char_name'],
};

const SCHEMA_PRESERVED = [
  'json-schema-2020-12-client-tool-found',
  'json-schema-2020-12-client-echo-completed',
  'json-schema-2020-12-client-$schema-preserved',
  'json-schema-2020-12-client-$defs-preserved',
  'json-schema-2020-12-client-additionalProperties-preserved',
  // Of the later revision only; forgiven in the other, and nothing to lose there either.
  'sep-2106-client-anchor-keyword-preserved',
  'sep-2106-client-composition-keywords-preserved',
  'sep-2106-client-conditional-keywords-preserved',
  'wire-schema-valid',
];

/** Scenario → checks, by revision. Every scenario that the suite runs for a revision is here or in NOT_JUDGED. */
export const EXPECTED = {
  '2025-03-26': AUTHORIZATION['2025-03-26'],
  '2025-11-25': {
    initialize: ['mcp-client-initialization'],
    tools_call: ['tool-add-numbers', 'wire-schema-valid'],
    'elicitation-sep1034-client-defaults': ['string', 'integer', 'number', 'enum', 'boolean'].map(
      (type) => `client-elicitation-sep1034-${type}-default`,
    ),
    'sse-retry': ['client-sse-graceful-reconnect', 'client-sse-retry-timing', 'client-sse-last-event-id'],
    'json-schema-2020-12-preservation': SCHEMA_PRESERVED,
    ...AUTHORIZATION['2025-11-25'],
  },
  '2026-07-28': {
    tools_call: ['tool-add-numbers', 'wire-schema-valid'],
    'request-metadata': [
      'sep-2575-http-client-sends-version-header',
      'sep-2575-client-populates-meta',
      'sep-2575-client-sends-client-info',
      'sep-2575-http-version-header-matches-meta',
      'sep-2575-client-declares-roots-capability',
      'sep-2575-client-declares-sampling-capability',
      'sep-2575-client-declares-elicitation-capability',
      'sep-2575-client-retry-supported-version',
    ],
    'sep-2322-client-request-state': [
      'sep-2322-client-request-state-echoed',
      'sep-2322-client-jsonrpc-id-different',
      'sep-2322-client-no-state-omitted',
      'sep-2322-client-parallel-isolation',
      'sep-2322-default-result-type-complete',
    ],
    'http-standard-headers': STANDARD_HEADERS,
    'http-custom-headers': CUSTOM_HEADERS,
    'http-invalid-tool-headers': [
      'sep-2243-client-reject-invalid-tool',
      ...Object.entries(INVALID_TOOLS).flatMap(([rule, tools]) =>
        tools.map((tool) => `sep-2243-x-mcp-header-${rule} ClientRejectsInvalidTool_${tool}`),
      ),
    ],
    'json-schema-ref-no-deref': ['sep-2106-no-network-ref-deref'],
    'json-schema-2020-12-preservation': SCHEMA_PRESERVED,
    ...AUTHORIZATION['2026-07-28'],
  },
};

/** Scenarios the revisions do not require, which we want to pass all the same. */
export const UNSCORED = ['json-schema-2020-12-preservation', 'auth/dpop', 'auth/dpop-nonce'];
