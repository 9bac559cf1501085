import type { ContentLimits, ContentPolicy } from '../../src/content/index.js';
import type { ContentBlock, ResourceContents, Session } from '../../src/index.js';
import type { BlockList } from '../content-list/block-list.js';
import type { CopyButton } from './copy-button.js';
import type { FormatController } from './format-controller.js';
import type { LinkGuard } from './link-guard.js';
import type { LongText } from './long-text.js';
import type { MediaController } from './media-controller.js';
import type { OpenButton } from './open-button.js';
import type { PageDialog } from './page-dialog.js';
import type { SaveButton } from './save-button.js';
import type { TextOpening } from './text-opening.js';

/** What became of the wish to read a linked resource. */
export type Opening = 'closed' | 'here' | 'nobody';

/** What the person switched on one piece of content. */
export interface Switches {
  /** Long text is shown whole. */
  readonly expanded: boolean;
  /** As it came, not as what it is. */
  readonly raw: boolean;
  /** Long lines of source go on in the next one. */
  readonly wrap: boolean;
  /** What this library makes of it, although the page has a view of its own. */
  readonly ours: boolean;
  /** HTML as a page in a frame. */
  readonly paged: boolean;
}

/** What the templates of one piece of content see of their element: its state, and what a press can ask of it. */
export interface ContentView extends Switches {
  readonly block: ContentBlock | undefined;
  readonly contents: ResourceContents | undefined;
  readonly policy: ContentPolicy | undefined;
  readonly limits: ContentLimits;
  /** It has the page to itself. */
  readonly whole: boolean;
  toggle(name: keyof Switches): void;
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
  readonly open: OpenButton;
  readonly long: LongText;
  readonly page: PageDialog;
  readonly asText: TextOpening;
  readonly list: BlockList;
}
