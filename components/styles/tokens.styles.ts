import { css, type CSSResult } from 'lit';

/**
 * Every token of the theme, once. A page sets `--mcp-…` wherever it likes; the private `--_…` names below are only how
 * our own rules read them, with their defaults. Public names are never declared here, or a page's `:root` could not win.
 */
export const tokens: CSSResult = css`
  :host {
    --_surface: var(--mcp-color-surface, light-dark(#ffffff, #16181d));
    --_surface-2: var(--mcp-color-surface-2, color-mix(in oklab, var(--_text) 3.5%, var(--_surface)));
    --_surface-3: var(--mcp-color-surface-3, color-mix(in oklab, var(--_text) 8%, var(--_surface)));
    --_text: var(--mcp-color-text, light-dark(#1b1f27, #e7eaf0));
    --_text-2: var(--mcp-color-text-2, color-mix(in oklab, var(--_text) 70%, var(--_surface)));
    --_line: var(--mcp-color-border, color-mix(in oklab, var(--_text) 14%, var(--_surface)));
    /* Borders of controls: 3:1 against the surface. */
    --_line-2: var(--mcp-color-control-border, color-mix(in oklab, var(--_text) 52%, var(--_surface)));
    --_accent: var(--mcp-color-accent, light-dark(#2456d6, #7fa5ff));
    /* Black or white, whichever reads on the accent: a page that sets only the accent stays legible. */
    --_on-accent: var(--mcp-color-on-accent, oklch(from var(--_accent) clamp(0, (0.66 - l) * 1000, 1) 0 0));
    --_accent-soft: var(--mcp-color-accent-soft, color-mix(in oklab, var(--_accent) 11%, var(--_surface)));
    --_danger: var(--mcp-color-danger, light-dark(#b3261e, #ff9a90));
    --_danger-soft: color-mix(in oklab, var(--_danger) 10%, var(--_surface));
    --_on-danger: oklch(from var(--_danger) clamp(0, (0.66 - l) * 1000, 1) 0 0);
    --_warning: var(--mcp-color-warning, light-dark(#7d5200, #f0c064));
    --_warning-soft: color-mix(in oklab, var(--_warning) 13%, var(--_surface));
    --_success: var(--mcp-color-success, light-dark(#1b7a43, #71d69b));
    --_focus: var(--mcp-color-focus, var(--_accent));
    --_radius: var(--mcp-radius, 6px);
    --_radius-l: var(--mcp-radius-l, 10px);
    /* --_density is set by a host that is told to be compact, and reaches its elements by inheritance. */
    --_space-xs: var(--mcp-space-xs, calc(4px * var(--_density, 1)));
    --_space-s: var(--mcp-space-s, calc(8px * var(--_density, 1)));
    --_space-m: var(--mcp-space-m, calc(12px * var(--_density, 1)));
    --_space-l: var(--mcp-space-l, calc(16px * var(--_density, 1)));
    --_space-xl: var(--mcp-space-xl, calc(24px * var(--_density, 1)));
    --_small: var(--mcp-font-size-small, 0.88em);
    --_mono: var(--mcp-font-mono, ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace);
    --_shadow: 0 1px 2px rgb(10 20 40 / 0.08), 0 12px 32px rgb(10 20 40 / 0.18);
    /* Smallest side of anything one can press. */
    --_hit: var(--mcp-hit-size, max(28px, 40px * (var(--_density, 1) * 1.5 - 0.5)));
  }
  @media (pointer: coarse) {
    :host {
      --_hit: var(--mcp-hit-size, 40px);
    }
  }
`;
