import { css, type CSSResult } from 'lit';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { boxStyles } from './box.styles.js';
import { buttonStyles } from './button.styles.js';
import { comboboxStyles } from './combobox.styles.js';
import { foldedStyles } from './folded.js';
import { rowStyles } from './rows.styles.js';
import { schemaFieldStyles } from './schema-field.styles.js';

/** Everything a field looks like. One sheet of many: a form has hundreds of shadow roots, and each sheet costs in each. */
export const fieldSheet: CSSResult = css`
  ${tokens}
  ${base}
  ${controls}
  ${foldedStyles}
  ${comboboxStyles}
  ${schemaFieldStyles}
  ${boxStyles}
  ${buttonStyles}
  ${rowStyles}
`;
