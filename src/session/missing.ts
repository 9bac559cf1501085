import { defineErrorTexts, type ErrorText, McpError } from '../errors.js';
import { type Missing, onMissing } from '../util/coordination.js';

const errorText = defineErrorTexts({
  'session.noLocks': 'The tabs of this site cannot take turns here: the browser gives this page no locks.',
  'session.withoutLocks':
    'Everything works. With the site open in several tabs, some may get no news, and a sign-in may have to be repeated. Pages of https that are not in a sandboxed frame have locks.',
  'session.noChannels':
    'The tabs of this site do not hear of each other here: the browser lets this page open no channel.',
  'session.withoutChannels': 'Everything works. What was changed in another tab is seen when it is read again.',
});

const TEXTS: Readonly<Record<Missing, readonly [what: ErrorText, remedy: ErrorText]>> = {
  locks: [errorText('session.noLocks'), errorText('session.withoutLocks')],
  channels: [errorText('session.noChannels'), errorText('session.withoutChannels')],
};

const aboutTabs = new WeakSet<McpError>();

/** Whether a problem of a session is about what its tabs have to do without, and not about what is kept. */
export const isAboutTabs = (problem: McpError): boolean => aboutTabs.has(problem);

/** Says once for a session what its tabs have to do without, when that is found out. */
export function tellMissing(told: Set<Missing>, report: (problem: McpError) => void, signal: AbortSignal): void {
  onMissing((what) => {
    if (told.has(what)) return;
    told.add(what);
    const [message, remedy] = TEXTS[what];
    const problem = new McpError('storage', message, { remedy });
    aboutTabs.add(problem);
    report(problem);
  }, signal);
}
