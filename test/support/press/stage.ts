import '../../../components/define/mcp-approval-queue.js';
import type { McpApprovalDecideRequestEvent } from '../../../components/events.js';
import { setPressGuard } from '../../../components/approval-queue/press-guard.js';
import type { McpApprovalQueueElement } from '../../../components/approval-queue/approval-queue.js';
import { ApprovalQueue } from '../../../src/approvals/queue.js';
import type { Approval } from '../../../src/approvals/types.js';
import type { SamplingResult } from '../../../src/protocol/model.js';
import { requestingServer, samplingRequest } from '../questions.js';
import type { Act, Device, Kind, Place } from './acts.js';
import { Rule, type Beginning, type Sight, type Verdict } from './rule.js';

/** Milliseconds between two frames. */
const FRAME_MS = 16;
/** Within this time, and this far from each other, clicks are a double click. As most systems have it. */
const [DOUBLE_MS, DOUBLE_PX] = [500, 5];
/** Within this time, and this far from each other, presses are repeated for the guard. */
const [REPEATED_MS, REPEATED_PX] = [500, 30];
const GUARDED = ['approve-button', 'open-button', 'continue-button', 'again-button'] as const;
const PARTS: Readonly<Record<'decline-button' | 'cancel-button', true>> = {
  'decline-button': true,
  'cancel-button': true,
};

/** No clock goes back, and the guard of the page stays from one stage to the next. */
let lastNow = 0;

type Point = readonly [x: number, y: number];
interface Down {
  readonly by: Device;
  readonly target: Element;
  readonly at: Point;
  readonly began: Beginning;
}
interface Key {
  readonly key: string;
  readonly target: Element;
  readonly began: Beginning;
}

/**
 * A page with a real queue, real elements, the real guard, and a person and a server that do what they are told. The clock is
 * ours. Nobody can make trusted events at this rate: the events of the person are dispatched where a browser would dispatch
 * them, in its order, and hit what a browser’s own hit test says is there. The focus and the visibility of the page are
 * answered for the browser.
 */
export class Stage {
  /** What went wrong, in the order in which it did. */
  readonly faults: string[] = [];
  /** How often each verdict was given. */
  readonly verdicts: Record<Verdict, number> = { acts: 0, 'acts not': 0, either: 0 };
  /** Presses of what is never guarded, each of which ended its question. */
  refusals = 0;

  readonly #queue = new ApprovalQueue();
  readonly #element: McpApprovalQueueElement;
  readonly #spacer = document.createElement('div');
  readonly #cover = document.createElement('div');
  readonly #beside = document.createElement('p');
  readonly #place = document.createElement('div');
  readonly #rule = new Rule(2 * FRAME_MS + 8);
  readonly #frames = new Set<() => void>();
  readonly #lives = new Map<string, AbortController>();
  readonly #steps = new Map<string, number>();
  readonly #open = window.open;
  #now = (lastNow += 10_000);
  #results = 0;
  #acts = 0;
  /** What the server, a model or a page was given, and not only announced. */
  #effects = 0;
  #owed = 0;
  #isFocused = true;
  #isVisible = true;
  #isCovered = false;
  #shift = 0;
  #isAway = false;
  #model: { says(text: string): void; end(answer: SamplingResult | Error): void } | undefined;
  #down: Down | undefined;
  #key: Key | undefined;
  #lastDown: { readonly at: number; readonly point: Point } | undefined;
  #last: { readonly at: number; readonly point: Point; readonly count: number; readonly target: Element } | undefined;

