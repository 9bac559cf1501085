import { expect } from '@open-wc/testing';
import { CRY } from '../content/hostile.js';
import { check } from './in-tests.js';
import { until, type Stage } from './stage.js';

/** Shows what a server says the way it must not be shown. */
function broken(show: (box: HTMLElement, payload: string) => void): Stage {
  return {
    name: 'broken',
    fields: ['text'],
    async show({ payloads, box }) {
      payloads.forEach((payload, index) => show(box(index), payload));
      return () => {};
    },
  };
}

const asMarkup = broken((box, payload) => {
  box.attachShadow({ mode: 'open' }).innerHTML = payload;
});

async function wrongs(stage: Stage, payload: string): Promise<string[]> {
  const { findings } = await check(stage, [payload]);
  return [...new Set(findings.map(({ wrong }) => wrong))];
}

// A check that cannot fail proves nothing.
describe('the check of content', () => {
  it('finds code that runs by itself', async () => {
    expect(await wrongs(asMarkup, `<img src="/never/1" onerror="${CRY}">`)).to.include('executed');
  });
  it('finds code that runs on a click, a key or a pointer', async () => {
    for (const handler of ['onclick', 'onmouseover', 'onfocus', 'onkeydown'])
      expect(await wrongs(asMarkup, `<b ${handler}="window.${handler}Ran=1">x</b>`), handler).to.include('executed');
  });
  it('finds a dialog', async () => {
    expect(await wrongs(asMarkup, '<b onclick="alert(1)">x</b>')).to.include('executed');
  });
  it('finds words in the console', async function () {
    // The stack of WebKit does not say that a handler called.
    if (/AppleWebKit(?!.*Chrome)/.test(navigator.userAgent)) this.skip();
    expect(await wrongs(asMarkup, '<b onclick="console.log(1)">x</b>')).to.include('executed');
  });
  it('finds what is loaded', async () => {
    const loading: Stage = {
      ...asMarkup,
      async show(given) {
        const leave = await asMarkup.show(given);
        const image = document.querySelector('main div')!.shadowRoot!.querySelector('img')!;
        await until(() => image.complete && performance.getEntriesByName(image.src).length > 0, 'an answer');
        return leave;
      },
    };
    expect(await wrongs(loading, '<img src="/never/loaded.png">')).to.include('requested');
  });
  it('finds what is left over, where nothing else happens', async () => {
    for (const markup of [
      '<script type="text/plain">x</script>',
      '<b style="background:url(data:,x)">x</b>',
      '<b style="position:fixed">x</b>',
      '<a href="javascript:1">x</a>',
      '<iframe title="x" sandbox="allow-scripts"></iframe>',
      '<b onplaying="1">x</b>',
      '<foo>x</foo>',
      '<base href="/x/">',
    ])
      expect(await wrongs(asMarkup, markup), markup).to.include('left over');
  });
  it('finds controls, ids and names in sanitized text', async () => {
    const inText = broken((box, payload) => {
      box.attachShadow({ mode: 'open' }).innerHTML = `<div part="document">${payload}</div>`;
    });
    for (const markup of [
      '<input>',
      '<b id="x">x</b>',
      '<a name="x">x</a>',
      '<mcp-client></mcp-client>',
      '<img>',
      '<b class="task"><input></b>',
      '<pre tabindex="1" role="group" aria-label="x">x</pre>',
      '<pre tabindex="0" role="button" aria-label="x">x</pre>',
      '<pre tabindex="0" role="group" aria-label="x" id="x">x</pre>',
    ])
      expect(await wrongs(inText, markup), markup).to.include('left over');
  });
  it('finds markup that was given to a parser, also where it leaves no trace', async () => {
    const parsed = broken((_box, payload) => {
      document.createElement('div').innerHTML = payload;
    });
    expect(await wrongs(parsed, '<i>x</i>')).to.deep.equal(['left over']);
  });
  it('finds a link that opens without the guard', async () => {
    expect(await wrongs(asMarkup, '<a href="https://a.example/">x</a>')).to.deep.equal(['left over', 'navigated']);
  });
  it('finds focus that was taken', async () => {
    const taking = broken((box) => box.appendChild(document.createElement('button')).focus());
    expect(await wrongs(taking, 'x')).to.deep.equal(['focus stolen']);
  });
  it('finds what leaves its box', async () => {
    const wide = broken((box, payload) => box.append(payload));
    expect(await wrongs(wide, 'x'.repeat(500))).to.deep.equal(['outside its box']);
  });
  it('finds what covers the page', async () => {
    const cover = broken((box) => {
      const layer = box.appendChild(document.createElement('div'));
      for (const [name, value] of Object.entries({ position: 'fixed', inset: '0' }))
        layer.style.setProperty(name, value);
    });
    expect(await wrongs(cover, 'x')).to.include('outside its box');
  });
  it('finds our own code broken', async () => {
    const throwing = broken(() => {
      throw new Error('broken');
    });
    expect(await wrongs(throwing, 'x')).to.deep.equal(['broken']);
  });
  it('has nothing against text', async () => {
    const asText = broken((box, payload) => box.append(payload));
    expect(await wrongs(asText, `<b onclick="${CRY}">`)).to.deep.equal([]);
  });
});
