import { nothing, type TemplateResult } from 'lit';
import type { ResourceContents } from '../../src/index.js';
import { formatCount } from '../words/counted.js';
import { html } from '../words/html.js';

/** Contents of one resource that are shown; a resource can be a whole folder. */
const MAX_CONTENTS = 100;

/** Everything that a resource consists of. An address is shown where it is not the one that was asked for. */
export function contentsView(contents: readonly ResourceContents[], uri: string | undefined): TemplateResult {
  if (contents.length === 0) return html`<p class="quiet" part="empty">The resource is empty.</p>`;
  const isNamed = contents.length > 1 || contents[0]?.uri !== uri;
  return html`${contents.slice(0, MAX_CONTENTS).map(
    (one) =>
      html`<div class="item" part="item">
        ${isNamed ? html`<code class="small quiet" dir="ltr">${one.uri}</code>` : nothing}
        <mcp-content .contents=${one}></mcp-content>
      </div>`,
  )}
  ${
    contents.length > MAX_CONTENTS
      ? html`<p class="small quiet">
          The first ${MAX_CONTENTS} of ${formatCount(contents.length)} contents are shown.
        </p>`
      : nothing
  }`;
}
