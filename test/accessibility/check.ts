import { aTimeout, expect, nextFrame } from '@open-wc/testing';
import { executeServerCommand, setViewport } from '@web/test-runner-commands';
import 'axe-core/axe.min.js';
import type { AxeResults, RunOptions } from 'axe-core';
import '../../components/define/all.js';
import { Reader } from '../support/harness/reader.js';
import { type Group, LOOKS, RULES_OF_COLOUR, SCHEMES, type State, STATES, TAGS } from './states.js';

const HEIGHT = 900;
/** Milliseconds for all looks at one state. */
const PATIENCE = 60_000;
/** What axe says of a target that is large enough, and not wholly in sight. */
const COVERED = /partially obscured/;
/** After which a change is drawn, and milliseconds for what is measured after them. */
const FRAMES = 2;
const DRAWN_IN = 20;

const { axe } = globalThis as unknown as {
  axe: { run: (what: Document, options: RunOptions) => Promise<AxeResults> };
};

/** Draws a state in the page. @returns what speaks the language of the page */
export type Draw = (main: HTMLElement) => Promise<Reader>;

/** Puts an element that is a part of a client into a section of the page, which has a heading. */
export function put<E extends HTMLElement>(main: HTMLElement, element: E): Reader<E> {
  const heading = document.createElement('h2');
  heading.textContent = 'A section';
  main.append(heading, element);
  return new Reader(element);
}

/** Puts a part of a client with these properties into the page. */
export function draw<K extends keyof HTMLElementTagNameMap>(
  main: HTMLElement,
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): Reader<HTMLElementTagNameMap[K]> {
  return put(main, Object.assign(document.createElement(tag), properties));
}

const lookLike = (features: Readonly<Record<string, string>>): Promise<unknown> =>
  executeServerCommand('emulate-features', { 'prefers-reduced-motion': 'reduce', ...features });

/** What axe finds now: what and where, and in what way. */
async function found(run: RunOptions): Promise<ReadonlyMap<string, string>> {
  // Words of another language, and another width, are drawn with the next frames.
  for (let frame = 0; frame < FRAMES; frame++)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await nextFrame();
  await aTimeout(DRAWN_IN);
  const { violations } = await axe.run(document, { ...run, resultTypes: ['violations'], elementRef: true });
  const all = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, element }) => ({
      what: `${id}: ${target.flat().join(' ')}`,
      why: any[0]?.message ?? '',
      element,
    })),
  );
  const real: [what: string, why: string][] = [];
  for (const { what, why, element } of all)
    // oxlint-disable-next-line no-await-in-loop -- each is scrolled to
    if (!COVERED.test(why) || (await isCovered(what, element))) real.push([what, why]);
  return new Map(real);
}

/** What lies half under a row of actions that stays in sight is scrolled out from under it. @returns whether it stays covered */
async function isCovered(what: string, element: Element | undefined): Promise<boolean> {
  element?.scrollIntoView({ block: 'center' });
  await nextFrame();
  const { violations } = await axe.run(document, { runOnly: { type: 'rule', values: ['target-size'] } });
  return violations.some(({ nodes }) => nodes.some(({ target }) => what.endsWith(`: ${target.flat().join(' ')}`)));
}

/** What axe finds, each with the looks in which it does. */
async function findings({ element }: Reader): Promise<string[]> {
  const all = new Map<string, string[]>();
  for (const { lang, dir, width, scheme } of LOOKS) {
    Object.assign(document.documentElement, { lang, dir });
    element.lang = lang;
    // oxlint-disable no-await-in-loop -- one look after the other
    await setViewport({ width, height: HEIGHT });
    await lookLike(SCHEMES[scheme]);
    // What fades in has no contrast yet.
    const fading = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const some = await found({
      runOnly: scheme === 'light' ? { type: 'tag', values: [...TAGS] } : { type: 'rule', values: [...RULES_OF_COLOUR] },
    });
    // oxlint-enable no-await-in-loop
    for (const [what, why] of some)
      all.set(`${what} (${why})`, [...(all.get(`${what} (${why})`) ?? []), `${dir} ${width} ${scheme}`]);
  }
  return [...all].map(([what, looks]) => `${what}: ${looks.join(', ')}`);
}

/** A page as it should be, and nothing in it but the state. */
function page(): HTMLElement {
  const main = document.createElement('main');
  const title = document.createElement('h1');
  title.textContent = 'A page';
  main.append(title);
  document.body.append(main);
  return main;
}

/** A test for each state of the group: axe finds nothing in any direction, width and colour scheme. */
export function checks<G extends Group>(group: G, drawings: Readonly<Record<State<G>, Draw>>): void {
  describe(`axe finds nothing: ${group}`, () => {
    let main: HTMLElement;
    const style = document.createElement('style');
    style.textContent = ':root { color-scheme: light dark; background: Canvas } body { margin: 0 }';
    before(() => {
      document.title = 'A page';
      document.head.append(style);
    });
    beforeEach(async () => {
      main = page();
      Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' });
      await setViewport({ width: 1400, height: HEIGHT });
    });
    afterEach(() => main.remove());
    after(async () => {
      style.remove();
      for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name);
      await executeServerCommand('emulate-features', {});
    });

    for (const state of STATES[group] as readonly State<G>[])
      it(state, async function () {
        this.timeout(PATIENCE);
        if (!(await lookLike({}))) this.skip();
        expect(await findings(await drawings[state](main))).to.deep.equal([]);
      });
  });
}
