import { CRY, type Hostile } from './hostile.js';

const SCRIPT = `<script>${CRY}</script>`;
const DRAWN = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${CRY}'/>`;

/** Attacks that came to mind later, on each of the ways that text takes to the screen. */
export const ATTACKS: readonly Hostile[] = [
  {
    title: 'HTML in MathML annotations',
    html: `<math><annotation-xml encoding="text/html">${SCRIPT}</annotation-xml></math>`,
  },
  {
    title: 'a change of language in MathML',
    html: `<form><math><mtext></form><form><mglyph><style></math><img src=/never/x onerror=${CRY}>`,
  },
  {
    title: 'a change of language in SVG',
    html: `<svg><desc><table><svg><title><style><img src=/never/x onerror=${CRY}></style>`,
  },
  { title: 'a section of characters in SVG', html: `<svg><![CDATA[><img src=/never/x onerror=${CRY}>]]></svg>` },
  {
    title: 'templates in each other',
    html: `<template><template><template>${SCRIPT}</template></template></template>`,
  },
  {
    title: 'a shadow that can be copied',
    html: `<p><template shadowrootmode=closed shadowrootclonable>${SCRIPT}<slot></template>x</p>`,
  },
  {
    title: 'a select that eats its end',
    html: `<select><template><style></select><img src=/never/x onerror=${CRY}></style></template></select>`,
  },
  {
    title: 'old elements of text',
    html: `<xmp><p title="</xmp><img src=/never/x onerror=${CRY}>"></xmp><listing>&lt;img onerror=${CRY}></listing>`,
  },
  { title: 'text that has no end', html: `<plaintext><img src=/never/x onerror=${CRY}>` },
  {
    title: 'words for those without frames',
    html: `<noframes><style></noframes><img src=/never/x onerror=${CRY}></style></noframes>`,
  },
  {
    title: 'a reference to a drawing in an address',
    html: `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='${CRY}'/></svg>#x"/></svg>`,
  },
  {
    title: 'an address set later',
    html: `<svg><a id=a><set attributeName=href to=javascript:${CRY}><text y=20>x</text></a><animate href=#a attributeName=xlink:href values=javascript:${CRY}></svg>`,
  },
  { title: 'a handler set later', html: `<svg><animate attributeName=onclick values=${CRY} begin=0s></svg>` },
  {
    title: 'a filter that loads',
    html: '<svg><filter id=f><feImage href="/never/f.png"/></filter><rect filter="url(/never/f.svg#f)" fill="url(/never/p.svg#p)" mask="url(//evil.example/m)"/></svg>',
  },
  {
    title: 'a link of MathML',
    html: `<math href="javascript:${CRY}"><mi xlink:href="javascript:${CRY}">x</mi></math>`,
  },
  {
    title: 'images by all functions of CSS',
    html: '<style>a{background:image-set("/never/1.png" 1x);cursor:url(/never/2.cur),auto;content:src("/never/3");mask:cross-fade(url(/never/4),url(/never/5))}@font-face{font-family:x;src:url(/never/6)}@namespace url(/never/7);@layer a;@import url("/never/8") layer(a) supports(display:grid)</style><a style="background:image-set(\'/never/9.png\' 1x)">x</a>',
  },
  {
    title: 'styles that read what is typed',
    html: '<style>input[value^=a]{background:url(/never/a)}:has(x){--x:url(/never/b)}</style><div style="list-style:url(/never/c);border-image:url(/never/d)">x</div>',
  },
  {
    title: 'hints to connect',
    html: '<link rel=preconnect href=//evil.example><link rel=dns-prefetch href=//evil.example><link rel=modulepreload href=/never/m.js><link rel=prerender href=/never/><link rel=preload as=image imagesrcset="/never/1.png 1x" imagesizes=1px>',
  },
  {
    title: 'rules for loading ahead',
    html: '<script type=speculationrules>{"prefetch":[{"urls":["/never/s"]}]}</script><script type=importmap>{"imports":{"lit":"/never/lit.js"}}</script>',
  },
  {
    title: 'another policy and another base',
    html: '<meta http-equiv=content-security-policy content="script-src *"><meta http-equiv=set-cookie content=a=1><meta name=referrer content=unsafe-url><base target=_top href=//evil.example/>',
  },
  {
    title: 'attributes that tell',
    html: '<a href="https://a.example/" ping=/never/p attributionsrc=/never/a download=x.exe>x</a><img attributionsrc=/never/i lowsrc=/never/l dynsrc=/never/d longdesc=/never/n>',
  },
  {
    title: 'commands of buttons',
    html: '<button command=show-modal commandfor=d popovertarget=d popovertargetaction=show>x</button><dialog id=d open popover=manual>x</dialog>',
  },
  {
    title: 'names that our code uses',
    html: [
      'document',
      'body',
      'shadowRoot',
      'renderRoot',
      'root',
      'textContent',
      'ownerDocument',
      'innerHTML',
      'adoptedStyleSheets',
      '__proto__',
      'customElements',
      'trustedTypes',
      'scenes',
    ]
      .map(
        (name) =>
          `<a id=${name} name=${name}></a><img name=${name}><form id=${name}><input name=${name}><output name=${name}></form>`,
      )
      .join(''),
  },
  {
    title: 'elements made from others',
    html: '<button is=mcp-client>x</button><mcp-session url=/never/m><mcp-log></mcp-log></mcp-session><font-face></font-face><annotation-xml></annotation-xml>',
  },
  {
    title: 'many attributes',
    html: `<p ${Array.from({ length: 300 }, (_, index) => `on${index}=${CRY} data-${index}=1`).join(' ')}>x</p>`,
  },
  {
    title: 'a frame in many words',
    html: `<iframe src=about:blank srcdoc="&lt;script>parent.${CRY}&lt;/script>" sandbox="allow-scripts allow-same-origin" credentialless allow="camera *" csp="x"></iframe><fencedframe></fencedframe><portal src=/never/p></portal>`,
  },
  {
    title: 'objects and players',
    html: `<object type=text/html data="data:text/html,${SCRIPT}"><param name=movie value=/never/m.swf></object><embed type=image/svg+xml src="${DRAWN}"><bgsound src=/never/b.mid><applet code=X archive=/never/x.jar></applet>`,
  },
  {
    title: 'drawings as images',
    html: `<img src="${DRAWN}"><input type=image src="${DRAWN}"><video poster="${DRAWN}"></video><picture><source srcset="/never/s.avif" type=image/avif></picture>`,
  },
  {
    title: 'instructions and declarations',
    html: `<?xml-stylesheet href="javascript:${CRY}"?><!DOCTYPE x [<!ENTITY a "<script>">]><!ATTLIST x><%${CRY}%>&a;<!-- --!><img src=/never/x onerror=${CRY}>-->`,
  },
  {
    title: 'characters between the letters',
    html: `<scr\0ipt>${CRY}</scr\0ipt><img/\u000csrc=/never/x\u000conerror=${CRY}><a href="java\tscr\nipt:${CRY}">x</a><a href="\u00a0javascript:${CRY}">y</a>`,
  },
];

