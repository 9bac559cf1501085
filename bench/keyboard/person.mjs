// A person who knows the page and uses its keyboard: each key is a press, and so is the text of a field.

/** Keys after which nobody goes on looking for a button. */
const MOST_TABS = 60;
/** Milliseconds that somebody looks at a question before they answer it. Longer than the time in which no press counts. */
const READS_FOR = 900;
/** Milliseconds in which something that a press shows is there. */
const PATIENCE = 10_000;
const LOOKS_EVERY = 10;
/** Milliseconds that somebody waits for something to come into sight by itself. */
const COMES_IN = 1000;
/** Milliseconds in which a fold has opened. */
const OPENS_IN = 100;

export class Person {
  #page;
  #ways;
  #sought = 0;
  presses = 0;
  /** Milliseconds of {@link read}, which are the person’s and not the page’s. */
  readMs = 0;

  /** @param {('Tab' | 'Shift+Tab')[]} ways the shorter ways to each button, which a first visit finds out */
  constructor(page, ways) {
    this.#page = page;
    this.#ways = ways;
  }

  async key(name) {
    this.presses++;
    await this.#page.keyboard.press(name);
  }

  async type(text) {
    this.presses++;
    await this.#page.keyboard.type(text);
  }

  /** Goes with Tab to what is called this: a part or a name in the template, an id, or words. */
  async tabTo(name) {
    const at = this.#sought++;
    this.#ways[at] ??= await this.#shorterWay(name);
    this.presses += await this.#tab(name, this.#ways[at], MOST_TABS);
  }

  /** Goes with Tab to something in an element, where the focus is not in that element already. @param tag in capitals */
  async enter(tag, name) {
    if (!(await this.#page.evaluate(isFocusIn, tag))) await this.tabTo(name);
  }

  /** Presses what has the focus, once it says that it can be pressed. */
  async pressWhenReady() {
    while (await this.#page.evaluate(isFocusedNotReady)) await this.#page.waitForTimeout(LOOKS_EVERY);
    await this.key('Enter');
  }

  async #shorterWay(name) {
    const ways = ['Tab', 'Shift+Tab'];
    const forth = await this.#tab(name, ways[0], MOST_TABS);
    for (let tabs = 0; tabs < forth; tabs++) await this.#page.keyboard.press(ways[1]);
    const back = await this.#tab(name, ways[1], forth).catch(() => forth);
    for (let tabs = 0; tabs < back; tabs++) await this.#page.keyboard.press(ways[0]);
    return back < forth ? ways[1] : ways[0];
  }

  /** @returns the number of presses */
  async #tab(name, way, most) {
    for (let tabs = 0; tabs <= most; tabs++) {
      if (await this.#page.evaluate(isFocused, name)) return tabs;
      if (tabs < most) await this.#page.keyboard.press(way);
    }
    throw new Error(`${way} leads to no “${name}”.`);
  }

  /** Waits for what the page shows. Costs nothing but time. */
  async sees(name) {
    const end = Date.now() + PATIENCE;
    while (!(await this.finds(name))) {
      if (Date.now() > end) throw new Error(`There was never “${name}” in sight.`);
      await this.#page.waitForTimeout(LOOKS_EVERY);
    }
  }

  /** Waits for what the page shows, and goes there with Tab where it is out of sight. */
  async reaches(name) {
    const end = Date.now() + PATIENCE;
    while (!(await this.finds(name, false))) {
      if (Date.now() > end) throw new Error(`There was never “${name}”.`);
      await this.#page.waitForTimeout(LOOKS_EVERY);
    }
    const moves = Date.now() + COMES_IN;
    while (!(await this.finds(name)) && Date.now() < moves) await this.#page.waitForTimeout(LOOKS_EVERY);
    for (let tabs = 0; !(await this.finds(name)); tabs++) {
      if (tabs > MOST_TABS) throw new Error(`Tab does not bring “${name}” into sight.`);
      await this.key('Tab');
    }
  }

  /** Waits until one of these is there. */
  async seesOne(...names) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      for (const name of names) if (await this.finds(name)) return;
      if (Date.now() > end) throw new Error(`There was never one of ${names.join(', ')}.`);
      await this.#page.waitForTimeout(LOOKS_EVERY);
    }
  }

  /** Opens what is called so, one after the other, until that can be read. */
  async opensUntil(wanted, names) {
    for (const name of ['', ...names]) {
      if (name !== '') {
        if (!(await this.finds(name))) continue;
        await this.tabTo(name);
        await this.key('Enter');
      }
      await this.#page.waitForTimeout(OPENS_IN);
      if (await this.finds(wanted, false)) return this.reaches(wanted);
    }
    throw new Error(`“${wanted}” is nowhere.`);
  }

  /** @param [inSight] false: also what would have to be scrolled to */
  finds(name, inSight = true) {
    return this.#page.evaluate(isShown, { name, inSight });
  }

  async read() {
    this.readMs += READS_FOR;
    await this.#page.waitForTimeout(READS_FOR);
  }
}

/** In the page. */
function isFocusedNotReady() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.getAttribute('aria-disabled') === 'true';
}

/** In the page. */
function isFocusIn(tag) {
  for (let active = document.activeElement; active; active = active.shadowRoot?.activeElement)
    if (active.tagName === tag) return true;
  return false;
}

/** In the page. */
function isFocused(name) {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const words = (active.getAttribute('aria-label') ?? active.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
  const names = [active.dataset.name, active.getAttribute('part'), active.id, active.type].join(' ').split(' ');
  return names.includes(name) || words.startsWith(name);
}

/** In the page: whether this stands somewhere, in any shadow root; in sight: in the window, with nothing over it. */
function isShown({ name, inSight }) {
  const shows = (node) => {
    if (!inSight) return true;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    let at = document.elementFromPoint(x, y);
    while (at?.shadowRoot) {
      const inner = at.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === at) break;
      at = inner;
    }
    return at !== null && (at.contains(node.parentElement) || node.parentElement.contains(at));
  };
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot && visit(element.shadowRoot)) return true;
      if (
        /^(?:script|style)$/i.test(element.localName) ||
        element.matches('.visually-hidden, [role=status], [role=status] *')
      )
        continue;
      if (name === 'dialog' && element.matches('dialog[open]')) return true;
      const names = `${element.dataset?.name ?? ''} ${element.getAttribute('part') ?? ''} ${element.id}`;
      const isNamed = names.split(' ').includes(name);
      if (isNamed && element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0)
        return true;
      for (const node of element.childNodes)
        if (
          node.nodeType === 3 &&
          node.data.includes(name) &&
          element.checkVisibility({ visibilityProperty: true }) &&
          shows(node)
        )
          return true;
    }
    return false;
  };
  return visit(document);
}
