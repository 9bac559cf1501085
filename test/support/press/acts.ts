import { Random } from '../random.js';

export const KINDS = ['form', 'page', 'awaited page', 'roots', 'sampling', 'call', 'result'] as const;
export type Kind = (typeof KINDS)[number];

/** Places in a question, by the part of the button. */
export type Place =
  | 'approve-button'
  | 'open-button'
  | 'continue-button'
  | 'again-button'
  | 'decline-button'
  | 'cancel-button'
  | 'review-button'
  | 'title';

export type Device = 'mouse' | 'touch' | 'pen';

/** What happens to a page, to its questions, or what its person does. Plain data: a run is told again by printing it. */
export type Act =
  | { readonly do: 'ask'; readonly kind: Kind; readonly own: boolean }
  | { readonly do: 'withdraw'; readonly which: 'shown' | 'last' }
  | { readonly do: 'page is done' | 'model answers' | 'model fails' | 'model says more' | 'text beside' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'shift' | 'grow'; readonly px: number }
  | { readonly do: 'cover' | 'away' | 'blur' | 'hide'; readonly on: boolean }
  | { readonly do: 'down'; readonly to: Place; readonly by: Device }
  | { readonly do: 'up' }
  | { readonly do: 'click'; readonly to: Place; readonly by: Device; readonly ms: number }
  | { readonly do: 'double'; readonly to: Place; readonly ms: number }
  /** `repeats`: how often the system repeats it while it is down. */
  | {
      readonly do: 'key';
      readonly to: Place;
      readonly key: 'Enter' | ' ' | 'y' | 'n' | 'Tab';
      readonly ms: number;
      readonly repeats: number;
    }
  | { readonly do: 'key down'; readonly to: Place; readonly key: 'Enter' | ' ' }
  /** `other key`: one that has nothing to do with it goes down and up. */
  | { readonly do: 'key up' | 'escape' | 'other key' }
  /** A click without a pointer, as assistive technology makes it, or of a script. */
  | { readonly do: 'assist' | 'script'; readonly to: Place };

const PLACES = [
  [12, 'approve-button'],
  [2, 'continue-button'],
  [1, 'open-button'],
  [1, 'again-button'],
  [1, 'decline-button'],
  [1, 'cancel-button'],
  [1, 'title'],
  [2, 'review-button'],
] as const;

/** Around the limits, and between them. */
const WAITS = [10, 16, 40, 120, 300, 640, 690, 699, 700, 701, 716, 760, 800, 950, 1500];
const SHIFTS = [-60, -9, -8, -7, -3, 3, 5, 7, 8, 9, 12, 60];

function one(random: Random): Act {
  const to = random.weighted(PLACES);
  const key = random.pick(['Enter', ' '] as const);
  const by = random.weighted([
    [4, 'mouse'],
    [2, 'touch'],
    [1, 'pen'],
  ] as const);
  return random.weighted<() => Act>([
    [14, () => ({ do: 'ask', kind: random.pick(KINDS), own: random.chance(0.8) })],
    [22, () => ({ do: 'wait', ms: random.pick(WAITS) })],
    [3, () => ({ do: 'withdraw', which: random.pick(['shown', 'last'] as const) })],
    [2, () => ({ do: random.pick(['page is done', 'model fails', 'model says more'] as const) })],
    [5, () => ({ do: 'model answers' })],
    [4, () => ({ do: 'text beside' })],
    [7, () => ({ do: 'shift', px: random.pick(SHIFTS) })],
    [2, () => ({ do: 'grow', px: random.pick([1, 4, 5, 6, 20]) })],
    [5, () => ({ do: random.pick(['cover', 'away', 'blur', 'hide'] as const), on: random.chance(0.4) })],
    [4, () => ({ do: 'down', to, by })],
    [4, () => ({ do: 'up' })],
    [16, () => ({ do: 'click', to, by, ms: random.pick([0, 20, 90, 400, 800]) })],
    [5, () => ({ do: 'double', to, ms: random.pick([40, 120, 300]) })],
    [
      8,
      () => ({
        do: 'key',
        to,
        key: random.chance(0.9) ? key : random.pick(['y', 'n', 'Tab'] as const),
        ms: random.pick([0, 60, 700]),
        repeats: random.chance(0.3) ? random.between(1, 4) : 0,
      }),
    ],
    [2, () => ({ do: 'key down', to, key })],
    [2, () => ({ do: 'key up' })],
    [2, () => ({ do: 'other key' })],
    [1, () => ({ do: 'escape' })],
    [6, () => ({ do: random.pick(['assist', 'script'] as const), to })],
  ])();
}

/** What happens in the run of that seed. */
export function actsOf(seed: number): readonly Act[] {
  const random = new Random(seed);
  const acts: Act[] = [{ do: 'ask', kind: random.pick(KINDS), own: random.chance(0.9) }];
  // Often long enough that something can be decided at all.
  if (random.chance(0.5)) acts.push({ do: 'wait', ms: random.pick([760, 800, 1500]) });
  for (let left = random.between(6, 18); left > 0; left--) acts.push(one(random));
  return acts;
}
