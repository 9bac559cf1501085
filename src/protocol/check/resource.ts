import type { JsonObject, Resource, ResourceContents, ResourceTemplate } from '../model.js';
import { readAnnotations, readResourceContents } from './content.js';
import { fields } from './fields.js';
import { MAX_BLOCKS } from './limits.js';
import { asArray, asNumber, asObject, asString } from './object.js';
import { readIcons } from './profile.js';

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
export function readResource(raw: unknown): Resource | string {
  const resource = readResourceFields(raw);
  return resource?.uri ? named(resource as Resource, resource.uri) : 'has no uri';
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate */
export function readResourceTemplate(raw: unknown): ResourceTemplate | string {
  const template = readTemplateFields(raw);
  return template?.uriTemplate ? named(template as ResourceTemplate, template.uriTemplate) : 'has no uriTemplate';
}

/** What has no name is called by its address. */
function named<T extends { readonly name: string }>(thing: T, address: string): T {
  return thing.name ? thing : { ...thing, name: address };
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