  /** @param inline whether questions stand in their place in the page, or are dialogs */
  constructor(inline: boolean) {
    setPressGuard({
      clock: {
        now: () => this.#now,
        timeOf: () => this.#now,
        nextFrame: (look) => {
          this.#frames.add(look);
          return () => this.#frames.delete(look);
        },
      },
    });
    Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => this.#isFocused });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (this.#isVisible ? 'visible' : 'hidden'),
    });
    window.open = () => {
      this.#acts++;
      return null;
    };
    this.#element = document.createElement('mcp-approval-queue');
    this.#element.inline = inline;
    this.#element.approvals = this.#queue;
    this.#element.addEventListener('mcp-approval-decide-request', (event) =>
      this.#hear(event as McpApprovalDecideRequestEvent),
    );
    this.#queue.sampler = (_request, { onPartial }) => {
      this.#effects++;
      return new Promise((resolve, reject) => {
        this.#model = {
          says: (text) => onPartial?.(text),
          end: (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)),
        };
      });
    };
    this.#cover.style.cssText = 'position: fixed; z-index: 9; background: gray';
    this.#spacer.style.height = '100px';
    this.#place.style.cssText = 'position: absolute; inset: 0; block-size: 100%; overflow: auto';
    this.#place.append(this.#spacer, this.#element, this.#beside);
    document.body.append(this.#place);
  }

  async play(act: Act): Promise<void> {
    const before = this.#acts;
    await this.#do(act);
    await this.#settle();
    if (!isPress(act) && this.#acts !== before) this.#fault(act, 'something was let happen that nobody pressed');
  }

  async end(): Promise<void> {
    // Whatever is still held down.
    window.dispatchEvent(new Event('blur'));
    this.#model?.end(new Error('over'));
    for (const life of this.#lives.values()) life.abort();
    await this.#settle();
    if (this.#effects !== this.#owed) this.faults.push(`${this.#effects} effects of ${this.#owed} decisions`);
    this.#place.remove();
    lastNow = this.#now;
    if (this.#frames.size > 0) this.faults.push('the guard looks on, with nothing to look at');
    window.open = this.#open;
    Reflect.deleteProperty(document, 'hasFocus');
    Reflect.deleteProperty(document, 'visibilityState');
    setPressGuard();
  }

  async #do(act: Act): Promise<unknown> {
    switch (act.do) {
      case 'ask':
        return this.#ask(act.kind, act.own);
      case 'withdraw': {
        const ids = [...this.#lives.keys()].filter((id) => this.#queue.pending.get().some((one) => one.id === id));
        const id = act.which === 'shown' ? this.#shown()?.id : ids.at(-1);
        return id && this.#lives.get(id)?.abort();
      }
      case 'page is done':
        return this.#queue.elicitationComplete(requestingServer.server.url, '1');
      case 'model says more':
        return this.#model?.says('More. ');
      case 'model answers':
        return this.#model?.end({ role: 'assistant', content: [{ type: 'text', text: 'Hm.' }], model: 'm' });
      case 'model fails':
        return this.#model?.end(new Error('no'));
      case 'text beside':
        return (this.#beside.textContent += 'word ');
      case 'wait':
        return this.#wait(act.ms);
      case 'shift':
        this.#shift += act.px;
        return this.#arrange();
      case 'grow': {
        const button = this.#find('approve-button');
        return button && (button.style.minWidth = `${button.getBoundingClientRect().width + act.px}px`);
      }
      case 'away':
        this.#isAway = act.on;
        return this.#arrange();
      case 'cover':
        return this.#coverUp(act.on);
      case 'blur':
        this.#isFocused = !act.on;
        this.#see();
        window.dispatchEvent(new Event(act.on ? 'blur' : 'focus'));
        // The page does not hear of what is let go of elsewhere.
        if (act.on) this.#down = this.#key = undefined;
        return undefined;
      case 'hide':
        this.#isVisible = !act.on;
        this.#see();
        return document.dispatchEvent(new Event('visibilitychange'));
      case 'down':
        return this.#press(act.to, act.by);
      case 'up':
        return this.#release(act);
      case 'click':
        this.#press(act.to, act.by);
        this.#wait(act.ms);
        await this.#settle();
        return this.#release(act);
      case 'double':
        this.#press(act.to, 'mouse');
        await this.#release(act);
        this.#wait(act.ms);
        await this.#settle();
        // The hand does not look again.
        if (this.#last) this.#press(this.#last.point, 'mouse');
        return this.#release(act);
      case 'key':
        await this.#keyDown(act.to, act.key, act);
        this.#wait(act.ms);
        await this.#settle();
        for (let left = act.repeats; left > 0; left--) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, as a keyboard does it
          await this.#keyAgain(act);
          this.#wait(30);
        }
        return this.#keyUp(act);
      case 'key down':
        return this.#keyDown(act.to, act.key, act);
      case 'key up':
        return this.#keyUp(act);
      case 'other key': {
        const target = this.#focused() ?? document.body;
        fire(target, new KeyboardEvent('keydown', { ...EVENT, key: 'Shift' }));
        fire(target, new KeyboardEvent('keyup', { ...EVENT, key: 'Shift' }));
        return soon();
      }
      case 'escape':
        return this.#escape(act);
      case 'assist':
      case 'script': {
        const button = this.#find(act.to);
        return button && this.#click(button, { act, detail: 0, began: undefined, isMethod: act.do === 'script' });
      }
    }
  }

  #ask(kind: Kind, own: boolean): void {
    const life = new AbortController();
    const isOwn = (): boolean => own;
    const elicit = (request: Parameters<ApprovalQueue['add']>[1]): Promise<unknown> =>
      this.#queue.add('elicitation/create', request as never, requestingServer, undefined, life.signal, isOwn);
    const put: Readonly<Record<Kind, () => Promise<unknown>>> = {
      form: () => elicit({ mode: 'form', message: 'Yes?', requestedSchema: { type: 'object', properties: {} } }),
      page: () => elicit({ mode: 'url', message: 'Go.', url: 'https://pay.example/' }),
      'awaited page': () =>
        elicit({ mode: 'url', message: 'Go.', url: 'https://pay.example/', elicitationId: '1', resumesCall: true }),
      roots: () =>
        this.#queue.addRoots(
          { fromPage: [{ uri: 'file:///a', name: 'A' }] },
          requestingServer,
          undefined,
          life.signal,
          isOwn,
        ),
      sampling: () =>
        this.#queue.add('sampling/createMessage', samplingRequest, requestingServer, undefined, life.signal, isOwn),
      call: () => {
        const initiator = own ? 'person' : 'page';
        const asked = { tool: { name: 'x', inputSchema: { type: 'object' } }, arguments: {}, initiator } as const;
        return this.#queue.addCall({ kind: 'tool-call', asked, why: 'policy' as never }, requestingServer, life.signal);
      },
      result: () => {
        const initiator = own ? 'person' : 'model';
        const asked = {
          tool: `x${++this.#results}.`,
          initiator,
          result: { content: [{ type: 'text', text: 'Hm.' }] },
        } as never;
        return this.#queue.addCall({ kind: 'tool-result', asked }, requestingServer, life.signal);
      },
    };
    const before = new Set(this.#queue.pending.get().map(({ id }) => id));
    const answer = put[kind]();
    const id = this.#queue.pending.get().find((one) => !before.has(one.id))?.id;
    if (id) this.#lives.set(id, life);
    answer.then(
      (given) => {
        const { action, allowed } = given as { action?: string; allowed?: boolean };
        // A page that its server called done was not let happen by a press, and one that is awaited was counted before.
        const isGiven = action === 'accept' || allowed === true || kind === 'sampling';
        if (isGiven && this.#queue.ended.get()?.how !== 'completed') this.#effects++;
      },
      () => {},
    );
  }

  #hear({ approval, decision }: McpApprovalDecideRequestEvent): void {
    const { kind } = decision;
    if (kind === 'decline' || kind === 'cancel') return;
    this.#acts++;
    // Agreeing to an awaited page opens it, and nobody is told anything yet.
    const isAwaited = approval.kind === 'elicitation' && approval.asked.mode === 'url' && approval.asked.resumesCall;
    if (!(kind === 'accept' && isAwaited)) this.#owed++;
  }

  #arrange(): void {
    const dialog = this.#root().querySelector('dialog');
    const top = this.#isAway ? 5000 : 100 + this.#shift;
    this.#spacer.style.height = `${top}px`;
    if (dialog) Object.assign(dialog.style, { insetBlock: `${top}px auto`, marginBlock: '0', position: 'absolute' });
  }

  #coverUp(on: boolean): void {
    this.#isCovered = on;
    const button = this.#find('approve-button') ?? this.#find('continue-button');
    const within = button && this.#root().querySelector('dialog, .inline');
    if (!on || !button || !within) {
      this.#cover.remove();
      this.#isCovered = false;
      return;
    }
    within.append(this.#cover);
    Object.assign(this.#cover.style, { inset: '0', position: 'fixed' });
  }

  /** Frames at the beginning, when something may have changed, and at the end. Nothing changes between them. */
  #wait(ms: number): void {
    const end = this.#now + ms;
    const times = [1, 2, 3].flatMap((count) => [this.#now + count * FRAME_MS, end - count * FRAME_MS]);
    for (const time of [...times, end].filter((one) => one > this.#now && one <= end).sort((a, b) => a - b)) {
      this.#now = time;
      this.#see();
      const looks = [...this.#frames];
      this.#frames.clear();
      for (const look of looks) look();
    }
  }

  #see(): void {
    this.#rule.see(this.#sights(), this.#now);
  }

  #sights(): readonly Sight[] {
    const shown = this.#shown();
    if (!shown) return [];
    return GUARDED.flatMap((part) => {
      const button = this.#find(part);
      if (!button) return [];
      const { x, y, width, height } = button.getBoundingClientRect();
      const isOnScreen = width > 0 && y >= 0 && x >= 0 && y + height <= innerHeight && x + width <= innerWidth;
      const isSeen = isOnScreen && this.#isFocused && this.#isVisible && !this.#isUnder(button);
      return [{ button, question: shown.id, step: this.#stepOf(shown), box: { x, y, width, height }, isSeen }];
    });
  }

  /** Whether the cover lies over it. A new question is not under it: it comes after. */
  #isUnder(button: Element): boolean {
    return this.#isCovered && this.#cover.isConnected && this.#frameOf(button) === this.#cover.parentNode;
  }

  #frameOf(button: Element): Node | null {
    const root = button.getRootNode() as ShadowRoot;
    const within = root === this.#root() ? button : root.host;
    return within.closest('dialog, .inline');
  }

  /** Where a question stands, by what it asks now. */
  #stepOf(approval: Approval): unknown {
    if (approval.kind === 'elicitation') return approval.step;
    return approval.kind === 'sampling' ? approval.step : 'asked';
  }

  #root(): ShadowRoot {
    return this.#element.shadowRoot!;
  }

  #shown(): Approval | undefined {
    const asking = this.#root().querySelector(
      'mcp-sampling-approval, mcp-elicitation-approval, mcp-roots-approval, mcp-tool-approval',
    ) as { approval?: { id: string } } | null;
    const pending = this.#queue.pending.get();
    if (asking) return pending.find(({ id }) => id === asking.approval?.id);
    // The queue shows a result itself, and names its tool.
    const title = this.#root().querySelector('[part~="title"]:not([data-name])')?.textContent ?? '';
    return pending.find((one) => one.kind === 'tool-result' && title.includes(one.asked.tool));
  }

  #find(place: Place): HTMLElement | null {
    const asking = this.#root().querySelector<HTMLElement>(
      'mcp-sampling-approval, mcp-elicitation-approval, mcp-roots-approval, mcp-tool-approval',
    );
    return (
      (asking?.shadowRoot ?? this.#root()).querySelector(
        `:is([data-name~="${place}"], [part~="${place}"]:not([data-name]))`,
      ) ?? this.#root().querySelector(`:is([data-name~="${place}"], [part~="${place}"]:not([data-name]))`)
    );
  }

  #guardedAt(target: Element): Element | undefined {
    return this.#sights().find(({ button }) => contains(button, target))?.button;
  }

  #press(to: Place | Point, by: Device): void {
    if (this.#down) return;
    const point = typeof to === 'string' ? middleOf(this.#find(to)) : to;
    const target = point && hit(point);
    if (!point || !target) return;
    this.#see();
    const on = this.#guardedAt(target);
    const last = this.#lastDown;
    this.#lastDown = { at: this.#now, point };
    const isRepeated =
      last !== undefined &&
      this.#now - last.at < REPEATED_MS &&
      Math.hypot(last.point[0] - point[0], last.point[1] - point[1]) <= REPEATED_PX;
    this.#down = { by, target, at: point, began: this.#rule.begin(on, this.#now, isRepeated) };
    const where = { clientX: point[0], clientY: point[1], pointerType: by, pointerId: by === 'mouse' ? 1 : 7 };
    fire(target, new PointerEvent('pointerdown', { ...EVENT, ...where }));
    if (by !== 'touch') fire(target, new MouseEvent('mousedown', { ...EVENT, ...where }));
  }

  async #release(act: Act): Promise<void> {
    const down = this.#down;
    this.#down = undefined;
    if (!down) return;
    const where = {
      clientX: down.at[0],
      clientY: down.at[1],
      pointerType: down.by,
      pointerId: down.by === 'mouse' ? 1 : 7,
    };
    const over = hit(down.at);
    if (over) fire(over, new PointerEvent('pointerup', { ...EVENT, ...where }));
    // After a finger, the browser plays a mouse that was pressed only now.
    if (over && down.by === 'touch') fire(over, new MouseEvent('mousedown', { ...EVENT, ...where }));
    if (over) fire(over, new MouseEvent('mouseup', { ...EVENT, ...where }));
    if (!over || over !== down.target || !down.target.isConnected) {
      // On what is around both.
      fire(this.#element, new PointerEvent('click', { ...EVENT, ...where, detail: 1 }));
      return;
    }
    const last = this.#last;
    const isFurther =
      down.by === 'mouse' &&
      last !== undefined &&
      this.#now - last.at < DOUBLE_MS &&
      last.target === down.target &&
      Math.abs(last.point[0] - down.at[0]) < DOUBLE_PX &&
      Math.abs(last.point[1] - down.at[1]) < DOUBLE_PX;
    const count = isFurther ? last.count + 1 : 1;
    this.#last = { at: this.#now, point: down.at, count, target: down.target };
    await this.#click(over, { act, detail: count, began: down.began, where });
  }

  async #keyDown(to: Place, key: string, act: Act): Promise<void> {
    if (this.#key) return;
    const target = this.#find(to);
    if (!target) return;
    target.focus();
    this.#see();
    const isPress = key === 'Enter' || key === ' ';
    this.#key = { key, target, began: this.#rule.begin(isPress ? this.#guardedAt(target) : undefined, this.#now) };
    const goes = fire(target, new KeyboardEvent('keydown', { ...EVENT, key }));
    if (goes && key === 'Enter' && target.matches('button'))
      await this.#click(target, { act, detail: 0, began: this.#key.began });
  }

  /** As the system repeats a key that is held. Enter clicks each time, on what has the focus by then. */
  async #keyAgain(act: Act): Promise<void> {
    const key = this.#key;
    const target = this.#focused();
    if (!key || !target) return;
    this.#see();
    const on = this.#guardedAt(target);
    if (on && key.key === 'Enter') this.#rule.restart(on);
    const goes = fire(target, new KeyboardEvent('keydown', { ...EVENT, key: key.key, repeat: true }));
    if (goes && key.key === 'Enter' && target.matches('button'))
      await this.#click(target, { act, detail: 0, began: key.began, isHeld: true });
  }

  async #keyUp(act: Act): Promise<void> {
    const key = this.#key;
    if (!key) return;
    const target = this.#focused() ?? document.body;
    const goes = fire(target, new KeyboardEvent('keyup', { ...EVENT, key: key.key }));
    if (goes && key.key === ' ' && target === key.target && target.matches('button'))
      await this.#click(target, { act, detail: 0, began: key.began });
    this.#key = undefined;
  }

  async #escape(act: Act): Promise<void> {
    const dialog = this.#root().querySelector('dialog');
    const shown = this.#shown();
    if (!dialog || !shown) return;
    fire(dialog, new Event('cancel', { cancelable: true }));
    await this.#settle();
    this.#mustBeOver(shown.id, act);
  }

  async #click(
    target: Element,
    {
      act,
      detail,
      began,
      isHeld = false,
      isMethod = false,
      where = {},
    }: {
      readonly act: Act;
      readonly detail: number;
      readonly began: Beginning | undefined;
      readonly isHeld?: boolean;
      readonly isMethod?: boolean;
      readonly where?: PointerEventInit;
    },
  ): Promise<void> {
    this.#see();
    const shown = this.#shown();
    const sight = this.#sights().find(({ button }) => contains(button, target));
    const refuses = (Object.keys(PARTS) as Place[]).some((part) => {
      const button = this.#find(part);
      return button && contains(button, target);
    });
    const judged =
      sight &&
      this.#rule.judge({
        button: sight.button,
        at: this.#now,
        began,
        isByPointer: detail > 0,
        isFurther: detail > 1,
        isHeld,
      });
    // Nobody can tell a click without a beginning from that of a key that is down.
    const verdict = judged === 'acts' && this.#key && !began ? 'either' : judged;
    const before = this.#acts;
    if (isMethod) (target as HTMLElement).click();
    else fire(target, new PointerEvent('click', { ...EVENT, ...where, detail }));
    await this.#settle();
    const acted = this.#acts !== before;
    if (verdict) {
      this.verdicts[verdict]++;
      if (acted && verdict === 'acts not') this.#fault(act, 'acted, against the rule');
      if (!acted && verdict === 'acts') this.#fault(act, `did not act, although the rule says so: “${this.#hint()}”`);
    } else if (acted) this.#fault(act, 'acted, with no guarded button under it');
    if (refuses && shown) this.#mustBeOver(shown.id, act);
  }

  #mustBeOver(id: string, act: Act): void {
    this.refusals++;
    if (this.#queue.pending.get().some((one) => one.id === id)) this.#fault(act, 'did not refuse');
  }

  #hint(): string {
    return this.#find('title')?.closest('article')?.querySelector('.press-hint')?.textContent ?? '';
  }

  #focused(): HTMLElement | null {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active as HTMLElement | null;
  }

  #fault(act: Act, words: string): void {
    this.faults.push(`at ${this.#now} ms, ${JSON.stringify(act)}: ${words}`);
  }

  /** Until nothing is rendered any more and every promise went on. */
  async #settle(): Promise<void> {
    await soon();
    await this.#element.updateComplete;
    if (this.#shift !== 0 || this.#isAway) this.#arrange();
  }
}

const EVENT = { bubbles: true, cancelable: true, composed: true } as const;

const isPress = ({ do: what }: Act): boolean =>
  ['up', 'click', 'double', 'key', 'key down', 'key up', 'assist', 'script'].includes(what);

/** @returns whether its default action goes on */
function fire(target: Element, event: Event): boolean {
  return target.dispatchEvent(event);
}

function middleOf(element: Element | null): Point | undefined {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return width === 0 ? undefined : [left + width / 2, top + height / 2];
}

/** What is there, as the browser tests it, with every shadow root opened. */
function hit([x, y]: Point): Element | null {
  let found = document.elementFromPoint(x, y);
  for (let root = found?.shadowRoot; root; root = found?.shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === found || !root.contains(inner)) break;
    found = inner;
  }
  return found;
}

function contains(button: Element, target: Element): boolean {
  return button === target || button.contains(target);
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** A whole turn of the loop, without the 4 ms that a timer takes. */
function soon(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(undefined);
  });
}
