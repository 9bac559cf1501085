import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { html } from './html.js';

interface Media {
  readonly kind: 'image' | 'audio' | 'video';
  /** A `blob:` URL, or an address that the person chose to load from. */
  readonly url: string;
  /** The accessible name. */
  readonly label: string;
  /** Called if the browser cannot decode it or may not load it. */
  readonly onError: () => void;
  /** Lets a script focus the image. */
  readonly isFocusable?: boolean;
  /** So narrow or low that nothing of it would be seen: it gets a frame. */
  readonly isThin?: boolean;
}

/** An image, or a player that waits for a press. It sends no referrer. For a shadow root with {@link mediaStyles}. */
export function mediaElement({
  kind,
  url,
  label,
  onError,
  isFocusable = false,
  isThin = false,
}: Media): TemplateResult {
  switch (kind) {
    case 'image':
      return html`<img
        class=${isThin ? 'thin' : ''}
        part="image"
        src=${url}
        alt=${label}
        tabindex=${isFocusable ? -1 : nothing}
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${onError}
      />`;
    case 'audio':
      return html`<audio
        part="audio"
        src=${url}
        controls
        preload="none"
        aria-label=${label}
        @error=${onError}
      ></audio>`;
    case 'video':
      // `metadata` shows the first picture.
      return html`<video
        part="video"
        src=${url}
        controls
        playsinline
        preload="metadata"
        aria-label=${label}
        @error=${onError}
      ></video>`;
  }
}

export const mediaStyles: CSSResult = css`
  img,
  audio,
  video {
    display: block;
    max-inline-size: 100%;
  }
  img,
  video {
    max-block-size: var(--mcp-content-image-size, 34em);
    border-radius: var(--_radius);
  }
  /* Charts and drawings are often black on nothing: in a dark page they need a light ground. */
  img {
    background: #fff;
    forced-color-adjust: none;
  }
  img.thin {
    box-sizing: border-box;
    min-inline-size: 24px;
    min-block-size: 24px;
    border: 1px solid var(--_line-2);
    object-fit: scale-down;
  }
  audio {
    inline-size: min(100%, 30em);
  }
`;
