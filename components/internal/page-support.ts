import { render } from 'lit';
import { html } from './html.js';
import { missingFeature } from './needed-features.js';

const TOO_OLD =
  'This browser is too old for what belongs here. Update it, or use Chrome or Edge 125, Firefox 128, Safari 18 or a later one.';
const NO_TEMPLATES =
  'This page is XHTML, in which this part does not work. Its author can send the page as text/html, or load mcp-embed.iife.js.';

/** Why the elements cannot work in this page. */
interface PageProblem {
  /** For the place of each element. */
  readonly sentence: string;
  /** For developers. */
  readonly detail: string;
}

let found: { readonly problem: PageProblem | undefined } | undefined;

/** Why the elements cannot work in this page; undefined if they can. Found once. */
export function pageProblem(): PageProblem | undefined {
  found ??= { problem: findProblem() };
  return found.problem;
}

function findProblem(): PageProblem | undefined {
  const missing = missingFeature();
  if (missing) return { sentence: TOO_OLD, detail: `It has no ${missing}.` };
  if (document.contentType !== 'text/html' && !rendersTemplates())
    return {
      sentence: NO_TEMPLATES,
      detail: `It is ${document.contentType}, where the templates of Lit do not parse.`,
    };
  return undefined;
}

/** In an XML document, templates are parsed as XML, unless this library was built with its own Lit. */
function rendersTemplates(): boolean {
  try {
    const place = document.createElement('div');
    render(html`<br /><input ?disabled=${true} />`, place);
    return place.querySelector('input')?.disabled === true;
  } catch {
    return false;
  }
}

let isTold = false;

/**
 * Shows the sentence in the place of each of these elements, now and as they are added, instead of registering them. An
 * element with text of the page keeps it.
 */
export function tellInPlace(tags: readonly string[], { sentence, detail }: PageProblem): void {
  if (!isTold) console.error(`mcp-embed: ${sentence} (${detail})`);
  isTold = true;
  const tell = (): void => {
    for (const element of document.querySelectorAll(tags.join(',')))
      if (element.textContent?.trim() === '' && element.children.length === 0) element.append(sentence);
  };
  tell();
  new MutationObserver(tell).observe(document, { childList: true, subtree: true });
}
