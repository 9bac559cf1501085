import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { asMcpError } from '../../src/index.js';
import type { ArgumentHistory, ArgumentSet, FormOf, KeptForm } from '../../src/kept/index.js';
import type { KeepableDraft } from './draft-keeper.js';
import { earlierPanel } from './earlier-panel.js';
import { inWords } from './kept-notes.js';
import { describeSet } from './set-words.js';

export type EarlierHost = ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode };

/** What is being given a name: the form as it stands, or an argument set. */
export type Naming = 'form' | ArgumentSet;

interface Shown {
  readonly of: FormOf;
  readonly draft: Pick<KeepableDraft, 'toKept'>;
}

/** The argument sets of the form on the screen: to fill in, to give a name, to remove. */
export class EarlierArguments implements ReactiveController {
  readonly #host: EarlierHost;
  readonly #fill: (set: KeptForm) => void;
  #history: ArgumentHistory | undefined;
  #shown: Shown | undefined;
  #sets: readonly ArgumentSet[] = [];
  #isOpen = false;
  #sought = '';
  #active = 0;
  #naming: Naming | undefined;
  #problem = '';
  #isAsking = false;
  #said = '';
  #focusNext: string | undefined;

  constructor(host: EarlierHost, fill: (set: KeptForm) => void) {
    this.#host = host;
    this.#fill = fill;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#focusNext === undefined) return;
    const { renderRoot } = this.#host;
    const next = renderRoot.querySelector<HTMLElement>(this.#focusNext);
    (next ?? renderRoot.querySelector<HTMLElement>('.earlier-toggle'))?.focus();
    this.#focusNext = undefined;
  }

  use(history: ArgumentHistory | undefined): void {
    this.#history = history;
    void this.refresh();
  }

  show(shown: Shown | undefined): void {
    this.#shown = shown;
    this.#sets = [];
    this.#said = '';
    this.#close();
    void this.refresh();
  }

  /** Reads them again: this tab, or another one, keeps something else. */
  async refresh(): Promise<void> {
    const shown = this.#shown;
    if (!shown || !this.#history) return;
    const sets = await this.#history.list(shown.of);
    if (shown !== this.#shown || JSON.stringify(sets) === JSON.stringify(this.#sets)) return;
    this.#sets = sets;
    this.#host.requestUpdate();
  }

  /** Says what has happened, and puts the focus where it is to go on. */
  say(words: string, focus?: string): void {
    this.#said = words;
    this.#focusNext = focus;
    this.#host.requestUpdate();
  }

  render(): TemplateResult {
    return earlierPanel({
      sets: this.#sets,
      isOpen: this.#isOpen,
      sought: this.#sought,
      active: this.#active,
      naming: this.#naming,
      problem: this.#problem,
      isAsking: this.#isAsking,
      said: this.#said,
      toggle: () => {
        const open = !this.#isOpen;
        this.#close();
        this.#isOpen = open;
        this.say('');
      },
      close: () => {
        this.#close();
        this.say('', '.earlier-toggle');
      },
      seek: (text) => {
        this.#sought = text;
        this.#active = 0;
        this.#host.requestUpdate();
      },
      go: (row) => {
        this.#active = row;
        this.say(this.#said, `.set[data-row="${row}"]`);
      },
      choose: (set) => this.#choose(set),
      name: (naming) => {
        this.#naming = naming;
        this.#problem = '';
        this.say('', naming === undefined ? `.set[data-row="${this.#active}"]` : '#preset-name');
      },
      keepAs: (name) => void this.#keepAs(name),
      remove: (set) => void this.#remove(set),
      askToRemoveAll: (isAsking) => {
        this.#isAsking = isAsking;
        this.say('', isAsking ? '[part="keep-all-button"]' : '[part="remove-all-button"]');
      },
      removeAll: () => void this.#removeAll(),
    });
  }

  #close(): void {
    this.#isOpen = false;
    this.#sought = '';
    this.#active = 0;
    this.#naming = undefined;
    this.#problem = '';
    this.#isAsking = false;
  }

  #choose(set: ArgumentSet): void {
    this.#close();
    this.#fill(set);
    const { notKept = [] } = set;
    const missing = notKept.length > 0 ? ` Not kept then: ${inWords(notKept)}.` : '';
    this.say(`Filled in: ${describeSet(set)}.${missing}`, '[part="undo-button"]');
  }

  async #keepAs(name: string): Promise<void> {
    const naming = this.#naming;
    const shown = this.#shown;
    if (!naming || !shown || !this.#history) return;
    try {
      await this.#history.keepAs(shown.of, naming === 'form' ? shown.draft.toKept() : naming, name);
      this.#naming = undefined;
      this.#problem = '';
      await this.refresh();
      this.#active = Math.max(
        0,
        this.#sets.findIndex((set) => set.name === name.trim()),
      );
      this.say(`Kept as “${name.trim()}”.`, `.set[data-row="${this.#active}"]`);
    } catch (thrown) {
      const { message, remedy } = asMcpError(thrown, 'storage');
      this.#problem = remedy ? `${message} ${remedy}` : message;
      this.say('', '#preset-name');
    }
  }

  async #remove(set: ArgumentSet): Promise<void> {
    await this.#history?.remove(set);
    await this.refresh();
    this.#active = Math.max(0, Math.min(this.#active, this.#sets.length - 1));
    this.say(`Removed: ${describeSet(set)}.`, `.set[data-row="${this.#active}"]`);
  }

  async #removeAll(): Promise<void> {
    if (!this.#shown) return;
    await this.#history?.removeAll(this.#shown.of);
    this.#close();
    await this.refresh();
    this.say('All earlier arguments are removed.', '.earlier-toggle');
  }
}
