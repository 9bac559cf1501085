// Large content of each kind, put on the screen as a page does it. A scene: `make(small)` gives the data, `mount(data, place)`
// shows it, and `use(element)` does what a person does next. Small data still is more than fits into view, so that scrolling
// has been done once before anything is measured.
import '../../components/define/mcp-content.ts';
import '../../components/define/mcp-log.ts';
import '../../components/define/mcp-tool-result.ts';
import { Store } from '../../src/index.ts';
import { picture } from './picture.js';

const LINE = '2026-11-20T10:00:00Z info the same line again and again, as logs have it ........ ';
const MEGABYTE = 1024 * 1024;
const LINES_AT_ONCE = 500;

const lines = (bytes) =>
  Array.from({ length: Math.ceil(bytes / LINE.length) }, (_, index) => `${LINE}${index}`).join('\n');
const records = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `Crate ${index}`,
    weight: (index * 7919) % 1000,
    tags: ['blue', 'heavy'],
    place: { dock: index % 12, row: null, open: index % 2 === 0 },
  }));
const paragraph = (index) =>
  `## Part ${index}\n\nSome **words**, a [link](https://a.example/${index}) and \`code\`${' and more of it'.repeat(12)}.\n\n- one\n- two\n\n${index % 5 === 0 ? `| a | b |\n| - | - |\n| ${index} | 2 |\n\n` : ''}`;

const contents = (mimeType, text) => ({ uri: 'bench://1', mimeType, text });
const show = (given, place) => {
  place.append(Object.assign(document.createElement('mcp-content'), { contents: given }));
};

/** A page as a server would send it: so many paragraphs, each with a word in bold, and as long as the limit of 256 KB allows. */
const article = (count) =>
  Array.from({ length: count }, (_, index) =>
    `<p>Part ${index} <b>of it</b>`.padEnd(260_000 / count - 1, ' and more'),
  ).join('\n');
const showAnd = async (given, place, words) => {
  show(given, place);
  const button = () =>
    everything(place).find((each) => each.localName === 'button' && each.textContent.trim() === words);
  while (!button()) await frame();
  button().click();
};

const SCENES = {
  '10 MB of text': {
    make: (small) => contents('text/plain', lines(small ? 10_000 : 10 * MEGABYTE)),
    mount: show,
    use: pressAll,
  },
  '5 MB of JSON': {
    make: (small) => contents('application/json', JSON.stringify(records(small ? 5000 : 44_000))),
    mount: show,
    use: scrollAll,
  },
  'CSV of 50,000 rows': {
    make: (small) =>
      contents(
        'text/csv',
        `id,name,weight\n${Array.from({ length: small ? 10_000 : 50_000 }, (_, index) => `${index},"Crate ${index}, blue",${(index * 7919) % 1000}`).join('\n')}\n`,
      ),
    mount: show,
    use: scrollAll,
  },
  '1 MB of Markdown': {
    make(small) {
      let text = '';
      for (let index = 0; text.length < (small ? 2000 : 999_000); index++) text += paragraph(index);
      return contents('text/markdown', text);
    },
    mount: show,
    use: scrollAll,
  },
  '250 KB of HTML, formatted': {
    make: (small) => contents('text/html', article(small ? 50 : 1990)),
    mount: (given, place) => showAnd(given, place, 'Show formatted'),
    use: scrollAll,
  },
  '250 KB of HTML as a page': {
    make: (small) => contents('text/html', article(small ? 50 : 4950)),
    mount: (given, place) => showAnd(given, place, 'Show as page'),
    use: scrollAll,
  },
  '200 images': {
    make: (small) => Array.from({ length: small ? 60 : 200 }, (_, index) => picture(index)),
    mount(images, place) {
      const content = images.map((data) => ({ type: 'image', data, mimeType: 'image/png' }));
      place.append(Object.assign(document.createElement('mcp-tool-result'), { result: { content, isError: false } }));
    },
    use: pressAll,
  },
  '100,000 log lines': {
    make: (small) =>
      Array.from({ length: small ? 1000 : 100_000 }, (_, index) => ({
        level: index % 9 === 0 ? 'error' : 'info',
        logger: `logger ${index % 5}`,
        data: `${LINE}${index}`,
        at: index,
      })),
    async mount(all, place) {
      const log = new Store([]);
      const session = { url: 'bench:', state: new Store({ phase: 'idle' }), log };
      place.append(Object.assign(document.createElement('mcp-log'), { session }));
      // As they come: some at a time, with a task of their own.
      for (let start = 0; start < all.length; start += LINES_AT_ONCE) {
        log.set([...log.get(), ...all.slice(start, start + LINES_AT_ONCE)].slice(-1000));
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    use: scrollAll,
  },
};

export const names = Object.keys(SCENES);

let data;
let place;

export function prepare(name, small) {
  data = SCENES[name].make(small);
}

/** @returns milliseconds until something of it was drawn, and until nothing changed any more */
export async function mount(name) {
  const started = performance.now();
  place = document.body.appendChild(document.createElement('main'));
  const mounted = SCENES[name].mount(data, place);
  while (place.firstElementChild.offsetHeight < 20) await frame();
  await frame();
  const painted = performance.now() - started;
  await mounted;
  await rest();
  return { painted, whole: performance.now() - started };
}

export async function use(name) {
  await SCENES[name].use(place);
  await rest();
}

export function close() {
  place.remove();
  place = undefined;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Until as many elements are there for a while. */
async function rest() {
  for (let before = -1, same = 0; same < 10;) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const now = everything(place).length;
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

/** All elements, but for those in the groups of a formatted text: counting tens of thousands would be the longest task of all. */
function everything(root, into = []) {
  for (const element of root.children) {
    into.push(element);
    if (element.className === 'group') continue;
    if (element.shadowRoot) everything(element.shadowRoot, into);
    everything(element, into);
  }
  return into;
}

/** Shows all there is to show. */
async function pressAll() {
  const more = () =>
    everything(place).find(
      (each) => each.localName === 'button' && /^Show (?:all|more)/.test(each.textContent.trim()) && !each.disabled,
    );
  for (let times = 0, button = more(); button && times < 8; button = more(), times++) {
    button.click();
    await frame();
  }
  await scrollAll();
}

/** To the end and back, by the page and by each box, in steps. */
async function scrollAll() {
  const boxes = everything(place).filter(
    // What is left out until it comes into view would be laid out by the question.
    (each) =>
      each.checkVisibility({ contentVisibilityAuto: true }) &&
      each.scrollHeight > each.clientHeight + 50 &&
      each.clientHeight > 50,
  );
  for (const box of [document.scrollingElement, ...boxes.slice(0, 4)])
    for (let step = 1; step <= 12; step++) {
      box.scrollTop = (box.scrollHeight * step) / 12;
      await frame();
    }
}
