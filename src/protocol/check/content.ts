import type { Annotations, ContentBlock, Json, JsonObject, ResourceContents, Role } from '../model.js';
import { MAX_BLOCKS } from './limits.js';
import { asArray, asNumber, asObject, asString, compact } from './object.js';
import { readIcons } from './profile.js';

/** What reads a kind of block: the block, or what is wrong with it as a sentence. */
export type BlockReaders = Readonly<Record<string, (raw: JsonObject) => ContentBlock | string>>;

/** The kinds there are in results; questions for a model know two more. */
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
    return typeof resource === 'string' ? resource : { type: 'resource', resource };
  },
};

/** A list of blocks. One that cannot be read stays in its place as `unreadable`; the others are not touched by it. */
export function readBlocks(raw: readonly Json[], readers: BlockReaders = blockReaders): readonly ContentBlock[] {
  const blocks = raw.slice(0, MAX_BLOCKS).map((block) => readBlock(block, readers));
  if (raw.length > MAX_BLOCKS)
    blocks.push({
      type: 'unreadable',
      reason: `${raw.length - MAX_BLOCKS} further blocks were left out (limit ${MAX_BLOCKS}).`,
      raw: null,
    });
  return blocks;
}

export function readBlock(value: unknown, readers: BlockReaders = blockReaders): ContentBlock {
  const raw = asObject(value);
  if (!raw) return { type: 'unreadable', reason: 'It is not an object.', raw: value };
  const type = asString(raw['type']) ?? '';
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!reader) return { type: 'unreadable', reason: `Its type “${type.slice(0, 80)}” is not known.`, raw: value };
  const block = reader(raw);
  if (typeof block === 'string') return { type: 'unreadable', reason: block, raw: value };
  return compact({ ...block, annotations: readAnnotations(raw['annotations']), _meta: asObject(raw['_meta']) });
}

/** One of a resource's contents, or what is wrong with it as a sentence. */
export function readResourceContents(value: unknown): ResourceContents | string {
  const raw = asObject(value);
  const uri = asString(raw?.['uri']);
  if (!raw || uri === undefined) return 'Its resource has no uri.';
  const text = asString(raw['text']);
  const blob = asString(raw['blob']);
  if (text === undefined && blob === undefined) return 'Its resource has neither text nor blob.';
  return compact({
    uri,
    mimeType: asString(raw['mimeType']),
    ...(text === undefined ? { blob } : { text }),
    _meta: asObject(raw['_meta']),
  });
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

function media(raw: JsonObject, type: 'image' | 'audio'): ContentBlock | string {
  return need(raw, 'data', (data) => ({ type, data, mimeType: asString(raw['mimeType']) ?? '' }));
}

/** A block made from the one text it cannot do without. */
export function need(raw: JsonObject, key: string, make: (value: string) => ContentBlock): ContentBlock | string {
  const value = asString(raw[key]);
  return value === undefined ? `Its “${key}” is missing.` : make(value);
}
