import type { LitElement } from 'lit';
import { itemsOf, type Session } from '../../src/index.js';
import { StoreController } from '../controllers/store-controller.js';
import { formatCount } from '../words/counted.js';
import { LogCount } from './log-count.js';
import { SECTIONS, type Section } from './sections.js';

/** Lines of its log that a session keeps: that many means as many or more. */
const MOST_LINES = 1000;

/** How much there is in each section, followed for its host. */
export class SectionAmounts {
  readonly #log: LogCount;
  readonly #lists: ReadonlyMap<Section, readonly StoreController<Parameters<typeof itemsOf>[0]>[]>;

  constructor(host: LitElement, session: () => Session | undefined) {
    this.#log = new LogCount(host, session);
    this.#lists = new Map(
      SECTIONS.map((section) => [
        section,
        section.lists.map((list) => new StoreController(host, () => session() && list(session()!).state)),
      ]),
    );
  }

  /** Whether the server logged anything. */
  get hasLog(): boolean {
    return this.#log.value > 0;
  }

  /** In words; undefined where it is not known yet. */
  of(section: Section): string | undefined {
    if (section.name === 'activity') return this.hasLog ? this.#lines() : undefined;
    const lists = this.#lists.get(section)!.map((store) => store.value);
    const known = lists.filter((list) => list?.phase === 'ready' || list?.phase === 'stale');
    return known.length === 0 ? undefined : formatCount(known.reduce((sum, list) => sum + itemsOf(list).length, 0));
  }

  #lines(): string {
    return this.#log.value < MOST_LINES ? formatCount(this.#log.value) : `${formatCount(MOST_LINES)}+`;
  }
}
