import type { Icon, Implementation, JsonObject, ServerProfile } from '../model.js';
import type { Revision } from '../revisions.js';
import { asArray, asObject, asString, asStrings, compact } from './object.js';

/** Who the server says it is. A server that says nothing is called by its host. */
export function readProfile(url: string, revision: Revision, raw: JsonObject, serverInfo: unknown): ServerProfile {
  return compact({
    ...readImplementation(serverInfo, new URL(url).host || 'server'),
    url,
    revision: revision.id,
    era: revision.era,
    capabilities: { ...(!revision.saysCompletions && { completions: {} }), ...asObject(raw['capabilities']) },
    instructions: asString(raw['instructions']),
  });
}

function readImplementation(value: unknown, fallbackName: string): Implementation {
  const raw = asObject(value) ?? {};
  return {
    name: asString(raw['name']) || fallbackName,
    version: asString(raw['version']) ?? '',
    title: asString(raw['title']),
    description: asString(raw['description']),
    websiteUrl: asString(raw['websiteUrl']),
    icons: readIcons(raw['icons']),
  };
}

export function readIcons(value: unknown): readonly Icon[] | undefined {
  return asArray(value)?.flatMap((item): Icon[] => {
    const raw = asObject(item);
    const src = asString(raw?.['src']);
    if (!raw || src === undefined) return [];
    const theme = raw['theme'];
    return [
      compact({
        src,
        mimeType: asString(raw['mimeType']),
        sizes: asStrings(raw['sizes']),
        theme: theme === 'light' || theme === 'dark' ? theme : undefined,
      }),
    ];
  });
}
