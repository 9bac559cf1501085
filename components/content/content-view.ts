import type { ContentLimits, ContentPolicy } from '../../src/content/index.js';
import type { Session } from '../../src/index.js';
import type { CopyButton } from './copy-button.js';
import type { FormatController } from './format-controller.js';
import type { LinkGuard } from './link-guard.js';
import type { MediaController } from './media-controller.js';
import type { SaveButton } from './save-button.js';

/** What became of the wish to read a linked resource. */
export type Opening = 'closed' | 'here' | 'nobody';

/** What the templates of one piece of content see of their element: its state, and what a press can ask of it. */
export interface ContentView {
  readonly policy: ContentPolicy | undefined;
  readonly limits: ContentLimits;
  /** Long text is shown whole. */
  readonly expanded: boolean;
  toggleExpanded(): void;
  /** Shows text formatted, or as source again. */
  toggleFormatted(language: 'markdown' | 'html', text: string): void;
  /** Who reads a linked resource that is shown here. */
  readonly session: Session | undefined;
  readonly opening: Opening;
  toggleResource(uri: string): void;
  readonly format: FormatController;
  readonly media: MediaController;
  readonly links: LinkGuard;
  readonly copy: CopyButton;
  readonly save: SaveButton;
}
