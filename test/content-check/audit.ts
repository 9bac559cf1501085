import type { Finding, Wrong } from './witness.js';

/** Elements that nothing of ours ever makes, and nobody else may. */
const NEVER =
  'script,style,link,meta,base,object,embed,applet,frame,frameset,marquee,math,portal,noscript,template,' +
  'foreignObject,use,animate,set,animateMotion,animateTransform,feImage,image,picture,track,map,area';
/** What may not be in sanitized text, besides. */
const NOT_IN_TEXT =
  'iframe,img,video,audio,source,svg,form,input,button,textarea,select,option,output,fieldset,label,slot,canvas,dialog,' +
  'meter,progress,[style],[id],[name],[src],[srcset],[background],[tabindex],[role],[part],[slot],[popover],' +
  '[contenteditable],[ping],[autofocus],[is],[form],[data-decided]';
/** What our own code sets on elements through the CSS object model: places and sizes. */
const OWN_STYLE =
  /^(?:--[\w-]+|(?:min-|max-)?(?:block-size|inline-size|width|height)|inset[\w-]*|top|left|transform|translate|padding[\w-]*|grid-[\w-]+|contain-intrinsic-size|display|visibility)$/;
const SANITIZED = '[part~="document"]:not([data-name])';
/** What our own code puts in the place of an image. */
const OWN_IN_TEXT = 'mcp-remote-media, mcp-content';
/** What it makes of Markdown. No server can give an element one of these classes: the sanitizer takes them away. */
const MADE_IN_TEXT =
  'li.task input[type="checkbox"][disabled], .footnotes li[id^="mcp-note-"], sup[id^="mcp-note-"], ' +
  '.code-head *, img.inline-picture, pre[tabindex="0"][role="group"][aria-label]:not([id], [part], [style], [popover])';

export interface Audit {
  readonly elements: number;
  readonly findings: readonly Finding[];
}

/** Goes through everything in a box, shadow roots and all, and says what must not be there, or does not stay in it. */
export function auditBox(box: Element): Audit {
  const findings: Finding[] = [];
  const note = (wrong: Wrong, element: Element, why: string): void =>
    void findings.push({ wrong, detail: `${why}: ${describe(element)}` });
  const all = walk(box);
  for (const { element, isText } of all) {
    if (element.matches(NEVER)) note('left over', element, 'an element');
    if (isText && !element.matches(`${OWN_IN_TEXT}, ${MADE_IN_TEXT}`) && isOddInText(element))
      note('left over', element, 'in sanitized text');
    if (element instanceof HTMLUnknownElement) note('left over', element, 'an unknown element');
    readAttributes(element, (why) => note('left over', element, why));
  }
  if (box.scrollWidth > box.clientWidth + 1)
    findings.push({
      wrong: 'outside its box',
      detail: `${box.scrollWidth} px wide instead of ${box.clientWidth}: ${widest(box)}`,
    });
  return { elements: all.length, findings };
}

function isOddInText(element: Element): boolean {
  return element.matches(NOT_IN_TEXT) || element.localName.includes('-');
}

function readAttributes(element: Element, note: (why: string) => void): void {
  for (const { name, value } of element.attributes) {
    if (/^on/i.test(name)) note('a handler');
    else if (name === 'style') readStyle((element as HTMLElement).style, note);
    else if (/^(?:href|xlink:href)$/.test(name)) {
      const isSaving = element.hasAttribute('download') && value.startsWith('blob:');
      if (!isSaving && !/^(?:https?:|mailto:|#)/i.test(value)) note('an address');
    } else if (/^(?:src|poster|data|background|srcset|ping|formaction|action|srcdoc)$/.test(name)) {
      if (value !== '' && !value.startsWith('blob:') && !isOwnFrame(element)) note('an address');
    }
  }
  if (element.localName === 'iframe' && element.getAttribute('sandbox') !== '') note('a frame without a sandbox');
}

const isOwnFrame = (element: Element): boolean =>
  element.localName === 'iframe' && element.getAttribute('sandbox') === '' && !element.hasAttribute('src');

function readStyle(style: CSSStyleDeclaration | undefined, note: (why: string) => void): void {
  for (const name of style ?? [])
    if (!OWN_STYLE.test(name) || style!.getPropertyValue(name).includes('url(')) note(`a style (${name})`);
}

interface Place {
  readonly element: Element;
  readonly isText: boolean;
}

/** Every element below, those in shadow roots as well. */
function walk(root: Element | ShadowRoot, isText = false, into: Place[] = []): Place[] {
  for (let element = root.firstElementChild; element; element = element.nextElementSibling) {
    into.push({ element, isText });
    const inside = isText || element.matches(SANITIZED);
    if (element.shadowRoot) walk(element.shadowRoot, inside && !element.matches(OWN_IN_TEXT), into);
    walk(element, inside, into);
  }
  return into;
}

/** Everything below, shadow roots included, its own as well. */
export function everything(root: Element): Element[] {
  return [...(root.shadowRoot ? walk(root.shadowRoot) : []), ...walk(root)].map(({ element }) => element);
}

/** Whether anything has come above the page. */
export function auditPage(sentinel: HTMLElement): Finding[] {
  const { left, top, width, height } = sentinel.getBoundingClientRect();
  const at = (root: DocumentOrShadowRoot): Element | null => root.elementFromPoint(left + width / 2, top + height / 2);
  let above = at(document);
  for (let inner = above?.shadowRoot && at(above.shadowRoot); inner && inner !== above;) {
    above = inner;
    inner = above.shadowRoot && at(above.shadowRoot);
  }
  if (!above || above === sentinel) return [];
  return [{ wrong: 'outside its box', detail: `above the page: ${describe(above)}` }];
}

function widest(box: Element): string {
  const { right } = box.getBoundingClientRect();
  const out = everything(box).filter((each) => each.getBoundingClientRect().right > right + 1);
  // The innermost of them: what stands around it is only as wide because of it.
  return out.slice(-3).map(describe).join(', ') || 'no element';
}

/** Where an element is, in short. */
export function describe(element: Element): string {
  const host = element.getRootNode();
  const place = host instanceof ShadowRoot ? `${host.host.localName} ` : '';
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value.slice(0, 60)}"`).join('');
  return `${place}<${element.localName}${attributes}>`.slice(0, 160);
}
