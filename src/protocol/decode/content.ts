import type {
  Annotations,
  ContentBlock,
  Json,
  JsonObject,
  Prompt,
  PromptArgument,
  PromptMessage,
  PromptResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Role,
  ToolResult,
  UnreadableBlock,
} from '../model.js';
import { jsonLine } from '../../util/json.js';
import { blocksFrom, unreadableBlock, wrongField } from '../../util/wrong-value.js';
import type { ErrorText } from '../../errors.js';
import { errorText } from '../error-texts.js';
import { readIcons } from './server.js';
import { asArray, asNumber, asObject, asString, compact, fields, MAX_CONTENT_BLOCKS } from './values.js';

/** Readers of blocks by `type`. Each returns the block or its error. */
export type BlockReaders = Readonly<Record<string, (raw: JsonObject) => ContentBlock | ErrorText>>;

/** The types of blocks in results; requests to a model have two more. */
export const blockReaders: BlockReaders = {
  text: (raw) => need(raw, 'text', (text) => ({ type: 'text', text })),
  image: (raw) => media(raw, 'image'),
  audio: (raw) => media(raw, 'audio'),
  resource_link: (raw) =>
    need(raw, 'uri', (uri) => ({
      type: 'resource_link',
      uri,
      name: asString(raw['name']) ?? uri,
      title: asString(raw['title']),
      description: asString(raw['description']),
      mimeType: asString(raw['mimeType']),
      size: asNumber(raw['size']),
      icons: readIcons(raw['icons']),
    })),
  resource: (raw) => {
    const resource = readResourceContents(raw['resource']);
    return 'key' in resource ? resource : { type: 'resource', resource };
  },
};

/** Reads a list of blocks. One that cannot be read stays in its place as `unreadable`. */
export function readBlocks(raw: readonly Json[], readers: BlockReaders = blockReaders): readonly ContentBlock[] {
  const blocks = raw.slice(0, MAX_CONTENT_BLOCKS).flatMap((block) => separateBlock(readBlock(block, readers)));
  if (raw.length > MAX_CONTENT_BLOCKS)
    blocks.push(unreadableBlock(tooMany('protocol.block.furtherBlocks', raw.length), null));
  return blocks;
}

export function readBlock(value: unknown, readers: BlockReaders = blockReaders): ContentBlock {
  const raw = asObject(value);
  if (!raw) return unreadableBlock(errorText('protocol.block.notObject'), value);
  if (typeof raw['type'] !== 'string')
    return unreadableBlock(wrongField('type', raw['type'] ?? undefined, 'text'), value);
  const { type } = raw;
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!reader) return unreadableBlock(errorText('protocol.block.unknownType', { type: type.slice(0, 80) }), value);
  const block = reader(raw);
  if ('key' in block) return unreadableBlock(block, value);
  return compact({ ...block, annotations: readAnnotations(raw['annotations']), _meta: asObject(raw['_meta']) });
}

/** Contents with both a text and data are two: neither hides the other. */
function separate(contents: ResourceContents): readonly ResourceContents[] {
  const { text, blob, ...rest } = contents;
  return text === undefined || blob === undefined
    ? [contents]
    : [
        { ...rest, text },
        { ...rest, blob },
      ];
}

function separateBlock(block: ContentBlock): readonly ContentBlock[] {
  return block.type === 'resource' ? separate(block.resource).map((resource) => ({ ...block, resource })) : [block];
}

/**
 * Reads one of a resource’s contents.
 * @returns its error, if it cannot be used
 */
export function readResourceContents(value: unknown): ResourceContents | ErrorText {
  const raw = asObject(value);
  const uri = asString(raw?.['uri']);
  if (!raw || uri === undefined) return notTexts(raw, ['uri'], errorText('protocol.block.noUri'));
  const text = asString(raw['text']);
  const blob = asString(raw['blob']);
  if (text === undefined && blob === undefined)
    return notTexts(raw, ['text', 'blob'], errorText('protocol.block.noContents'));
  return compact({
    uri,
    mimeType: asString(raw['mimeType']),
    text,
    blob,
    _meta: asObject(raw['_meta']),
  });
}

