import { formatCount } from '../util/numbers.js';

/** Pictures that a text contains as `data:` URLs. A picture has millions of characters; the readers of text get a short name. */

/** A picture in a `data:` URL. Only base64 and percent-encoding are written without spaces and quotes. */
const DATA_PICTURE = /data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)(?:;[\w=-]{1,40}){0,4},[\w+/=%.~!$&*:;?@-]+/gi;
/** Characters of a `data:` URL in running text that are shown. The rest is counted. */
const MAX_DATA_SHOWN = 200;

export class InlinePictures {
  /** The text with a short name in place of each picture. */
  readonly text: string;
  /** The beginning of each name. Random, so that no text can contain one by intent. */
  readonly #mark: string;
  readonly #urls: string[] = [];
  readonly #name: RegExp;

  constructor(source: string) {
    this.#mark = `mcp-picture:${crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].join('-')}-`;
    this.#name = new RegExp(`${this.#mark}(\\d{1,9})\\.`, 'g');
    this.text = source.replace(DATA_PICTURE, (url) => `${this.#mark}${this.#urls.push(url) - 1}.`);
  }

  /** True if a text contains a name of this list. */
  isIn(text: string): boolean {
    return this.#urls.length > 0 && text.includes(this.#mark);
  }

  /** The text as it was. */
  restore(text: string): string {
    return this.isIn(text) ? text.replace(this.#name, (_, index) => this.#urls[Number(index)] ?? '') : text;
  }

  /** The text with the beginning of each picture in place of its name. */
  shorten(text: string): string {
    if (!this.isIn(text)) return text;
    return text.replace(this.#name, (_, index) => {
      const url = this.#urls[Number(index)] ?? '';
      if (url.length <= MAX_DATA_SHOWN) return url;
      return `${url.slice(0, MAX_DATA_SHOWN)}… (${formatCount(url.length)} characters)`;
    });
  }
}

/** The data of a picture in a `data:` URL: base64, or the text of an SVG. */
export type PictureData =
  { readonly mimeType: string; readonly base64: string } | { readonly mimeType: string; readonly text: string };

/** @returns undefined for a URL that is no picture, or cannot be read */
export function pictureData(url: string): PictureData | undefined {
  const found = /^data:(image\/(?:png|jpe?g|gif|webp|avif|svg\+xml))((?:;[\w=-]{1,40}){0,4}),/i.exec(url.slice(0, 300));
  if (!found) return undefined;
  const [prefix, type = '', parameters = ''] = found;
  const mimeType = type.toLowerCase();
  const data = url.slice(prefix.length);
  try {
    if (/;base64$/i.test(parameters)) return { mimeType, base64: decodeURIComponent(data) };
    // Without base64, only a drawing is text.
    return mimeType === 'image/svg+xml' ? { mimeType, text: decodeURIComponent(data) } : undefined;
  } catch {
    return undefined;
  }
}
