/* The states that are looked at, and the ways they are looked at in. docs/accessibility.md lists both: `npm run accessibility:table`. */

/** The sets of rules of axe: WCAG 2.2 AA with what it takes in, and what axe calls best practice. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] as const;
/** What a colour scheme changes is colours: nothing else is looked at again in each. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'] as const;

/** Colour schemes, as features of media. */
export const SCHEMES = {
  light: { 'prefers-color-scheme': 'light' },
  dark: { 'prefers-color-scheme': 'dark' },
  'high contrast': { 'prefers-contrast': 'more', 'forced-colors': 'active' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const DIRECTIONS = [
  { lang: 'en', dir: 'ltr' },
  { lang: 'ar', dir: 'rtl' },
] as const;
const WIDTHS = [320, 360, 800, 1400] as const;

export interface Look {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Pixels of the window. */
  readonly width: number;
  readonly scheme: keyof typeof SCHEMES;
}

/** Each state is looked at in each: all rules in each direction and width, those of colour in each scheme, narrow and wide. */
export const LOOKS: readonly Look[] = DIRECTIONS.flatMap((direction, at) => {
  const [narrow, wide] = [WIDTHS.at(0)!, WIDTHS.at(-1)!];
  return [
    ...WIDTHS.map((width) => ({ ...direction, width, scheme: 'light' as const })),
    { ...direction, width: at === 0 ? wide : narrow, scheme: 'dark' },
    { ...direction, width: at === 0 ? narrow : wide, scheme: 'high contrast' },
  ];
});

/** The names of the states, by what they are states of. */
export const STATES = {
  connections: [
    'no server yet',
    'not connected yet',
    'connecting',
    'connected, with what is known of the server',
    'connected over HTTP+SSE',
    'connected to a server of the newest revision',
    'a server that is not what it was',
    'lost, counting down to the next attempt',
    'disconnected',
    'nobody answers',
    'a web page answers, and no MCP server',
    'not found',
    'forbidden',
    'an error of the server',
    'the browser hides the answer',
    'a sign-in that the page does not offer',
    'a revision that nobody knows',
    'an address that is none',
    'why: the browser hides the answer',
    'why: a sign-in, and nobody says where',
    'a server that offers nothing',
    'the keys',
  ],
  workspaces: [
    'a workspace without a server',
    'several servers, one of them chosen',
    'token and options of a server, one of them wrong',
    'a list of servers that was pasted',
    'a server that wants a token',
  ],
  messages: [
    'messages below the tools',
    'a message with its HTTP exchange',
    'a message that is edited',
    'two messages compared',
    'messages to save, with the warning of secrets',
    'messages of a connection that failed',
  ],
  'signing in': [
    'a sign-in is asked for',
    'a sign-in put off',
    'a sign-in whose window was closed',
    'a sign-in for which no window opens',
    'a sign-in that was refused',
    'a sign-in at another site than before',
    'asked as what client the page is known',
    'more rights are asked for',
    'signed in',
  ],
  lists: [
    'tools',
    'tools with hints, and the view open',
    'groups of tools, some closed',
    'a search that finds',
    'a search that finds nothing here and something elsewhere',
    'a search that finds nothing',
    'a list that loads',
    'a list that failed',
    'a list of which some could not be read',
    'a list that is never complete',
    'an empty list',
    'a list of one thousand tools',
    'long names, and names of bidirectional text',
    'a list that has changed',
    'resources and templates',
    'prompts',
  ],
  forms: [
    'a form of two fields',
    'a form with mistakes',
    'a form with each kind of field',
    'mistakes in each kind of field',
    'a form of 400 fields',
    'a form without fields',
    'arguments as JSON',
    'arguments that are no JSON',
    'the definition of a tool',
    'the menu of a form',
    'the history of a form',
    'a draft that was restored',
    'a run that may still go on',
  ],
  calls: [
    'a call with progress',
    'a call that waits for the person',
    'a call that was cancelled',
    'a call that failed, with data',
    'a call whose tool reports an error',
    'a call cut off by a lost connection',
    'a result that is not as declared',
    'a call that the person did not confirm',
  ],
  'prompts and resources': [
    'a prompt to fill in, with suggestions',
    'the messages of a prompt',
    'a prompt that the model answers',
    'a prompt that the model answered',
    'a prompt that the model did not answer',
    'a prompt that failed',
    'a template of resources to fill in',
    'a resource that is followed',
    'a resource that loads',
    'a resource that is large, not read yet',
    'a resource of an earlier visit, without a connection',
    'a resource that could not be read',
  ],
  results: [
    'short',
    'log',
    'terminal',
    'markdown-text',
    'markdown',
    'diff',
    'json',
    'records',
    'csv',
    'code',
    'html',
    'html-formatted',
    'svg',
    'image',
    'files',
    'error',
    'a page of a server',
    'a wide table in Markdown',
    'sound and video',
    'text that hides something',
    'an image of another site',
    'an image that no page may read',
    'a link that is not what it says',
    'nothing',
    'many blocks',
    'text seen raw',
    'text that fills the page',
    'an error of the protocol',
    'no answer in time',
  ],
  questions: [
    'a destructive tool that the person runs',
    'a destructive tool that a model wants to run',
    'a tool that has changed since it was allowed',
    'arguments being edited as JSON',
    'a request for the model of the page',
    'a request for the model of the page, being edited',
    'the model is answering',
    'the answer of the model',
    'the model did not answer',
    'a request for a model where there is none',
    'a reply by hand that uses a tool',
    'a request for a model with tools, pictures and many messages',
    'a request beyond the budget of its server',
    'a form',
    'a form with mistakes',
    'a form that asks for a secret',
    'a page to open',
    'a page with a suspicious address',
    'a page that was opened',
    'folders to share',
    'folders to share, where there are none',
    'the result of a tool',
    'several at once',
    'one that nobody here started',
    'one that was withdrawn',
    'one in its place in the page',
    'a permission that was used without a question',
  ],
  panels: [
    'the log of a server, empty',
    'a log',
    'a line of a log, opened',
    'a log of many lines, some with hidden text',
    'a log without a match',
    'the transcript, empty',
    'the transcript of a visit',
    'an entry of the transcript, opened',
    'the transcript about to be saved',
    'the transcript about to be erased',
    'a recording played back',
    'what is stored',
    'what is stored, about to be erased',
    'permissions, none',
    'permissions',
    'the audit log, empty',
    'the audit log',
    'the audit log about to be erased',
    'roots, none',
    'roots, one being changed',
    'sites that images may come from',
  ],
} as const;

export type Group = keyof typeof STATES;
export type State<G extends Group> = (typeof STATES)[G][number];
