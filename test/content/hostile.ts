/** One way to do harm with markup, of our own writing: runs, loads, or takes over something unless it is stopped. */
export interface Hostile {
  readonly title: string;
  readonly html: string;
}

const ROOT = '/never/';
/** What a payload runs, if it gets to. */
export const CRY = 'window.__ran=(window.__ran||0)+1';

export const HOSTILE_HTML: readonly Hostile[] = [
  { title: 'a script', html: `<script>${CRY}</script>` },
  { title: 'a script from elsewhere', html: `<script src="${ROOT}script.js"></script>` },
  { title: 'an error handler', html: `<img src="${ROOT}x" onerror="${CRY}">` },
  { title: 'an error handler in a hurry', html: `<img/src="${ROOT}x"/onerror=${CRY}>` },
  { title: 'a load handler on SVG', html: `<svg onload="${CRY}"></svg>` },
  { title: 'a script in SVG', html: `<svg><script>${CRY}</script></svg>` },
  { title: 'a script reference in SVG', html: `<svg><script href="data:text/javascript,${CRY}"/></svg>` },
  {
    title: 'an animated address',
    html: `<svg><a><animate attributeName=href values=javascript:${CRY}></animate><text>x</text></a></svg>`,
  },
  { title: 'a use element', html: `<svg><use href="${ROOT}sprite.svg#x"></use></svg>` },
  { title: 'an image in SVG', html: `<svg><image href="${ROOT}x.png"></image></svg>` },
  { title: 'HTML in SVG', html: `<svg><foreignObject><iframe src="javascript:${CRY}"></iframe></foreignObject></svg>` },
  { title: 'style smuggled through SVG', html: `<svg></p><style><a id="</style><img src=x onerror=${CRY}>">` },
  {
    title: 'style smuggled through MathML',
    html: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${CRY}&gt;">`,
  },
  {
    title: 'noscript that changes its mind',
    html: `<noscript><p title="</noscript><img src=x onerror=${CRY}>"></noscript>`,
  },
  { title: 'a template', html: `<template><img src=x onerror="${CRY}"></template>` },
  {
    title: 'a declarative shadow root',
    html: `<div><template shadowrootmode="open"><script>${CRY}</script></template></div>`,
  },
  { title: 'a frame', html: `<iframe src="javascript:parent.${CRY}"></iframe>` },
  { title: 'a frame with a document inside', html: `<iframe srcdoc="<script>parent.${CRY}</script>"></iframe>` },
  { title: 'an object', html: `<object data="${ROOT}x.html"></object>` },
  { title: 'an embed', html: `<embed src="${ROOT}x.svg">` },
  {
    title: 'a set of frames',
    html: `<frameset onload="${CRY}"><frame src="${ROOT}x.html"></frameset>`,
  },
  { title: 'a stylesheet', html: `<link rel=stylesheet href="${ROOT}x.css">` },
  { title: 'a preload', html: `<link rel=preload as=image href="${ROOT}p.png">` },
  { title: 'an import', html: `<style>@import "${ROOT}x.css"; * { background: url(${ROOT}bg.png) }</style>` },
  { title: 'a background', html: `<div style="background:url(${ROOT}b.png)">x</div>` },
  {
    title: 'an old background',
    html: `<table background="${ROOT}t.png"><tr><td background="${ROOT}d.png">x</td></tr></table>`,
  },
  { title: 'a cover over the page', html: `<div style="position:fixed;inset:0;z-index:99999;background:red">x</div>` },
  { title: 'a picture', html: `<picture><source srcset="${ROOT}s.png"><img src="${ROOT}i.png"></picture>` },
  { title: 'candidates', html: `<img srcset="${ROOT}1.png 1x, ${ROOT}2.png 2x">` },
  { title: 'a video with a poster', html: `<video src="${ROOT}v.mp4" poster="${ROOT}v.png" autoplay></video>` },
  { title: 'an audio', html: `<audio src="${ROOT}a.mp3" autoplay></audio>` },
  { title: 'a track', html: `<video><track default src="${ROOT}t.vtt"></video>` },
  { title: 'an image button', html: `<input type=image src="${ROOT}b.png">` },
  {
    title: 'a form',
    html: `<form action="${ROOT}f"><input name=password type=password><button>Sign in</button></form>`,
  },
  { title: 'a button that submits elsewhere', html: `<button form=x formaction="javascript:${CRY}">x</button>` },
  { title: 'a script address', html: `<a href="javascript:${CRY}">x</a>` },
  { title: 'a script address in pieces', html: `<a href="java&#10;script&#58;${CRY}">x</a>` },
  { title: 'a script address with controls', html: `<a href="&#1;javascript:${CRY}">x</a>` },
  { title: 'a data address', html: `<a href="data:text/html,<script>${CRY}</script>">x</a>` },
  { title: 'a ping', html: `<a href="https://a.example" ping="${ROOT}ping">x</a>` },
  { title: 'a base', html: `<base href="https://evil.example/"><a href="login">x</a>` },
  { title: 'a refresh', html: `<meta http-equiv=refresh content="0;url=javascript:${CRY}">` },
  { title: 'names that shadow', html: `<a id=cookie name=cookie>x</a><p id=getElementById></p>` },
  {
    title: 'a form that shadows itself',
    html: `<form id=x><input name=attributes><input name=nodeName><input name=parentNode></form>`,
  },
  { title: 'focus on arrival', html: `<p tabindex=0 autofocus onfocus="${CRY}">x</p>` },
  { title: 'editable text', html: `<p contenteditable onbeforeinput="${CRY}">x</p>` },
  { title: 'a details that opens', html: `<details open ontoggle="${CRY}"><summary>x</summary></details>` },
  { title: 'a marquee', html: `<marquee onstart="${CRY}">x</marquee>` },
  { title: 'a popover', html: `<p popover id=p>x</p><button popovertarget=p>y</button>` },
  { title: 'a custom element of the page', html: `<mcp-client url="${ROOT}mcp"></mcp-client>` },
  { title: 'a slot', html: `<p slot=approvals>x</p><slot name=status></slot>` },
  { title: 'a part and a class', html: `<p part=submit-button class="note error">x</p>` },
  { title: 'a role', html: `<div role=alertdialog aria-label="Sign in">x</div>` },
  { title: 'a handler on something unknown', html: `<xss onmouseover="${CRY}">x</xss>` },
  { title: 'a comment that ends early', html: `<!--><img src=x onerror=${CRY}>-->` },
  { title: 'an attribute that ends early', html: `<p title='"><img src=x onerror=${CRY}>'>x</p>` },
];

