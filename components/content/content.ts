import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { limitsOf, planBlock, planContents, type ContentPolicy, type RenderPlan } from '../../src/content/index.js';
import type { ContentBlock, ResourceContents, Session } from '../../src/index.js';
import { contentContext } from '../contexts/content-context.js';
import { sessionContext } from '../contexts/session-context.js';
import { McpResourceOpenRequestEvent } from '../events/mcp-resource-open-request-event.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { blockedView, linkView, resourceView, toolResultView, toolUseView } from './card-views.js';
import type { ContentView, Opening } from './content-view.js';
import { contentStyles } from './content.styles.js';
import { CopyButton } from './copy-button.js';
import { FormatController } from './format-controller.js';
import { LinkGuard } from './link-guard.js';
import { MediaController } from './media-controller.js';
import { downloadView, mediaView } from './media-views.js';
import { SaveButton } from './save-button.js';
import { htmlView, jsonView, markdownView, textView } from './text-views.js';

/** One row per kind of plan; a kind without a row does not compile. */
const VIEWS: {
  readonly [K in RenderPlan['kind']]: (plan: Extract<RenderPlan, { kind: K }>, view: ContentView) => TemplateResult;
} = {
  text: textView,
  json: jsonView,
  markdown: markdownView,
  html: htmlView,
  image: mediaView,
  audio: mediaView,
  download: downloadView,
  link: linkView,
  resource: resourceView,
  'tool-use': toolUseView,
  'tool-result': toolResultView,
  blocked: blockedView,
};

/**
 * @summary Shows one piece of content from a server, whatever it is, so that it can do nothing to the page.
 *
 * Nothing is fetched from anywhere, nothing of the content runs, and links open only by a click of the person.
 *
 * @fires mcp-link-open-request {McpLinkOpenRequestEvent} - Before a web address is opened. Prevent it to open it another way.
 * @fires mcp-resource-open-request {McpResourceOpenRequestEvent} - Before a linked resource is read and shown here. Prevent it to show it elsewhere.
 * @csspart text - Plain text.
 * @csspart code - Text in a box that scrolls: JSON, source, arguments.
 * @csspart document - Formatted text.
 * @csspart image - An image.
 * @csspart audio - A sound.
 * @csspart card - A file, a linked or embedded resource, a tool call.
 * @csspart note - What a reader should know: why something is not shown, what was left out, where a link leads.
 * @csspart actions - The row of buttons.
 * @csspart expand-button - Shows long text whole.
 * @csspart format-button - Switches between formatted and source.
 * @csspart copy-button - Copies the text.
 * @csspart download-button - Saves the content as a file.
 * @csspart show-button - Opens a large image or sound.
 * @csspart read-button - Reads a linked resource.
 * @csspart open-link - Opens a web address.
 * @csspart decline-button - Leaves a suspicious link alone.
 * @cssprop [--mcp-content-box-size=24rem] - Height at which JSON and source begin to scroll.
 * @cssprop [--mcp-content-image-size=32rem] - Height beyond which an image is scaled down.
 */
export class McpContentElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, contentStyles];

  readonly #format = new FormatController(this);
  readonly #media = new MediaController(this);
  readonly #links = new LinkGuard(this);
  readonly #copy = new CopyButton(this);
  readonly #save = new SaveButton(this);
  #plan: RenderPlan | undefined;

  @state() private expanded = false;
  @state() private opening: Opening = 'closed';

  /** The block to show, of a tool result, a prompt or a sampling message. Wins over `contents`. */
  @property({ attribute: false })
  block: ContentBlock | undefined;

  /** The contents of a resource to show. */
  @property({ attribute: false })
  contents: ResourceContents | undefined;

  /** How content may be shown, and how much of it. */
  @consume({ context: contentContext, subscribe: true })
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  /** The session that reads linked resources. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('block') || changed.has('contents') || changed.has('policy')) this.#replan();
  }

  #replan(): void {
    const plan = this.block
      ? planBlock(this.block, this.policy)
      : this.contents && planContents(this.contents, this.policy);
    this.#plan = plan;
    this.expanded = false;
    this.opening = 'closed';
    this.#links.forget();
    this.#save.forget();
    this.#media.use(plan?.kind === 'image' || plan?.kind === 'audio' ? plan : undefined);
    // Markdown that says it is Markdown is what its author wants read. HTML could look like anything, so it waits.
    if (plan?.kind === 'markdown') void this.#format.show('markdown', plan.text, this.policy);
    else this.#format.hide();
  }

  readonly #toggleExpanded = (): void => {
    this.expanded = !this.expanded;
  };

  readonly #toggleFormatted = (language: 'markdown' | 'html', text: string): void => {
    this.#links.forget();
    const { phase } = this.#format.state;
    if (phase === 'shown' || phase === 'loading') this.#format.hide();
    else void this.#format.show(language, text, this.policy);
  };

  readonly #toggleResource = (uri: string): void => {
    if (this.opening === 'here') {
      this.opening = 'closed';
      return;
    }
    if (!this.dispatchEvent(new McpResourceOpenRequestEvent(uri))) return;
    this.opening = this.session ? 'here' : 'nobody';
  };

  override render(): TemplateResult | typeof nothing {
    const plan = this.#plan;
    if (!plan) return nothing;
    const view = VIEWS[plan.kind] as (plan: RenderPlan, view: ContentView) => TemplateResult;
    return view(plan, {
      policy: this.policy,
      limits: limitsOf(this.policy),
      expanded: this.expanded,
      toggleExpanded: this.#toggleExpanded,
      toggleFormatted: this.#toggleFormatted,
      session: this.session,
      opening: this.opening,
      toggleResource: this.#toggleResource,
      format: this.#format,
      media: this.#media,
      links: this.#links,
      copy: this.#copy,
      save: this.#save,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-content': McpContentElement;
  }
}
