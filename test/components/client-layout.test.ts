import { expect, nextFrame, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  choose,
  clientOf,
  deepActive,
  list,
  MEDIUM,
  NARROW,
  parts,
  root,
  seek,
  someServer,
  sought,
  WIDE,
} from '../support/harness/client.js';

/** The letters of Firefox are a little wider: five names of sections may take two rows there. */
const MOST_ROWS = navigator.userAgent.includes('Firefox/') ? 2 : 1;

describe('<mcp-client>, by the room it has', () => {
  describe('layout', () => {
    const rowsOf = (tabs: readonly HTMLElement[]): number => new Set(tabs.map(({ offsetTop }) => offsetTop)).size;
    const box = (el: HTMLElement, name: string): DOMRect => parts(el, name)[0]!.getBoundingClientRect();

    it('wide: sections, list and detail beside each other; medium: sections above', async () => {
      const el = await clientOf(someServer(), WIDE);
      expect(box(el, 'sections').right).to.be.at.most(box(el, 'list-pane').left + 1);
      expect(box(el, 'list-pane').right).to.be.at.most(box(el, 'detail-pane').left + 1);
      el.parentElement!.style.setProperty('width', `${MEDIUM}px`);
      await waitUntil(() => box(el, 'sections').bottom <= box(el, 'list-pane').top + 1, 'above');
      expect(box(el, 'list-pane').right).to.be.at.most(box(el, 'detail-pane').left + 1);
    });

    it('narrow: one pane, and a way back that keeps the search and where the list was', async () => {
      const el = await clientOf(someServer(), NARROW);
      expect(parts(el, 'detail-pane')).to.have.length(0);
      expect(parts(el, 'back-button')).to.have.length(0);
      const tools = list(el);
      await seek(el, 'get');
      const listbox = tools.shadowRoot!.querySelector('.list')!;
      el.style.setProperty('height', '20rem');
      listbox.scrollTop = 60;
      const scrolled = listbox.scrollTop;
      expect(scrolled).to.be.above(0);

      await choose(el, 'get-sum');
      expect(parts(el, 'list-pane')).to.have.length(0);
      expect(parts(el, 'sections')).to.have.length(0);
      expect(parts(el, 'back-button')[0]!.textContent.trim()).to.equal('Tools');

      parts(el, 'back-button')[0]!.click();
      await el.updateComplete;
      expect(parts(el, 'detail-pane')).to.have.length(0);
      expect(sought(el)).to.equal('get');
      expect(listbox.scrollTop).to.equal(scrolled);
    });

    it('at 320 px scrolls sideways nowhere, and has every section in sight, also with large text', async () => {
      const el = await clientOf(someServer(), 320);
      expect(el.scrollWidth).to.be.at.most(320);
      expect(parts(el, 'base')[0]!.scrollWidth).to.be.at.most(320);
      el.transcript = true;
      for (const fontSize of ['16px', '32px']) {
        el.parentElement!.style.setProperty('font-size', fontSize);
        await el.updateComplete;
        const tabs = parts(el, 'section-button');
        expect(tabs).to.have.length(4);
        const around = box(el, 'sections');
        for (const tab of tabs) {
          const { left, right, top, bottom } = tab.getBoundingClientRect();
          expect(left, tab.textContent).to.be.at.least(around.left);
          expect(right, tab.textContent).to.be.at.most(around.right);
          expect(top, tab.textContent).to.be.at.least(around.top);
          expect(bottom, tab.textContent).to.be.at.most(around.bottom);
        }
        expect(rowsOf(tabs), `rows of tabs, ${fontSize}`).to.be.at.most(fontSize === '16px' ? MOST_ROWS : 3);
      }
      el.parentElement!.style.removeProperty('font-size');
      for (const width of [320, 400, 480, 520, 560, 620, 700]) {
        el.parentElement!.style.setProperty('width', `${width}px`);
        await nextFrame();
        const tabs = parts(el, 'section-button');
        expect(tabs).to.have.length(4);
        expect(rowsOf(tabs), `${width} px`).to.be.at.most(MOST_ROWS);
      }
    });

    it('gives pressing room, less when compact', async () => {
      const el = await clientOf();
      const height = (): number => box(el, 'section-button').height;
      expect(height()).to.be.at.least(32);
      el.density = 'compact';
      await el.updateComplete;
      expect(height()).to.be.within(24, 28);
    });
  });

  describe('keyboard and focus', () => {
    it('focuses the search with / inside the widget only, and types it in a field', async () => {
      const el = await clientOf();
      const outside = document.createElement('button');
      el.before(outside);
      outside.focus();
      await sendKeys({ press: '/' });
      expect(document.activeElement).to.equal(outside);
      parts(el, 'section-button')[0]!.focus();
      await sendKeys({ press: '/' });
      await waitUntil(() => deepActive().matches('input[type="search"]'));
      await sendKeys({ press: '/' });
      expect((deepActive() as HTMLInputElement).value).to.equal('/');
    });

    it('leaves the focus in the list where both are seen', async () => {
      const el = await clientOf(someServer(), WIDE);
      list(el).focus();
      await sendKeys({ press: 'Enter' });
      await el.updateComplete;
      expect(deepActive().getAttribute('role')).to.equal('listbox');
      expect(root(el).querySelector('mcp-tool-form')).to.not.equal(null);
    });

    it('goes to the detail and back to the list where one is seen; a screen reader hears which detail it is', async () => {
      const el = await clientOf(someServer(), NARROW);
      expect(root(el).querySelector('[data-name="detail-pane"]')!.getAttribute('aria-label')).to.equal('Tools');
      list(el).focus();
      await sendKeys({ press: 'Enter' });
      await el.updateComplete;
      const pane = parts(el, 'detail-pane')[0]!;
      expect(root(el).activeElement).to.equal(pane);
      expect(pane.getAttribute('aria-label')).to.equal(el.shadowRoot!.querySelector('mcp-tool-form')!.tool);
      parts(el, 'back-button')[0]!.focus();
      await sendKeys({ press: 'Enter' });
      await el.updateComplete;
      expect(deepActive().getAttribute('role')).to.equal('listbox');
    });
  });
});
