import { defineErrorTexts, type ErrorTexts } from '../../src/index.js';

const TEMPLATES = {
  'components.noServerSet': '<{tag}> has no server to connect to.',
  'components.setUrl': 'Set `url`, and put the element into the page.',
  'components.unknownEndpoint': 'This `endpoint` names no server.',
  'components.setEndpoint':
    'Set the attribute to `model-context`, for the tools of this page, or give a worker or a port as a property.',
  'components.noModel': 'There is no model to ask any more.',
  'components.noServerToAsk': 'There is no server to ask.',
  'components.noServerToCall': 'There is no server to send this to.',
  'components.callCancelled': 'Cancelled. The call may have run.',
  'components.callNotSent': 'Cancelled. Nothing was sent.',
  'components.tooManyFollowed': '{limit} resources are followed already, as many as there may be.',
  'components.stopFollowing': 'Stop following another one first.',
  'components.unusableValue': '<{tag}> cannot use what it was given as {names}. Give it another value.',
  'components.cannotBeShown': '<{tag}> cannot be shown because of an error in mcp-embed.',
  'components.noSuchElement': 'There is no element <{tag}>.',
  'components.useTag': 'Use the tag of an element of mcp-embed.',
  'components.noLanguage': '“{language}” is not the tag of a language. Use one such as “de” or “pt-BR”.',
  'components.noMessages': 'The messages for “{language}” are not an object with a text for each key.',
  'components.tooManyLanguages': 'A page can register {limit} languages, and has.',
  'components.notComplete.date': 'This date is not complete.',
  'components.notComplete.time': 'This time is not complete.',
  'components.notComplete.datetime-local': 'This date and time is not complete.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
