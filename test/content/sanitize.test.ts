import { aTimeout, expect } from '@open-wc/testing';
import createDOMPurify from 'dompurify';
import { sanitizeHtml, sanitizeLongHtml } from '../../src/content/sanitize.js';
import { visibleText } from '../../src/content/index.js';
import { HOSTILE_HTML, leftovers } from './hostile.js';

declare global {
  interface Window {
    __ran?: number;
  }
}

function sanitized(html: string): HTMLElement {
  const fragment = sanitizeHtml(html);
  if (!fragment) throw new Error('The sanitizer is not available.');
  return fragment.root;
}

/** Puts it into a page, and does to everything in it what a reader could do by accident. */
async function useUp(root: HTMLElement): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  const shadow = place.attachShadow({ mode: 'open' });
  shadow.addEventListener('click', (event) => event.preventDefault());
  shadow.append(root);
  for (const element of shadow.querySelectorAll('*'))
    for (const type of ['mouseover', 'focus', 'click', 'toggle', 'animationend', 'beforeinput'])
      element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  await aTimeout(0);
  place.remove();
}

describe('sanitizing', () => {
  for (const { title, html } of HOSTILE_HTML)
    it(`stops ${title}`, async () => {
      delete window.__ran;
      const requests = performance.getEntriesByType('resource').length;
      const root = sanitized(html);
      expect(leftovers(root)).to.deep.equal([]);
      await useUp(root);
      expect(window.__ran).to.equal(undefined);
      const loaded = performance.getEntriesByType('resource').slice(requests);
      expect(loaded.map(({ name }) => name).filter((name) => name.includes('/never/'))).to.deep.equal([]);
    });

  it('what is left does not change when it is read once more', () => {
    for (const { html } of HOSTILE_HTML) {
      const markup = sanitized(html).innerHTML;
      const again = new DOMParser().parseFromString(markup, 'text/html').body;
      expect(again.innerHTML).to.equal(markup);
    }
  });

  it('keeps words and their structure', () => {
    const html =
      '<h2 aria-level="3">Title</h2><p>One <b>two</b> <code>three</code></p><ul><li>four</li></ul><table><tbody><tr><td colspan="2">five</td></tr></tbody></table>';
    expect(sanitized(html).innerHTML).to.equal(html);
  });

  it('gives headings levels below those around them, with none left out', () => {
    const root = sanitized('<h1>a</h1><h4>b</h4><h2>c</h2><h5>d</h5><h6>e</h6><h1>f</h1>');
    const levels = [...root.children].map((one) => `${one.localName} ${one.getAttribute('aria-level')}`);
    expect(levels).to.deep.equal(['h1 3', 'h4 4', 'h2 4', 'h5 5', 'h6 6', 'h1 3']);
  });

  it('keeps what a table, a list and a language need', () => {
    const html =
      '<ol start="3" reversed=""><li>x</li></ol><p lang="ar" dir="rtl">x</p><table><tbody><tr><th scope="row" rowspan="2">x</th></tr></tbody></table>';
    expect(sanitized(html).innerHTML).to.equal(html);
  });

  it('lets no cell span thousands of others', () => {
    expect(sanitized('<table><tbody><tr><td colspan=101 rowspan=65000>x</td></tr></tbody></table>').innerHTML).to.equal(
      '<table><tbody><tr><td>x</td></tr></tbody></table>',
    );
  });

  it('keeps the words of what it takes away', () => {
    expect(sanitized('<form><button>Sign in</button></form>').textContent).to.equal('Sign in');
  });

  describe('images', () => {
    it('cuts a very long alternative text, and says how long it is', () => {
      const root = sanitized(`<img src="https://a.example/x.png" alt="${'a'.repeat(1234)}">`);
      expect(root.textContent).to.include(`${'a'.repeat(200)}… (1,234 characters)`);
    });

    it('become words that name their host', () => {
      const root = sanitized('<p>A <img src="https://img.tracker.example/x.png" alt="chart"> here</p>');
      expect(root.textContent).to.equal('A Image from img.tracker.example was not loaded: “chart” here');
    });
    it('without a host become words all the same', () => {
      for (const source of ['data:image/png;base64,AAAA', 'x.png', '', 'javascript:1'])
        expect(sanitized(`<img src="${source}">`).textContent).to.equal('Image was not loaded.');
    });
    it('are counted', () => {
      expect(sanitizeHtml('<img src=a><p><img src=b></p>')?.images.size).to.equal(2);
    });
    it('name a host whatever way they ask for it', () => {
      expect(sanitized('<img src="//a.example/x">').textContent).to.include('a.example');
      expect(sanitized('<img srcset="https://b.example/x 1x">').textContent).to.include('b.example');
    });
  });

  it('remembers what each image was, and each link that only an application could open', () => {
    const { images, offered, root } = sanitizeHtml(
      '<img src="https://a.example/x" alt=chart><img src="/y"><a href="ui://panel/1">one</a><a href="file:///etc/passwd">two</a><a href="javascript:1">three</a><a href="https://a.example">four</a>',
    )!;
    expect([...images.values()].map(({ address, alt }) => [address?.href, alt])).to.deep.equal([
      ['https://a.example/x', 'chart'],
      [undefined, ''],
    ]);
    expect([...offered].map(([link, uri]) => [link.textContent, uri])).to.deep.equal([
      ['one', 'ui://panel/1'],
      ['two', 'file:///etc/passwd'],
    ]);
    for (const place of [...images.keys(), ...offered.keys()]) expect(root.contains(place)).to.equal(true);
  });

  describe('links', () => {
    const link = (html: string): HTMLAnchorElement => sanitized(html).querySelector('a') as HTMLAnchorElement;

    it('open elsewhere and tell nothing of this page', () => {
      const { rel, target, referrerPolicy } = link('<a href="https://a.example/x" target=_self rel=opener>x</a>');
      expect(rel).to.equal('noopener noreferrer nofollow ugc');
      expect(target).to.equal('_blank');
      expect(referrerPolicy).to.equal('no-referrer');
    });
    it('show their host', () => {
      expect(sanitized('<a href="https://a.example/x">the site</a>.').textContent).to.equal('the site (a.example).');
      expect(sanitized('<a href="mailto:a@b.example">write</a>').textContent).to.equal('write (a@b.example)');
    });
    it('do not repeat a host that they begin with', () => {
      for (const words of ['a.example', 'https://a.example/x', 'a.example/y'])
        expect(sanitized(`<a href="https://a.example/x">${words}</a>`).textContent).to.equal(words);
    });
    it('show the host when they only pretend to begin with it', () => {
      expect(sanitized('<a href="https://a.example/">a.example.evil</a>').textContent).to.include('(a.example)');
    });
    it('show a host of foreign letters as the network sees it', () => {
      expect(sanitized('<a href="https://b\u0131lling.example/">billing</a>').textContent).to.include(
        '(xn--blling-p9a.example)',
      );
    });
    it('have a tooltip of ours', () => {
      expect(link('<a href="https://a.example/x" title="https://bank.example">x</a>').title).to.equal(
        'https://a.example/x',
      );
    });
    it('that lead nowhere are no links', () => {
      for (const href of ['javascript:1', 'ftp://a.example', 'file:///etc/passwd', '#top', '/login', 'https://'])
        expect(link(`<a href="${href}">x</a>`).hasAttribute('href'), href).to.equal(false);
    });
  });

  it('shows hidden characters in attributes that people read, as it does in text', () => {
    const element = sanitized('<abbr title="safe\u202Etxt" lang="en\u200B">x</abbr>').querySelector('abbr')!;
    expect(element.title).to.equal(visibleText('safe\u202Etxt'));
    expect(element.title + element.lang).not.to.match(/[\u202E\u200B]/);
  });

  it('shows hidden characters of a text as signs that say what they are', () => {
    const mark = sanitizeHtml('<p>pay\u202Eevil</p>')!.root.querySelector<HTMLElement>('p > .hidden-character');
    expect(mark?.localName).to.equal('span');
    expect(mark?.title).to.match(/right/i);
    expect(mark?.textContent).not.to.include('\u202E');
  });

  it('says how much was left out that would have done something', () => {
    const fragment = sanitizeHtml(
      '<p>x</p><script>1</script><iframe></iframe><xss></xss><form><input name=nodeName></form>',
    );
    expect(fragment?.leftOut).to.equal(3);
    expect(sanitizeHtml('<p>x</p>')?.leftOut).to.equal(0);
    // Of a long text, in all its parts.
    const long = Array.from({ length: 3 }, () => `<p>${'word '.repeat(40_000)}</p><script>1</script>`).join('');
    const steps = sanitizeLongHtml(long);
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value?.leftOut).to.equal(3);
  });

  it('takes no orders from hooks and settings that the page gave its own sanitizer', () => {
    const theirs = createDOMPurify as ReturnType<typeof createDOMPurify>;
    theirs.addHook('uponSanitizeElement', (_node, data) => {
      data.allowedTags['script'] = true;
    });
    theirs.setConfig({ ADD_TAGS: ['script'] });
    try {
      expect(sanitized('<p>x</p><script>1</script>').innerHTML).to.equal('<p>x</p>');
    } finally {
      theirs.removeAllHooks();
      theirs.clearConfig();
    }
  });

  it('does not mistake the page for its own', () => {
    const trap = document.body.appendChild(document.createElement('form'));
    trap.innerHTML = '<input id="createElement" name="createElement"><img id="implementation" name="implementation">';
    try {
      expect(sanitized('<p>x</p><img src=x onerror=1>').textContent).to.equal('xImage was not loaded.');
    } finally {
      trap.remove();
    }
  });
});
