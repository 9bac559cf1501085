import {
  type ContentPolicy,
  decodeBase64,
  pictureData,
  planBlock,
  planContents,
  visibleText,
} from '../../src/content/index.js';
import type { ContentBlock, ResourceContents } from '../../src/index.js';
import { t } from './messages.js';

/**
 * Replaces the words of a picture whose data is in the text. It is checked like any image block: by its first bytes, its
 * size and its pixels. A picture that is not shown at once becomes its own block with an explanation.
 */
export function placePicture(words: HTMLElement, url: string, alt: string, policy: ContentPolicy | undefined): void {
  const data = pictureData(url);
  if (!data) {
    words.textContent = visibleText(alt ? t('content.thisImageCannotBe', { alt }) : t('content.thisImageCannotBeRead'));
    return;
  }
  const source: { block?: ContentBlock; contents?: ResourceContents } =
    'base64' in data
      ? { block: { type: 'image', mimeType: data.mimeType, data: data.base64 } }
      : { contents: { uri: 'image.svg', mimeType: data.mimeType, text: data.text } };
  const plan = source.block ? planBlock(source.block, policy) : planContents(source.contents!, policy);
  if (plan.kind !== 'image' || plan.onRequest || plan.notes.length > 0) {
    const content = document.createElement('mcp-content');
    Object.assign(content, source, { policy });
    words.replaceWith(content);
    return;
  }
  const image = document.createElement('img');
  image.className = 'inline-picture';
  image.setAttribute('part', 'image');
  image.alt = visibleText(alt);
  image.decoding = 'async';
  if (plan.width !== undefined && plan.height !== undefined) [image.width, image.height] = [plan.width, plan.height];
  const fail = (): void => {
    words.textContent = visibleText(
      alt ? t('content.thisImageCannotBeShown', { alt }) : t('content.thisImageCannotBeShown6'),
    );
    image.replaceWith(words);
  };
  words.replaceWith(image);
  void show(image, plan.data, plan.mimeType).catch(fail);
}

/** The address ends as soon as the browser has read it. */
async function show(
  image: HTMLImageElement,
  data: { readonly base64: string } | { readonly text: string },
  mimeType: string,
): Promise<void> {
  const bytes = 'text' in data ? data.text : await decodeBase64(data.base64);
  if (bytes === undefined) throw new Error('It is not valid base64.');
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  try {
    await new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve(), { once: true });
      image.addEventListener('error', () => reject(new Error('The browser cannot show it.')), { once: true });
      image.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
