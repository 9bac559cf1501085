// What is read off a program's steps: how they ended, and all of it in a sentence.

/** @typedef {{ what: string, ms: number, ok?: any, error?: { name: string, message: string, code?: any, status?: any, remedy?: string }, waiting?: true }} Step */

const ended = (step) => step !== undefined && !step.waiting;
export const failed = (step) => step?.error !== undefined;
export const soon = (step, ms) => ended(step) && step.ms < ms;
export const said = (step, words) => step?.ok === `Echo: ${words}`;
export const wordsOf = (step) => [step?.error?.message, step?.error?.remedy].filter(Boolean).join(' ');
export const last = (steps) => steps.at(-1);
export const failure = ({ steps }) => steps.find(failed);

export const gets = (log) => log.filter(({ method }) => method === 'GET');

export const initializations = (log) => log.filter(({ message }) => message?.method === 'initialize').length;

export function disambiguatedLabels(first, second) {
  const signs = ({ steps, diagnosis }) => {
    const { code, message } = failure({ steps })?.error ?? {};
    // The address is another one in both, which tells nothing.
    return JSON.stringify([code, message, diagnosis]).replace(/127\.0\.0\.1:\d+[^\s"]*/g, 'HOST');
  };
  return failed(first.steps[0]) && failed(second.steps[0]) && signs(first) !== signs(second);
}

export function diagnosed(first, second) {
  return [first, second].some(({ diagnosis }) => diagnosis)
    ? `; diagnosis: “${shorten(first.diagnosis)}” and “${shorten(second.diagnosis)}”`
    : '';
}

/** What happened, step by step. */
export function sentence(steps) {
  return steps
    .map((step) => {
      const { what, ok, ms } = step;
      if (step.waiting) return `${what} still waiting after ${Math.round(ms / 1000)} s`;
      if (failed(step)) return `${what} failed after ${time(ms)}: “${shorten(wordsOf(step))}”`;
      return `${what}${typeof ok === 'string' ? ` → ${ok}` : ' ok'} (${time(ms)})`;
    })
    .join('; ');
}

const time = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function shorten(words) {
  const line = words.replace(/\s+/g, ' ').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1');
  return line.length > 220 ? `${line.slice(0, 220)}…` : line;
}
