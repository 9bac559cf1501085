import type { Scenario } from '/__servers__.js';
import { auditBox, auditPage, describe, everything } from './audit.js';
import { open, provoke, toggleDialogs } from './provoke.js';
import type { Stage } from './stage.js';
import type { Finding, Witness } from './witness.js';

export interface StageReport {
  readonly findings: readonly Finding[];
  /** Elements that were looked at, so that a stage that showed nothing does not pass for a good one. */
  readonly elements: number;
  readonly frames: number;
  /** Addresses that links would have opened. */
  readonly opened: readonly string[];
  readonly ms: number;
}

/** Between two looks at whether anything still moves, in milliseconds. */
const LOOK_AGAIN = 25;
/** Looks at what never comes to rest. */
const LOOKS = 160;
const WIDTH = 480;
/** Of so many boxes one is shown in a dialog as well: it is the same content in the same element once more. */
const DIALOG_EVERY = 20;

/** Shows payloads in one place, does everything to what is there, and says what came of it. */
export async function checkStage(
  stage: Stage,
  payloads: readonly string[],
  witness: Witness,
  serve: (scenario: Scenario) => Promise<string>,
  fields?: readonly string[],
): Promise<StageReport> {
  const started = performance.now();
  const { sentinel, place } = setUp();
  witness.take();
  witness.opened.length = 0;
  witness.payloads = payloads;
  const findings: Finding[] = [];
  const boxes = new Map<HTMLElement, number | undefined>();
  let elements = 0;
  let frames = 0;
  sentinel.focus();
  const look = (isCovered = false): void => {
    let seen = 0;
    for (const [box, payload] of boxes) {
      const { elements: inside, findings: wrong } = auditBox(box);
      seen += inside;
      findings.push(...wrong.map((one) => ({ ...one, payload })));
    }
    elements = Math.max(elements, seen);
    frames = Math.max(frames, everything(place).filter(({ localName }) => localName === 'iframe').length);
    // A dialog that was asked for stands above everything.
    if (!isCovered) findings.push(...auditPage(sentinel));
  };
  let leave = (): void => {};
  try {
    leave = await stage.show({
      payloads,
      serve,
      goOn: () => sentinel.focus(),
      put: (field, payload) => (!fields || fields.includes(field) ? payload : 'plain words'),
      box(payload) {
        const box = place.appendChild(document.createElement('div'));
        boxes.set(box, payload);
        box.style.setProperty('width', `${WIDTH}px`);
        return box;
      },
    });
    await rest(place);
    look();
    if (document.activeElement !== sentinel)
      findings.push({ wrong: 'focus stolen', detail: describe(document.activeElement ?? document.body) });
    for (const what of ROUNDS) {
      if (!open(place, what)) continue;
      await rest(place);
      look();
    }
    const some = [...boxes.keys()].filter((_box, index) => index % DIALOG_EVERY === 1);
    if (toggleDialogs(some, 'page-button')) {
      await rest(place);
      look(true);
      toggleDialogs(some, 'close-button');
      await rest(place);
    }
    for (const box of boxes.keys()) {
      provoke(box);
      // All boxes at once are one task of many seconds, in which the page answers nobody: it looks like an endless loop.
      await tick();
    }
    await rest(place);
    look();
  } catch (error) {
    findings.push({ wrong: 'broken', detail: String(error instanceof Error ? error.stack : error).slice(0, 400) });
  }
  leave();
  place.remove();
  await tick();
  findings.push(...witness.take());
  return {
    findings: unique(findings),
    elements,
    frames,
    opened: [...new Set(witness.opened)],
    ms: performance.now() - started,
  };
}

/** Something of the page's own that has the focus, and must keep it and stay on top; and room below it. */
function setUp(): { sentinel: HTMLElement; place: HTMLElement } {
  let sentinel = document.querySelector<HTMLElement>('#sentinel');
  if (!sentinel) {
    sentinel = document.body.appendChild(document.createElement('button'));
    sentinel.id = 'sentinel';
    sentinel.textContent = 'The page’s own';
    // Beside the boxes: nothing of theirs has any business here.
    for (const [name, value] of Object.entries({ position: 'fixed', top: '0', right: '0' }))
      sentinel.style.setProperty(name, value);
  }
  const place = document.body.appendChild(document.createElement('main'));
  return { sentinel, place };
}

/** Waits until nothing is added or taken away any more. */
export async function rest(place: Element): Promise<void> {
  for (let before = -1, same = 0, looks = 0; same < 2 && looks < LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    const now = sizeOf(place);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

/** How many elements there are, shadow roots included. Asked all the time, so it does nothing else. */
function sizeOf(root: Element | ShadowRoot): number {
  let size = 0;
  for (let element = root.firstElementChild; element; element = element.nextElementSibling) {
    size += 1 + sizeOf(element);
    if (element.shadowRoot) size += sizeOf(element.shadowRoot);
  }
  return size;
}

/**
 * Which fields of a stage come to stand on the screen at all, with plain words in each: without this, a stage that shows
 * nothing would pass for a harmless one.
 */
export async function fieldsNotShown(
  stage: Stage,
  serve: (scenario: Scenario) => Promise<string>,
): Promise<readonly string[]> {
  const { sentinel, place } = setUp();
  const word = (field: string): string => `canary${stage.fields.indexOf(field)}x`;
  const leave = await stage.show({
    payloads: ['any'],
    serve,
    put: word,
    goOn: () => sentinel.focus(),
    box: () => place.appendChild(document.createElement('div')),
  });
  let said = '';
  for (const what of ROUNDS) {
    await rest(place);
    said += wordsIn(place);
    open(place, what);
  }
  await rest(place);
  said += wordsIn(place);
  leave();
  place.remove();
  return stage.fields.filter((field) => !said.includes(word(field)));
}

/** What is opened: a menu first, and what was in it. */
const ROUNDS = ['more', 'more', 'page'] as const;

/** Everything that is written below an element, in attributes and in fields as well. */
function wordsIn(place: Element): string {
  let words = '';
  for (const element of everything(place)) {
    for (const node of element.childNodes) if (node instanceof Text) words += ` ${node.data}`;
    for (const { value } of element.attributes) words += ` ${value}`;
    if ('value' in element && typeof element.value === 'string') words += ` ${element.value}`;
  }
  return words;
}

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.wrong} ${one.payload} ${one.detail}`, one])).values()];
}
