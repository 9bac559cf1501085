import { parseTemplate } from 'url-template';

/** One blank of a URI template. */
export interface TemplateVariable {
  readonly name: string;
  /** Several values may be given (`{name*}`). */
  readonly list: boolean;
  /** It is part of a query or fragment (`{?name}`), so leaving it out still makes an address. */
  readonly optional: boolean;
}

/** Characters of a template that are read; anything longer has no variables. */
const MAX_TEMPLATE_LENGTH = 4096;
/** Variables of one template that are read. */
const MAX_VARIABLES = 50;

/** The variables of a URI template, each once, in order. Never throws. @see https://www.rfc-editor.org/rfc/rfc6570 */
export function templateVariables(template: string): readonly TemplateVariable[] {
  if (template.length > MAX_TEMPLATE_LENGTH) return [];
  const found = new Map<string, TemplateVariable>();
  for (const [, operator = '', list = ''] of template.matchAll(/\{([+#./;?&]?)([^{}]+)\}/g))
    for (const spec of list.split(',')) {
      const [, name, modifier] = /^\s*([^:*\s]+)(\*|:\d+)?\s*$/.exec(spec) ?? [];
      if (!name || found.has(name) || found.size >= MAX_VARIABLES) continue;
      found.set(name, { name, list: modifier === '*', optional: '?&;#'.includes(operator) && operator !== '' });
    }
  return [...found.values()];
}

/**
 * The URI that a template makes with these values. Empty values are left out.
 * @returns undefined when no URI can be made of them.
 */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string | undefined {
  // Without a prototype: a template may ask for a variable called "constructor".
  const given: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(values))
    if (value.length > 0) given[name] = typeof value === 'string' ? value : [...value];
  try {
    return parseTemplate(template).expand(given);
  } catch {
    return undefined;
  }
}
