import type { JsonObject, Resource, ResourceContents, ResourceTemplate } from '../model.js';
import { MAX_BLOCKS, readAnnotations, readResourceContents } from './content.js';
import type { ItemReading } from './item.js';
import { asArray, asNumber, asObject, asString, compact } from './object.js';
import { readIcons } from './profile.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#resource */
export function readResource(raw: JsonObject): ItemReading<Resource> {
  const uri = asString(raw['uri']);
  if (!uri) return { fault: 'has no uri' };
  return { item: compact({ uri, ...common(raw, uri), size: asNumber(raw['size']) }) };
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate */
export function readResourceTemplate(raw: JsonObject): ItemReading<ResourceTemplate> {
  const uriTemplate = asString(raw['uriTemplate']);
  if (!uriTemplate) return { fault: 'has no uriTemplate' };
  return { item: compact({ uriTemplate, ...common(raw, uriTemplate) }) };
}

function common(raw: JsonObject, fallbackName: string): Omit<ResourceTemplate, 'uriTemplate'> {
  return {
    name: asString(raw['name']) || fallbackName,
    title: asString(raw['title']),
    description: asString(raw['description']),
    mimeType: asString(raw['mimeType']),
    annotations: readAnnotations(raw['annotations']),
    icons: readIcons(raw['icons']),
    _meta: asObject(raw['_meta']),
  };
}

/** What `resources/read` gave. Contents that cannot be read become text that says so, beside the others. */
export function readContents(raw: JsonObject, askedUri: string): readonly ResourceContents[] {
  const note = (text: string): ResourceContents => ({ uri: askedUri, mimeType: 'text/plain', text });
  const sent = asArray(raw['contents']) ?? [];
  const parts = sent.slice(0, MAX_BLOCKS).map((value) => {
    const contents = readResourceContents(value);
    return typeof contents === 'string' ? note(`This part could not be read. ${contents}`) : contents;
  });
  if (sent.length > MAX_BLOCKS)
    parts.push(note(`${sent.length - MAX_BLOCKS} further parts were left out (limit ${MAX_BLOCKS}).`));
  return parts;
}