/**
 * The error if none of these members is a text: it names the kind of the first one present. @param none the error if
 * all are absent
 */
function notTexts(raw: JsonObject | undefined, names: readonly string[], none: ErrorText): ErrorText {
  const given = names.find((name) => (raw?.[name] ?? undefined) !== undefined);
  return given === undefined ? none : wrongField(given, raw?.[given], 'text');
}

export function readAnnotations(value: unknown): Annotations | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  return compact({
    audience: asArray(raw['audience'])?.filter((role): role is Role => role === 'user' || role === 'assistant'),
    priority: asNumber(raw['priority']),
    lastModified: asString(raw['lastModified']),
  });
}

function media(raw: JsonObject, type: 'image' | 'audio'): ContentBlock | ErrorText {
  return need(raw, 'data', (data) => ({ type, data, mimeType: asString(raw['mimeType']) ?? '' }));
}

/** Makes a block from its one required text, or returns an error if it is missing. */
export function need(raw: JsonObject, key: string, make: (value: string) => ContentBlock): ContentBlock | ErrorText {
  const value = asString(raw[key]);
  return value === undefined ? wrongField(key, raw[key], 'text') : make(value);
}

function tooMany(key: 'protocol.block.furtherBlocks' | 'protocol.block.furtherMessages', all: number): ErrorText {
  return errorText(key, { count: all - MAX_CONTENT_BLOCKS, limit: MAX_CONTENT_BLOCKS });
}

const readArgumentFields = fields<PromptArgument>({
  name: asString,
  title: asString,
  description: asString,
  required: (value) => value === true,
});
const readFields = fields<Prompt>({
  name: asString,
  title: asString,
  description: asString,
  arguments: (value) => asArray(value)?.flatMap(readArgument),
  icons: readIcons,
  _meta: asObject,
});

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt */
export function readPrompt(raw: unknown): Prompt | 'has no name' {
  const read = readFields(raw);
  return read?.name ? (read as Prompt) : 'has no name';
}

