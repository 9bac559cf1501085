export type LatePart =
  | 'storage'
  | 'transcript'
  | 'schema-check'
  | 'oauth'
  | 'markdown'
  | 'sanitizer'
  | 'code-web'
  | 'code-data'
  | 'code-programs'
  | 'forms'
  | 'sampling'
  | 'roots'
  | 'sign-in'
  | 'content'
  | 'data'
  | 'timeline'
  | 'log'
  | 'consent'
  | 'icons'
  | 'storage-view';

/**
 * The parts of this library that load late, and nothing else does: what each is for, as in “the part that …”, and what
 * holds while it is not there. Everything between connecting and the result of a call, or its refusal, loads at once. A new
 * row needs a decision record.
 */
export const LATE_PARTS: Readonly<Record<LatePart, { readonly does: string; readonly without: string }>> = {
  /* Late: what a session needs of the database can wait, and many pages keep nothing. */
  storage: {
    does: 'remembers things between visits',
    without: 'What was remembered is not there, and what is new lasts as long as this page.',
  },
  /* Late: it writes down what was said, and nobody waits for it. */
  transcript: { does: 'writes down what was said', without: 'There is no transcript until it loads.' },
  /* Late: a validator is large, and needed for tools that promise something of their results, and for whole forms. */
  'schema-check': { does: 'checks values against JSON Schemas', without: 'They are used unchecked.' },
  /* Late: most servers want no sign-in. */
  oauth: { does: 'signs people in', without: 'Nobody can sign in until it loads.' },
  /* Late: the engine is large, and many results hold no Markdown. */
  markdown: { does: 'formats Markdown', without: 'The text is shown as it was sent.' },
  /* Late: only formatted text and HTML need it. */
  sanitizer: { does: 'makes formatted text safe', without: 'The text is shown as it was sent.' },
  /* Late: fifteen kilobytes each, for code of certain languages. */
  'code-web': { does: 'colours code', without: 'Code has one colour.' },
  'code-data': { does: 'colours code', without: 'Code has one colour.' },
  'code-programs': { does: 'colours code', without: 'Code has one colour.' },
  /* Late, these and all below: groups of elements, which load when the first of them stands in the page. */
  forms: { does: 'shows forms, and asks before a tool is called', without: 'A call that needs a decision is refused.' },
  sampling: { does: 'asks before a model is used', without: 'A server that asks for a model is refused.' },
  roots: {
    does: 'shows folders, and asks before they are shared',
    without: 'A server that asks for folders is refused.',
  },
  'sign-in': { does: 'shows how to sign in', without: 'Nobody can sign in until it loads.' },
  content: { does: 'shows results and resources', without: 'They are shown as plain text.' },
  data: { does: 'shows tables and JSON', without: 'They are not shown until it loads.' },
  timeline: { does: 'shows the transcript', without: 'It is not shown until it loads.' },
  log: { does: 'shows the log', without: 'It is not shown until it loads.' },
  consent: { does: 'lists decisions', without: 'They hold, but are not listed until it loads.' },
  icons: { does: 'shows icons and lists allowed sites', without: 'They are not shown until it loads.' },
  'storage-view': { does: 'lists what is kept', without: 'It is not listed until it loads.' },
};
