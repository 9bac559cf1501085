// The tokens of the theme, which a page sets on any element: what each is for. docs/theming.md has the table.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'components/themes';

/** Public name without `--mcp-`, the name that the rules of the library read it by, its purpose. */
export const TOKENS = [
  ['color-surface', '--_surface', 'the ground of every element'],
  [
    'color-surface-muted',
    '--_surface-2',
    'areas that stand apart: notes, code, the bar of tabs; a button under the pointer',
  ],
  [
    'color-surface-strong',
    '--_surface-3',
    'a row or tab under the pointer, tracks of progress, places where something still loads',
  ],
  ['color-text', '--_text', 'text'],
  ['color-text-muted', '--_text-2', 'text beside the main one: descriptions, units, times, placeholders'],
  ['color-border', '--_line', 'lines between areas and frames around them; nothing is told by them alone'],
  ['color-border-control', '--_line-2', 'frames of buttons and fields'],
  ['color-accent', '--_accent', 'the main button, links, what is chosen'],
  ['color-on-accent', '--_on-accent', 'text on `color-accent`; by default black or white, whichever is better seen'],
  ['color-accent-surface', '--_accent-soft', 'the ground of what is chosen'],
  ['color-danger', '--_danger', 'errors, and buttons that let something be deleted'],
  ['color-on-danger', '--_on-danger', 'text on `color-danger`; by default black or white, whichever is better seen'],
  ['color-danger-surface', '--_danger-soft', 'the ground of an error'],
  ['color-warning', '--_warning', 'warnings, and the frame of signs for hidden characters'],
  ['color-warning-surface', '--_warning-soft', 'the ground of a warning'],
  ['color-success', '--_success', 'what is connected or went well'],
  ['color-focus', '--_focus', 'the ring around what has the focus'],
  ['color-backdrop', '--_backdrop', 'what lies over the page while a question is open'],
  ...['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'grey'].map((hue) => [
    `color-code-${hue}`,
    `--_${hue}`,
    `${hue} in source code and in the output of terminals`,
  ]),
  ['radius', '--_radius', 'corners of buttons, fields, notes'],
  ['radius-large', '--_radius-l', 'corners of the client and of dialogs'],
  ['shadow', '--_shadow', 'below dialogs and menus'],
  ['focus-width', '--_focus-width', 'how wide the ring around the focus is'],
  ['font', undefined, 'the typeface; by default that of the page'],
  ['font-mono', '--_mono', 'the typeface of code and names'],
  ['font-size-small', '--_small', 'the size of small text'],
  ...['xs', 's', 'm', 'l', 'xl'].map((size, at) => [
    `space-${size}`,
    `--_space-${size}`,
    ['inside a group', 'between parts of a row', 'between parts of a form', 'around a pane', 'around an empty place'][
      at
    ],
  ]),
  ['target-size', '--_hit', 'the smallest side of what can be pressed'],
].map(([name, reader, purpose]) => ({ name: `--mcp-${name}`, reader, purpose }));

const TEXT = 4.5;
const SHAPE = 3;
const GROUNDS = ['--_surface', '--_surface-2'];
const on = (ratio, foregrounds, grounds) =>
  foregrounds.flatMap((foreground) => grounds.map((ground) => ({ foreground, ground, ratio })));

/** Foregrounds, their grounds, and the contrast that they need: 4.5 for text, 3 for shapes. */
export const PAIRS = [
  ...on(
    TEXT,
    ['--_text', '--_text-2'],
    [...GROUNDS, '--_surface-3', '--_accent-soft', '--_danger-soft', '--_warning-soft'],
  ),
  ...on(TEXT, ['--_accent'], [...GROUNDS, '--_accent-soft']),
  ...on(TEXT, ['--_on-accent'], ['--_accent']),
  ...on(TEXT, ['--_danger'], [...GROUNDS, '--_danger-soft']),
  ...on(TEXT, ['--_on-danger'], ['--_danger']),
  ...on(TEXT, ['--_warning'], [...GROUNDS, '--_warning-soft']),
  ...on(TEXT, ['--_success'], GROUNDS),
  ...on(TEXT, ['--_red', '--_green', '--_yellow', '--_blue', '--_magenta', '--_cyan', '--_grey'], GROUNDS),
  ...on(SHAPE, ['--_line-2', '--_focus'], [...GROUNDS, '--_accent-soft']),
];
/** The lowest contrast of text in the theme with high contrast. */
export const HIGH_TEXT = 7;

/** The themes of the package, by name. */
export const themes = () =>
  readdirSync(path.join(root, FOLDER)).map((file) => ({
    name: path.basename(file, '.css'),
    file: `${FOLDER}/${file}`,
    css: readFileSync(path.join(root, FOLDER, file), 'utf8'),
  }));