function readArgument(raw: unknown): PromptArgument[] {
  // Some servers give only names.
  if (typeof raw === 'string' && raw !== '') return [{ name: raw, required: false }];
  const argument = readArgumentFields(raw);
  return argument?.name ? [{ required: false, ...(argument as PromptArgument) }] : [];
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult */
export function readPromptResult(raw: JsonObject): PromptResult {
  const sent = asArray(raw['messages']);
  if (!sent) {
    const content = unreadableList(raw, 'messages');
    return compact({ description: asString(raw['description']), messages: [{ role: 'user', content }] });
  }
  const messages = sent.slice(0, MAX_CONTENT_BLOCKS).flatMap((value): readonly PromptMessage[] => {
    const message = asObject(value);
    const role = readRole(message?.['role']);
    return separateBlock(readBlock(message?.['content'])).map((content) => ({ role, content }));
  });
  if (sent.length > MAX_CONTENT_BLOCKS)
    messages.push({
      role: 'user',
      content: unreadableBlock(tooMany('protocol.block.furtherMessages', sent.length), null),
    });
  return compact({ description: asString(raw['description']), messages });
}

export function readRole(value: unknown): Role {
  return value === 'assistant' ? 'assistant' : 'user';
}

const common = {
  name: asString,
  title: asString,
  description: asString,
  mimeType: asString,
  annotations: readAnnotations,
  icons: readIcons,
  _meta: asObject,
};
const readResourceFields = fields<Resource>({ ...common, uri: asString, size: asNumber });
const readTemplateFields = fields<ResourceTemplate>({ ...common, uriTemplate: asString });

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#resource */
export function readResource(raw: unknown): Resource | 'has no uri' {
  const resource = readResourceFields(raw);
  return resource?.uri ? named(resource as Resource, resource.uri) : 'has no uri';
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate */
export function readResourceTemplate(raw: unknown): ResourceTemplate | 'has no uriTemplate' {
  const template = readTemplateFields(raw);
  return template?.uriTemplate ? named(template as ResourceTemplate, template.uriTemplate) : 'has no uriTemplate';
}

/** A missing name is replaced by the URI. */
function named<T extends { readonly name: string }>(thing: T, address: string): T {
  return thing.name ? thing : { ...thing, name: address };
}

/** Reads the result of `resources/read`. Contents that cannot be read are replaced by a text with the reason. */
export function readContents(raw: JsonObject, askedUri: string): readonly ResourceContents[] {
  const note = (text: string): ResourceContents => ({ uri: askedUri, mimeType: 'text/plain', text });
  const sent = asArray(raw['contents']);
  if (!sent) {
    const { reason, raw: came } = unreadableList(raw, 'contents');
    const text = jsonLine(came, MAX_UNREADABLE_LENGTH).text;
    return [note(`This resource could not be read. ${reason}`), { uri: askedUri, mimeType: 'application/json', text }];
  }
  const parts = sent.slice(0, MAX_CONTENT_BLOCKS).flatMap((value) => {
    const contents = readResourceContents(value);
    return 'key' in contents ? note(`This part could not be read. ${contents.text}`) : separate(contents);
  });
  if (sent.length > MAX_CONTENT_BLOCKS)
    parts.push(note(`${sent.length - MAX_CONTENT_BLOCKS} further parts were left out (limit ${MAX_CONTENT_BLOCKS}).`));
  return parts;
}

/** Characters of a result of the wrong kind that stay as text. */
const MAX_UNREADABLE_LENGTH = 100_000;

/** Fields of results that are not part of the tool's output. */
const AROUND: ReadonlySet<string> = new Set(['_meta', 'isError', 'resultType', 'ttlMs', 'cacheScope']);

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult */
export function readToolResult(raw: JsonObject): ToolResult {
  const { content, isError = false } = raw;
  const structuredContent = raw['structuredContent'] ?? undefined;
  const blocks = [...readContent(raw, content)];
  const isClear = typeof isError === 'boolean' || isError === null;
  if (!isClear)
    blocks.push(
      unreadableBlock(
        errorText('protocol.block.countsAsError', { problem: wrongField('isError', isError, 'boolean') }),
        isError,
      ),
    );
  return compact({
    content: blocks,
    structuredContent,
    isError: !isClear || isError === true,
    _meta: asObject(raw['_meta']),
  });
}

function readContent(raw: JsonObject, content: Json | undefined): readonly ContentBlock[] {
  const list = asArray(content);
  if (list) return readBlocks(list);
  // Some servers leave it out beside structured content, or write null. Older ones name it otherwise.
  const isSaid = ([key, value]: [string, unknown]): boolean => value !== null && !AROUND.has(key);
  const isLeftOut =
    (content ?? undefined) === undefined &&
    ((raw['structuredContent'] ?? undefined) !== undefined || !Object.entries(raw).some(isSaid));
  if (isLeftOut) return [];
  return content === undefined || content === null ? [unreadableList(raw, 'content')] : readReplacement(content);
}

/** Blocks for a value that should be a list of blocks, and the error. */
function readReplacement(content: Json): readonly ContentBlock[] {
  return blocksFrom('content', content).map((block) =>
    asObject(block)?.['type'] === 'unreadable' ? (block as UnreadableBlock) : readBlock(block),
  );
}

/** A block that replaces a value that should be a list. */
function unreadableList(raw: JsonObject, name: string): UnreadableBlock {
  const value = raw[name];
  return unreadableBlock(wrongField(name, value, 'list'), value === undefined ? raw : value);
}
