import type { JsonObject } from '../../src/index.js';
import { isPlainObject, toJson } from '../../src/util/json.js';
import type { ClientLocation } from '../client/client.js';
import type { SectionName } from '../client/sections.js';
import { readServerAddress } from './server-address.js';

/** Characters of the arguments in a link. Servers and chat programs cut longer addresses off. */
export const MAX_LINK_ARGUMENTS_LENGTH = 4000;
/** Characters of a name or URI in a link. */
const MAX_LINK_NAME_LENGTH = 2000;

/** The contents of a page's address: a server, and the view of it. It carries no header and no token, and runs nothing. */
export interface DeepLink {
  /** Absolute; undefined if the link names none. */
  readonly server?: string | undefined;
  /** The text in place of a server, if it is no address. */
  readonly unusable?: string | undefined;
  readonly location?: ClientLocation | undefined;
  /** The arguments cannot be read, or are too long. */
  readonly hasBadArguments?: boolean | undefined;
}

const ITEMS = [
  ['tool', 'tools'],
  ['resource', 'resources'],
  ['prompt', 'prompts'],
] as const;
/** Only the names: `client/sections.ts` also has the templates. */
const SECTION_NAMES: readonly SectionName[] = ['tools', 'resources', 'prompts', 'log'];
/** Links from before the log was one. */
const OLD_SECTION_NAMES: ReadonlyMap<string | null, SectionName> = new Map([
  ['activity', 'log'],
  ['transcript', 'log'],
]);
const PARAMETERS = ['server', 'section', 'args', ...ITEMS.map(([parameter]) => parameter)];

/**
 * Reads `?server=…&tool=…&args=…`, with `resource`, `prompt` or `section` in the place of `tool`.
 * @param address of the page
 */
export function readDeepLink(address: string): DeepLink {
  const { searchParams } = new URL(address);
  const written = searchParams.get('server');
  const server = written === null ? undefined : readServerAddress(written)?.href;
  const found = ITEMS.find(([parameter]) => searchParams.get(parameter));
  const item = found && searchParams.get(found[0])!.slice(0, MAX_LINK_NAME_LENGTH);
  const named = searchParams.get('section');
  const section = found?.[1] ?? SECTION_NAMES.find((name) => name === (OLD_SECTION_NAMES.get(named) ?? named));
  const args = searchParams.get('args');
  const given = args === null || section !== 'tools' ? undefined : readArguments(args);
  return {
    ...(server !== undefined
      ? { server }
      : written === null
        ? {}
        : { unusable: written.slice(0, MAX_LINK_NAME_LENGTH) }),
    ...(section && {
      location: { section, ...(item !== undefined && { item }), ...(given && { arguments: given }) },
    }),
    ...(args !== null && section === 'tools' && !given && { hasBadArguments: true }),
  };
}

function readArguments(text: string): JsonObject | undefined {
  if (text.length > MAX_LINK_ARGUMENTS_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The address of the page with this link in it; its other parameters stay.
 * @param server undefined if no link may contain it, because its address holds a secret
 */
export function withDeepLink(address: string, server: string | undefined, location?: ClientLocation): string {
  const url = new URL(address);
  for (const parameter of PARAMETERS) url.searchParams.delete(parameter);
  if (server === undefined) return url.href;
  url.searchParams.set('server', server);
  if (!location) return url.href;
  const { section, item, arguments: args } = location;
  const parameter = ITEMS.find(([, name]) => name === section)?.[0];
  if (parameter && item !== undefined) url.searchParams.set(parameter, item);
  else url.searchParams.set('section', section);
  const text = args && Object.keys(args).length > 0 ? toJson(args) : undefined;
  if (text !== undefined && text.length <= MAX_LINK_ARGUMENTS_LENGTH) url.searchParams.set('args', text);
  return url.href;
}
