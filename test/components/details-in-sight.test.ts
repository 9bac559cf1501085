import { expect } from '@open-wc/testing';
import { scrollDetailsIntoView } from '../../components/internal/details.js';
import { eventually, pause } from '../fixtures/eventually.js';

describe('a fold that is opened at the lower edge of what scrolls', () => {
  let scroller: HTMLElement;
  let fold: HTMLDetailsElement;
  let inside: HTMLElement;
  beforeEach(() => {
    scroller = document.createElement('div');
    scroller.style.cssText = 'block-size: 200px; overflow: auto';
    const before = document.createElement('div');
    before.style.blockSize = '500px';
    // As the elements have it: in a shadow root of its own, in the slot of another.
    const around = document.createElement('div');
    around.attachShadow({ mode: 'open' }).innerHTML =
      '<details><summary>Kept here</summary><div id="inside"></div></details>';
    scroller.append(before, around);
    document.body.append(scroller);
    fold = around.shadowRoot!.querySelector('details')!;
    inside = around.shadowRoot!.querySelector('#inside')!;
    fold.addEventListener('toggle', scrollDetailsIntoView);
    scroller.scrollTop = scroller.scrollHeight;
  });
  afterEach(() => scroller.remove());
  const open = async (): Promise<void> => {
    fold.open = true;
    await pause(50);
  };
  const isInSight = (): boolean => fold.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().bottom + 1;
  const isAtTop = (): boolean => Math.abs(fold.getBoundingClientRect().top - scroller.getBoundingClientRect().top) <= 1;

  it('is brought into sight, also where its contents come later', async () => {
    await open();
    inside.style.blockSize = '100px';
    await eventually(isInSight);
  });

  it('is at the top where it is larger than what is seen', async () => {
    await open();
    inside.style.blockSize = '900px';
    await eventually(isAtTop);
  });

  it('does not go where the person does not want to be', async () => {
    await open();
    scroller.dispatchEvent(new WheelEvent('wheel'));
    scroller.scrollTop = 0;
    inside.style.blockSize = '100px';
    await pause(100);
    expect(scroller.scrollTop).to.equal(0);
  });

  it('leaves the page where it is, and what nothing scrolls around', async () => {
    const { scrollY } = window;
    document.body.append(fold);
    await open();
    inside.style.blockSize = '5000px';
    await pause(100);
    expect(window.scrollY).to.equal(scrollY);
    fold.remove();
  });
});
