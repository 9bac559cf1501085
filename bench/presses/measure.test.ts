import { aTimeout } from '@open-wc/testing';
import '../../components/define/mcp-approval-queue.js';
import { setPressGuard } from '../../components/index.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import { askPage } from '../../test/support/questions.js';
import { Random } from '../../test/support/random.js';

const PEOPLE = 300;
const FRAME_MS = 16;
/** Within this time, a second click is the second of a double click. */
const DOUBLE_MS = 500;

/** Milliseconds from what somebody sees to their press, log-normal: half of the people are faster than the median. */
interface Pace {
  readonly who: string;
  readonly medianMs: number;
  readonly spread: number;
}

const PACES: readonly Pace[] = [
  { who: 'reads the heading, then presses', medianMs: 1800, spread: 0.45 },
  { who: 'knows the question, goes to the button', medianMs: 1000, spread: 0.35 },
  { who: 'expects it, the hand on the button', medianMs: 500, spread: 0.25 },
];
/** From a press that did not count, and says so, to the next. */
const AGAIN: Pace = { who: '', medianMs: 600, spread: 0.3 };

/** With real elements, real layout and the real guard; the time is counted, not waited for. */
describe('what a person loses', () => {
  const { open } = window;
  before(() => (window.open = () => null));
  after(() => (window.open = open));

  for (const pace of PACES)
    it(pace.who, async () => {
      const random = new Random(1);
      const draw = ({ medianMs, spread }: Pace): number => {
        const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
        return medianMs * Math.exp(spread * normal);
      };
      const lost: number[] = [];
      let refused = 0;
      for (let person = 0; person < PEOPLE; person++) {
        // oxlint-disable-next-line no-await-in-loop -- there is one screen
        const result = await decide(draw(pace), () => draw(AGAIN));
        lost.push(result.lostMs);
        refused += result.refused;
      }
      lost.sort((a, b) => a - b);
      const at = (part: number): number => Math.round(lost[Math.ceil(part * PEOPLE) - 1]);
      const delayed = lost.filter((ms) => ms > 0).length;
      console.log(
        `RESULT ${JSON.stringify({ ...pace, people: PEOPLE, refused, delayed, median: at(0.5), p95: at(0.95) })}`,
      );
    }).timeout(110_000);
});

async function decide(firstMs: number, again: () => number): Promise<{ lostMs: number; refused: number }> {
  let now = 0;
  const frames = new Set<() => void>();
  setPressGuard({
    clock: {
      now: () => now,
      timeOf: () => now,
      nextFrame: (look) => {
        frames.add(look);
        return () => frames.delete(look);
      },
    },
  });
  const queue = new ApprovalQueue();
  const element = document.createElement('mcp-approval-queue');
  element.approvals = queue;
  document.body.append(element);
  const { answer } = askPage(queue, 'https://pay.example/');
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  await element.updateComplete;
  const question = element.shadowRoot!.querySelector('mcp-elicitation-approval')!;
  await question.updateComplete;
  // What is in the question is rendered, too, before anybody’s time begins.
  await aTimeout(30);
  const button = question.shadowRoot!.querySelector('[part~="approve-button"]:not([data-name])')!;
  /** Some frames, and then nothing changes any more. */
  const wait = (until: number): void => {
    for (const time of [now + FRAME_MS, now + 2 * FRAME_MS, now + 3 * FRAME_MS, until].filter((one) => one <= until)) {
      now = time;
      const looks = [...frames];
      frames.clear();
      for (const look of looks) look();
    }
  };
  let [press, before, clicks, refused] = [firstMs, -Infinity, 0, 0];
  for (;;) {
    wait(press);
    clicks = press - before < DOUBLE_MS ? clicks + 1 : 1;
    const event = { bubbles: true, cancelable: true, composed: true };
    button.dispatchEvent(new PointerEvent('pointerdown', event));
    button.dispatchEvent(new PointerEvent('click', { ...event, detail: clicks }));
    // oxlint-disable-next-line no-await-in-loop -- one press after the other
    await aTimeout(0);
    if (isAnswered) break;
    refused++;
    before = press;
    press += again();
  }
  element.remove();
  setPressGuard();
  return { lostMs: press - firstMs, refused };
}
