import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  type Checked,
  checkedBlock,
  checkedContents,
  type ContentPolicy,
  limitsOf,
  planBlock,
  planContents,
  type RenderPlan,
} from '../../src/content/index.js';
import type { Annotations, ContentBlock, ResourceContents, Session } from '../../src/index.js';
import { sessionContext, usePolicyAround } from '../context.js';
import { McpResourceOpenRequestEvent } from '../events.js';
import { CopyButton } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import type { MarkdownChoice } from '../internal/markdown-choice.js';
import { StoreController } from '../internal/store-controller.js';
import { mediaStyles } from '../internal/media.js';
import { McpElement } from '../internal/mcp-element.js';
import { collapsedTextStyles } from '../internal/long-text.js';
import { base, controls, tokens } from '../internal/styles.js';
import { hues } from '../internal/hues.styles.js';
import { blockListStyles } from '../internal/block-list.styles.js';
import { BlockList } from './block-list.js';
import { brokenView, otherDataView } from './card-views.js';
import {
  actionRow,
  annotationsView,
  type ContentView,
  type LinkedResource,
  notes,
  switchButton,
  type Switches,
} from './content-view.js';
import { boxStyles, contentStyles, documentStyles, linkStyles } from './content.styles.js';
import { FileAsText, OpenButton, SaveButton } from './file-buttons.js';
import { FormatController } from './formatted-text.js';
import { LinkGuard } from './links.js';
import { LongText } from './long-text.js';
import { MediaController } from './media-controller.js';
import { PageDialog } from './page-dialog.js';
import { pageRenderedView, type PageRendering, renderWithPageRenderer } from './page-renderer.js';
import { nameContent, viewOf } from './views.js';
import { t } from './messages.js';

const NO_SWITCHES: Switches = {
  expanded: false,
  raw: false,
  wrap: true,
  asPage: false,
  otherView: false,
  more: false,
  withoutPageRenderer: false,
};

/**
 * @summary Shows one piece of content from a server, whatever it is, so that it can do nothing to the page.
 *
 * Nothing is fetched from anywhere, nothing of the content runs, and links open only by a click of the person.
 *
 * @fires {McpLinkOpenRequestEvent} mcp-link-open-request - Before a web address is opened. Prevent it to open it another way.
 * @fires {McpResourceOpenRequestEvent} mcp-resource-open-request - Before a linked resource is read and shown here. Prevent it to show it elsewhere.
 * @fires {McpSchemeOpenRequestEvent} mcp-scheme-open-request - The person wants to open an address that is not on the web. Prevent it if the page opens it.
 * @csspart text - Text.
 * @csspart code - Source text or JSON.
 * @csspart document - Formatted text.
 * @csspart image - An image.
 * @csspart audio - A sound.
 * @csspart video - A video.
 * @csspart item - One item of a list.
 * @csspart button - Every button.
 * @csspart note - A notice or a hint.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @csspart description - A description from the server.
 * @csspart actions - The buttons.
 * @csspart frame - The frame of a page.
 * @csspart link - A link.
 * @csspart decline-button - The button that declines.
 * @cssprop [--mcp-content-box-size=28em] - Height at which JSON and source begin to scroll.
 * @cssprop [--mcp-json-view-size=28em] - Height at which a tree of JSON begins to scroll.
 * @cssprop [--mcp-table-view-size=27em] - Height at which a table begins to scroll.
 * @cssprop [--mcp-content-image-size=34em] - Height beyond which an image is scaled down.
 */
