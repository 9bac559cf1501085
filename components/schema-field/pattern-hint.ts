import { nothing, type TemplateResult } from 'lit';
import { type FieldState, type FormNode, isUncheckedPattern, patternInWords } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { shortened } from '../internal/text.js';
import { t } from './messages.js';

/** The ID of the hint, for `aria-describedby`. */
export const PATTERN_ID = 'pattern';

/** Characters of a pattern that are shown; the rest is cut. */
const MAX_SHOWN_PATTERN_LENGTH = 200;

/** Characters of a pattern that is shown beside the words of a format. A longer one repeats the format. */
const MAX_PATTERN_BESIDE_FORMAT = 48;

/** The pattern of a text, if it must be shown: words say more, and a list shows the pattern of its rows once. */
function patternToShow(field: FieldState): string | undefined {
  const { node, role, parent } = field;
  if (node.kind !== 'string' || node.pattern === undefined) return undefined;
  if (role === 'row' && parent?.node.kind === 'list' && parent.rows[0] !== field) return undefined;
  return isInWords(node, node.pattern) ? undefined : node.pattern;
}

function isInWords({ format }: Extract<FormNode, { kind: 'string' }>, pattern: string): boolean {
  if (patternInWords(pattern) !== undefined) return true;
  return format !== undefined && pattern.length > MAX_PATTERN_BESIDE_FORMAT && !isUncheckedPattern(pattern);
}

export function hasPatternHint(field: FieldState): boolean {
  return patternToShow(field) !== undefined;
}

/** Returns the pattern of a text with an explanation, folded; or that the pattern is not checked. */
export function patternHint(field: FieldState): TemplateResult | typeof nothing {
  const pattern = patternToShow(field);
  if (pattern === undefined) return nothing;
  const code = html`<code dir="ltr">${shortened(pattern, MAX_SHOWN_PATTERN_LENGTH)}</code>`;
  if (isUncheckedPattern(pattern))
    return html`<p id="pattern" class="pattern quiet" part="note" data-name="pattern">
      ${t.rich('schemaField.thisPatternIsWritten', { code })}
    </p>`;
  return html`<details class="pattern quiet" part="note" data-name="pattern">
    <summary id="pattern">${t('schemaField.mustMatchAPattern')}</summary>
    <p>${t.rich('schemaField.thisIsARegular', { code })}</p>
  </details>`;
}
