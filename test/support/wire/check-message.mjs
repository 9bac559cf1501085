// What is wrong with a message of the client, by the official schema of the revision it is in.
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { officialSchemas } from './official-schemas.mjs';
import { learnTasks } from './tasks-extension.mjs';

/** No package has the schema of the oldest revision. What a client says there, the next one describes as well. */
const OLDEST = '2025-03-26';
const FORMATS = {
  uri: (text) => URL.canParse(text),
  'uri-template': true,
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

/** Faults of one message that are told: a choice of shapes that none fits has one for each. */
const TOLD = 8;

let books;

/**
 * @param {unknown} message the body of a POST
 * @param {{ header?: string | undefined, spoken?: string | undefined }} about the revision its header names, and the one
 *   the server speaks; a handshake is judged by the revision that it offers
 * @returns {readonly string[]} what is wrong; nothing where nothing is
 */
export function faultsOf(message, { header, spoken }) {
  books ??= openBooks();
  if (Array.isArray(message)) return ['is a batch, which this client never sends'];
  const offered = message?.method === 'initialize' ? message.params?.protocolVersion : undefined;
  const named = message?.params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (header !== undefined && named !== undefined && header !== named)
    return [`is in ${named}, its header says ${header}`];
  // A message without the header may be a probe of what a server lets through; what it says has to be right all the same.
  const revision = header ?? named ?? offered ?? spoken ?? OLDEST;
  const book = books.get(revision === '2024-11-05' ? OLDEST : revision);
  if (!book) return [`is in revision ${revision}, which there is not`];
  const shapes = shapesOf(message, book);
  if (typeof shapes === 'string') return [shapes];
  return shapes
    .flatMap((shape) => book.faults(shape, message))
    .slice(0, TOLD)
    .map((fault) => `${revision}: ${fault}`);
}

function openBooks() {
  const schemas = officialSchemas();
  learnTasks(schemas.get('2026-07-28'));
  return new Map([...schemas].map(([revision, schema]) => [revision, bookOf(schema)]));
}

/** The definitions a message has to fit, or what it is instead of a message. */
function shapesOf(message, { definitions, answers, shapeOf }) {
  if (typeof message !== 'object' || message === null) return 'is no object';
  if (typeof message.method === 'string') {
    // An extension's, by its vendor's name: no specification of ours says what it looks like.
    if (/^[\w-]+(\.[\w-]+)+\//.test(message.method)) return [];
    const shape = shapeOf.get(message.method);
    if (!shape) return `has a method a client does not send in this revision: ${message.method}`;
    if (shape.endsWith('Request') !== 'id' in message)
      return `${message.method} is no ${'id' in message ? 'request' : 'notification'}`;
    return ['id' in message ? 'JSONRPCRequest' : 'JSONRPCNotification', shape];
  }
  if (!answers) return 'is an answer, which this revision does not let a client send';
  if ('error' in message) return ['JSONRPCErrorResponse' in definitions ? 'JSONRPCErrorResponse' : 'JSONRPCError'];
  return ['JSONRPCResultResponse' in definitions ? 'JSONRPCResultResponse' : 'JSONRPCResponse'];
}

/** One revision's schema, ready to be looked things up in. */
function bookOf(schema) {
  const is2020 = schema.$schema.includes('2020-12');
  const ajv = new (is2020 ? Ajv2020 : Ajv)({ strict: false, allErrors: true, formats: FORMATS });
  const key = schema.$defs ? '$defs' : 'definitions';
  const definitions = schema[key];
  amend(definitions);
  ajv.addSchema(schema, 'mcp');
  const fits = (shape) => ajv.getSchema(`mcp#/${key}/${shape}`);
  const faults = (shape, value, where = '') => {
    const check = fits(shape);
    if (!check) return [`${where || '/'} is a ${shape}, which this revision does not have`];
    if (check(value)) return [];
    return check.errors.map(({ instancePath, message }) => `${where}${instancePath || '/'} ${message} (${shape})`);
  };
  const sent = [...membersOf(definitions.ClientRequest), ...membersOf(definitions.ClientNotification)];
  const shapeOf = new Map(sent.map((shape) => [definitions[shape].properties.method.const, shape]));
  return {
    definitions,
    shapeOf,
    // In the modern era a client answers inside its next request.
    answers: shapeOf.has('initialize'),
    faults: (shape, message) => [
      ...faults(shape, message),
      ...(shape.startsWith('JSONRPCRes') ? faults(shapeOfResult(message.result), message.result, '/result') : []),
    ],
  };
}

/**
 * The schemas are made from TypeScript, which has one type for all numbers, and what made them took it for whole ones. A form
 * may ask for any number (client/elicitation), so any may be the answer.
 */
function amend({ ElicitResult }) {
  const { anyOf = [], ...value } = ElicitResult?.properties.content.additionalProperties ?? {};
  for (const one of [value, ...anyOf])
    if (Array.isArray(one.type))
      one.type.splice(0, Infinity, ...one.type.map((type) => type.replace('integer', 'number')));
}

const membersOf = ({ anyOf, $ref } = {}) =>
  (anyOf ?? ($ref ? [{ $ref }] : [])).map((member) => member.$ref.split('/').at(-1));

/** Which question a result answers, told by what only its answers have: every result fits the empty one. */
function shapeOfResult(result) {
  if (typeof result !== 'object' || result === null) return 'EmptyResult';
  if ('action' in result) return 'ElicitResult';
  if ('roots' in result) return 'ListRootsResult';
  return Object.keys(result).length > 0 ? 'CreateMessageResult' : 'EmptyResult';
}