/** The same in Markdown. */
export const MARKDOWN_ATTACKS: readonly Hostile[] = [
  {
    title: 'an image that is a drawing',
    html: `![x](data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="${CRY}"/>`)})\n![x](${DRAWN})`,
  },
  { title: 'an image in a link in an image', html: '[![![x](/never/1.png)](/never/2.png)](javascript:1)' },
  {
    title: 'definitions by other names',
    html: `[toString]: javascript:${CRY}\n[__proto__]: javascript:${CRY}\n[constructor]: javascript:${CRY}\n\n[toString] [__proto__] [constructor] [valueOf]`,
  },
  {
    title: 'addresses in pieces',
    html: `[a](<java\nscript:${CRY}>) [b](javascript&colon;${CRY}) [c](&#x6A;avascript:${CRY}) [d](\\javascript:${CRY}) <JaVaScRiPt:${CRY}>`,
  },
  {
    title: 'HTML in each place of a table',
    html: `|<img src=/never/x onerror=${CRY}>|b|\n|:-:|-|\n|[x](javascript:${CRY})|<b onclick=${CRY}>|`,
  },
  {
    title: 'languages that are none',
    html: `\`\`\`js" onmouseover="${CRY}\nx\n\`\`\`\n~~~__proto__\nx\n~~~\n~~~constructor\nx\n~~~`,
  },
];

/** Addresses that no browser may be given, and that no page may be offered. */
export const ADDRESSES: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\r\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u0000javascript:alert(1)',
  ' \u001fjavascript:alert(1)',
  'javascript\u2028:alert(1)',
  '\u2028javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'javascript%3Aalert(1)',
  '%6Aavascript:alert(1)',
  '&#106;avascript:alert(1)',
  'ｊａｖａｓｃｒｉｐｔ：alert(1)',
  'feed:javascript:alert(1)',
  'view-source:https://a.example/',
  'view-source:javascript:alert(1)',
  'jar:https://a.example!/x',
  'blob:https://a.example/5c5d6b5e-0000-4000-8000-000000000000',
  'filesystem:https://a.example/temporary/x.html',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'about:blank',
  'chrome://settings',
  'ms-msdt:/id',
  'search-ms:query=x',
  'intent://x#Intent;scheme=https;end',
  'https:',
  'http://',
  '//evil.example/x',
];
