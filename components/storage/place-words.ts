import type { McpError } from '../../src/index.js';
import type { KeptPlace } from '../../src/kept/index.js';

const WHY: Readonly<Record<NonNullable<KeptPlace['why']>, string>> = {
  recording: 'Nothing of a recording is kept when it is played back.',
  'in-page': 'Nothing is kept once this page is closed: this server is inside the page, which gives it no name.',
  'secret-address': 'Nothing is kept once this page is closed: the address of this server carries a secret.',
};

/** Where it is kept and how long, or why nothing is, in sentences. */
export function placeInWords({ lasts, isNameless, why }: KeptPlace, problem: McpError | undefined): string {
  if (problem) return [problem.message, problem.remedy].filter(Boolean).join(' ');
  if (why) return WHY[why];
  if (isNameless)
    return 'Nothing is kept once this page is closed: it uses a key for this server and does not say whose, and the next person here may be somebody else.';
  switch (lasts) {
    case 'page':
      return 'Nothing is kept once this page is closed or reloaded: the page wants it so.';
    case 'tab':
      return 'Kept in this browser until this tab is closed.';
    case 'own':
      return 'Kept where this page wants it kept.';
    case 'browser':
      return 'Kept in this browser, for this site only. Passwords, keys and files that you typed or chose are not.';
  }
}
