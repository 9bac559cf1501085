import { expect, fixture, fixtureCleanup } from '@open-wc/testing';
import { LitElement, nothing, render } from 'lit';
import { cut, oneLine, shortened } from '../../components/internal/text.js';
import { html, serverText } from '../../components/internal/html.js';
import { hiddenNote } from '../../components/internal/hidden-note.js';
import { base, tokens } from '../../components/internal/styles.js';

const HIDDEN = 'a\u202Eb';
const SHOWN = 'a‹U+202E›b';
const PLAIN: string = 'plain';
const SEVEN: number = 7;

function made(template: unknown): HTMLElement {
  const box = document.createElement('div');
  render(template, box);
  return box;
}

describe('templates of the library', () => {
  it('show signs in text, and the text itself where nothing is hidden', () => {
    const box = made(
      html`<p>${HIDDEN}</p>
        <p>${PLAIN}</p>`,
    );
    const [hidden, plain] = box.querySelectorAll('p');
    expect(hidden!.textContent).to.equal('aU+202Eb');
    const sign = hidden!.querySelector('.hidden-character')!;
    expect([
      sign.textContent,
      sign.getAttribute('title'),
      sign.getAttribute('dir'),
      sign.getAttribute('part'),
    ]).to.deep.equal(['U+202E', 'RIGHT-TO-LEFT OVERRIDE', 'ltr', 'hidden-character']);
    expect(plain!.childElementCount).to.equal(0);
    const same = 'plain';
    expect(serverText(same)).to.equal(same);
  });

  it('show signs in attributes, whole, quoted or in parts', () => {
    const box = made(
      html`<p title=${HIDDEN} aria-label="Move ${HIDDEN} up, ${HIDDEN}" class="x ${PLAIN}" lang="${HIDDEN}">
        ${HIDDEN}
      </p>`,
    );
    const p = box.querySelector('p')!;
    expect(p.title).to.equal(SHOWN);
    expect(p.getAttribute('aria-label')).to.equal(`Move ${SHOWN} up, ${SHOWN}`);
    expect(p.className).to.equal('x plain');
    expect(p.lang).to.equal(SHOWN);
    expect(p.textContent.trim()).to.equal('aU+202Eb');
  });

  it('leave properties and values that are sent as they are', () => {
    const given: string[] = [];
    const box = made(
      html`<input .value=${HIDDEN} @input=${() => given.push(HIDDEN)} ?hidden=${true} />
        <option value=${HIDDEN}>x</option>
        <pre .textContent=${HIDDEN}></pre>`,
    );
    expect(box.querySelector('input')!.value).to.equal(HIDDEN);
    expect(box.querySelector('option')!.value).to.equal(HIDDEN);
    expect(box.querySelector('pre')!.textContent, 'but text on the page is text').to.equal(SHOWN);
    box.querySelector('input')!.dispatchEvent(new Event('input'));
    expect(given).to.deep.equal([HIDDEN]);
  });

  it('show signs in lists of texts, and leave everything else alone', () => {
    const box = made(
      html`<p>${['x', HIDDEN, html`<b>${HIDDEN}</b>`]}${nothing}${undefined}${SEVEN}${[html`<i></i>`]}</p>`,
    );
    expect(box.textContent).to.equal('xaU+202EbaU+202Eb7');
    expect(box.querySelectorAll('.hidden-character')).to.have.length(2);
  });

  it('tell tags from text that looks like them', () => {
    const box = made(
      html`<p>it's 'a', c="${HIDDEN}"</p>
        <p title="a, b='${HIDDEN}'">d=${HIDDEN}</p>`,
    );
    const [first, second] = box.querySelectorAll('p');
    expect(first!.textContent).to.equal("it's 'a', c=\"aU+202Eb\"");
    expect(second!.title).to.equal(`a, b='${SHOWN}'`);
    expect(second!.textContent).to.equal('d=aU+202Eb');
  });

  it('update in place, from hidden to plain and back', () => {
    const box = document.createElement('div');
    const at = (text: string): unknown => render(html`<p title=${text}>${text}</p>`, box);
    at(HIDDEN);
    const p = box.querySelector('p')!;
    at('plain');
    expect([p.textContent, p.title]).to.deep.equal(['plain', 'plain']);
    at(HIDDEN);
    expect(box.querySelector('p')).to.equal(p);
    expect([p.textContent, p.title]).to.deep.equal(['aU+202Eb', SHOWN]);
  });

  it('make no more than some hundred elements of one text', () => {
    const box = made(html`${'a\u200B'.repeat(5000)}`);
    expect(box.querySelectorAll('.hidden-character').length).to.equal(500);
    expect(box.textContent.match(/U\+200B/g)).to.have.length(5000);
  });

  it('outline each sign, and stand apart from writing in either direction', async () => {
    class Shown extends LitElement {
      static override styles = [tokens, base];
      override render(): unknown {
        return html`<p dir="rtl">שלום ${HIDDEN} עולם</p>`;
      }
    }
    customElements.define('test-shown', Shown);
    const element = await fixture<LitElement>('<test-shown></test-shown>');
    const style = getComputedStyle(element.renderRoot.querySelector('.hidden-character')!);
    // An outline, since forced colours take backgrounds away.
    expect(style.outlineStyle).to.equal('solid');
    expect(style.unicodeBidi).to.contain('isolate');
    expect(style.direction).to.equal('ltr');
    fixtureCleanup();
  });
});

describe('beside a box', () => {
  it('what does not show in it is named, and nothing is said where all shows', () => {
    expect(hiddenNote('plain می\u200Cخواهم ❤️', 'x')).to.equal(nothing);
    const box = made(hiddenNote('a\u202Eb\u202Ec\u200B', 'x'));
    expect(box.firstElementChild!.id).to.equal('x');
    expect([...box.querySelectorAll('li')].map((each) => each.textContent)).to.deep.equal([
      'U+202E RIGHT-TO-LEFT OVERRIDE',
      'U+200B ZERO WIDTH SPACE',
    ]);
  });
});

describe('the beginning of a text', () => {
  it('never ends in half a character or half an emoji', () => {
    expect(cut('ab😀', 3)).to.equal('ab');
    expect(cut('👩\u200D💻', 3)).to.equal('👩');
    expect(cut('abc', 3)).to.equal('abc');
    expect(shortened('abcdef', 4)).to.equal('abc…');
    expect(shortened('abcd', 4)).to.equal('abcd');
  });

  it('is on one line, with all that is hidden in it', () => {
    expect(oneLine('  a \n\t b\uFEFF\u2028 ', 100)).to.equal('a b\uFEFF\u2028');
  });
});
