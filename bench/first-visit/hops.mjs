// How far a script is from the page: the length of the row of scripts in which each one is asked for by the one before it.

export class HopCount {
  #origin;
  #loadersOf;
  #hops = new Map();

  /**
   * @param {string} origin of the page and its scripts; others do not count
   * @param {(file: string) => readonly string[]} loadersOf the files that load this one late. What Vite preloads has nobody
   *   who asked for it in the browser’s eyes; the shortest way that is possible counts
   */
  constructor(origin, loadersOf = () => []) {
    this.#origin = origin;
    this.#loadersOf = loadersOf;
  }

  /** Takes a request as the browser reports it. @returns its hops; 0 for a page, and for what does not count */
  add({ url }, { url: asker, stack }) {
    if (!url.startsWith(this.#origin)) return 0;
    const known = this.#hops.get(url);
    if (known !== undefined) return known;
    const frames = [];
    for (let one = stack; one; one = one.parent) frames.push(...one.callFrames);
    const askers = [asker, ...frames.map((frame) => frame.url)].map((one) => this.#hops.get(one) ?? 0);
    const loaders = this.#loadersOf(new URL(url).pathname.slice(1)).flatMap(
      (file) => this.#hops.get(`${this.#origin}/${file}`) ?? [],
    );
    const before = Math.max(...askers, loaders.length > 0 ? Math.min(...loaders) : 0);
    const hops = new URL(url).pathname.endsWith('.html') ? 0 : 1 + before;
    this.#hops.set(url, hops);
    return hops;
  }
}
