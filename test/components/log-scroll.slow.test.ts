import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { MAX_LOG_LINES } from '../../components/log/log-book.js';
import {
  choose,
  count,
  grid,
  has,
  lines,
  Logging,
  part,
  root,
  scrollTo,
  search,
  seen,
  settled,
  show,
} from './log-harness.js';

describe('<mcp-log>, scrolled', () => {
  const isAtEnd = (element: Parameters<typeof grid>[0]): boolean => {
    const { scrollTop, scrollHeight, clientHeight } = grid(element);
    return scrollTop + clientHeight >= scrollHeight - 1;
  };

  describe('the newest line', () => {
    it('stays in view as long as it is', async () => {
      const logging = new Logging();
      logging.lines(500);
      const element = await show(logging);
      expect(seen(element).at(-1)).to.equal('line 499');
      for (let turn = 1; turn < 5; turn++) {
        logging.lines(100, 400 + turn * 100);
        await settled(element);
        expect(seen(element).at(-1)).to.equal(`line ${499 + turn * 100}`);
      }
      expect(isAtEnd(element)).to.equal(true);
      expect(has(element, 'newest-button')).to.equal(false);
    });

    it('is one press away for who scrolled up, and lines that come move nothing', async () => {
      const logging = new Logging();
      logging.lines(500);
      const element = await show(logging);
      await scrollTo(element, 3000);
      const before = seen(element);
      logging.lines(500, 500);
      await settled(element);
      expect(seen(element)).to.deep.equal(before);
      part(element, 'newest-button').click();
      await settled(element);
      expect(seen(element).at(-1)).to.equal('line 999');
      expect(has(element, 'newest-button')).to.equal(false);
      logging.lines(1, 1000);
      await settled(element);
      expect(seen(element).at(-1)).to.equal('line 1000');
    });

    it('is left by the first turn of the wheel, however fast lines come', async () => {
      const logging = new Logging();
      logging.lines(500);
      const element = await show(logging);
      grid(element).dispatchEvent(new WheelEvent('wheel', { deltaY: -30 }));
      const before = seen(element);
      logging.lines(50, 500);
      await settled(element);
      expect(seen(element)).to.deep.equal(before);
    });
  });

  it('keeps the place of the reader while lines above are dropped', async () => {
    const logging = new Logging();
    const element = await show(logging);
    logging.lines(MAX_LOG_LINES);
    await settled(element);
    await scrollTo(element, grid(element).scrollHeight / 2);
    const before = seen(element);
    logging.lines(20_000, MAX_LOG_LINES);
    await settled(element);
    expect(seen(element)).to.deep.equal(before);
    expect(count(element)).to.equal('100,000 entries · The oldest 20,000 were dropped; 100,000 are kept at most');
  });

  it('has few of many lines in the page, and finds the others when it gets there', async () => {
    const logging = new Logging();
    const element = await show(logging);
    logging.lines(50_000);
    await settled(element);
    expect(lines(element).length).to.be.below(120);
    for (const [share, first] of [
      [0, 'line 0'],
      [0.5, 'line 25000'],
    ] as const) {
      const { scrollHeight } = grid(element);
      await scrollTo(element, Math.round(scrollHeight * share));
      expect(seen(element)[0]).to.match(new RegExp(`^${first.slice(0, -1)}\\d$`));
      expect(grid(element).scrollHeight).to.equal(scrollHeight);
    }
    expect(lines(element)[0]!.getAttribute('aria-setsize')).to.equal('50000');
  });

  describe('paused', () => {
    it('holds the lines, counts new ones, and goes on where it was', async () => {
      const logging = new Logging();
      logging.lines(100);
      const element = await show(logging);
      part(element, 'pause-button').click();
      await settled(element);
      logging.lines(1204, 100);
      await settled(element);
      expect(seen(element).at(-1)).to.equal('line 99');
      expect(count(element)).to.equal('100 entries · Paused, 1,204 new');
      expect(element.paused).to.equal(true);
      expect(part(element, 'pause-button').textContent.trim()).to.equal('Resume');
      part(element, 'pause-button').click();
      await settled(element);
      expect(seen(element).at(-1)).to.equal('line 1303');
      expect(count(element)).to.equal('1,304 entries');
    });

    it('searches only what is held', async () => {
      const logging = new Logging();
      logging.lines(20);
      const element = await show(logging);
      element.paused = true;
      await settled(element);
      logging.lines(20, 20);
      await search(element, 'line 1');
      expect(seen(element)).to.have.length(11);
      element.paused = false;
      await settled(element);
      await search(element, 'line 2');
      expect(count(element)).to.equal('13 of 40 entries');
    });
  });

  it('is empty when it is cleared, and shows what comes then', async () => {
    const logging = new Logging();
    logging.lines(300);
    const element = await show(logging);
    await search(element, 'line 2');
    part(element, 'clear-button').click();
    await settled(element);
    part(element, 'confirm-button').click();
    await waitUntil(() => lines(element).length === 0, 'the lines are gone');
    expect(root(element).activeElement).to.not.equal(undefined);
    logging.lines(9, 300);
    await search(element, '');
    await settled(element);
    expect(seen(element)[0]).to.equal('line 300');
    expect(count(element)).to.equal('9 entries');
  });

  it('stays at a line that is chosen, and at its line when the filter changes', async () => {
    const logging = new Logging();
    logging.add(...Array.from({ length: 400 }, (_, n) => ({ level: n % 2 ? 'info' : 'error', data: { n } }) as const));
    const element = await show(logging);
    await scrollTo(element, 2000);
    const middle = lines(element).find((line) => line.textContent.includes(seen(element)[3]!))!;
    const words = middle.querySelector('.rest')!.textContent.trim();
    middle.click();
    await settled(element);
    expect(seen(element)).to.include(words);
    expect(part(element, 'detail').checkVisibility()).to.equal(true);
    const [first] = seen(element);
    const number = Number(/\d+/.exec(first!)![0]);
    await choose(element, 'level-select', 'error and above');
    expect(Number(/\d+/.exec(seen(element)[0]!)![0])).to.be.within(number - 1, number + 4);
  });

  describe('by keyboard', () => {
    const active = (element: Parameters<typeof grid>[0]): string | undefined => {
      const id = grid(element).getAttribute('aria-activedescendant');
      return id ? root(element).getElementById(id)?.querySelector('.rest')?.textContent.trim() : undefined;
    };

    it('goes from line to line, far and near', async () => {
      const logging = new Logging();
      logging.lines(5000);
      logging.lines(5000, 5000);
      const element = await show(logging);
      logging.lines(9000, 10_000);
      await settled(element);
      element.focus();
      await sendKeys({ press: 'Home' });
      await settled(element);
      const first = active(element);
      expect(seen(element)[0]).to.equal(first);
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'PageDown' });
      await settled(element);
      expect(seen(element)).to.include(active(element));
      await sendKeys({ press: 'End' });
      await settled(element);
      expect(active(element)).to.equal('line 18999');
      expect(isAtEnd(element)).to.equal(true);
      await sendKeys({ press: 'ArrowUp' });
      await settled(element);
      expect(active(element)).to.equal('line 18998');
    });

    it('opens the details of a line, and Escape closes them and leads back', async () => {
      const logging = new Logging();
      logging.lines(3);
      const element = await show(logging);
      element.focus();
      await sendKeys({ press: 'Home' });
      await sendKeys({ press: 'Enter' });
      await settled(element);
      expect(has(element, 'detail')).to.equal(true);
      await sendKeys({ press: 'Escape' });
      await settled(element);
      expect(has(element, 'detail')).to.equal(false);
      expect(root(element).activeElement === grid(element)).to.equal(true);
      expect(active(element)).to.equal('line 0');
    });
  });

  describe('for a screen reader', () => {
    const told = (element: Parameters<typeof grid>[0]): string => root(element).querySelector('.spoken')!.textContent;

    it('reads out nothing by itself', async () => {
      const logging = new Logging();
      logging.lines(3);
      const element = await show(logging);
      expect(grid(element).closest('[aria-live]') === null).to.equal(true);
      logging.lines(3);
      await settled(element);
      expect(told(element)).to.equal('');
    });

    it('says after a while how many lines came to who is in the log', async () => {
      const logging = new Logging();
      logging.lines(3);
      const element = await show(logging);
      element.focus();
      await settled(element);
      logging.add({ data: 'x' }, { level: 'error', data: 'y' });
      await settled(element);
      expect(told(element)).to.equal('');
      logging.lines(10);
      await waitUntil(() => told(element) !== '', 'told', { timeout: 7000 });
      expect(told(element)).to.equal('12 new lines, 1 error.');
    });

    it('has rows that say where they are', async () => {
      const logging = new Logging();
      logging.lines(400);
      const element = await show(logging);
      expect(lines(element).at(-1)!.getAttribute('aria-posinset')).to.equal('400');
      expect(lines(element).at(-1)!.getAttribute('aria-setsize')).to.equal('400');
    });
  });
});
