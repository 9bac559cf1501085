import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'webmcp.ownTools': 'The tools of this page are offered to its agent already.',
  'webmcp.exposeAnother': 'Offer those of another server.',
  'webmcp.tooManyTools':
    '{host} has {count, number} tools. Only the first {limit, number} are offered to the agent of this page.',
  'webmcp.limitTools': 'Choose with `allow-tools`, or `policy.tools`, which of them may be called.',
  'webmcp.schemaTooLong':
    'The tool “{tool}” is not offered to the agent of this page: the schema of its arguments has over {limit, number} characters.',
  'webmcp.schemaTooDeep':
    'The tool “{tool}” is not offered to the agent of this page: the schema of its arguments has more than {limit, number} levels.',
  'webmcp.sameName':
    'The tool “{tool}” is not offered to the agent of this page: another one of this server has the same name there.',
  'webmcp.notRegistered': 'The browser did not take the tool “{tool}” for the agent of this page: {problem}',
  'webmcp.checkRegistration':
    'A frame needs `allow="tools"`. If it says that the name is taken, another script of this page has registered it.',
  'webmcp.argumentsNotObject': 'The arguments of a tool must be an object.',
  'webmcp.argumentsTooLong': 'The arguments have over {limit, number} characters. The tool was not called.',
  'webmcp.tooManyCalls':
    'The tool was not called: {limit, number} calls to this server wait already. Wait until one of them has ended.',
  'webmcp.toolGone': 'This tool is not offered any more. It was not called.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