/** The same in Markdown. */
export const HOSTILE_MARKDOWN: readonly Hostile[] = [
  { title: 'raw HTML', html: `<script>${CRY}</script>\n\n<img src=x onerror=${CRY}>` },
  { title: 'a script address', html: `[x](javascript:${CRY})` },
  { title: 'a script address, encoded', html: `[x](java&#115;cript:${CRY})` },
  { title: 'a script address in a definition', html: `[x][y]\n\n[y]: javascript:${CRY}` },
  { title: 'a script address in angle brackets', html: `<javascript:${CRY}>` },
  { title: 'a data address', html: '[x](data:text/html;base64,PHNjcmlwdD4=)' },
  { title: 'an image', html: `![x](${ROOT}x.png)` },
  { title: 'an image that breaks out', html: `![x" onerror="${CRY}](x.png)` },
  { title: 'a title that breaks out', html: `[x](https://a.example "t\\" onmouseover=\\"${CRY}")` },
  { title: 'a fence that breaks out', html: `\`\`\`"><img src=x onerror=${CRY}>\nx\n\`\`\`` },
];

/** Whatever must not be in anything sanitized. */
export function leftovers(root: Element): string[] {
  const forbidden =
    'script,style,link,iframe,object,embed,form,input,button,textarea,select,img,picture,video,audio,source,svg,math,template,slot,meta,base,[style],[id],[name],[src],[srcset],[background],[tabindex],[role],[part],[slot],[popover],[contenteditable],[ping],[autofocus]';
  const found = [...root.querySelectorAll(forbidden)].map((element) => element.outerHTML);
  for (const element of root.querySelectorAll('*')) {
    if (element.localName.includes('-')) found.push(element.outerHTML);
    for (const { name, value } of element.attributes) {
      if (/^(?:on|data-|aria-)/.test(name)) found.push(`${name}=${value}`);
      if (name === 'class' && !['not-loaded', 'link-host'].includes(value)) found.push(`class=${value}`);
      if (name === 'href' && !/^(?:https?|mailto):/.test(value)) found.push(`href=${value}`);
    }
  }
  return found;
}
