// `--turn 2/3` on a command that runs many files or applications: the second of three shares. CI takes the shares in turns,
// one a day.

/** What is run in one of several turns, which together run everything. @param {number} turn from 1 */
export const shareOf = (all, turn, turns) => all.filter((_, place) => (place % turns) + 1 === turn);

/**
 * The turn that a command was given, and its other arguments. Without `--turn`, one turn that has everything. Ends the
 * command where the turn is none.
 * @param {readonly string[]} args
 */
export function readTurn(args) {
  const at = args.indexOf('--turn');
  if (at < 0) return { turn: 1, turns: 1, rest: args };
  const [, turn, turns] = (/^(\d+)\/(\d+)$/.exec(args[at + 1] ?? '') ?? []).map(Number);
  if (!(turn >= 1 && turn <= turns)) {
    console.error('--turn takes the share and their number: --turn 2/3');
    process.exit(1);
  }
  return { turn, turns, rest: args.filter((_, place) => place !== at && place !== at + 1) };
}