export class McpContentElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    hues,
    base,
    controls,
    blockListStyles,
    collapsedTextStyles,
    mediaStyles,
    boxStyles,
    documentStyles,
    linkStyles,
    contentStyles,
  ];

  readonly #format = new FormatController(this);
  readonly #media = new MediaController(this);
  readonly #links = new LinkGuard(this);
  readonly #copy = new CopyButton(this);
  readonly #save = new SaveButton(this);
  readonly #open = new OpenButton(this);
  readonly #long = new LongText();
  readonly #page = new PageDialog(this);
  readonly #asText = new FileAsText(this);
  readonly #list = new BlockList(this);
  #plan: RenderPlan | undefined;
  /** The block with its issues, and without the members that are wrong. */
  #checked: Checked<ContentBlock | ResourceContents> | undefined;
  #pageRendering: PageRendering;

  @state() private switches: Switches = NO_SWITCHES;
  @state() private linkedResource: LinkedResource = 'closed';

  /** The block to show, of a tool result, a prompt or a sampling message. It takes precedence over `contents`. */
  @property({ attribute: false })
  block: ContentBlock | undefined;

  /** The contents of a resource. */
  @property({ attribute: false })
  contents: ResourceContents | undefined;

  /** The policy for what may be shown or loaded, with its limits. */
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  /** The session that reads linked resources; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** Uses all the room of the page: long text is shown at once, boxes take the available height. */
  @property({ type: Boolean, reflect: true })
  whole = false;

  /**
   * The person’s choice between Markdown and plain text. With it, a text that clearly is Markdown is formatted at once,
   * unless they chose plain text.
   */
  @property({ attribute: false })
  markdownChoice: MarkdownChoice | undefined;

  readonly #isPlain = new StoreController(this, () => this.markdownChoice?.isPlain);
  #wasPlain: boolean | undefined;

  constructor() {
    super();
    usePolicyAround(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isPlain = this.#isPlain.value;
    const isChosenAnew = isPlain !== this.#wasPlain;
    this.#wasPlain = isPlain;
    if (changed.has('block') || changed.has('contents') || changed.has('policy')) this.#replan();
    else if (isChosenAnew && this.#plan?.kind === 'text' && this.#plan.isMarkdown)
      this.#formatAsChosen(this.#plan.text);
  }

  /** A text that clearly is Markdown, as the person wants it. */
  #formatAsChosen(text: string): void {
    if (this.#isPlain.value === false) void this.#format.show('markdown', text, this.policy);
    else this.#format.hide();
  }

  #replan(): void {
    const { block, contents } = this;
    this.#checked = block ? checkedBlock(block) : contents && checkedContents(contents);
    const source = this.#checked?.value;
    const plan = source && ('type' in source ? planBlock(source, this.policy) : planContents(source, this.policy));
    this.#plan = plan;
    this.#pageRendering = source && plan && renderWithPageRenderer(source, plan, this.policy);
    this.switches = NO_SWITCHES;
    this.linkedResource = 'closed';
    for (const part of [this.#links, this.#save, this.#open, this.#long, this.#page]) part.forget();
    this.#asText.close();
    const isMedia = plan?.kind === 'image' || plan?.kind === 'audio' || plan?.kind === 'video';
    this.#media.use(isMedia ? plan : undefined);
    // Markdown with its MIME type is formatted at once. HTML could look like anything, so it waits for a press.
    if (plan?.kind === 'markdown') void this.#format.show('markdown', plan.text, this.policy);
    else if (plan?.kind === 'text' && plan.isMarkdown) this.#formatAsChosen(plan.text);
    else this.#format.hide();
  }

  readonly #toggle = (name: keyof Switches): void => {
    this.#links.forget();
    this.switches = { ...this.switches, [name]: !this.switches[name] };
    if (name === 'asPage') this.#format.hide();
  };

  readonly #toggleFormatted = (language: 'markdown' | 'html', text: string): void => {
    this.#links.forget();
    const { phase } = this.#format.state;
    if (this.markdownChoice && this.#plan?.kind === 'text' && this.#plan.isMarkdown) {
      const isPlain = phase === 'shown' || phase === 'loading';
      // If it is chosen already, this element gets no notification.
      if (this.#isPlain.value === isPlain) this.#wasPlain = undefined;
      this.markdownChoice.choose(isPlain);
      this.requestUpdate();
    } else if (phase === 'shown' || phase === 'loading') this.#format.hide();
    else void this.#format.show(language, text, this.policy);
  };

  readonly #toggleResource = (uri: string): void => {
    if (this.linkedResource === 'open') {
      this.linkedResource = 'closed';
      return;
    }
    if (!this.dispatchEvent(new McpResourceOpenRequestEvent(uri))) return;
    this.linkedResource = this.session ? 'open' : 'no-session';
  };

  override render(): TemplateResult | typeof nothing {
    const plan = this.#plan;
    if (!plan) return nothing;
    const view = this.#view();
    try {
      const { value, issues } = this.#checked!;
      const contents = 'type' in value ? undefined : value;
      return html`${this.#renderPlan(plan, view)}${notes(issues)}${otherDataView(contents, view)}${annotationsView(
        annotationsOf(value),
      )}${this.#page.render(view, nameContent(plan, contents?.uri))}`;
    } catch (error) {
      // A page may pass content that was never checked. The elements beside it must still render.
      console.error('mcp-embed: this content could not be shown.', error);
      return brokenView(this.block ?? this.contents, view);
    }
  }

  #renderPlan(plan: RenderPlan, view: ContentView): TemplateResult {
    const own = this.#pageRendering;
    if (!own) return viewOf(plan, view);
    if ('failure' in own) return html`${viewOf(plan, view)}${notes([own.failure])}`;
    return html`${view.withoutPageRenderer ? viewOf(plan, view) : pageRenderedView(own.view)}
    ${actionRow(
      switchButton(view, 'withoutPageRenderer', 'own-button', {
        on: t('content.showItAnotherWay'),
        off: t('content.showItAsThis'),
      }),
      view.withoutPageRenderer ? nothing : this.#page.button(view),
    )}`;
  }

  #view(): ContentView {
    return {
      ...this.switches,
      block: this.block,
      contents: this.contents,
      policy: this.policy,
      limits: limitsOf(this.policy),
      whole: this.whole,
      toggle: this.#toggle,
      toggleFormatted: this.#toggleFormatted,
      session: this.session,
      linkedResource: this.linkedResource,
      toggleResource: this.#toggleResource,
      format: this.#format,
      media: this.#media,
      links: this.#links,
      copy: this.#copy,
      save: this.#save,
      open: this.#open,
      long: this.#long,
      page: this.#page,
      asText: this.#asText,
      list: this.#list,
    };
  }
}

function annotationsOf(value: ContentBlock | ResourceContents): Annotations | undefined {
  return 'type' in value && 'annotations' in value ? value.annotations : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-content': McpContentElement;
  }
}
