import { expect } from '@esm-bundle/chai';
import { loadValidator } from '../../../src/json-schema/load-validator.js';
import { actsOf, type Act } from './acts.js';
import { Stage } from './stage.js';

interface Played {
  readonly faults: readonly string[];
  readonly verdicts: Stage['verdicts'];
  readonly refusals: number;
}

async function play(acts: readonly Act[], inline: boolean): Promise<Played> {
  const stage = new Stage(inline);
  try {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, that is the point
    for (const act of acts) await stage.play(act);
  } finally {
    await stage.end();
  }
  return stage;
}

/** The same run with everything left out that the fault does not need. */
async function shrunk(acts: readonly Act[], inline: boolean): Promise<readonly Act[]> {
  let left = acts;
  for (let at = left.length - 1; at >= 0; at--) {
    const without = left.toSpliced(at, 1);
    // oxlint-disable-next-line no-await-in-loop -- each try rests on the one before
    if ((await play(without, inline)).faults.length > 0) left = without;
  }
  return left;
}

/** Plays the runs of these seeds, every other with the questions in their place in the page. @throws with the shortest form of the first that shows a fault */
export async function playSequences(from: number, to: number): Promise<Omit<Played, 'faults'>> {
  // What checks a form comes over the network, which the clock of these runs does not move.
  await loadValidator();
  const sum = { verdicts: { acts: 0, 'acts not': 0, either: 0 }, refusals: 0 };
  for (let seed = from; seed < to; seed++) {
    const [acts, inline] = [actsOf(seed), seed % 2 === 1];
    // oxlint-disable-next-line no-await-in-loop -- there is one screen, one focus and one clock
    const { faults, verdicts, refusals } = await play(acts, inline);
    if (faults.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- the run ends here
      const short = await shrunk(acts, inline);
      // oxlint-disable-next-line no-await-in-loop -- likewise
      const again = await play(short, inline);
      expect.fail(
        `seed ${seed}, ${inline ? 'in the page' : 'as a dialog'}: ${(again.faults.length ? again.faults : faults).join('; ')}\n${short.map((act) => `  ${JSON.stringify(act)}`).join('\n')}`,
      );
    }
    for (const key of ['acts', 'acts not', 'either'] as const) sum.verdicts[key] += verdicts[key];
    sum.refusals += refusals;
  }
  return sum;
}
