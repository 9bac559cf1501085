import type { SitePolicy } from '../../src/index.js';
import type { Library } from './page.js';
import { joined } from '../support/harness/reader.js';

/** A page of its own, with its own policy. */
export interface PolicyPage {
  readonly library: Library;
  readonly window: Window & typeof globalThis;
  readonly document: Document;
  /** Everything that an element shows, with what is in the shadow roots inside it. */
  textOf(element: Element): string;
  /** Puts an element into the page and waits until its text matches. */
  shows(markup: string, text: RegExp): Promise<HTMLElement>;
}

const open: HTMLIFrameElement[] = [];

/** Opens a page in which this runs before the library is loaded. */
export async function pageAfter(script: string): Promise<PolicyPage> {
  const frame = document.createElement('iframe');
  frame.width = '900';
  frame.height = '600';
  frame.src = `${new URL('/test/site-policy/page.html', location.href).href}?${crypto.randomUUID()}#${encodeURIComponent(script)}`;
  open.push(frame);
  const loaded = new Promise<void>((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<{ loaded?: string }>) => {
      if (data.loaded === frame.src) resolve();
    });
  });
  document.body.append(frame);
  await loaded;
  const { contentWindow: window, contentDocument } = frame as unknown as {
    contentWindow: Window & typeof globalThis & { library: Library };
    contentDocument: Document;
  };
  const page: PolicyPage = {
    library: window.library,
    window,
    document: contentDocument,
    textOf,
    async shows(markup, text) {
      const box = contentDocument.createElement('div');
      box.innerHTML = markup;
      contentDocument.body.append(box);
      for (let tries = 0; tries < 200; tries++) {
        if (text.test(textOf(box))) return box.firstElementChild as HTMLElement;
        // oxlint-disable-next-line no-await-in-loop -- it waits
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`It does not show ${String(text)}, but: ${textOf(box)}`);
    },
  };
  return page;
}

export function pageWith(policy: SitePolicy): Promise<PolicyPage> {
  return pageAfter(`globalThis.mcpEmbedPolicy = ${JSON.stringify(policy)}`);
}

export function closePages(): void {
  for (const frame of open.splice(0)) frame.remove();
}

function textOf(root: Node): string {
  if (root.nodeType === Node.TEXT_NODE) return root.nodeValue ?? '';
  if (/^(STYLE|SCRIPT)$/.test(root.nodeName)) return '';
  const shadow = (root as Partial<Element>).shadowRoot;
  const children = [...(shadow ? [shadow] : []), ...root.childNodes];
  return joined(children, textOf);
}
