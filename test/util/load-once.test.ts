import { expect } from '@esm-bundle/chai';
import { script } from '/__servers__.js';
import { loadOnce, mayLoadAgain } from '../../src/util/load-once.js';
import { failureOf } from '../fixtures/failure.js';

const broken = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** A loader that fails so often, and counts how often it is asked. */
function failing(times: number): { load: () => Promise<string>; asked: () => number } {
  let asked = 0;
  return { load: () => (asked++ < times ? broken() : Promise.resolve('loaded')), asked: () => asked };
}

/** The address of a script that is answered with that status so often, and comes then. */
async function scriptAfter(times: number, status: number): Promise<string> {
  const file = { text: 'export const value = 1;', type: 'text/javascript' };
  const refusals = Array.from({ length: times }, () => ({
    status,
    text: '',
    headers: { 'cache-control': 'no-store' },
  }));
  return `${await script({ replies: { GET: [...refusals, file] } })}/part.js`;
}

describe('loading a part that is a file of its own', () => {
  it('those who ask while it is under way share it', async () => {
    const { load, asked } = failing(0);
    const both = await Promise.all([loadOnce('panels', load), loadOnce('panels', load)]);
    expect(both).to.deep.equal(['loaded', 'loaded']);
    expect(asked()).to.equal(1);
  });

  it('tries once more by itself', async () => {
    const { load, asked } = failing(1);
    expect(await loadOnce('panels', load)).to.equal('loaded');
    expect(asked()).to.equal(2);
  });

  it('a failure is not remembered: whoever needs it next tries again', async () => {
    const { load } = failing(2);
    expect((await failureOf(loadOnce('panels', load))).code).to.equal('load');
    expect(await loadOnce('panels', load)).to.equal('loaded');
  });

  it('says which part it is and what to do, and blames nobody', async () => {
    const error = await failureOf(loadOnce('markdown', broken));
    expect(error.message).to.equal(
      'The part of mcp-embed that formats Markdown did not load. The text is shown as it was sent.',
    );
    expect(error.remedy).to.match(/reload the page/i);
    expect(error.cause).to.be.instanceOf(TypeError);
  });

  it('a file with nothing in it did not load', async () => {
    // The second: what a bundler makes of it where several parts share a file.
    for (const nothing of [{}, undefined])
      // oxlint-disable-next-line no-await-in-loop -- the same part, one after the other
      expect((await failureOf(loadOnce('panels', async () => nothing))).code).to.equal('load');
  });

  it('each waits for as long as it says', async () => {
    let come!: (loaded: string) => void;
    const coming = new Promise<string>((resolve) => (come = resolve));
    const patient = loadOnce('panels', () => coming);
    const error = await failureOf(loadOnce('panels', () => coming, 20));
    expect(error.code).to.equal('load');
    come('loaded');
    expect(await patient).to.equal('loaded');
  });

  it('one that never comes is not waited for for ever', async () => {
    const error = await failureOf(loadOnce('data', () => new Promise(() => {}), 20));
    expect(error.code).to.equal('load');
    expect(await loadOnce('data', failing(0).load)).to.equal('loaded');
  });

  for (const status of [404, 503]) {
    it(`${status} once: comes with the second try, or the words say to reload the page`, async () => {
      const address = await scriptAfter(1, status);
      const load = (): Promise<{ value: number }> => import(address);
      try {
        expect((await loadOnce('panels', load)).value).to.equal(1);
      } catch (error) {
        expect((error as { remedy?: string }).remedy).to.equal('Reload the page.');
      }
    });

    it(`${status} twice: “Try again” is said exactly where the browser asks again, and helps`, async () => {
      const address = await scriptAfter(2, status);
      const load = (): Promise<{ value: number }> => import(address);
      const error = await failureOf(loadOnce('panels', load));
      if (mayLoadAgain(error)) expect((await loadOnce('panels', load)).value).to.equal(1);
      else expect((await failureOf(loadOnce('panels', load))).remedy).to.equal('Reload the page.');
    });
  }
});
